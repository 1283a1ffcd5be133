import { onOneLine } from '../base/one-line.js';
import type { Field } from '../export/explain/fields.js';
import { fieldOf, type Path, spelt } from '../export/explain/path.js';
import type { TurtleText } from '../sinks/turtle-text.js';

/** A row: the field, and a line for each thing that became of it. */
interface Row {
  readonly field: string;
  readonly lines: readonly string[];
}

/** Beyond this width a field stands in a line of its own. */
const WIDEST = 36;
/** Longer triples are cut: they stand whole in the Turtle above. */
const MOST_CHARACTERS = 100;

const AMISS = '✗ nothing, and nobody has said why: please report it';

/**
 * Every field and what became of it, two columns: triples of the record itself without their subject, others with
 * it. Fields that nothing became of for one reason share a row.
 *
 * @param self the record's IRI
 * @param unknown fields that no dictionary knows
 */
export function fieldTable(
  fields: readonly Field[],
  self: string,
  unknown: readonly string[],
  turtle: TurtleText,
): string {
  const rows: Row[] = [
    ...groups(fields).map((group) => rowOf(group, self, turtle)),
    ...unknown.map((field) => ({ field: onOneLine(field), lines: ['– no dictionary knows this field'] })),
  ];
  const width = Math.min(WIDEST, Math.max(...rows.map(({ field }) => field.length)));
  return rows
    .flatMap(({ field, lines: [first = '', ...others] }) => [
      ...(field.length > width
        ? [field, `${' '.repeat(width)}  ${first}`]
        : [`${field.padEnd(width)}  ${first}`]),
      ...others.map((line) => `${' '.repeat(width)}  ${line}`),
    ])
    .join('\n');
}

/** Neighbours that are silent for one reason, and stand in one thing, together. */
function groups(fields: readonly Field[]): Field[][] {
  const found: Field[][] = [];
  for (const field of fields) {
    const last = found.at(-1)?.[0];
    const isSame =
      last?.why !== undefined &&
      field.why?.reason === last.why.reason &&
      spelt(holderOf(field)) === spelt(holderOf(last));
    if (isSame) found.at(-1)?.push(field);
    else found.push([field]);
  }
  return found;
}

/** The way to what the reason is said of: the field, or one that it stands in. */
function subjectOf({ path, why }: Field): Path {
  const length = path.findIndex((_, last) => {
    const field = fieldOf(path.slice(0, last + 1));
    return field === why?.field;
  });
  return length < 0 ? path : path.slice(0, length + 1);
}

const holderOf = (field: Field): Path => subjectOf(field).slice(0, -1);

function rowOf(group: readonly Field[], self: string, turtle: TurtleText): Row {
  const [field] = group;
  if (field === undefined) return { field: '', lines: [] };
  if (field.became.length > 0 || field.names.length > 0) {
    const around = field.isAround ? ' (around it)' : '';
    return { field: `${spelt(field.path)}${around}`, lines: linesOf(field, self, turtle) };
  }
  const reason = field.why === undefined ? AMISS : `– ${field.why.reason}`;
  const subjects = [...new Set(group.map((one) => spelt(subjectOf(one))))];
  const holder = spelt(holderOf(field));
  const [only] = subjects;
  if (subjects.length === 1 && only !== undefined) return { field: only, lines: [reason] };
  const names = subjects.map((subject) => subject.slice(holder.length).replace(/^\./, ''));
  return { field: holder === '' ? names.join(', ') : `${holder}: ${names.join(', ')}`, lines: [reason] };
}

function linesOf({ became, names, alsoIn }: Field, self: string, turtle: TurtleText): string[] {
  const [name] = names;
  // What belongs to the record is known by what comes after the record's own name.
  const ofIt = (iri: string, written: string) =>
    iri.startsWith(`${self}#`) ? `<${iri.slice(self.length)}>` : written;
  const triples = became.map((quad) => {
    const [subject, word, object] = turtle.triple(quad);
    const own = quad.subject.value === self ? '' : `${ofIt(quad.subject.value, subject)} `;
    return cut(`${own}${word} ${ofIt(quad.object.value, object)}`);
  });
  return [
    ...(name === undefined ? [] : [`names ${ofIt(name, turtle.iri(name))}`]),
    ...triples,
    ...(alsoIn === undefined ? [] : [`(said already because of ${spelt(alsoIn)})`]),
  ];
}

const cut = (line: string): string => {
  const [first = '', ...more] = line.split('\n');
  const isLong = more.length > 0 || first.length > MOST_CHARACTERS;
  return isLong ? `${first.slice(0, MOST_CHARACTERS)}…` : first;
};
