import { NEUTRAL_ORGANISATIONS } from '../../../src/model/mapping/organisation.js';
import { CONTEXT_FILE, readContext } from '../../../src/model/rdf/context.js';
import type { Compression, Format } from '../../../src/model/rdf/formats/format.js';
import { dataPrefixes, VOCABULARY_BASE } from '../../../src/model/rdf/iris.js';
import { parseTurtle } from '../../../src/model/rdf/parse.js';
import type { ReleaseFacts } from '../../../src/release/description/facts.js';
import { Statistics } from '../../../src/release/description/statistics.js';
import type { Dump } from '../../../src/release/dumps/dataset-writer.js';

/** The base of the IRIs of small releases, which is that of the sample. */
const BASE = 'https://data.example.org/folklore/';

/** A release of two records with all facts, for small tests. */
export function smallRelease(changes: Partial<ReleaseFacts> = {}): ReleaseFacts {
  const statistics = newStatistics();
  for (const [dataset, record] of Object.entries(RECORDS))
    statistics.add(dataset, parseTurtle(HEAD + record, dataset));
  return factsOf({
    previous: '2026-10-21',
    frequency: 'quarterly',
    availability: 'available',
    downloads: 'https://files.example.org/folklore/sample/',
    publishers: {
      archive: {
        name: { ga: ['Cartlann'], en: ['An archive'] },
        url: 'https://archive.example.org/',
        credit: 'Data by the archive.',
        copyright: '© The archive.',
      },
      placenames: {
        name: { en: ['A database'] },
        url: 'https://placenames.example.org/',
        copyright: '© The database.',
      },
    },
    contact: { name: 'The data team', email: 'data@example.org', page: 'https://example.org/contact' },
    datasets: [
      { name: 'people', publication: 'folklore' },
      { name: 'places', publication: 'placenames' },
    ],
    statistics,
    dumps: [dump('people', 'ttl', 'gzip'), dump('places', 'nt', 'none')],
    derived: [
      {
        ...measured('people.csv', 'gzip'),
        mediaType: 'text/csv',
        publication: 'folklore',
        rows: 1,
      },
    ],
    deltas: (['added', 'removed'] as const).map((kind) => ({
      ...measured(`folklore-${kind}.nt`, 'gzip'),
      path: `delta/folklore-${kind}.nt.gz`,
      publication: 'folklore' as const,
      kind,
      mediaType: 'application/n-triples',
      triples: 7,
    })),
    kinds: [
      {
        kind: 'cbed.person',
        called: 'people',
        fetched: 6,
        published: 1,
        withheld: 2,
        rejected: 1,
        unreadable: 2,
      },
    ],
    ...changes,
  });
}

const HEAD = `
@base <https://data.example.org/folklore/> .
@prefix lore: <https://w3id.org/folklore-ld/ns#> .
@prefix schema: <https://schema.org/> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
`;

const RECORDS = {
  people:
    '<cbed/person/1> a lore:PersonRecord ; schema:subjectOf <https://www.ainm.ie/Bio.aspx?ID=1> ; lore:county <place/1> ; schema:dateCreated "1933-05"^^xsd:gYearMonth .',
  places: '<place/1> a lore:Place ; lore:placename <place/1#name-2> . <place/1#name-2> a lore:Placename .',
};

const MEDIA_TYPES = { ttl: 'text/turtle', nt: 'application/n-triples' } as const;

export const dump = (dataset: string, format: 'ttl' | ('nt' & Format), compression: Compression): Dump => ({
  ...measured(`${dataset}.${format}`, compression),
  dataset,
  format,
  mediaType: MEDIA_TYPES[format],
  records: 1,
  quads: 3,
});

const measured = (file: string, compression: Compression) => ({
  file: compression === 'gzip' ? `${file}.gz` : file,
  compression,
  bytes: 1234,
  unpacked: 5678,
  sha256: 'a'.repeat(64),
  sha256Unpacked: 'b'.repeat(64),
});

export const newStatistics = (): Statistics =>
  new Statistics({
    base: BASE,
    prefixes: new Map([...readContext(CONTEXT_FILE).prefixes, ...dataPrefixes(BASE)]),
  });

/** Facts of an empty release, with the given changes. */
const factsOf = (given: Partial<ReleaseFacts>): ReleaseFacts => ({
  label: 'sample',
  issued: '2026-11-21',
  base: BASE,
  vocabularyBase: VOCABULARY_BASE,
  publishers: NEUTRAL_ORGANISATIONS,
  program: '1.2.3',
  sources: {
    folklore: {
      name: 'Archive service v0.6',
      harvested: '2026-11-20',
      harvestedFrom: '2026-11-20T18:00:00.000Z',
      harvestedTo: '2026-11-20T22:10:00.250Z',
    },
    placenames: {
      name: 'Place-names service v0.9',
      harvested: '2026-11-20',
      harvestedFrom: '2026-11-20T18:00:00Z',
      harvestedTo: '2026-11-20T19:30:00Z',
    },
  },
  datasets: [],
  statistics: newStatistics(),
  dumps: [],
  others: [],
  kinds: [],
  ...given,
});
