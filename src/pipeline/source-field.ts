import type { SourceRecord } from '../records/record.js';
import type { Finding } from '../shacl/finding.js';
import { FIELD_INDEX } from './field-index.js';
import { type FieldContext, type FieldOutcome, fieldsOf } from './field-outcome.js';
import { fieldOf } from './field-trace.js';

/** Records of a kind in which a predicate's field is looked for before it is given up. */
const ATTEMPTS = 3;

/**
 * Finds the fields of the source that a predicate of a kind of record is made of. Of what shapes demand a table tells
 * it, because of what is missing nothing can be seen in the record; of all else it is found by looking what becomes of
 * each field of the record found fault with. That takes a while, so what was found for one record holds for its kind.
 */
export class SourceFieldFinder {
  readonly #surroundings: FieldContext;
  readonly #known = new Map<string, readonly string[]>();
  readonly #tried = new Map<string, number>();

  constructor(surroundings: FieldContext) {
    this.#surroundings = surroundings;
  }

  /** The field in the dictionaries' spelling, several with commas between them; undefined when nobody can tell. */
  of(one: SourceRecord, { path, paths = [path ?? ''], focus }: Finding): string | undefined {
    const fields = new Set(paths.flatMap((each) => this.#of(one, each, focus)).map(asSent));
    return [...fields].filter((field) => field !== '').join(', ') || undefined;
  }

  /** @param path empty: of the whole node */
  #of(one: SourceRecord, path: string, focus: string): readonly string[] {
    // Nodes of one record that are of different sorts may use one predicate.
    const key = keyOf(one.kind, focus, path);
    const known = FIELD_INDEX[key] ?? this.#known.get(key);
    const tried = this.#tried.get(key) ?? 0;
    const isRecord = !focus.includes('#');
    if (known !== undefined || tried === ATTEMPTS || (isRecord && path === '')) return known ?? [];
    this.#tried.set(key, tried + 1);
    const fields = fieldsOf(one, this.#surroundings);
    const namesOf = (isOne: (field: FieldOutcome) => boolean): string[] => [
      ...new Set(fields.filter(isOne).map(({ path: steps }) => fieldOf(steps))),
    ];
    const own = path === '' ? [] : namesOf((field) => isMadeOf(field, focus, path));
    // The fields of the same node tell at least where to look.
    const found =
      own.length > 0 || isRecord ? own : [fieldHolder(namesOf((field) => isMadeOf(field, focus)))];
    if (found.length > 0) this.#known.set(key, found);
    return found;
  }
}

/**
 * What tells one predicate of a sort of node in a kind of record from another, whatever the bases:
 * `cbes.item#role-informant ns#age`.
 */
export function keyOf(kind: string, focus: string, predicate: string): string {
  const [, fragment = ''] = focus.split('#');
  // Ids and hashes tell nodes of one sort apart; words tell sorts.
  const sort = fragment.split('-').filter((step) => step !== '' && !/\d/.test(step));
  const steps = predicate.split('/');
  const word = steps.at(-1)?.includes('#') === true ? steps.at(-1) : steps.slice(-2).join('/');
  return `${kind}${sort.length === 0 ? '' : `#${sort.join('-')}`} ${word}`;
}

const isMadeOf = ({ became }: FieldOutcome, focus: string, path?: string): boolean =>
  became.some(
    ({ subject, predicate }) => subject.value === focus && (path === undefined || predicate.value === path),
  );

/** The field that a JSON pointer into a record leads to, as the dictionaries spell it; empty for the record itself. */
export function fieldAt(pointer: string): string {
  const steps = pointer.split('/').slice(1);
  return asSent(fieldOf(steps.map((step) => (/^\d+$/.test(step) ? Number(step) : step))));
}

/** What all of some fields stand in. */
export function fieldHolder(fields: readonly string[]): string {
  const [first = [], ...others] = fields.map((field) => field.split('.').slice(0, -1));
  const shared = first.findIndex((step, at) => others.some((other) => other[at] !== step));
  return (shared < 0 ? first : first.slice(0, shared)).join('.');
}

/** Fields on the wire begin in lower case; the publishers' dictionaries, which editors know, print upper case. */
const asSent = (field: string): string =>
  field
    // A person as recorded was sent with what it is recorded in.
    .replace(/^occurrences\[\]\.(?:person\.)?/, '')
    .split('.')
    .map((step) => (step === 'id' ? 'ID' : step.charAt(0).toUpperCase() + step.slice(1)))
    .join('.');
