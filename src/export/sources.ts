import type { Origin } from '../base/origin.js';
import { country } from '../dictionary/archive/country.js';
import { county } from '../dictionary/archive/county.js';
import { handbookTopic } from '../dictionary/archive/handbook-topic.js';
import { occupation } from '../dictionary/archive/occupation.js';
import { person } from '../dictionary/archive/person.js';
import { photograph } from '../dictionary/archive/photograph.js';
import { schoolsTopic } from '../dictionary/archive/schools-topic.js';
import { manuscriptVolume, schoolsVolume } from '../dictionary/archive/volume.js';
import { category } from '../dictionary/placenames/category.js';
import { glossary } from '../dictionary/placenames/glossary.js';
import { place } from '../dictionary/placenames/place.js';
import { type Reading, reader } from '../dictionary/read.js';
import type { Group } from './kinds.js';
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
  /** Reads one record of a body. */
  read(raw: unknown, origin: Origin): SourceReading;
}

/** Units of one record, or why it could not be read. */
export type SourceReading =
  | Exclude<Reading<unknown>, { ok: true }>
  | (Extract<Reading<unknown>, { ok: true }> & { readonly units: readonly Unit[] });

const FOLKLORE: readonly Group[] = ['manuscripts', 'schools', 'photographs', 'people'];

/** In the order in which records go into the dumps. */
export const SOURCES: readonly Source[] = [
  source(
    'archive',
    /^\/cbe\?/,
    ['manuscripts'],
    'cbe.volume',
    reader(manuscriptVolume, ['pages', 'parts', 'parts.items']),
    unpackManuscripts,
    {
      pages: 'cbe.page',
      parts: 'cbe.part',
      'parts.items': 'cbe.item',
    },
  ),
  source(
    'archive',
    /^\/cbes\?/,
    ['schools'],
    'cbes.volume',
    reader(schoolsVolume, ['pages', 'pages.transcripts', 'parts', 'parts.items']),
    unpackSchools,
    {
      pages: 'cbes.page',
      parts: 'cbes.part',
      'parts.items': 'cbes.item',
      'pages.transcripts': 'cbes.transcript',
    },
  ),
  source('archive', /^\/cbes\/topics$/, ['schools'], 'cbes.topic', reader(schoolsTopic), unpackTopics),
  plain(
    'archive',
    /^\/cbeg\/topics\/handbook$/,
    ['photographs'],
    'cbeg.topic',
    reader(handbookTopic),
    (r) => r.id,
  ),
  plain('archive', /^\/cbeg(\?|\/\d+$)/, ['photographs'], 'cbeg.photograph', reader(photograph), (r) => r.id),
  plain('archive', /^\/cbed\/occupations$/, ['people'], 'cbed.occupation', reader(occupation), (r) => r.id),
  plain('archive', /^\/cbed($|\/\d+$)/, ['people'], 'cbed.person', reader(person), (r) => r.id),
  plain('archive', /^\/counties$/, FOLKLORE, 'county', reader(county), (r) => r.logainmID),
  plain('archive', /^\/countries$/, FOLKLORE, 'country', reader(country), (r) => r.isoCode.toUpperCase()),
  plain(
    'placenames',
    /^\/(administrative-units|features)$/,
    ['places'],
    'category',
    reader(category),
    (r) => r.id,
  ),
  plain('placenames', /^\/glossary$/, ['places'], 'glossary', reader(glossary), (r) => r.id),
  plain('placenames', /^\/(counties|\?.*|\d+)$/, ['places'], 'place', reader(place), (r) => r.id),
];

function source<R>(
  service: Origin['service'],
  requests: RegExp,
  groups: readonly Group[],
  kind: Kind,
  read: (raw: unknown) => Reading<R>,
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
      const reading = read(raw);
      return reading.ok ? { ...reading, units: unpack(reading.record, origin) } : reading;
    },
  };
}

/** A record that is one unit. */
function plain<K extends Kind, R extends RecordOf[K]>(
  service: Origin['service'],
  requests: RegExp,
  groups: readonly Group[],
  kind: K,
  read: (raw: unknown) => Reading<R>,
  id: (record: R) => number | string,
): Source {
  return source(service, requests, groups, kind, read, (record, origin) => [
    unit(kind, id(record), record, origin),
  ]);
}
