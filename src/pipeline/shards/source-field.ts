import { readFileSync } from 'node:fs';
import type { Finding } from '../../model/shacl/finding.js';
import { asPublished, tellingFields, valueInWords } from '../../release/report/source-words.js';

/** The way to a field of a record: keys, and positions in lists. */
export type Path = readonly (string | number)[];

/** A path with positions: `collectors[0].id`. */
export const formatPath = (path: Path): string => joinSteps(path, (position) => `[${position}]`);

/**
 * The field that a path leads to, without positions: `collectors[].id`. Of a tree of records of one kind it has one
 * level.
 */
export const fieldOf = (path: Path): string =>
  joinSteps(path, () => '[]').replace(/(\.[A-Za-z]+\[\])\1+(?=\.|$)/g, '$1');

const joinSteps = (path: Path, formatPosition: (position: number) => string): string =>
  path.reduce<string>((before, step) => {
    if (typeof step === 'number') return before + formatPosition(step);
    return before === '' ? step : `${before}.${step}`;
  }, '');

/**
 * The fields that predicates are made of, one row a line: kind, sort of node and predicate, a tab, the fields. Made by
 * `npm run docs` together with docs/coverage.md, from the same evidence.
 */
export const SOURCE_FIELDS_FILE = new URL('../../../vocabulary/source-fields.tsv', import.meta.url);

/** Of more fields than these the one that contains them all is named. */
const MOST_FIELDS = 4;

/** Constraints that a record breaks by what it does not have. */
const ABOUT_ABSENCE: ReadonlySet<string> = new Set(['MinCount', 'HasValue', 'Or', 'QualifiedMinCount']);

/** Codes whose names are not those of their fields. */
const LINKS: ReadonlyMap<string, string> = new Map([['Link', 'Links[]']]);

/** Values that a row of a report shows. */
const MOST_VALUES = 5;

/** A record whose fields are named; its kind alone where the record is not at hand. */
export interface FieldsOf {
  readonly kind: string;
  readonly record?: unknown;
}

/** Names the field of a service that the value of a finding comes from. */
export class SourceFields {
  readonly #byPredicate = new Map<string, readonly string[]>();
  /** All fields of a sort of node. */
  readonly #byNode = new Map<string, string[]>();

  constructor(table: string = readFileSync(SOURCE_FIELDS_FILE, 'utf8')) {
    for (const line of table.trimEnd().split('\n')) {
      const [key = '', fields = ''] = line.split('\t');
      const [node = ''] = key.split(' ', 1);
      this.#byPredicate.set(key, fields.split(' '));
      this.#byNode.set(node, [...(this.#byNode.get(node) ?? []), ...fields.split(' ')]);
    }
  }

  /**
   * The field in the spelling of the publishers, several with commas between them; undefined when it is not known.
   *
   * @param one with its record where that is at hand
   */
  of(one: FieldsOf, finding: Finding): string | undefined {
    const codes = unmappedCodes(finding);
    const fields = this.#fieldNames(one, finding);
    if (codes.length > 0)
      return [...new Set(codes.map(({ field }) => fieldOfCode(field, fields)))].join(', ');
    return [...new Set(fields.map(asPublished))].filter((field) => field !== '').join(', ') || undefined;
  }

  /** The value of the field as the source sent it; undefined where the finding has it or nothing was sent. */
  sent(one: FieldsOf, finding: Finding): string | undefined {
    const codes = unmappedCodes(finding);
    if (codes.length > 0) {
      const isOfOne = codes.every(({ field }) => field === codes[0]?.field);
      return codes.map(({ field, value }) => (isOfOne ? value : `${field} ${value}`)).join('; ');
    }
    const { value, values = [], path = '' } = finding;
    if (value?.startsWith('"') === true || (values.length > 0 && !path.endsWith('dateProblem')))
      return undefined;
    const fields = tellingFields(this.#fieldNames(one, finding));
    const sent = fields.flatMap((field) => {
      const steps = field.split('.');
      const values = [...new Set(valuesAt(one.record, steps))].slice(0, MOST_VALUES).join('; ');
      return values === ''
        ? []
        : [fields.length === 1 ? values : `${asPublished(steps.at(-1) ?? '')} ${values}`];
    });
    return sent.length === 0 ? undefined : sent.join(', ');
  }

  #fieldNames(one: FieldsOf, finding: Finding): readonly string[] {
    const { path, paths = [path ?? ''] } = finding;
    return [...new Set(paths.flatMap((each) => this.#fieldsOf(one, each, finding)))];
  }

  /** The fields that a finding is about, as they are in the record: `gridReferences[].square`. */
  rawOf({ kind }: FieldsOf, { focus, path, paths = [path ?? ''] }: Finding): readonly string[] {
    const fields = paths.flatMap(
      (each) => this.#byPredicate.get(keyOf(kind, focus, each)) ?? this.#fieldsOfNode(kind, focus),
    );
    return [...new Set(fields)];
  }

  /** @param predicate empty: the whole node */
  #fieldsOf({ kind, record }: FieldsOf, predicate: string, finding: Finding): readonly string[] {
    const { focus, constraint } = finding;
    const fields = this.#byPredicate.get(keyOf(kind, focus, predicate));
    if (fields === undefined) {
      // For another node than the record itself, what contains the fields of the node.
      return focus.includes('#') ? [containerOf(this.#fieldsOfNode(kind, focus))] : [];
    }
    const container = fields.length > MOST_FIELDS ? containerOf(fields) : '';
    if (container !== '') return [container];
    const present = fields.filter((field) => valuesAt(record, field.split('.')).length > 0);
    return present.length > 0 && !ABOUT_ABSENCE.has(constraint) ? present : fields;
  }

  /** All fields of a node in a record; none of the record itself, which is made of every field. */
  #fieldsOfNode(kind: string, focus: string): readonly string[] {
    return focus.includes('#') ? (this.#byNode.get(nodeOf(kind, focus)) ?? []) : [];
  }
}

/** The key of a row of the table, the same for every base: `cbes.item#role-informant ns#age`. */
export function keyOf(kind: string, focus: string, predicate: string): string {
  const steps = predicate.split('/');
  const word = steps.at(-1)?.includes('#') === true ? steps.at(-1) : steps.slice(-2).join('/');
  return `${nodeOf(kind, focus)} ${word}`;
}

/** The words in a fragment that tell sorts of nodes apart; the others are ids, hashes and codes. */
const NODE_WORDS: ReadonlySet<string> = new Set(['date', 'name', 'audio', 'sub']);

/** The sort of a node: its kind, and of its fragment what is the same for all nodes of the sort. */
function nodeOf(kind: string, focus: string): string {
  const [, fragment = ''] = focus.split('#');
  const [first = '', second = '', ...rest] = fragment.split('-');
  const words = [
    first,
    ...(first === 'role' || NODE_WORDS.has(second) ? [second] : []),
    ...rest.filter((step) => NODE_WORDS.has(step)),
  ];
  return first === '' ? kind : `${kind}#${words.join('-')}`;
}

/** The fields and the codes of a finding about codes that are in no list: `ContentType=XYZ`. */
function unmappedCodes({ path = '', values = [] }: Finding): readonly { field: string; value: string }[] {
  if (!path.endsWith('#unmappedCode')) return [];
  return values.map((value) => {
    const [field = '', ...rest] = (JSON.parse(value) as string).split('=');
    return { field, value: rest.join('=') };
  });
}

/** The field of a code among those that may have it. */
function fieldOfCode(code: string, fields: readonly string[]): string {
  const found = fields.find((field) => isCalled(field, code));
  return found === undefined ? (LINKS.get(code) ?? code) : asPublished(found);
}

/** Whether a field is that of a code: `contentModes[]` of `ContentMode`, `postOffice.extent` of `PostOfficeExtent`. */
function isCalled(field: string, code: string): boolean {
  const [letters, name] = [field.replaceAll(/[^A-Za-z]/g, '').toLowerCase(), code.toLowerCase()];
  return letters.endsWith(name) || letters.endsWith(`${name}s`) || name.startsWith(letters);
}

/** What a record has in a field, in words. */
function valuesAt(value: unknown, [step, ...rest]: readonly string[]): readonly string[] {
  if (value === undefined || value === null) return [];
  if (Array.isArray(value))
    return value.flatMap((entry) => valuesAt(entry, step === undefined ? [] : [step, ...rest]));
  if (step !== undefined)
    return valuesAt((value as Readonly<Record<string, unknown>>)[step.replace(/\[\]$/, '')], rest);
  return [valueInWords(value)];
}

/** The field that contains all of some fields; empty when it is the record. */
function containerOf(fields: readonly string[]): string {
  const [first = [], ...others] = fields.map((field) => field.split('.').slice(0, -1));
  const shared = first.findIndex((step, at) => others.some((other) => other[at] !== step));
  return (shared < 0 ? first : first.slice(0, shared)).join('.');
}

/** The field that a JSON pointer into a record leads to, in the publishers' spelling; empty for the record itself. */
export function fieldAt(pointer: string): string {
  const steps = pointer.split('/').slice(1);
  return asPublished(fieldOf(steps.map((step) => (/^\d+$/.test(step) ? Number(step) : step))));
}
