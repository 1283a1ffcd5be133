import type { Origin } from '../base/origin.js';
import type { Reading } from '../dictionary/read.js';
import type { Group } from './datasets.js';
import { HOLDINGS, type Holding } from './holdings.js';
import { type Kind, type RecordOf, type Unit, unit } from './unit.js';
import { unpackManuscripts, unpackSchools, unpackTopics } from './unpack.js';

/** One kind of request in the store: which bodies it has, and which units are in each record of them. */
export interface Source {
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
  read(raw: unknown, origin: Origin): SourceReading;
}

/** Units of one record, or why it could not be read. */
export type SourceReading =
  | Exclude<Reading<unknown>, { ok: true }>
  | (Extract<Reading<unknown>, { ok: true }> & { readonly units: readonly Unit[] });

const FOLKLORE: readonly Group[] = ['manuscripts', 'schools', 'photographs', 'people'];

/** In the order in which records go into the dumps. */
export const SOURCES: readonly Source[] = [
  source(HOLDINGS.manuscripts, ['manuscripts'], 'cbe.volume', unpackManuscripts, {
    pages: 'cbe.page',
    parts: 'cbe.part',
    'parts.items': 'cbe.item',
  }),
  source(HOLDINGS.schools, ['schools'], 'cbes.volume', unpackSchools, {
    pages: 'cbes.page',
    parts: 'cbes.part',
    'parts.items': 'cbes.item',
    'pages.transcripts': 'cbes.transcript',
  }),
  source(HOLDINGS.schoolsTopics, ['schools'], 'cbes.topic', unpackTopics),
  plain(HOLDINGS.handbookTopics, ['photographs'], 'cbeg.topic', (r) => r.id),
  plain(HOLDINGS.photographs, ['photographs'], 'cbeg.photograph', (r) => r.id),
  plain(HOLDINGS.occupations, ['people'], 'cbed.occupation', (r) => r.id),
  plain(HOLDINGS.people, ['people'], 'cbed.person', (r) => r.id),
  plain(HOLDINGS.counties, FOLKLORE, 'county', (r) => r.logainmID),
  plain(HOLDINGS.countries, FOLKLORE, 'country', (r) => r.isoCode.toUpperCase()),
  plain(HOLDINGS.administrativeUnits, ['places'], 'category', (r) => r.id),
  plain(HOLDINGS.features, ['places'], 'category', (r) => r.id),
  plain(HOLDINGS.glossary, ['places'], 'glossary', (r) => r.id),
  plain(HOLDINGS.places, ['places'], 'place', (r) => r.id),
];

function source<R>(
  { service, requests, readPlain }: Holding<R>,
  groups: readonly Group[],
  kind: Kind,
  unpack: (record: R, origin: Origin) => Unit[],
  pieces: Readonly<Record<string, Kind>> = {},
): Source {
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
  holding: Holding<R>,
  groups: readonly Group[],
  kind: K,
  id: (record: R) => number | string,
): Source {
  return source(holding, groups, kind, (record, origin) => [unit(kind, id(record), record, origin)]);
}
