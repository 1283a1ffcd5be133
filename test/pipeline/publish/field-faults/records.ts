import fc from 'fast-check';
import { z } from 'zod';
import { Random } from '../../../../src/base/random.js';
import { kindOf } from '../../../../src/model/records/kinds.js';
import type { Kind } from '../../../../src/model/records/record.js';
import { type ResponseSource, SOURCES } from '../../../../src/model/records/sources.js';
import { authorityID, id } from '../../../../src/model/schema/fields.js';
import { PRIVILEGED } from '../../../../src/model/schema/privileged.js';
import { LAWFUL } from '../../map-records/values.js';
import { recordsOf } from '../../map-records/walk.js';
import { FAULTS, type FieldPath, fieldsOf, withFault } from './faults.js';

/** A record with faults, and what was done to it. */
export interface FaultyRecord {
  readonly source: ResponseSource;
  readonly id: number | string;
  readonly record: unknown;
  readonly faults: readonly (readonly [field: string, fault: number])[];
}

/** Ids that no record of the sample has. */
const FIRST_ID = 50_000_000;

/** What releases a record, and what a privileged key gets beside. */
const RELEASED: Readonly<Record<string, unknown>> = {
  ...{ approved: true, moderated: true, sensitive: false, status: 4 },
  ...{ archivedDescriptionStatus: 'PUB', extraInfoStatus: 'PUB' },
};

const isPrivileged = (name: string): boolean => (PRIVILEGED as readonly string[]).includes(name);

/** A field and a fault in it. */
type Fault = readonly [path: FieldPath, fault: number];

/** Makes records of all kinds with one, two or many faults: in the end each fault in every field of every schema. */
export class FaultyRecords {
  readonly #random: Random;
  readonly #seed: number;
  readonly #isPrivileged: boolean;
  readonly #left = new Map<ResponseSource, Fault[]>();
  readonly #lawful = new Map<ResponseSource, readonly unknown[]>();
  #id = FIRST_ID;

  constructor(seed: number, isPrivilegedKey: boolean) {
    this.#seed = seed;
    this.#isPrivileged = isPrivilegedKey;
    this.#random = new Random(seed, 'field-faults', isPrivilegedKey ? 1 : 0);
  }

  /** Some records, as many of each source as it has fields, in this proportion. */
  some(count: number): FaultyRecord[] {
    const sizes = SOURCES.map((source) => fieldsOf(source.schema).length);
    const all = sizes.reduce((sum, size) => sum + size, 0);
    return SOURCES.flatMap((source, at) =>
      Array.from({ length: Math.max(2, Math.round((count * (sizes[at] ?? 0)) / all)) }, () =>
        this.#one(source),
      ),
    );
  }

  #one(source: ResponseSource): FaultyRecord {
    const number = this.#random.pick([1, 1, 1, 2, 2, 3, 5, 8]);
    const faults = Array.from({ length: number }, () => this.#next(source));
    const lawful = this.#numbered(source);
    // Each into the record with the faults before it.
    const record = faults.reduce<unknown>(
      (before, [path, fault]) => withFault(before, path, fault, this.#random),
      lawful.record,
    );
    return { source, id: lawful.id, record, faults: faults.map(([path, fault]) => [path.join('.'), fault]) };
  }

  /** The next fault in a field, until each was made; then all again. */
  #next(source: ResponseSource): Fault {
    const left = this.#left.get(source) ?? [];
    this.#left.set(source, left);
    if (left.length === 0) {
      const paths = fieldsOf(source.schema).filter(
        // A public key that is sent a privileged field is none: that ends a build, and is meant to.
        (path) => this.#isPrivileged || !path.some((step) => step !== 0 && isPrivileged(step)),
      );
      for (const path of paths) for (let fault = 0; fault < FAULTS; fault += 1) left.push([path, fault]);
      for (let at = left.length - 1; at > 0; at -= 1) {
        const other = this.#random.below(at + 1);
        [left[at], left[other]] = [left[other] as Fault, left[at] as Fault];
      }
    }
    return left.pop() as Fault;
  }

  /** A lawful record with ids that no other one has. */
  #numbered(source: ResponseSource): { readonly record: unknown; readonly id: number | string } {
    const lawful =
      this.#lawful.get(source) ??
      fc.sample(recordsOf(source.schema, LAWFUL), { numRuns: 60, seed: this.#seed });
    this.#lawful.set(source, lawful);
    const inside = new Map<string, number[]>();
    const numbered = (schema: z.core.$ZodType, value: unknown, field: string): unknown => {
      if (schema instanceof z.ZodOptional)
        return value === undefined ? value : numbered(schema.unwrap(), value, field);
      if (schema instanceof z.ZodArray)
        return (value as readonly unknown[]).map((one) => numbered(schema.element, one, field));
      if (schema instanceof z.ZodObject) {
        const fields = Object.entries(schema.shape).flatMap(([name, inner]) => {
          const sent = (value as Readonly<Record<string, unknown>>)[name];
          if (!isPrivileged(name))
            return [[name, numbered(inner as z.core.$ZodType, sent, `${field}.${name}`)]];
          if (!this.#isPrivileged) return [];
          return [[name, RELEASED[name] ?? sent]];
        });
        return Object.fromEntries(fields);
      }
      if (schema !== id && schema !== authorityID) return value;
      this.#id += 1;
      inside.set(field, [...(inside.get(field) ?? []), this.#id]);
      return this.#id;
    };
    const record = numbered(source.schema, this.#random.pick(lawful), '') as Record<string, unknown>;
    // A transcript of an item that is not there is withheld.
    const items = inside.get('.parts.items.id') ?? [];
    for (const page of (record.pages as { transcripts?: { itemID: number }[] }[] | undefined) ?? [])
      for (const transcript of page.transcripts ?? [])
        if (items.length > 0) transcript.itemID = this.#random.pick(items);
    const key = keyFieldOf(source.kind);
    if (typeof record[key] === 'string') record[key] = `ZZ${this.#id}`;
    return { record, id: record[key] as number | string };
  }
}

const keyFieldOf = (kind: Kind): string =>
  ({ county: 'logainmID', country: 'isoCode' })[kind as string] ?? 'id';

/**
 * The records in a record, itself included, by kind: what a list holds that is not nothing (wire-format 1).
 *
 * @param value as `parseJson` has it
 */
export function countIn(kind: Kind, value: unknown, counts: Map<Kind, number>): void {
  counts.set(kind, (counts.get(kind) ?? 0) + 1);
  if (typeof value !== 'object' || value === null) return;
  for (const [list, inner] of Object.entries(kindOf({ kind }).contains ?? {})) {
    if (inner === kind) continue;
    const [, sent] = Object.entries(value).find(([key]) => key.toLowerCase() === list.toLowerCase()) ?? [];
    for (const entry of [sent].flat(3)) if (!isNothing(entry)) countIn(inner, entry, counts);
  }
}

const isNothing = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
