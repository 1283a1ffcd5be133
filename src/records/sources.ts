import type { Origin } from '../base/origin.js';
import type { Reading } from '../schema/reader.js';
import type { Group } from './datasets.js';
import { unpackManuscripts, unpackSchools, unpackTopics } from './nested-records.js';
import { type Kind, type RecordOf, type SourceRecord, sourceRecord } from './record.js';
import { RESPONSE_KINDS, type ResponseKind } from './response-kinds.js';

/** One kind of request in the store: which bodies it has, and which units are in each record of them. */
export interface ResponseSource {
  readonly service: Origin['service'];
  /** Requests whose records these are. */
  readonly requests: RegExp;
  /** The groups that need them. */
  readonly groups: readonly Group[];
  /** What a record that cannot be read counts as. */
  readonly kind: Kind;
  /** What a piece of a record that cannot be read counts as, by the path of the list it stood in. */
  readonly pieces: Readonly<Record<string, Kind>>;
  /** Reads one record of a body, its texts as plain text. */
  read(raw: unknown, origin: Origin): RecordReading;
}

/** Units of one record, or why it could not be read. */
export type RecordReading =
  | Exclude<Reading<unknown>, { ok: true }>
  | (Extract<Reading<unknown>, { ok: true }> & { readonly units: readonly SourceRecord[] });

const FOLKLORE: readonly Group[] = ['manuscripts', 'schools', 'photographs', 'people'];

/** In the order in which records go into the dumps. */
export const SOURCES: readonly ResponseSource[] = [
  source(RESPONSE_KINDS.manuscripts, ['manuscripts'], 'cbe.volume', unpackManuscripts, {
    pages: 'cbe.page',
    parts: 'cbe.part',
    'parts.items': 'cbe.item',
  }),
  source(RESPONSE_KINDS.schools, ['schools'], 'cbes.volume', unpackSchools, {
    pages: 'cbes.page',
    parts: 'cbes.part',
    'parts.items': 'cbes.item',
    'pages.transcripts': 'cbes.transcript',
  }),
  source(RESPONSE_KINDS.schoolsTopics, ['schools'], 'cbes.topic', unpackTopics),
  plain(RESPONSE_KINDS.handbookTopics, ['photographs'], 'cbeg.topic', (r) => r.id),
  plain(RESPONSE_KINDS.photographs, ['photographs'], 'cbeg.photograph', (r) => r.id),
  plain(RESPONSE_KINDS.occupations, ['people'], 'cbed.occupation', (r) => r.id),
  plain(RESPONSE_KINDS.people, ['people'], 'cbed.person', (r) => r.id),
  plain(RESPONSE_KINDS.counties, FOLKLORE, 'county', (r) => r.logainmID),
  plain(RESPONSE_KINDS.countries, FOLKLORE, 'country', (r) => r.isoCode.toUpperCase()),
  plain(RESPONSE_KINDS.administrativeUnits, ['places'], 'category', (r) => r.id),
  plain(RESPONSE_KINDS.features, ['places'], 'category', (r) => r.id),
  plain(RESPONSE_KINDS.glossary, ['places'], 'glossary', (r) => r.id),
  plain(RESPONSE_KINDS.places, ['places'], 'place', (r) => r.id),
];

function source<R>(
  { service, requests, readPlain }: ResponseKind<R>,
  groups: readonly Group[],
  kind: Kind,
  unpack: (record: R, origin: Origin) => SourceRecord[],
  pieces: Readonly<Record<string, Kind>> = {},
): ResponseSource {
  return {
    service,
    requests,
    groups,
    kind,
    pieces,
    read: (raw, origin) => {
      const reading = readPlain(raw);
      return reading.ok ? { ...reading, units: unpack(reading.record, origin) } : reading;
    },
  };
}

/** A record that is one unit. */
function plain<K extends Kind, R extends RecordOf[K]>(
  holding: ResponseKind<R>,
  groups: readonly Group[],
  kind: K,
  id: (record: R) => number | string,
): ResponseSource {
  return source(holding, groups, kind, (record, origin) => [sourceRecord(kind, id(record), record, origin)]);
}
