import { decodeHTML } from 'entities';
import { describe, expect, test } from 'vitest';
import { BASE, browsedRelease } from '../browsed-release.js';

/**
 * Pages as Zotero saves them: its translators "Embedded Metadata" and "RDF" (2024) read the tags of a page. The reader below follows
 * their rules for the tags that a page may have.
 */

const browsed = browsedRelease();

interface Saved {
  readonly itemType: string;
  readonly creators: readonly (readonly [type: string, name: string])[];
  readonly fields: Readonly<Record<string, string | undefined>>;
}

/** The namespaces that need no declaration. */
const PREFIXES = new Set(
  'bib bibo dc dcterms prism foaf vcard link z eprint eprints og article book music video so codemeta rdf'.split(
    ' ',
  ),
);

/** Properties whose first value is a field, in the order in which they are tried; then the Highwire tags that replace it. */
const FIELDS: Readonly<Record<string, readonly [statements: string, tags: string]>> = {
  title: ['dc:title dcterms:title eprints:title og:title so:headline', 'citation_title'],
  date: [
    'eprints:date prism:publicationDate og:published_time article:published_time book:release_date dc:date.issued dcterms:date.issued dcterms:issued dc:date dcterms:date dcterms:dateSubmitted eprints:datestamp so:datePublished',
    'citation_publication_date citation_cover_date citation_date citation_online_date citation_year',
  ],
  language: ['dc:language dcterms:language so:inLanguage', 'citation_language'],
  publisher: ['dc:publisher dcterms:publisher eprints:institution so:publisher', 'citation_publisher'],
  publicationTitle: ['prism:publicationName eprints:publication dc:source dcterms:source og:site_name', ''],
  rights: ['prism:copyright dc:rights dcterms:rights so:license', ''],
  url: ['eprints:official_url og:url so:url', 'citation_public_url'],
  archiveLocation: ['dc:coverage dcterms:coverage', ''],
};

function saved(html: string): Saved {
  const head = html.slice(0, html.indexOf('</head>'));
  const tags = [...head.matchAll(/<meta (?:name|property)="([^"]*)" content="([^"]*)"/g)].map(
    ([, name = '', content = '']) => [decodeHTML(name), decodeHTML(content)] as const,
  );
  const statements = tags.flatMap(([name, content]) => {
    const [prefix = '', ...rest] = name.split(/[.:_]/);
    const property = name.slice(prefix.length + 1);
    return PREFIXES.has(prefix.toLowerCase()) && rest.length > 0
      ? [
          [
            `${prefix.toLowerCase()}:${property.charAt(0).toLowerCase()}${property.slice(1)}`,
            content,
          ] as const,
        ]
      : [];
  });
  const all = (names: string): readonly string[] =>
    names
      .split(' ')
      .map((name) => statements.flatMap(([one, content]) => (one === name ? content : [])))
      .find((values) => values.length > 0) ?? [];
  const tagged = (name: string): readonly string[] =>
    tags.flatMap(([one, content]) => (name !== '' && one.endsWith(name) ? content : []));
  const fields: Record<string, string | undefined> = {};
  for (const [field, [properties, highwire]] of Object.entries(FIELDS))
    fields[field] = highwire.split(' ').flatMap(tagged)[0] ?? all(properties)[0];
  // Low-quality metadata: the language of the page.
  fields.language ??= /<html lang="([^"]*)"/.exec(head)?.[1];
  // Every property of Zotero's own namespace is a field.
  for (const [name, content] of statements) if (name.startsWith('z:')) fields[name.slice(2)] ??= content;
  // A type that a page states; a page with `citation_title` is taken for an article.
  const [type = tagged('citation_title').length > 0 ? 'journalArticle' : 'webpage'] = all('z:itemType');
  const authors = tagged('citation_author').map((name) => ['author', name] as const);
  const others = [
    ...all('bib:authors dc:creator dcterms:creator dc:contributor dcterms:contributor').map(
      (name) => ['author', name] as const,
    ),
    ...all('bib:contributors eprints:contributors_name so:contributor').map(
      (name) => ['contributor', name] as const,
    ),
  ];
  return { itemType: type, creators: authors.length > 0 ? authors : others, fields };
}

const LANGUAGES = ['en', 'ga'] as const;

async function savedIn(language: string, path: string): Promise<Saved> {
  const response = await browsed().app.request(`http://127.0.0.1${language === 'ga' ? '/ga' : ''}/${path}`, {
    headers: { accept: 'text/html' },
  });
  const location = response.headers.get('location');
  if (location !== null) return savedIn(language, location.replace(/^(?:\/ga)?\//, ''));
  return saved(await response.text());
}

const PUBLISHERS = {
  archive: { en: 'Folklore archive', ga: 'Cartlann béaloidis' },
  placenames: { en: 'Place-names database', ga: 'Bunachar logainmneacha' },
};

describe.each(LANGUAGES)('Zotero saves, with pages in %s,', (language) => {
  // Dates and languages as the records of the world have them.
  test.each([
    ['cbe/item/7012', '1932', 'ga'],
    ['cbe/item/7001', '1936/02', 'ga'],
    ['cbe/item/7004', '1938/03/01', 'ga'],
    ['cbe/item/7008', '1934', 'en'],
    ['cbeg/photograph/1207', '1951/04/17', 'und'],
  ])('the date that %s states without doubt', async (path, date, inLanguage) => {
    const { fields } = await savedIn(language, path);
    expect([fields.date, fields.language]).toEqual([date, inLanguage]);
  });

  test.each([
    ['of a period', 'cbe/item/7021', '1935-11/1936-02-14', 'ga'],
    ['inferred', 'cbe/item/7002', '1936', 'ga'],
    ['about', 'cbeg/photograph/1202', '1930~/1934~', 'und'],
    ['of the collection', 'cbes/item/7101', undefined, 'en'],
    ['of the part', 'cbe/item/7013', undefined, 'en, ga'],
    ['none', 'cbe/item/7025', undefined, 'ga'],
  ])('no date of a record whose date is %s (%s)', async (_, path, edtf, inLanguage) => {
    const { fields } = await savedIn(language, path);
    expect([fields.date, fields.language]).toEqual([undefined, inLanguage]);
    const html = await (await browsed().app.request(`http://127.0.0.1/${path}.html`)).text();
    const created = /<meta name="DCTERMS.created" content="([^"]*)"/.exec(html)?.[1];
    expect(created).toBe(edtf);
  });

  test('a story as a manuscript of the archive, with who told it and who wrote it down', async () => {
    const { itemType, creators, fields } = await savedIn(language, 'cbe/item/7002');
    expect(itemType).toBe('manuscript');
    expect(creators).toEqual([
      ['contributor', 'Nic Fhlannchaidh, Sorcha'],
      ['contributor', 'Ó Cléirchín, Fionnbharr'],
    ]);
    const roles = language === 'en' ? ['Informant', 'Collector'] : ['Faisnéiseoir', 'Bailitheoir'];
    expect(fields.extra).toContain(`${roles[0]}: Sorcha Nic Fhlannchaidh`);
    expect(fields.extra).toContain(`${roles[1]}: Fionnbharr Ó Cléirchín`);
    expect(fields).toMatchObject({
      title: 'Scéal an Iascaire a Dhíol a Scáth (ar lean)',
      publisher: PUBLISHERS.archive[language],
      archive: PUBLISHERS.archive[language],
      archiveLocation: expect.stringMatching(/^CBÉ 0042, .*1–2$/),
      url: `${BASE}cbe/item/7002`,
    });
  });

  test('a story of a school, the prefixes of surnames with the surnames', async () => {
    const { creators } = await savedIn(language, 'cbes/item/7001');
    expect(creators).toEqual([
      ['contributor', 'Ní Bhrosnacháin, Bríd'],
      ['contributor', 'Ní Bhrosnacháin, Neansaí'],
    ]);
    expect((await savedIn(language, 'cbes/part/2201')).creators).toEqual([
      ['contributor', 'Uí Chorráin, Eibhlín'],
    ]);
  });

  test('a photograph as a picture of its photographer, with its rights apart from the licence of the data', async () => {
    const { itemType, creators, fields } = await savedIn(language, 'cbeg/photograph/1201');
    expect([itemType, creators]).toEqual(['artwork', [['author', 'Ó Cléirchín, Fionnbharr']]]);
    const [picture, data] = (fields.rights ?? '').split(/\. (?=Licence of the data|Ceadúnas na sonraí)/);
    expect(picture).toContain(language === 'en' ? 'In Copyright' : 'Faoi chóipcheart');
    expect(picture).toContain('http://rightsstatements.org/vocab/InC/1.0/');
    expect(picture).not.toContain('CC BY');
    expect(data).toContain('https://creativecommons.org/licenses/by-nc/4.0/');
  });

  test('one publisher of a place that both publications describe', async () => {
    const { itemType, fields } = await savedIn(language, 'place/100013');
    expect([itemType, fields.publisher]).toEqual(['webpage', PUBLISHERS.placenames[language]]);
    const joined = browsed().site.publications;
    for (const { title } of joined.values())
      expect(
        fields.publicationTitle === title[language] || !fields.publicationTitle?.includes(title.en),
      ).toBe(true);
    expect((await savedIn(language, 'abroad/990000101')).fields.publisher).toBe(PUBLISHERS.archive[language]);
  });
});
