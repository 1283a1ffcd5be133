import { z } from 'zod';
import { increase } from '../../base/map-entry.js';
import { kindOf } from '../../model/records/kinds.js';
import type { PublishableRecord } from '../../model/records/record.js';
import type { Finding } from '../../model/shacl/finding.js';
import { valueInWords } from '../../release/report/source-words.js';
import type { MappedRecord } from './map-record.js';

/** A mapped record and its findings. */
export interface CheckedMapping {
  readonly one: PublishableRecord;
  readonly mapped: MappedRecord;
  readonly findings: readonly Finding[];
}

/** A record without the parts that its violations lie in. */
export interface TrimmedRecord extends CheckedMapping {
  /** One violation for each part that was left out, with the value as it was sent. */
  readonly leftOut: readonly Finding[];
}

/** Maps and checks a changed record; undefined when it cannot be mapped. */
type MapAndCheck = (one: PublishableRecord) => Promise<CheckedMapping | undefined>;

/** The fields of the source that a finding is about: `gridReferences[].square`. */
type FieldsOf = (one: PublishableRecord, finding: Finding) => readonly string[];

/** The way to a part of a record: keys, and positions in lists. */
type Path = readonly (string | number)[];

/** Most changed records that are tried. */
const MOST_TRIES = 200;

/** No part that is left out mends these: failed mappings, and references to what is withheld. */
const FINAL: ReadonlySet<string> = new Set(['Mapping', 'X15']);

/**
 * Leaves parts of a record out until no violation is left: of each violation the smallest part of the source that holds its
 * field and can be missing, such as a grid reference, a point, an age, or an optional field. What is published is mapped and
 * checked again.
 *
 * @returns undefined when the record cannot be published at all
 */
export async function trimRecord(
  checked: CheckedMapping,
  mapAndCheck: MapAndCheck,
  fieldsOf: FieldsOf,
): Promise<TrimmedRecord | undefined> {
  const leftOut: Finding[] = [];
  let [current, tries] = [checked, 0];
  const attempt = (path: Path): Promise<CheckedMapping | undefined> => {
    tries += 1;
    const record = without(current.one.record, path) as never;
    return mapAndCheck({ ...current.one, record });
  };
  for (;;) {
    const violations = current.findings.filter(isViolation);
    if (violations.length === 0) return { ...current, leftOut };
    if (violations.some(({ constraint, shape }) => FINAL.has(constraint) || FINAL.has(shape)))
      return undefined;
    let next: { readonly checked: CheckedMapping; readonly path: Path } | undefined;
    for (const path of partsOf(current.one, violations, fieldsOf)) {
      if (tries >= MOST_TRIES) return undefined;
      const tried = await attempt(path);
      if (tried === undefined || !hasFewer(tried.findings.filter(isViolation), violations)) continue;
      next = { checked: tried, path };
      break;
    }
    if (next === undefined) return undefined;
    leftOut.push(causeOf(current, next.checked, valueAt(current.one.record, next.path)));
    current = next.checked;
  }
}

const isViolation = ({ severity }: Finding): boolean => severity === 'violation';

const keyOf = ({ focus, path = '', constraint, shape, value = '' }: Finding): string =>
  [focus, path, constraint, shape, value].join(' ');

/**
 * Whether some violations are gone, and no other one has come. Terms that cannot be written are counted alone: the shapes see a
 * record only when it has none of these.
 */
function hasFewer(now: readonly Finding[], before: readonly Finding[]): boolean {
  const terms = before.filter(isTerm);
  const [fewer, more] = terms.length === 0 ? [now, before] : [now.filter(isTerm), terms];
  const known = new Set(more.map(keyOf));
  return fewer.length < more.length && fewer.every((one) => known.has(keyOf(one)));
}

/** Whether a term cannot be written in RDF. */
const isTerm = ({ constraint }: Finding): boolean => constraint === 'Term';

/** Of the violations that are gone the most specific one, with the part that was left out as its value. */
function causeOf(before: CheckedMapping, after: CheckedMapping, part: unknown): Finding {
  const still = new Map<string, number>();
  for (const one of after.findings) increase(still, keyOf(one));
  // A value that stands twice breaks a constraint twice.
  const gone = before.findings.filter((one) => isViolation(one) && increase(still, keyOf(one), -1) < 0);
  const rank = ({ value, path, focus }: Finding): number =>
    (value === undefined ? 4 : 0) + (path === undefined ? 2 : 0) + (focus.includes('#') ? 0 : 1);
  const [cause] = [...gone].sort((a, b) => rank(a) - rank(b));
  return { ...(cause as Finding), value: JSON.stringify(valueInWords(part)) };
}

/** The parts that violations may lie in, the smallest first. */
function* partsOf(
  one: PublishableRecord,
  violations: readonly Finding[],
  fieldsOf: FieldsOf,
): Generator<Path> {
  const schema = kindOf(one).schemas.described;
  const seen = new Set<string>();
  const chains = violations
    .flatMap((finding) => fieldsOf(one, finding))
    .flatMap((field) => pathsOf(one.record, field.split('.')))
    .map((path) => chainOf(one.record, schema, path));
  const levels = Math.max(0, ...chains.map((chain) => chain.length));
  for (let level = 0; level < levels; level += 1) {
    for (const chain of chains) {
      const path = chain[level];
      if (path === undefined || seen.has(JSON.stringify(path))) continue;
      seen.add(JSON.stringify(path));
      yield path;
    }
  }
}

/** Every place of a field in a record, the last of a list first: of repeated values the first one stays. */
function pathsOf(value: unknown, steps: readonly string[], before: Path = []): readonly Path[] {
  const [step, ...rest] = steps;
  if (value === undefined || value === null) return [];
  if (step === undefined) return [before];
  const key = step.replace(/\[\]$/, '');
  const inner: unknown = Reflect.get(value as object, key);
  if (!Array.isArray(inner)) return pathsOf(inner, rest, [...before, key]);
  return inner.flatMap((entry, position) => pathsOf(entry, rest, [...before, key, position])).reverse();
}

/**
 * The parts that hold a place of a record and can be missing, from the inside: a value without an id of its own goes as a
 * whole, such as an age or a grid reference; of a thing with an id first the field alone.
 */
function chainOf(record: unknown, schema: z.ZodType, path: Path): readonly Path[] {
  const chain: Path[] = [];
  for (let length = path.length; length > 0; length -= 1) {
    const part = path.slice(0, length);
    const isLeaf = length === path.length;
    const parent = valueAt(record, part.slice(0, -1));
    const isInValue =
      isLeaf && length > 1 && !Array.isArray(parent) && !Object.hasOwn(parent as object, 'id');
    if (!isInValue && canBeMissing(schema, part)) chain.push(part);
  }
  return chain;
}

/** Whether a record may be without a part, by its schema: an entry of a list, or an optional field. */
function canBeMissing(schema: z.ZodType, path: Path): boolean {
  let inner: z.ZodType | undefined = schema;
  let isOptional = true;
  for (const step of path) {
    inner = unwrapped(inner);
    if (typeof step === 'number') {
      isOptional = true;
      inner = inner instanceof z.ZodArray ? (inner.element as z.ZodType) : undefined;
    } else {
      inner = inner instanceof z.ZodObject ? (inner.shape[step] as z.ZodType | undefined) : undefined;
      // What the schema does not say is left to the check.
      isOptional = inner === undefined || inner instanceof z.ZodArray || inner.safeParse(undefined).success;
    }
  }
  return isOptional;
}

function unwrapped(schema: z.ZodType | undefined): z.ZodType | undefined {
  return schema instanceof z.ZodOptional ? unwrapped(schema.unwrap() as z.ZodType) : schema;
}

const valueAt = (value: unknown, path: Path): unknown =>
  path.reduce<unknown>(
    (inner, step) => (typeof inner === 'object' && inner !== null ? Reflect.get(inner, step) : undefined),
    value,
  );

/** A copy without one part. */
function without(value: unknown, [step, ...rest]: Path): unknown {
  if (Array.isArray(value)) {
    if (rest.length === 0) return value.filter((_, position) => position !== step);
    return value.map((entry, position) => (position === step ? without(entry, rest) : entry));
  }
  const { [String(step)]: inner, ...others } = value as Readonly<Record<string, unknown>>;
  if (rest.length > 0) return { ...(value as object), [String(step)]: without(inner, rest) };
  return Array.isArray(inner) ? { ...others, [String(step)]: [] } : others;
}
