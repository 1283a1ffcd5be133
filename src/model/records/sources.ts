import type { z } from 'zod';
import type { Origin } from '../../base/origin.js';
import { type Reading, reader, readers } from '../schema/reader.js';
import { DATASETS, type Group, publicationOf } from './datasets.js';
import { KIND_NAMES, kindOf } from './kinds.js';
import { type Kind, type SentOf, type SourceRecord, sourceRecord } from './record.js';

/** The answers in a store that hold records of one kind, and how their records are read. */
export interface ResponseSource<S = unknown> {
  readonly service: Origin['service'];
  readonly requests: RegExp;
  /** The request for the whole list, where there is one. */
  readonly list?: string;
  /** The groups that need the answers. */
  readonly groups: readonly Group[];
  /** A record that cannot be read counts as one of this kind. */
  readonly kind: Kind;
  readonly schema: z.ZodType<S>;
  /** The lists of records in a record, by path, and their kinds: an unreadable one is left out, not the whole record. */
  readonly pieces: Readonly<Record<string, Kind>>;
  /** Reads one record of an answer, its texts as plain text. */
  read(raw: unknown, origin: Origin): RecordReading;
  /** The same for a record that was read whole before: it is not validated again. */
  reread(raw: unknown, origin: Origin): RecordReading;
  /** Reads one record of an answer, its texts as they were sent. */
  readAsSent(raw: unknown): Reading<S>;
}

/** The source records in one record of an answer, or why it could not be read. */
type RecordReading =
  | Exclude<Reading<unknown>, { ok: true }>
  | (Extract<Reading<unknown>, { ok: true }> & { readonly units: readonly SourceRecord[] });

const ID_OF_RECORD = (record: object): number | string => (record as { readonly id: number | string }).id;

/** The sources of one kind, in the order of their lists. */
function sourcesOf<K extends Kind>(kind: K): ResponseSource<SentOf<K>>[] {
  const { dataset, schema, responses, id = ID_OF_RECORD } = kindOf({ kind });
  if (responses === undefined || schema === undefined || typeof dataset === 'function') return [];
  const { lists = [], requests, unpack } = responses;
  const pieces = piecesOf(kind);
  const plain = readers(schema, Object.keys(pieces), 'plain');
  const unpacked =
    (read: (raw: unknown) => Reading<SentOf<K>>) =>
    (raw: unknown, origin: Origin): RecordReading => {
      const reading = read(raw);
      if (!reading.ok) return reading;
      const { record } = reading;
      // Without `unpack` a record is mapped as it is sent.
      const units = unpack?.(record, origin) ?? [sourceRecord(kind, id(record), record as never, origin)];
      return { ...reading, units };
    };
  const columns = {
    service: publicationOf(dataset) === 'placenames' ? 'placenames' : 'archive',
    groups: DATASETS[dataset].of,
    kind,
    schema,
    pieces,
    readAsSent: reader(schema, Object.keys(pieces)),
    read: unpacked(plain.read),
    reread: unpacked(plain.reread),
  } as const;
  return [
    ...lists.map((list) => ({ ...columns, list, requests: new RegExp(`^${list}(\\?Page=\\d+)?$`) })),
    ...(requests === undefined ? [] : [{ ...columns, requests }]),
  ];
}

/**
 * The source of one kind; of several that of a list.
 *
 * @throws Error when the kind has none
 */
export function sourceOf<K extends Kind>(kind: K, list?: string): ResponseSource<SentOf<K>> {
  const source = sourcesOf(kind).find((each) => list === undefined || each.list === list);
  if (source === undefined) throw new Error(`No answer holds records of the kind ${kind}`);
  return source;
}

/** The lists of records in a kind, and in these: path → kind. */
function piecesOf(kind: Kind): Record<string, Kind> {
  const pieces: Record<string, Kind> = {};
  for (const [list, contained] of Object.entries(kindOf({ kind }).contains ?? {})) {
    // A tree of records of one kind is read as a whole.
    if (contained === kind) continue;
    pieces[list] = contained;
    for (const [inner, deeper] of Object.entries(piecesOf(contained))) pieces[`${list}.${inner}`] = deeper;
  }
  return pieces;
}

/** Every source, in the order in which records are read and written. */
export const SOURCES: readonly ResponseSource[] = inReadingOrder().flatMap((kind) => sourcesOf(kind));

function inReadingOrder(): readonly Kind[] {
  const order: Kind[] = [];
  const add = (kind: Kind): void => {
    if (order.includes(kind)) return;
    for (const other of KIND_NAMES) if (kindOf({ kind: other }).responses?.readBefore === kind) add(other);
    order.push(kind);
  };
  for (const kind of KIND_NAMES) add(kind);
  return order;
}
