import { isDeepStrictEqual } from 'node:util';
import { type Origin, pointTo } from '../../../base/origin.js';
import { responseRecords } from '../../../harvest/answers/response-records.js';
import type { StoredHarvest } from '../../../harvest/store/stored-harvest.js';
import { KINDS } from '../../../model/records/kinds.js';
import type { SourceRecord } from '../../../model/records/record.js';
import { reader } from '../../../model/schema/reader.js';

/** What a service sent of a record. */
export interface Sent {
  /** Its place; of a shared record the place of a mention that has all fields, or else of the first mention. */
  readonly origin: Origin;
  /** As sent, without the records in it; undefined for a record that is merged from several mentions. */
  readonly record?: unknown;
  /** Fields that are in no dictionary. */
  readonly unknown: readonly string[];
}

/** An object of an answer. */
interface Found {
  readonly pointer: string;
  readonly value: object;
}

/** Finds the object of a stored answer that the record was read from. */
export async function sentOf(one: SourceRecord, store: StoredHarvest): Promise<Sent> {
  const { kind, origin, record } = one;
  const { alone, apart, around } = KINDS[kind].schemas;
  const [, index = '', ...rest] = origin.pointer.split('/');
  const records = responseRecords(
    origin.service,
    origin.request,
    await store.read(origin.service, origin.request),
  );
  const whole = records[Number(index)];
  const read = reader(alone, [], 'plain');
  const wanted = Object.fromEntries(
    Object.entries(record).filter(([field]) => !Object.hasOwn(around, field)),
  );
  const readsAs = ({ value }: Found) => {
    const reading = read(value);
    return reading.ok && isDeepStrictEqual(stated(reading.record), stated(wanted));
  };
  const all = [...objectsIn(whole, pointTo('', index))];
  // Unreadable entries of a list are left out, so that positions differ. The keys that lead to the record are the same.
  const keys = keysOf(rest);
  // An object is read only when those before it are not the record: reading takes longer than anything else here.
  const found =
    all.find((one) => one.pointer === origin.pointer && readsAs(one)) ??
    all.find((one) => keysOf(one.pointer.split('/').slice(2)) === keys && readsAs(one)) ??
    all.find(readsAs);
  if (found === undefined) return { origin, unknown: [] };
  return {
    origin: { ...origin, pointer: found.pointer },
    record: numbered(found.value, apart),
    unknown: read(without(found.value, apart)).unknown,
  };
}

/** A value without fields that are undefined. */
const stated = (value: object): unknown => JSON.parse(JSON.stringify(value));

/** The keys of a path, without positions, in one spelling. */
const keysOf = (steps: readonly string[]): string =>
  steps
    .filter((step) => !/^\d+$/.test(step))
    .join('/')
    .toLowerCase();

/** Every object in a value, itself included, the outer before the inner. */
function* objectsIn(value: unknown, pointer: string): Generator<Found> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield { pointer, value };
  for (const [step, inner] of Object.entries(value)) yield* objectsIn(inner, pointTo(pointer, step));
}

/** A record with their number instead of the records in it. */
function numbered(value: object, apart: readonly string[]): object {
  return Object.fromEntries(
    Object.entries(value).map(([field, entry]) => [
      field,
      isOneOf(field, apart) ? `… ${[entry].flat().length}, each a record of its own` : entry,
    ]),
  );
}

const without = (value: object, apart: readonly string[]): object =>
  Object.fromEntries(Object.entries(value).filter(([field]) => !isOneOf(field, apart)));

const isOneOf = (field: string, lists: readonly string[]): boolean =>
  lists.some((list) => list.toLowerCase() === field.toLowerCase());
