import { describe, expect, it } from 'vitest';
import { FolkloreError } from '../../../src/base/errors.js';
import { parseTurtle } from '../../../src/model/rdf/parse.js';
import { DATASETS } from '../../../src/model/records/datasets.js';
import { describe as describeRelease } from '../../../src/release/description/describe.js';
import type { ReleaseFacts } from '../../../src/release/description/facts.js';
import { TEXTS } from '../../../src/release/description/metadata/texts.js';
import { newStatistics } from './described-release.js';
import { dump, smallRelease } from './small-release.js';

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
    expect(texts['CITATION.cff']).toContain(`notes: ${JSON.stringify(credit)}`);
  });

  it('decides how often releases are announced, and for how long files stay; monthly, and nothing promised', () => {
    const authority = 'http://publications.europa.eu/resource/authority/';
    const configured = describeRelease(smallRelease())['dcat.ttl'];
    expect(new Set(objectsOf(configured, 'http://purl.org/dc/terms/accrualPeriodicity'))).toEqual(
      new Set([`${authority}frequency/QUARTERLY`]),
    );
    expect(objectsOf(configured, 'http://data.europa.eu/r5r/availability')).toContain(
      `${authority}planned-availability/AVAILABLE`,
    );
    const { frequency: _, availability: __, ...rest } = smallRelease();
    const bare = describeRelease(rest)['dcat.ttl'];
    expect(objectsOf(bare, 'http://purl.org/dc/terms/accrualPeriodicity')).toContain(
      `${authority}frequency/MONTHLY`,
    );
    expect(objectsOf(bare, 'http://data.europa.eu/r5r/availability')).toEqual([]);
  });
});

describe('a release', () => {
  it('names the one before, and differences from it', () => {
    const { 'dcat.ttl': dcat } = describeRelease(smallRelease());
    const before = `${BASE}dataset/folklore/2026-10-21`;
    expect(objectsOf(dcat, `${DCAT}previousVersion`)).toContain(before);
    expect(objectsOf(dcat, 'https://w3id.org/folklore-ld/ns#deltaFrom')).toEqual([before, before]);
    expect(objectsOf(dcat, 'https://w3id.org/folklore-ld/ns#deltaKind')).toEqual(['added', 'removed']);
  });

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
    expect(texts['CITATION.cff']).toContain('\nlicense: "CC-BY-4.0"\n');
    expect(texts['README.md']).not.toContain('Folklore archive');
  });

  it('counts the omitted records in its README', () => {
    const { 'README.md': readme } = describeRelease(smallRelease());
    expect(readme).toContain('| people | 6 | 1 | 2 | 3 |');
    expect(describeRelease(smallRelease({ kinds: [] }))['README.md']).toContain('Nothing. Every record');
  });

  it('explains in its README how to load it, and how to apply the delta', () => {
    const { 'README.md': readme } = describeRelease(smallRelease());
    expect(readme).toContain('folklore-ld query . first.rq');
    expect(readme).toContain('| `folklore-ld load . --endpoint URL` |');
    expect(readme).not.toContain('bulk/');
    expect(readme).toContain('`delta/README.md` says how');
    expect(readme).toContain('Remove what `delta/suppressed.txt` lists wherever you have it');
    expect(readme).toContain('how many people are in the people database');
    expect(readme).toContain('The answer is one number: 1.');
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

it('every dataset that there can be has a title in both languages', () => {
  expect(Object.keys(TEXTS.datasets).sort()).toEqual(Object.keys(DATASETS).sort());
  for (const { en, ga } of Object.values(TEXTS.datasets)) expect(en).not.toBe(ga);
});
