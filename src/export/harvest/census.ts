import type { GenderScheme } from '../../mapping/gender.js';
import { KINDS } from '../kinds.js';
import { LostRecords, type ReadingListener, readRecords } from '../reading.js';
import type { Source } from '../sources.js';
import { type Kind, UnitSet } from '../unit.js';
import { unknownCodesIn } from './codes.js';
import { type Presence, Tally } from './tally.js';

/** What was found of one kind. */
export interface KindCensus {
  readonly kind: Kind;
  readonly records: number;
  /** Of those, how often one was in a further answer as well. */
  readonly again: number;
  readonly unreadable: number;
  /** Fields that no dictionary knows, with the number of records. */
  readonly unknownFields: Readonly<Record<string, number>>;
  /** Codes that no document lists, as `contentType=ZZZ`, with the number of records. */
  readonly unknownCodes: Readonly<Record<string, number>>;
  readonly fields: Readonly<Record<string, Presence>>;
}

/** A record that cannot be read: where it is, and why. It stays in the store as it came. */
export interface UnreadableRecord {
  readonly kind: Kind;
  readonly id?: number | string;
  readonly request: string;
  readonly pointer: string;
  readonly reason: string;
}

interface Counts {
  records: number;
  again: number;
  readonly unknownFields: Map<string, number>;
  readonly unknownCodes: Map<string, number>;
  readonly tally: Tally;
}

/** Counts what the answers of a harvest hold, as a build would read them. */
export class Census {
  readonly seen = new UnitSet();
  readonly #lost = new LostRecords();
  readonly #kinds = new Map<Kind, Counts>();
  readonly #unknownCodes: (kind: Kind, record: object) => string[];

  /** @param gender the configured scheme of gender codes */
  constructor(gender: GenderScheme) {
    this.#unknownCodes = unknownCodesIn(gender);
  }

  /** Counts the records of one answer. */
  take(source: Source, request: string, body: unknown): void {
    const listener: ReadingListener = {
      // It stays in the store as it came; here its name is enough.
      unreadable: (record) => this.#lost.add({ ...record, value: undefined }),
      unknownFields: (kind, fields) => {
        count(this.#of(kind).unknownFields, fields);
      },
      again: ({ kind }) => {
        this.#of(kind).again += 1;
      },
    };
    const units = readRecords(source, request, body, (record) => !this.seen.add(record), { listener });
    for (const { kind, record } of units) {
      const counts = this.#of(kind);
      counts.records += 1;
      counts.tally.take(record);
      count(counts.unknownCodes, this.#unknownCodes(kind, record));
    }
  }

  /** The ids found of a kind that stands in answers of its own. */
  found(kind: Kind): ReadonlySet<number | string> {
    return this.seen.of(kind);
  }

  /** The records that cannot be read in any answer, by where they are. */
  unreadable(): UnreadableRecord[] {
    return this.#lost.without(this.seen).map(({ kind, id, origin, faults }) => {
      const [{ pointer, message } = { pointer: '', message: 'no reason given' }] = faults;
      return {
        kind,
        ...(id === undefined ? {} : { id }),
        request: `${origin.service} ${origin.request}`,
        pointer: `${origin.pointer}${pointer}`,
        reason: message,
      };
    });
  }

  /** Kind by kind, in the order of the dumps. */
  kinds(): KindCensus[] {
    const unreadable = new Map<string, number>();
    for (const lost of this.#lost.without(this.seen)) {
      count(
        unreadable,
        [lost, ...lost.inside].map(({ kind }) => kind),
      );
    }
    return (Object.keys(KINDS) as Kind[]).flatMap((kind) => {
      if (!this.#kinds.has(kind) && !unreadable.has(kind)) return [];
      const { records, again, unknownFields, unknownCodes, tally } = this.#of(kind);
      return [
        {
          kind,
          records,
          again,
          unreadable: unreadable.get(kind) ?? 0,
          unknownFields: sorted(unknownFields),
          unknownCodes: sorted(unknownCodes),
          fields: tally.fields(),
        },
      ];
    });
  }

  #of(kind: Kind): Counts {
    const counts = this.#kinds.get(kind) ?? {
      records: 0,
      again: 0,
      unknownFields: new Map<string, number>(),
      unknownCodes: new Map<string, number>(),
      tally: new Tally(),
    };
    this.#kinds.set(kind, counts);
    return counts;
  }
}

function count(into: Map<string, number>, met: readonly string[]): void {
  for (const what of met) into.set(what, (into.get(what) ?? 0) + 1);
}

function sorted(counts: ReadonlyMap<string, number>): Record<string, number> {
  return Object.fromEntries([...counts].sort(([a], [b]) => (a < b ? -1 : 1)));
}
