import { isNothing } from '../../base/json.js';
import { entry, increase } from '../../base/map-entry.js';
import { type GenderSetting, lettersOf, XML_CODES } from '../../model/mapping/gender.js';
import { KIND_NAMES } from '../../model/records/kinds.js';
import { type Ids, type Kind, type RecordRef, RecordSet } from '../../model/records/record.js';
import type { ResponseSource } from '../../model/records/sources.js';
import { type UnreadableRecord, UnreadableRecords } from '../answers/read-records.js';

/** The number of records or objects with a field, and of all that could have it. */
export interface FieldShare {
  readonly present: number;
  readonly of: number;
}

/**
 * Counts the fields that are present in records, in their objects and in entries of their lists. `null`, empty and blank
 * values count as absent (wire-format 1). A hot path: every field of a harvest.
 */
export class FieldPresence {
  #objects = 0;
  readonly #fields = new Map<string, Field>();

  add(value: object): void {
    this.#objects += 1;
    for (const name of Object.keys(value)) {
      const entry = (value as Readonly<Record<string, unknown>>)[name];
      if (isNothing(entry)) continue;
      const field = this.#fieldOf(name);
      field.present += 1;
      if (Array.isArray(entry)) for (const one of entry) takeWithin(field, one);
      else takeWithin(field, entry);
    }
  }

  /**
   * The counts as plain data: for each field the position of its path, the number of objects with it, and the number of
   * objects in it.
   */
  counts(paths: FieldPaths, counts: number[] = []): number[] {
    for (const [name, { present, within }] of this.#fields) {
      const here = paths.below(name);
      counts.push(here.position, present, within.#objects);
      within.counts(here, counts);
    }
    return counts;
  }

  /**
   * Makes a function that adds counts.
   *
   * @param paths by their positions
   */
  adder(paths: readonly FieldPath[]): (counts: readonly number[], objects: number, times: number) => void {
    const fields: Field[] = [];
    return (counts, objects, times) => {
      this.#objects += objects * times;
      for (let at = 0; at < counts.length; at += 3) {
        const [position = 0, present = 0, inner = 0] = counts.slice(at, at + 3);
        fields[position] ??= this.#fieldAt(paths[position] ?? []);
        const field = fields[position];
        field.present += present * times;
        field.within.#objects += inner * times;
      }
    };
  }

  /** The fields by their paths (`names.surname`), sorted. */
  fields(): Record<string, FieldShare> {
    return Object.fromEntries([...this.#presences('')].sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  #fieldAt([name = '', ...rest]: FieldPath): Field {
    const field = this.#fieldOf(name);
    return rest.length === 0 ? field : field.within.#fieldAt(rest);
  }

  #fieldOf(name: string): Field {
    const before = this.#fields.get(name);
    if (before !== undefined) return before;
    const field = { present: 0, within: new FieldPresence() };
    this.#fields.set(name, field);
    return field;
  }

  *#presences(path: string): Generator<[string, FieldShare]> {
    for (const [name, { present, within }] of this.#fields) {
      yield [`${path}${name}`, { present, of: this.#objects }];
      yield* within.#presences(`${path}${name}.`);
    }
  }
}

/** The names that lead to a field. */
export type FieldPath = readonly string[];

/** The paths of fields, numbered as they are asked for. */
export class FieldPaths {
  readonly #below = new Map<string, FieldPaths>();

  /**
   * @param path the names that lead here
   * @param all every path so far, by position
   * @param position of this path; the root has none
   */
  constructor(
    readonly path: FieldPath = [],
    readonly all: FieldPath[] = [],
    readonly position = -1,
  ) {}

  /** The path of a field of the object here. */
  below(name: string): FieldPaths {
    return entry(this.#below, name, () => {
      const path = [...this.path, name];
      return new FieldPaths(path, this.all, this.all.push(path) - 1);
    });
  }
}

interface Field {
  present: number;
  readonly within: FieldPresence;
}

function takeWithin({ within }: Field, value: unknown): void {
  if (typeof value === 'object' && value !== null) within.add(value);
}

/** The MODS date qualifiers (wire-format 3, date). */
const ACCURACY = ['APPROX', 'INFER', 'QUESTION'];
const EXTENT = ['all', 'part'];

/** Gender codes by scheme (wire-format 1, gender codes: a trap). */
const genderCodes = (scheme: GenderSetting): readonly string[] => [...lettersOf(scheme), ...XML_CODES.keys()];

/** The fields with codes of each kind, by path, and the codes of the documents (wire-format 3 and 4). */
const codeFields = (
  scheme: GenderSetting,
): Partial<Record<Kind, Readonly<Record<string, readonly string[]>>>> => ({
  'cbe.part': { 'date.accuracy': ACCURACY },
  'cbe.item': {
    'date.accuracy': ACCURACY,
    contentType: ['SEAN', 'CÍN-LAE', 'CEIST', 'COMH'],
    contentModes: ['LÁMH', 'CLÓ', 'LÍN'],
    'linkedItems.sequence': ['PREV', 'NEXT'],
  },
  'cbes.part': { 'teachers.gender': genderCodes(scheme) },
  'cbes.item': {
    'collectors.gender': genderCodes(scheme),
    'collectors.age.qualifier': ['APPROX', 'OVER'],
    'informants.gender': genderCodes(scheme),
    'informants.age.qualifier': ['APPROX', 'OVER'],
    'informants.collectorRelationship': ['GRPAR', 'PAR', 'REL', 'UNK', 'UNREL'],
  },
  'cbeg.photograph': { copyright: ['CBE', 'OTH', 'NOT', 'UNK'], 'date.accuracy': ACCURACY },
  'cbed.person': {
    gender: genderCodes(scheme),
    'birthDate.accuracy': ACCURACY,
    'deathDate.accuracy': ACCURACY,
  },
  place: {
    'geography.source': ['extrapolation', 'grid', 'manual', 'osi', 'osi (data.gov.ie)'],
    'gaeltacht.extent': EXTENT,
    'postOffice.extent': EXTENT,
    'northernIreland.extent': EXTENT,
    'resources.typeID': ['jpg', 'pdf', 'zip'],
    'links.type': ['Geonames', 'Osi', 'OsNi', 'PlacenamesNi', 'WikipediaEn', 'WikipediaGa', 'CavanTownlands'],
  },
});

/** Finds the codes of a record that no document lists, as `contentType=ZZZ`; letter case does not matter. */
export function unknownCodesIn(scheme: GenderSetting): (kind: Kind, record: object) => string[] {
  const kinds = new Map(
    Object.entries(codeFields(scheme)).map(([kind, fields]) => [
      kind,
      Object.entries(fields).map(([path, codes]) => ({
        path,
        steps: path.split('.'),
        codes: new Set(codes.map((code) => code.toLowerCase())),
      })),
    ]),
  );
  return (kind, record) =>
    (kinds.get(kind) ?? []).flatMap(({ path, steps, codes }) => {
      const unknown = valuesAt(record, steps).filter((value) => !codes.has(value.toLowerCase()));
      return [...new Set(unknown)].map((value) => `${path}=${value}`);
    });
}

function valuesAt(value: unknown, [step, ...rest]: readonly string[]): string[] {
  if (Array.isArray(value))
    return value.flatMap((entry) => valuesAt(entry, step === undefined ? [] : [step, ...rest]));
  if (step === undefined) return typeof value === 'string' ? [value] : [];
  return typeof value === 'object' && value !== null ? valuesAt(Reflect.get(value, step), rest) : [];
}

/** The statistics of a kind. */
export interface KindStatistics {
  readonly kind: Kind;
  readonly records: number;
  /** How often a record was in a further answer. */
  readonly again: number;
  readonly unreadable: number;
  /** Fields that no dictionary has, with the number of records. */
  readonly unknownFields: Readonly<Record<string, number>>;
  /** Codes that no document lists, as `contentType=ZZZ`, with the number of records. */
  readonly unknownCodes: Readonly<Record<string, number>>;
  readonly fields: Readonly<Record<string, FieldShare>>;
}

/** A record that cannot be read: its location and the reason. */
export interface UnreadableEntry {
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
  readonly fields: FieldPresence;
}

/** Statistics of the source records of one kind in one record of an answer. */
export interface KindFacts {
  readonly kind: Kind;
  readonly records: number;
  /** As FieldPresence counts them. */
  readonly fields: readonly number[];
  /** Codes that no document lists. */
  readonly codes: readonly string[];
}

/** What is counted of one record of an answer. */
export interface CountedRecord {
  /** Absent when the record is unreadable. */
  readonly ref?: RecordRef | undefined;
  /** Positions in the statistics of the answer. */
  readonly statistics: readonly number[];
  readonly unknown?: readonly string[];
  readonly unreadable?: readonly UnreadableRecord[];
}

/** What is counted of one answer. */
interface CountedAnswer {
  readonly records: readonly CountedRecord[];
  readonly statistics: readonly KindFacts[];
  readonly paths: readonly FieldPath[];
}

/** Counts the records of a harvest, as a build reads them. */
export class RecordStatistics {
  readonly seen = new RecordSet();
  readonly #lost = new UnreadableRecords();
  readonly #kinds = new Map<Kind, Counts>();

  /** Counts the records of one answer. */
  add(source: ResponseSource, { records, statistics, paths }: CountedAnswer): void {
    const times = statistics.map(() => 0);
    for (const { ref, unknown = [], unreadable = [], statistics: rows } of records) {
      if (ref !== undefined && !this.seen.add(ref)) {
        this.#of(ref.kind).again += 1;
        continue;
      }
      if (unknown.length > 0) count(this.#of(source.kind).unknownFields, unknown);
      for (const row of rows) times[row] = (times[row] ?? 0) + 1;
      for (const record of unreadable) this.#lost.add(record);
    }
    const adders = new Map<Kind, ReturnType<FieldPresence['adder']>>();
    for (const [row, { kind, records, fields, codes }] of statistics.entries()) {
      const often = times[row] ?? 0;
      if (often === 0) continue;
      const counts = this.#of(kind);
      counts.records += records * often;
      const add = adders.get(kind) ?? counts.fields.adder(paths);
      adders.set(kind, add);
      add(fields, records, often);
      count(counts.unknownCodes, codes, often);
    }
  }

  /** The ids found of a kind that has answers of its own. */
  found(kind: Kind): Ids {
    return this.seen.of(kind);
  }

  /** The records that no answer has in readable form. */
  unreadable(): UnreadableEntry[] {
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

  /** The statistics by kind, in the order of the dumps. */
  kinds(): KindStatistics[] {
    const unreadable = new Map<string, number>();
    for (const lost of this.#lost.without(this.seen)) {
      count(
        unreadable,
        [lost, ...lost.inside].map(({ kind }) => kind),
      );
    }
    return KIND_NAMES.flatMap((kind) => {
      if (!this.#kinds.has(kind) && !unreadable.has(kind)) return [];
      const { records, again, unknownFields, unknownCodes, fields } = this.#of(kind);
      return [
        {
          kind,
          records,
          again,
          unreadable: unreadable.get(kind) ?? 0,
          unknownFields: sorted(unknownFields),
          unknownCodes: sorted(unknownCodes),
          fields: fields.fields(),
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
      fields: new FieldPresence(),
    };
    this.#kinds.set(kind, counts);
    return counts;
  }
}

function count(into: Map<string, number>, values: readonly string[], times = 1): void {
  for (const what of values) increase(into, what, times);
}

function sorted(counts: ReadonlyMap<string, number>): Record<string, number> {
  return Object.fromEntries([...counts].sort(([a], [b]) => (a < b ? -1 : 1)));
}
