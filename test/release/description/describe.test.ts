import { describe, expect, it } from 'vitest';
import { FolkloreError } from '../../../src/base/errors.js';
import { parseTurtle } from '../../../src/model/rdf/parse.js';
import { describe as describeRelease } from '../../../src/release/description/describe.js';
import type { ReleaseFacts } from '../../../src/release/description/facts.js';
import { dump, newStatistics, smallRelease } from './small-release.js';

/** The files of a description, by the given facts. */

const BASE = 'https://data.example.org/folklore/';
const DCAT = 'http://www.w3.org/ns/dcat#';

const objectsOf = (turtle: string, predicate: string): string[] =>
  parseTurtle(turtle, 'description')
    .filter((quad) => quad.predicate.value === predicate)
    .map(({ object }) => object.value);

function refusal(changes: Partial<ReleaseFacts>): FolkloreError {
  try {
    describeRelease(smallRelease(changes));
  } catch (thrown) {
    if (thrown instanceof FolkloreError) return thrown;
    throw thrown;
  }
  throw new Error('it was described');
}

describe('configured facts', () => {
  it.each([
    ['a home page that is no address', { archive: { name: { en: ['A'] }, url: 'not an address' } }],
    ['a page with a blank in it', { archive: { name: { en: ['A'] }, url: 'https://a.example.org/b c' } }],
    ['a name in no language there is', { archive: { name: { en_us: ['A'] } } }],
  ])('is refused where it is not lawful: %s', (_, changes) => {
    const publishers = { ...smallRelease().publishers, ...changes };
    expect(refusal({ publishers })).toMatchObject({ code: 'CONFIG_INVALID', exitCode: 2 });
  });

  it('is refused where the label is the name of a dataset, for they would have one IRI', () => {
    expect(refusal({ label: 'people' })).toMatchObject({ code: 'CONFIG_INVALID' });
  });

  it('is refused where the day of issue is none', () => {
    expect(refusal({ issued: '2026-02-30' })).toMatchObject({ code: 'CONFIG_INVALID' });
  });

  it('may hold quotation marks and line feeds, in every format', () => {
    const credit = 'By "us" \\ and\nothers: #1 | `all`';
    const publishers = { ...smallRelease().publishers, archive: { name: { en: ['A'] }, credit } };
    const texts = describeRelease(smallRelease({ publishers }));
    expect(objectsOf(texts['dcat.ttl'], 'https://schema.org/creditText')).toContain(credit);
    expect(JSON.parse(texts['dataset.jsonld'])['@graph'][0].creditText).toBe(credit);
  });
});

describe('a release', () => {
  it('has its files where they can be fetched', () => {
    const { 'dcat.ttl': dcat } = describeRelease(smallRelease());
    expect(objectsOf(dcat, `${DCAT}downloadURL`).sort()).toEqual(
      [
        'data/people.ttl.gz',
        'data/places.nt',
        'delta/folklore-added.nt.gz',
        'delta/folklore-removed.nt.gz',
        'derived/people.csv.gz',
      ].map((path) => `https://files.example.org/folklore/sample/${path}`),
    );
    const media = 'http://www.iana.org/assignments/media-types/';
    expect(objectsOf(dcat, `${DCAT}compressFormat`)).toEqual(Array(4).fill(`${media}application/gzip`));
  });

  it('of places alone describes no folklore, and its omissions with the places', () => {
    const statistics = newStatistics();
    const datasets = [
      { name: 'places', publication: 'placenames' },
      { name: 'omissions', publication: 'folklore' },
    ] as const;
    const dumps = [dump('places', 'ttl', 'none'), dump('omissions', 'ttl', 'none')];
    const texts = describeRelease(
      smallRelease({ statistics, datasets, dumps, derived: [], deltas: [], label: '2026-11-21' }),
    );
    expect(objectsOf(texts['dcat.ttl'], `${DCAT}hasCurrentVersion`)).toEqual([
      `${BASE}dataset/placenames/2026-11-21`,
    ]);
    expect(objectsOf(texts['dcat.ttl'], `${DCAT}distribution`)).toEqual([
      `${BASE}dataset/folklore/2026-11-21/omissions.ttl`,
      `${BASE}dataset/placenames/2026-11-21/places.ttl`,
    ]);
    expect(texts['README.md']).not.toContain('Folklore archive');
  });

  it('explains in its README the scripts that it has, and no other', () => {
    const others = ['bulk/oxigraph.sh', 'bulk/virtuoso.sql'].map((path) => ({ path, bytes: 1, sha256: '0' }));
    const { 'README.md': readme } = describeRelease(smallRelease({ others }));
    expect(readme).toContain('| Oxigraph | `sh bulk/oxigraph.sh ../store`; then');
    expect(readme).toContain('bulk/virtuoso.sql -u RELEASE="$PWD"');
    expect(readme).toContain('| `bulk/` | how it is loaded into stores |');
    expect(readme).not.toMatch(/Qleverfile|graphdb|jena/);
  });
});
