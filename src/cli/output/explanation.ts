import { escapeControls, terminalJson, toOneLine } from '../../base/text.js';
import type {
  DatasetTriples,
  Explanation,
  PublishedExplanation,
  WithheldExplanation,
} from '../../inspect/explain/explain.js';
import type { FieldOutcome } from '../../inspect/explain/field-outcome.js';
import { fieldOf, formatPath, type Path } from '../../pipeline/source-field.js';
import { TurtleWriter, turtleHeader } from '../../rdf/formats/turtle.js';
import { namespaceOf } from '../../rdf/iri-syntax.js';

/** What fits on a line is written on one. */
const WIDTH = 100;
/** Lines that a person reads before asking the store itself. */
const MOST_LINES = 150;
/** Characters of one line: texts may be whole stories. */
const LONGEST_JSON_LINE = 400;

/** JSON for reading: short lists and objects on one line, long texts and long documents cut. */
export function readableJson(value: unknown): string {
  const lines = folded(value, '').split('\n').map(cutJsonLine);
  const more = lines.length - MOST_LINES;
  return more > 0 ? [...lines.slice(0, MOST_LINES), `… ${more} more lines`].join('\n') : lines.join('\n');
}

function folded(value: unknown, indent: string): string {
  const flat = flatJson(value);
  if (typeof value !== 'object' || value === null || indent.length + flat.length <= WIDTH) return flat;
  const deeper = `${indent}  `;
  const entries = Array.isArray(value)
    ? value.map((entry) => folded(entry, deeper))
    : stated(value).map(([key, entry]) => `${JSON.stringify(key)}: ${folded(entry, deeper)}`);
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  return `${open}\n${entries.map((entry) => `${deeper}${entry}`).join(',\n')}\n${indent}${close}`;
}

/** JSON on one line, with room between its parts. */
function flatJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(flatJson).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const entries = stated(value).map(([key, entry]) => `${JSON.stringify(key)}: ${flatJson(entry)}`);
  return entries.length === 0 ? '{}' : `{ ${entries.join(', ')} }`;
}

const stated = (value: object): [string, unknown][] =>
  Object.entries(value).filter(([, entry]) => entry !== undefined);

const cutJsonLine = (line: string): string =>
  line.length > LONGEST_JSON_LINE
    ? `${line.slice(0, LONGEST_JSON_LINE)} … ${line.length - LONGEST_JSON_LINE} more characters`
    : line;

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
  fields: readonly FieldOutcome[],
  self: string,
  unknown: readonly string[],
  turtle: TurtleWriter,
): string {
  const rows: Row[] = [
    ...groups(fields).map((group) => rowOf(group, self, turtle)),
    ...unknown.map((field) => ({ field: toOneLine(field), lines: ['– no dictionary knows this field'] })),
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
function groups(fields: readonly FieldOutcome[]): FieldOutcome[][] {
  const found: FieldOutcome[][] = [];
  for (const field of fields) {
    const last = found.at(-1)?.[0];
    const isSame =
      last?.why !== undefined &&
      field.why?.reason === last.why.reason &&
      formatPath(holderOf(field)) === formatPath(holderOf(last));
    if (isSame) found.at(-1)?.push(field);
    else found.push([field]);
  }
  return found;
}

/** The way to what the reason is said of: the field, or one that it stands in. */
function subjectOf({ path, why }: FieldOutcome): Path {
  const length = path.findIndex((_, last) => {
    const field = fieldOf(path.slice(0, last + 1));
    return field === why?.field;
  });
  return length < 0 ? path : path.slice(0, length + 1);
}

const holderOf = (field: FieldOutcome): Path => subjectOf(field).slice(0, -1);

function rowOf(group: readonly FieldOutcome[], self: string, turtle: TurtleWriter): Row {
  const [field] = group;
  if (field === undefined) return { field: '', lines: [] };
  if (field.became.length > 0 || field.names.length > 0) {
    const around = field.isAround ? ' (around it)' : '';
    return { field: `${formatPath(field.path)}${around}`, lines: linesOf(field, self, turtle) };
  }
  const reason = field.why === undefined ? AMISS : `– ${field.why.reason}`;
  const subjects = [...new Set(group.map((one) => formatPath(subjectOf(one))))];
  const holder = formatPath(holderOf(field));
  const [only] = subjects;
  if (subjects.length === 1 && only !== undefined) return { field: only, lines: [reason] };
  const names = subjects.map((subject) => subject.slice(holder.length).replace(/^\./, ''));
  return { field: holder === '' ? names.join(', ') : `${holder}: ${names.join(', ')}`, lines: [reason] };
}

function linesOf({ became, names, alsoIn }: FieldOutcome, self: string, turtle: TurtleWriter): string[] {
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
    ...(alsoIn === undefined ? [] : [`(said already because of ${formatPath(alsoIn)})`]),
  ];
}

const cut = (line: string): string => {
  const [first = '', ...more] = line.split('\n');
  const isLong = more.length > 0 || first.length > MOST_CHARACTERS;
  return isLong ? `${first.slice(0, MOST_CHARACTERS)}…` : first;
};

const OUTCOMES: Readonly<Record<Explanation['outcome'], string>> = {
  published: 'published',
  rejected: 'rejected: it goes to quarantine, and what follows is in no dump',
  withheld: 'withheld: it does not leave, and nothing of it is shown',
  unreadable: 'rejected: it cannot be read',
};

/** An explanation for people, in reading order. */
export function explanationText(one: Explanation): string {
  const title = toOneLine(`${one.ref.kind} ${one.ref.id}: ${OUTCOMES[one.outcome]}`);
  return escapeControls([title, ...('reasons' in one ? unshown(one) : shown(one))].join('\n\n'));
}

function unshown({ origin, reasons }: WithheldExplanation): string[] {
  const where = origin === undefined ? [] : [section('Where it lies', placeOf(origin))];
  return [
    section('Why', reasons.map((reason) => toOneLine(`- ${reason.replace(/[.!?]?$/, '.')}`)).join('\n')),
    ...where,
  ];
}

function shown(one: PublishedExplanation): string[] {
  const { sent, record, said, findings, fields, language } = one;
  const turtle = new TurtleWriter(language);
  const isMade = sent.origin.request === '/';
  return [
    ...(isMade
      ? []
      : sent.record === undefined
        ? [section(`What was read, first from ${placeOf(sent.origin)}`, readableJson(record))]
        : [section(`What the service sent: ${placeOf(sent.origin)}`, readableJson(sent.record))]),
    ...said.map(({ dataset, node }) => section(`What we say, in ${dataset}`, readableJson(node))),
    ...said.map((file) => section(`Turtle: data/${file.dataset}.ttl`, turtleOf(file, language, turtle))),
    section('Findings', findings.length === 0 ? 'none' : findings.map(findingOf).join('\n')),
    ...(fields.length === 0
      ? [section('Field by field', 'known before any record is read')]
      : [section('Field by field', fieldTable(fields, said[0]?.node.id ?? '', sent.unknown, turtle))]),
  ];
}

const section = (title: string, text: string): string => `── ${title}\n\n${text}`;

const placeOf = ({ service, request, pointer }: PublishedExplanation['sent']['origin']): string =>
  `${service} ${request}#${pointer}`;

/** A record as its dump has it, with as much of the header as it needs. */
function turtleOf(
  { quads }: DatasetTriples,
  language: PublishedExplanation['language'],
  turtle: TurtleWriter,
): string {
  const namespaces = new Set(
    quads.flatMap(({ subject, predicate, object }) =>
      [subject, predicate, object, ...(object.termType === 'Literal' ? [object.datatype] : [])].map(
        ({ value }) => namespaceOf(value),
      ),
    ),
  );
  const text = turtle.record(quads).trimEnd();
  const used = [...language.prefixes].filter(([, namespace]) => namespaces.has(namespace));
  return `${turtleHeader({ base: language.base, prefixes: new Map(used) })}\n${text}`;
}

const findingOf = ({
  severity,
  focus,
  path,
  value,
  message,
}: PublishedExplanation['findings'][number]): string =>
  toOneLine(`${severity}: ${[message, focus, path, value].filter(Boolean).join(' ')}`);

/** An explanation for programs: one JSON document. */
export function explanationJson(one: Explanation): string {
  const { kind, id } = one.ref;
  if ('reasons' in one) {
    const { outcome, origin, reasons } = one;
    return terminalJson({ kind, id, outcome, ...(origin === undefined ? {} : { origin }), reasons });
  }
  const { outcome, sent, record, said, findings, fields, language } = one;
  const turtle = new TurtleWriter(language);
  return terminalJson({
    kind,
    id,
    outcome,
    origin: sent.origin,
    sent: sent.record ?? null,
    read: record,
    unknownFields: sent.unknown,
    said: said.map((file) => ({
      dataset: file.dataset,
      node: file.node,
      turtle: turtleOf(file, language, turtle),
    })),
    findings,
    fields: fields.map((field) => plainOf(field, turtle)),
  });
}

const plainOf = (
  { path, value, isAround, became, names, alsoIn, why }: FieldOutcome,
  turtle: TurtleWriter,
): object => ({
  field: formatPath(path),
  value,
  ...(isAround ? { of: 'what stands around the record' } : {}),
  names,
  became: became.map((quad) => turtle.triple(quad).join(' ')),
  ...(alsoIn === undefined ? {} : { alsoIn: formatPath(alsoIn) }),
  ...(became.length > 0 || names.length > 0 ? {} : { why: why?.reason ?? null }),
});
