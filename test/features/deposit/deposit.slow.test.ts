import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import jsonld from 'jsonld';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse as parseYaml } from 'yaml';
import { z } from 'zod';
import { CONFIG_SCHEMA } from '../../../src/cli/config/settings.js';
import { FILES } from '../../../src/features/deposit/build-files.js';
import { parseTurtle } from '../../../src/model/rdf/parse.js';
import { doisOf } from '../../../src/pipeline/publish/comparable-release.js';
import { describe as describeRelease } from '../../../src/release/description/describe.js';
import type { DescriptionFile, Dois, ReleaseFacts } from '../../../src/release/description/facts.js';
import type { DescriptionTexts } from '../../../src/release/description/metadata/names.js';
import { smallRelease } from '../../release/description/small-release.js';
import { filesBelow, makeFolder, removeFolder } from '../../support/files.js';
import { harvestSample } from '../../support/sample-release.js';

const DEPOSIT = FILES.description as DescriptionTexts;

/**
 * What repositories are given with a release: .zenodo.json by Zenodo's REST API ("Deposit metadata"), datacite.json by the
 * DataCite Metadata Schema 4.5, ro-crate-metadata.json by RO-Crate 1.2. And the DOIs that they, in turn, have given.
 */

const DOIS = {
  concept: '10.5281/zenodo.1',
  reserved: '10.5281/zenodo.3',
  previous: '10.5281/zenodo.2',
} as const satisfies Dois;
const doi = z.string().regex(/^10\.\d{4,9}\/\S+$/);
const day = z.iso.date();
const url = z.url();
const text = z.string().min(1);

const ZENODO = z.strictObject({
  title: text,
  upload_type: z.literal('dataset'),
  description: text,
  creators: z.array(z.strictObject({ name: text })).min(1),
  contributors: z.array(z.strictObject({ name: text, type: z.literal('ContactPerson') })).optional(),
  access_right: z.literal('open'),
  license: z.enum(['cc-by-4.0', 'cc-by-nc-4.0']),
  keywords: z.array(text).refine((words) => new Set(words).size === words.length),
  version: text,
  publication_date: day,
  language: z.string().regex(/^[a-z]{3}$/),
  related_identifiers: z.array(
    z.strictObject({
      identifier: z.union([doi, url]),
      // Those of the list of Zenodo that are used here.
      relation: z.enum(['isNewVersionOf', 'isVariantFormOf', 'isDerivedFrom', 'isAlternateIdentifier']),
      scheme: z.enum(['doi', 'url']),
    }),
  ),
  notes: text,
});

const inLanguage = z.enum(['en', 'ga']);
const DATACITE = z.strictObject({
  schemaVersion: z.literal('http://datacite.org/schema/kernel-4'),
  doi: doi.optional(),
  prefix: z
    .string()
    .regex(/^10\.\d{4,9}$/)
    .optional(),
  suffix: z.string().regex(/^\S+$/).optional(),
  types: z.strictObject({ resourceType: text, resourceTypeGeneral: z.literal('Dataset') }),
  creators: z.array(z.strictObject({ name: text, nameType: z.literal('Organizational') })).min(1),
  titles: z
    .array(
      z.strictObject({ title: text, titleType: z.literal('TranslatedTitle').optional(), lang: inLanguage }),
    )
    .min(1),
  publisher: z.strictObject({ name: text }),
  publicationYear: z.string().regex(/^\d{4}$/),
  subjects: z.array(z.strictObject({ subject: text, lang: inLanguage })),
  contributors: z
    .array(z.strictObject({ name: text, contributorType: z.literal('ContactPerson') }))
    .optional(),
  dates: z.array(
    z.strictObject({
      // A day, or years as a range (RKMS-ISO8601).
      date: z.union([day, z.string().regex(/^\d{4}\/\d{4}$/)]),
      dateType: z.enum(['Issued', 'Collected', 'Other']),
      dateInformation: text.optional(),
    }),
  ),
  language: z.string().regex(/^[a-z]{2}$/),
  alternateIdentifiers: z.array(z.strictObject({ alternateIdentifier: url, alternateIdentifierType: text })),
  relatedIdentifiers: z.array(
    z.strictObject({
      relatedIdentifier: z.union([doi, url]),
      relatedIdentifierType: z.enum(['DOI', 'URL']),
      relationType: z.enum(['IsVersionOf', 'IsNewVersionOf', 'IsVariantFormOf', 'IsDerivedFrom']),
    }),
  ),
  sizes: z.array(text),
  formats: z.array(text),
  version: text,
  rightsList: z.array(
    z.strictObject({
      rights: text,
      rightsUri: url,
      rightsIdentifier: text,
      rightsIdentifierScheme: z.literal('SPDX'),
      schemeUri: z.literal('https://spdx.org/licenses/'),
    }),
  ),
  descriptions: z.array(
    z.strictObject({ description: text, descriptionType: z.enum(['Abstract', 'Other']), lang: inLanguage }),
  ),
  geoLocations: z.array(z.strictObject({ geoLocationPlace: text })),
});

/** The texts of the core and of the feature. */
type Described = Readonly<
  Record<
    DescriptionFile | 'CITATION.cff' | '.zenodo.json' | 'datacite.json' | 'ro-crate-metadata.json',
    string
  >
>;

const described = (changes: Partial<ReleaseFacts> = {}) => {
  const texts = describeRelease(smallRelease(changes), [DEPOSIT]) as Described;
  return {
    texts,
    zenodo: ZENODO.parse(JSON.parse(texts['.zenodo.json'])),
    datacite: DATACITE.parse(JSON.parse(texts['datacite.json'])),
    crate: JSON.parse(texts['ro-crate-metadata.json']) as Crate,
    manifest: JSON.parse(texts['manifest.json']) as { doi?: unknown },
  };
};

interface Entity {
  readonly '@id': string;
  readonly '@type': string;
  readonly [property: string]: unknown;
}
interface Crate {
  readonly '@context': unknown;
  readonly '@graph': readonly Entity[];
}
const entityOf = ({ '@graph': graph }: Crate, id: string): Entity => {
  const found = graph.filter((one) => one['@id'] === id);
  expect(found, id).toHaveLength(1);
  return found[0] as Entity;
};

describe('.zenodo.json', () => {
  it('has what a deposit must have, and the strictest licence, with the licence of each publication in the notes', () => {
    const { zenodo } = described();
    expect(zenodo).toMatchObject({
      title: 'Folklore archive linked data; Place-names linked data',
      license: 'cc-by-nc-4.0',
      creators: [{ name: 'An archive' }, { name: 'A database' }],
      contributors: [{ name: 'The data team', type: 'ContactPerson' }],
      publication_date: '2026-11-21',
    });
    expect(zenodo.notes).toContain('Place-names linked data: CC BY 4.0.');
    expect(zenodo.notes).toContain('Data by the archive.');
  });

  it('of places alone has their licence', () => {
    const { zenodo, datacite } = described({ datasets: [{ name: 'places', publication: 'placenames' }] });
    expect(zenodo.license).toBe('cc-by-4.0');
    expect(datacite.rightsList.map(({ rightsIdentifier }) => rightsIdentifier)).toEqual([
      'CC-BY-4.0',
      'CC0-1.0',
    ]);
  });

  it('is the version after the one before: by its DOI, or else by its IRIs', () => {
    const newer = ({ zenodo }: ReturnType<typeof described>) =>
      zenodo.related_identifiers.filter(({ relation }) => relation === 'isNewVersionOf');
    expect(newer(described({ doi: DOIS }))).toEqual([
      { identifier: DOIS.previous, relation: 'isNewVersionOf', scheme: 'doi' },
    ]);
    expect(newer(described()).map(({ identifier }) => identifier)).toEqual([
      'https://data.example.org/folklore/dataset/folklore/2026-10-21',
      'https://data.example.org/folklore/dataset/placenames/2026-10-21',
    ]);
  });

  it('is HTML, in which a text has no mark-up', () => {
    const publishers = {
      ...smallRelease().publishers,
      archive: { name: { en: ['A'] }, credit: '<b>A & B</b>' },
    };
    expect(described({ publishers }).zenodo.notes).toContain('&lt;b&gt;A &amp; B&lt;/b&gt;');
  });
});

describe('datacite.json', () => {
  it('has what a DOI must have, in both languages, and a licence for each publication and for what lies beside', () => {
    const { datacite } = described();
    expect(datacite).not.toHaveProperty('doi');
    expect(datacite.titles.map(({ lang }) => lang)).toEqual(['en', 'ga']);
    expect(datacite.rightsList.map(({ rightsUri }) => rightsUri)).toEqual([
      'https://creativecommons.org/licenses/by-nc/4.0/',
      'https://creativecommons.org/licenses/by/4.0/',
      'https://creativecommons.org/publicdomain/zero/1.0/',
    ]);
    expect(datacite.dates).toContainEqual({
      date: '2026-11-20',
      dateType: 'Collected',
      dateInformation: 'Archive service v0.6',
    });
    // The work of the release is of May 1933.
    expect(datacite.dates.filter(({ dateType }) => dateType === 'Other').map(({ date }) => date)).toEqual([
      '1933/1933',
    ]);
  });

  it('has the DOI that is reserved, and relates it to the others', () => {
    const { datacite } = described({ doi: DOIS });
    expect(datacite).toMatchObject({ doi: '10.5281/zenodo.3', prefix: '10.5281', suffix: 'zenodo.3' });
    expect(
      datacite.relatedIdentifiers
        .filter(({ relatedIdentifierType }) => relatedIdentifierType === 'DOI')
        .map(({ relationType, relatedIdentifier }) => [relationType, relatedIdentifier]),
    ).toEqual([
      ['IsVersionOf', DOIS.concept],
      ['IsNewVersionOf', DOIS.previous],
    ]);
  });
});

describe('DOIs', () => {
  const objectsOf = (turtle: string, subject: string, property: string): string[] =>
    parseTurtle(turtle, 'dcat.ttl')
      .filter((quad) => quad.subject.value === subject && quad.predicate.value === property)
      .map(({ object }) => object.value);
  const DCT = 'http://purl.org/dc/terms/';
  const FOLKLORE = 'https://data.example.org/folklore/dataset/folklore';

  it('are cited in every file that says how to cite: that of the release, and that of all releases', () => {
    const { texts, manifest, crate } = described({ doi: DOIS });
    expect(parseYaml(texts['CITATION.cff'])).toMatchObject({
      doi: DOIS.reserved,
      identifiers: [
        { type: 'doi', value: DOIS.reserved },
        { type: 'doi', value: DOIS.concept },
      ],
    });
    expect(texts['README.md']).toContain('DOI of this release: <https://doi.org/10.5281/zenodo.3>');
    expect(texts['README.md']).toContain('DOI of all releases: <https://doi.org/10.5281/zenodo.1>');
    expect(texts['README.md']).toContain('DOI of the release before: <https://doi.org/10.5281/zenodo.2>');
    expect(manifest.doi).toEqual({ concept: DOIS.concept, reserved: DOIS.reserved });
    expect(entityOf(crate, './').identifier).toEqual({ '@id': 'https://doi.org/10.5281/zenodo.3' });
    expect(entityOf(crate, 'https://doi.org/10.5281/zenodo.3')).toMatchObject({
      '@type': 'PropertyValue',
      value: 'doi:10.5281/zenodo.3',
    });
  });

  it('are of the whole deposit: a publication is part of it, or has the DOI if it is alone', () => {
    const both = described({ doi: DOIS }).texts['dcat.ttl'];
    expect(objectsOf(both, FOLKLORE, `${DCT}isPartOf`)).toEqual([`https://doi.org/${DOIS.concept}`]);
    expect(objectsOf(both, `${FOLKLORE}/sample`, `${DCT}isPartOf`)).toEqual([
      `https://doi.org/${DOIS.reserved}`,
    ]);
    expect(objectsOf(both, FOLKLORE, `${DCT}identifier`)).toEqual([]);
    const alone = described({ doi: DOIS, datasets: [{ name: 'people', publication: 'folklore' }] });
    expect(objectsOf(alone.texts['dcat.ttl'], `${FOLKLORE}/sample`, `${DCT}identifier`)).toEqual([
      `https://doi.org/${DOIS.reserved}`,
    ]);
    expect(JSON.parse(alone.texts['dataset.jsonld'])['@graph'][0].identifier).toBe(
      `https://doi.org/${DOIS.concept}`,
    );
  });

  it('of all releases is cited where that of the release is not known; without any, none is', () => {
    const later = described({ doi: { concept: DOIS.concept, previous: DOIS.previous } });
    expect(parseYaml(later.texts['CITATION.cff'])).toMatchObject({ doi: DOIS.concept });
    expect(later.datacite).not.toHaveProperty('doi');
    const { texts, manifest } = described();
    for (const [file, content] of Object.entries(texts)) expect(content, file).not.toContain('doi.org/10.');
    expect(parseYaml(texts['CITATION.cff'])).not.toHaveProperty('doi');
    expect(manifest).not.toHaveProperty('doi');
  });
});

describe('CITATION.cff', () => {
  it('has a credit line with quotation marks and line feeds as it is', () => {
    const credit = 'By "us" \\ and\nothers: #1 | `all`';
    const publishers = { ...smallRelease().publishers, archive: { name: { en: ['A'] }, credit } };
    const { texts } = described({ publishers });
    expect(parseYaml(texts['CITATION.cff']).references[0].notes).toBe(credit);
  });

  it('of places alone has the licence of the places', () => {
    const datasets = [{ name: 'places', publication: 'placenames' }] as const;
    const { texts } = described({ datasets, derived: [], deltas: [] });
    expect(parseYaml(texts['CITATION.cff'])).toHaveProperty('license', 'CC-BY-4.0');
  });
});

describe('the setting', () => {
  const problems = (given: object): string[] => {
    const services = { archive: { url: 'http://127.0.0.1:1', key: { env: 'K' }, gender: 'irish' } };
    const placenames = { url: 'http://127.0.0.1:1', key: { env: 'K' } };
    const read = CONFIG_SCHEMA.safeParse({
      services: { ...services, placenames },
      release: { doi: given },
    });
    return read.error?.issues.map(({ message }) => message) ?? [];
  };

  it.each(['10.5281/zenodo.1234567', '10.1000.10/123456', '10.1002/(SICI)1097-0258(19980815/30)17:15/16'])(
    'accepts %s',
    (concept) => {
      expect(problems({ concept })).toEqual([]);
    },
  );

  it.each([
    ...['https://doi.org/10.5281/zenodo.1', 'doi:10.5281/zenodo.1', '10.5281/', '11.5281/zenodo.1'],
    ...['10.5281/zenodo 1', '10.5281/<script>', '10.5281/zenodo.1\n'],
  ])('refuses %j', (concept) => {
    expect(problems({ concept }).join()).toMatch(/expected a DOI such as 10\.5281\/zenodo\.1234567/);
  });

  it('refuses one DOI for two things', () => {
    expect(problems({ concept: DOIS.concept, reserved: DOIS.concept }).join()).toMatch(/different DOIs/);
  });
});

describe('a release of the sample world', () => {
  let folder: string;
  let directory: string;
  const reserved = { frequency: 'monthly', doi: { reserved: DOIS.reserved } } as const;
  beforeAll(async () => {
    folder = await makeFolder();
    const make = await harvestSample(folder);
    ({ directory } = await make('one', { announcement: reserved, compression: 'gzip' }));
  });
  afterAll(() => removeFolder(folder));
  const readJson = async (path: string) => JSON.parse(await readFile(join(directory, path), 'utf8'));

  it('lists every file of the folder in its crate, with size and checksum, and licence', async () => {
    const crate = (await readJson('ro-crate-metadata.json')) as Crate;
    expect(crate['@context']).toBe('https://w3id.org/ro/crate/1.2/context');
    expect(entityOf(crate, 'ro-crate-metadata.json')).toMatchObject({
      '@type': 'CreativeWork',
      about: { '@id': './' },
      conformsTo: { '@id': 'https://w3id.org/ro/crate/1.2' },
    });
    const root = entityOf(crate, './');
    expect(root).toMatchObject({ '@type': 'Dataset', datePublished: '2026-01-01' });
    for (const property of ['name', 'description', 'license', 'author', 'publisher'])
      expect(root[property]).toBeDefined();
    const files = await filesBelow(directory);
    const listed = (root.hasPart as { '@id': string }[]).map((part) => part['@id']);
    const unlisted = ['ro-crate-metadata.json', 'run.json'];
    expect(listed.map(decodeURIComponent).sort()).toEqual(
      [...files.keys()].filter((path) => !unlisted.includes(path)).sort(),
    );
    const sums = new Map(
      (await readFile(join(directory, 'SHA256SUMS'), 'utf8'))
        .split('\n')
        .map((line) => line.split('  ').reverse() as [string, string]),
    );
    for (const path of listed) {
      const { '@type': type, contentSize, sha256, license, encodingFormat } = entityOf(crate, path);
      expect([type, typeof encodingFormat]).toEqual(['File', 'string']);
      entityOf(crate, (license as { '@id': string })['@id']);
      // These two hold the checksum of the crate.
      if (['manifest.json', 'SHA256SUMS'].includes(path)) continue;
      expect([path, contentSize, sha256]).toEqual([path, String(files.get(path)?.length), sums.get(path)]);
    }
    const places = listed.filter((path) => /^(data|derived)\/places\./.test(path));
    expect(places.length).toBeGreaterThan(3);
    for (const path of places)
      expect(entityOf(crate, path).license).toEqual({
        '@id': 'https://creativecommons.org/licenses/by/4.0/',
      });
  });

  it('has a crate whose words are all of its context, as JSON-LD', async () => {
    const crate = (await readJson('ro-crate-metadata.json')) as Crate;
    // The context of RO-Crate gives its words to schema.org, but for these.
    const context = {
      '@vocab': 'http://schema.org/',
      conformsTo: 'http://purl.org/dc/terms/conformsTo',
      'cite-as': 'https://www.w3.org/ns/iana/link-relations/relation#cite-as',
      File: 'http://schema.org/MediaObject',
    };
    const quads = await jsonld.toRDF(
      { ...crate, '@context': context } as object,
      {
        safe: true,
        base: 'https://crate.example.org/',
      } as object,
    );
    expect((quads as object[]).length).toBeGreaterThan(500);
  });

  it('gives its DOI to the next release, and to no other', async () => {
    const next = await doisOf({ previous: directory, announcement: { doi: { concept: DOIS.concept } } });
    expect(next).toEqual({ concept: DOIS.concept, previous: DOIS.reserved });
    await expect(doisOf({ previous: directory, announcement: reserved })).rejects.toMatchObject({
      code: 'CONFIG_INVALID',
      exitCode: 2,
    });
  });
});
