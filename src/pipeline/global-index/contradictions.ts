import { entry } from '../../base/map-entry.js';
import type { Origin } from '../../base/origin.js';
import { UNMAPPED } from '../../model/mapping/field-notes.js';
import type { KnownPlace } from '../../model/mapping/mapping-context.js';
import type { RecordRef, SourceRecord } from '../../model/records/record.js';
import { valueInWords } from '../../release/report/source-words.js';

/** What one record states of another. */
interface Statement {
  readonly value: unknown;
  readonly by: RecordRef;
}

/** Statements of several records about one field of another record, of which none contains the others. */
export interface Contradiction {
  readonly record: RecordRef & { readonly origin: Origin };
  readonly field: string;
  /** In the order of reading. */
  readonly statements: readonly Statement[];
}

type Fields = Readonly<Record<string, unknown>>;

/**
 * Keeps what records state of others that have no record of their own (model 7.3, X27). Of each field the statements are kept
 * that no other one contains, so that the order of reading does not decide which they are.
 */
export class Contradictions {
  readonly #first = new Map<string, RecordRef>();
  readonly #statements = new Map<string, Map<string, Statement[]>>();

  /** Notes who was the first to describe a record. */
  first(key: string, { kind, id }: RecordRef): void {
    this.#first.set(key, { kind, id });
  }

  /**
   * Notes a description that differs from what is known.
   *
   * @param known the description before this one was merged with it
   */
  add(key: string, known: SourceRecord, next: SourceRecord, by: RecordRef): void {
    const fields = entry(this.#statements, key, () => {
      const first = this.#first.get(key) ?? by;
      return new Map(
        Object.entries(known.record).map(([field, value]) => [field, [{ value, by: first }]] as const),
      );
    });
    for (const [field, value] of Object.entries(next.record)) {
      const stated = entry(fields, field, () => []);
      if (stated.some((one) => contains(one.value, value))) continue;
      const { kind, id } = by;
      const kept = stated.filter((one) => !contains(value, one.value));
      fields.set(field, [...kept, { value, by: { kind, id } }]);
    }
  }

  /** The contradictions about a record, without fields that are never published. */
  of({ kind, id, origin }: SourceRecord): readonly Contradiction[] {
    const fields = this.#statements.get(`${kind}/${id}`);
    if (fields === undefined) return [];
    const silent = UNMAPPED[kind] ?? {};
    const record = { kind, id, origin } as Contradiction['record'];
    return [...fields].flatMap(([field, statements]) =>
      statements.length < 2 || field in silent || `${field}[]` in silent
        ? []
        : [{ record, field, statements }],
    );
  }
}

/** Id fields. Two values with one id name the same record; its other fields are in that record. */
const IDS = ['logainmID', 'isoCode', 'geoNameID', 'id'] as const;

/** A statement in words: of a record with an id the id and the name. */
export const statementInWords = (value: unknown): string =>
  [value]
    .flat()
    .map((one) => {
      const fields = typeof one === 'object' && one !== null ? (one as Fields) : {};
      const id = IDS.find((field) => fields[field] !== undefined);
      if (id === undefined) return valueInWords(one);
      return [fields[id], fields.nameEN ?? fields.nameGA].filter((word) => word !== undefined).join(' ');
    })
    .join('; ');

/** Whether a value says all that another one says. */
function contains(one: unknown, other: unknown): boolean {
  if (other === undefined || one === other) return true;
  if (Array.isArray(other))
    return other.every((entry) => Array.isArray(one) && one.some((each) => contains(each, entry)));
  if (typeof one !== 'object' || one === null || typeof other !== 'object' || other === null) return false;
  const id = IDS.find((field) => field in one && field in other);
  if (id !== undefined) return (one as Fields)[id] === (other as Fields)[id];
  return Object.entries(other).every(([key, value]) => contains((one as Fields)[key], value));
}

/**
 * A place in Ireland about whose counties the archive contradicts itself: it has those that the place-names database names,
 * too, or none (model 3.6, 3.11).
 */
export function withoutContestedCounties(
  one: SourceRecord,
  found: readonly Contradiction[],
  placeRecord: (id: number) => KnownPlace | undefined,
): SourceRecord {
  const contested = found.find(({ field }) => field === 'counties');
  if (one.kind !== 'location-ireland' || contested === undefined) return one;
  const known = placeRecord(one.record.logainmID)?.counties ?? [];
  const stated = contested.statements.flatMap(({ value }) => value as typeof one.record.counties);
  const counties = known.flatMap((id) => stated.find(({ logainmID }) => logainmID === id) ?? []);
  return { ...one, record: { ...one.record, counties } };
}
