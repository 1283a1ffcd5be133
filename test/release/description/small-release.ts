import type { Compression, Format } from '../../../src/model/rdf/formats/format.js';
import { parseTurtle } from '../../../src/model/rdf/parse.js';
import type { ReleaseFacts } from '../../../src/release/description/facts.js';
import type { Dump } from '../../../src/release/dumps/dataset-writer.js';
import { factsOf, newStatistics } from './described-release.js';

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
