import { entry } from '../../base/map-entry.js';
import type { GenderSetting } from '../../model/mapping/gender.js';
import type { Kind, RecordRef, SourceRecord } from '../../model/records/record.js';
import type { ResponseSource } from '../../model/records/sources.js';
import { encodeAnswer, indexAnswer } from '../answers/indexed-record.js';
import { indexFingerprint } from '../answers/program-fingerprint.js';
import { type ReadRecord, readRecords } from '../answers/read-records.js';
import { responseList, responseRecords } from '../answers/response-records.js';
import { entriesIn } from '../answers/sent-fields.js';
import type { FoundEntry } from '../store/entry.js';
import type { HarvestStore } from '../store/harvest-store.js';
import { modifiedAt } from './copy-dates.js';
import { DialectDetector, formOf } from './dialect-detection.js';
import {
  type CountedRecord,
  type FieldPath,
  FieldPaths,
  FieldPresence,
  type KindFacts,
  unknownCodesIn,
} from './record-statistics.js';
import { type EncodedMention, encodeMentions, identifiers, mentionsIn } from './referenced-ids.js';
import type { CrawlRequest } from './request.js';

/** What a harvest needs of an answer; stored in an index, so that an unchanged answer is not parsed again. */
export interface CrawlFacts {
  /** The form of its list (wire-format 4). */
  readonly form?: string | undefined;
  readonly totalCount?: number | undefined;
  readonly totalPages?: number | undefined;
  /** Whether pages may follow this one. */
  readonly isOpen?: boolean | undefined;
  /** Whether it is full, and the total of the list not known. */
  readonly isFull?: boolean | undefined;
  /** What its records show of the dialect of the service. */
  readonly dialect: readonly string[];
  readonly records: readonly RecordFacts[];
  /** Statistics of records; equal ones are one. */
  readonly statistics: readonly KindFacts[];
  /** Fields in the statistics, by position. */
  readonly paths: readonly FieldPath[];
}

/** What a harvest needs of one record of an answer. */
interface RecordFacts extends CountedRecord {
  /** The record with the fields that the crawler reads: id, date of change, ids of categories, and lists of the same length. */
  readonly outline: unknown;
  readonly mentions: readonly EncodedMention[];
  /** When it was changed, in milliseconds since 1970. */
  readonly modified?: number | undefined;
}

/**
 * What is derived from the answers of a harvest and stored with them: the facts for this harvest and the next one, and those for a
 * build.
 */
export class CrawlIndex {
  readonly #unknownCodes: (kind: Kind, record: object) => string[];
  /** The fingerprint of the program: facts of another one, or of another gender scheme, are derived again. */
  readonly #program: string;
  readonly #store: Pick<HarvestStore, 'facts' | 'putFacts'> | undefined;

  /** @param store undefined in a dry run */
  constructor(scheme: GenderSetting, store: Pick<HarvestStore, 'facts' | 'putFacts'> | undefined) {
    this.#unknownCodes = unknownCodesIn(scheme);
    this.#program = `${indexFingerprint()}-${scheme}`;
    this.#store = store;
  }

  /** The facts of an answer, as stored or from its body. */
  of(
    source: ResponseSource,
    { request, body: form }: Pick<CrawlRequest, 'request' | 'body'>,
    reply: { readonly entry?: FoundEntry | undefined; readonly body: unknown },
  ): CrawlFacts {
    const { entry } = reply;
    const text = entry === undefined ? undefined : this.#store?.facts(entry, 'crawl', this.#program);
    if (text !== undefined) return JSON.parse(text);
    const { body } = reply;
    const records = [...readRecords(source, request, body)];
    const facts = factsOf(source, request, form, { body, records, unknownCodes: this.#unknownCodes });
    if (entry !== undefined) {
      this.#store?.putFacts(entry, 'crawl', this.#program, JSON.stringify(facts));
      const forBuild = encodeAnswer(indexAnswer(source, records));
      this.#store?.putFacts(entry, 'records', indexFingerprint(), forBuild);
    }
    return facts;
  }
}

function factsOf(
  source: ResponseSource,
  request: string,
  form: CrawlRequest['body'],
  {
    body,
    records: read,
    unknownCodes,
  }: {
    readonly body: unknown;
    readonly records: readonly ReadRecord<SourceRecord>[];
    readonly unknownCodes: (kind: Kind, record: object) => string[];
  },
): CrawlFacts {
  const { service } = source;
  const rows = new Map<string, number>();
  const paths = new FieldPaths();
  const dialect = new DialectDetector();
  const raw = responseRecords(service, request, body);
  const records = read.map((one, position): RecordFacts => {
    const statistics = [...byKind(one.units)].map(([kind, units]) => {
      const fields = new FieldPresence();
      for (const { record } of units) fields.add(record);
      const codes = units.flatMap(({ record }) => unknownCodes(kind, record));
      const facts: KindFacts = { kind, records: units.length, fields: fields.counts(paths), codes };
      const row = JSON.stringify(facts);
      const known = rows.get(row) ?? rows.size;
      rows.set(row, known);
      return known;
    });
    const [first] = one.units;
    return {
      outline: outlineOf(raw[position]),
      ref: first && { kind: first.kind, id: first.id },
      modified: modifiedAt(raw[position]),
      mentions: encodeMentions(mentionsIn(source, raw[position], dialect)),
      statistics,
      ...(one.unknown.length === 0 ? {} : { unknown: one.unknown }),
      // The value is in the store.
      ...(one.unreadable.length === 0
        ? {}
        : { unreadable: one.unreadable.map((record) => ({ ...record, value: undefined })) }),
    };
  });
  const { totalCount, totalPages, isOpen, isFull } =
    form === 'list' ? responseList(service, request, body) : {};
  return {
    form: formOf(body),
    totalCount,
    totalPages,
    isOpen,
    isFull,
    records,
    dialect: dialect.seen()[service] ?? [],
    statistics: [...rows.keys()].map((row) => JSON.parse(row)),
    paths: paths.all,
  };
}

function byKind<U extends RecordRef>(units: readonly U[]): Map<Kind, U[]> {
  const kinds = new Map<Kind, U[]>();
  for (const one of units) entry(kinds, one.kind, (): U[] => []).push(one);
  return kinds;
}

/**
 * A record with the fields that the crawler reads. Its lists have an entry for each different one: an entry that a service sends
 * twice may stand in place of another. A record without an id is compared as a whole, and is not shortened.
 */
function outlineOf(record: unknown): unknown {
  if (identifiers([record], 'id').length === 0) return record;
  return Object.fromEntries(
    Object.entries(record as object).flatMap(([key, value]): [string, unknown][] => {
      const name = key.toLowerCase();
      if (name === 'id' || name === 'datemodified') return [[key, value]];
      if (name === 'categories') {
        return [[key, [value].flat().map((one) => ({ id: identifiers([one], 'id')[0] }))]];
      }
      if (name === 'pages') return [[key, different(entriesIn(record, name), new Set())]];
      return name === 'parts' ? [[key, outlineOfParts(entriesIn(record, name))]] : [];
    }),
  );
}

/** The parts of a volume with their items; an item in two parts is one. */
function outlineOfParts(parts: readonly unknown[]): readonly object[] {
  const items = new Map<unknown, number[]>();
  const seen = new Set<string>();
  for (const part of parts) {
    const own = entry(items, identifiers([part], 'id')[0] ?? part, (): number[] => []);
    own.push(...different(entriesIn(part, 'items'), seen));
  }
  return [...items.values()].map((own) => ({ items: own }));
}

/** A number for each entry whose id was not seen before. */
function different(entries: readonly unknown[], seen: Set<string>): number[] {
  return entries.flatMap((one) => {
    const [id] = identifiers([one], 'id');
    if (id !== undefined && seen.has(id)) return [];
    if (id !== undefined) seen.add(id);
    return 0;
  });
}
