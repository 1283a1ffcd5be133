import { type Citation, Cite } from '@citation-js/core';
import '@citation-js/plugin-bibtex';
import '@citation-js/plugin-ris';
import { decodeHTML } from 'entities';
import type { Quad } from 'n3';
import { beforeAll, describe, expect, test } from 'vitest';
import { BASE, browsedRelease, HOSTILE, recordsOf } from '../browsed-release.js';

/** Records as BibTeX, RIS and CSL-JSON, read by Citation.js and compared with the dumps. */

const NS = 'https://w3id.org/folklore-ld/ns#';
const FORMATS = ['bib', 'ris', 'csl.json'] as const;
const browsed = browsedRelease('hostile');
let records: Map<string, Quad[]>;
beforeAll(async () => {
  records = await recordsOf(browsed());
});

const get = (path: string, headers: Record<string, string> = {}) =>
  browsed().app.request(`http://127.0.0.1${path}`, { headers });

async function cited(iri: string, format: string): Promise<Citation> {
  const response = await get(`/${iri.slice(BASE.length)}.${format}`);
  expect(response.status, iri).toBe(200);
  const { data } = new Cite(await response.text());
  expect(data, iri).toHaveLength(1);
  return data[0] as Citation;
}

/** The fields of the first entry of a BibTeX file: a value in braces ends where as many are closed as opened; a backslash has no meaning. */
function readByBraces(text: string) {
  const fields: [name: string, value: string][] = [];
  let rest = text.replace(/^@\w+\{[^,]*,\n/, '');
  for (;;) {
    const [begun, name = ''] = /^\s*(\w+)\s*=\s*\{/.exec(rest) ?? [];
    if (begun === undefined) return { fields, rest: rest.replace(/^\s*\}/, '') };
    let [at, depth] = [begun.length, 1];
    for (; depth > 0 && at < rest.length; at += 1) depth += { '{': 1, '}': -1 }[rest[at] ?? ''] ?? 0;
    fields.push([name, rest.slice(begun.length, at - 1)]);
    rest = rest.slice(at).replace(/^\s*,/, '');
  }
}

const noteOf = ({ note }: Citation): string => [note].flat().join(' ');
const works = () => [...records].filter(([iri]) => /\/(?:item|photograph)\/\d+$/.test(iri));

describe('a work', () => {
  test('has a plain year in a format only where the source states one without doubt', async () => {
    const seen = { stated: 0, doubted: 0, undated: 0 };
    for (const [iri, quads] of works()) {
      const about = (property: string): string | undefined =>
        quads.find(
          ({ subject, predicate }) => subject.value === `${iri}#date` && predicate.value.endsWith(property),
        )?.object.value;
      const [edtf, qualifier] = [about('core#notation'), about('#dateQualifier')];
      for (const format of FORMATS) {
        const citation = await cited(iri, format);
        const years = citation.issued?.['date-parts']?.map(([year]) => year);
        const at = `${iri}.${format}`;
        if (edtf === undefined) {
          // The date of a part or of the collection is not that of the work.
          expect(years, at).toBeUndefined();
          seen.undated += 1;
        } else if (qualifier !== undefined || /[~?]|\.\./.test(edtf)) {
          expect(years, at).toBeUndefined();
          expect(noteOf(citation), at).toMatch(/Date: .*(?:about|inferred|questionable|from|until)/);
          expect(noteOf(citation), at).toContain(/\d{4}/.exec(edtf)?.[0] as string);
          seen.doubted += 1;
        } else if (/^\d{4}$/.test(edtf)) {
          expect(years, at).toEqual([Number(edtf)]);
          seen.stated += 1;
        }
      }
    }
    for (const count of Object.values(seen)) expect(count).toBeGreaterThan(3);
  });

  test('has its photographer as author, and its collector and informant as contributors only', async () => {
    for (const format of FORMATS) {
      const photograph = await cited(`${BASE}cbeg/photograph/1201`, format);
      expect(photograph.author).toEqual([{ family: 'Ó Cléirchín', given: 'Fionnbharr' }]);
      const item = await cited(`${BASE}cbe/item/7002`, format);
      expect(item.author).toBeUndefined();
      expect(noteOf(item)).toMatch(/Informant: Sorcha Nic Fhlannchaidh.* Collector: Fionnbharr Ó Cléirchín/s);
      expect(noteOf(item)).toContain('https://creativecommons.org/licenses/by-nc/4.0/');
      expect(item.URL).toBe(`${BASE}cbe/item/7002`);
    }
    expect((await cited(`${BASE}cbe/item/7002`, 'csl.json')).contributor).toEqual([
      { family: 'Nic Fhlannchaidh', given: 'Sorcha' },
      { family: 'Ó Cléirchín', given: 'Fionnbharr' },
    ]);
  });

  test('is a manuscript or a picture, with volume and page', async () => {
    for (const format of FORMATS) {
      const item = await cited(`${BASE}cbe/item/7002`, format);
      expect(item.type).toBe('manuscript');
      expect(JSON.stringify(item)).toContain('CBÉ 0042, pp. 1–2');
    }
    expect((await cited(`${BASE}cbeg/photograph/1201`, 'ris')).type).toBe('graphic');
  });
});

test.each([
  ['en', 'Folklore archive', 'Place-names database'],
  ['ga', 'Cartlann béaloidis', 'Bunachar logainmneacha'],
])(
  'a record has its own language and one publisher, in files in %s',
  async (language, archive, placenames) => {
    const read = async (path: string, format: string): Promise<Citation> => {
      const text = await (await get(`${language === 'ga' ? '/ga' : ''}/${path}.${format}`)).text();
      // Citation.js does not read the publisher of a manuscript in RIS.
      const [, publisher = ''] = /^PB {2}- (.*)\r$/m.exec(text) ?? [];
      return { ...(new Cite(text).data[0] as Citation), ...(publisher !== '' && { publisher }) };
    };
    for (const format of FORMATS) {
      const saved = async (path: string) => {
        const { language: stated, publisher } = await read(path, format);
        return [stated, publisher];
      };
      expect(await saved('cbe/item/7002'), format).toEqual(['ga', archive]);
      expect(await saved('cbes/item/7101'), format).toEqual(['en', archive]);
      expect(await saved('cbeg/photograph/1201'), format).toEqual([undefined, archive]);
      // Both publications describe the county.
      expect(await saved('place/100013'), format).toEqual([undefined, placenames]);
    }
  },
);

test('the rights of a picture and the licence of the data are two sentences of a note', async () => {
  for (const format of FORMATS) {
    const note = noteOf(await cited(`${BASE}cbeg/photograph/1201`, format));
    expect(note).toMatch(
      /Rights of the picture: In Copyright \([^)]*InC[^)]*\), Copyright holder: Folklore archive/,
    );
    expect(note).toMatch(/Licence of the data: [^(]*CC BY-NC 4\.0 \(https:[^)]*by-nc\/4\.0\/\)/);
    // The copyright of 1205 is not stated (sample world).
    expect(noteOf(await cited(`${BASE}cbeg/photograph/1205`, format))).not.toContain('Rights of the picture');
    expect(noteOf(await cited(`${BASE}cbe/item/7002`, format))).not.toContain('Rights of the picture');
  }
  const html = decodeHTML(await (await get('/cbeg/photograph/1201', { accept: 'text/html' })).text());
  const cite = html.slice(html.indexOf('<section class="take">'));
  expect(cite).toContain('<p>Rights of the picture: In Copyright');
  expect(cite).toContain('<p>Licence of the data: ');
});

describe('a title with signs that have a meaning in a format', () => {
  test.each(FORMATS)('is the title that was sent, in %s', async (format) => {
    const { title } = await cited(`${BASE}cbe/item/7001`, format);
    expect(title).toBe(HOSTILE.title.replace(/\s+/g, ' '));
  });

  test.each(FORMATS)(
    'is the title that was sent also with braces that do not match, in %s',
    async (format) => {
      const { title, URL: url } = await cited(`${BASE}cbes/item/7107`, format);
      expect([title, url]).toEqual([HOSTILE.braces, `${BASE}cbes/item/7107`]);
    },
  );

  test('begins no field for a reader that counts braces with and without a backslash, as BibTeX and biber do', async () => {
    const known = ['title', 'author', 'year', 'language', 'publisher', 'howpublished', 'note', 'url'];
    for (const iri of [...records.keys()].filter((one) => one.startsWith(BASE))) {
      const text = await (await get(`/${iri.slice(BASE.length)}.bib`)).text();
      const { fields, rest } = readByBraces(text);
      expect(rest.trim(), iri).toBe('');
      expect(
        fields.filter(([name]) => !known.includes(name)),
        iri,
      ).toEqual([]);
      expect(
        fields.filter(([name]) => name === 'url').map(([, value]) => value),
        iri,
      ).toEqual([iri]);
    }
  });

  test('begins no second record', async () => {
    const bibtex = await (await get('/cbe/item/7001.bib')).text();
    expect(bibtex.match(/^@/gm)).toHaveLength(1);
    const ris = await (await get('/cbe/item/7001.ris')).text();
    for (const line of ris.split('\r\n').slice(0, -1)) expect(line).toMatch(/^[A-Z][A-Z0-9] {2}- /);
    expect(ris.match(/^(?:TY|ER) {2}- /gm)).toHaveLength(2);
  });
});

test('every record is cited in each format, with its IRI and a title', async () => {
  const own = [...records.keys()].filter((iri) => iri.startsWith(BASE));
  expect(own.length).toBeGreaterThan(300);
  for (const iri of own) {
    for (const format of FORMATS) {
      const citation = await cited(iri, format);
      expect([citation.URL, citation.title === ''], iri).toEqual([iri, false]);
    }
  }
});

test('the files are in the language that is asked for, and have the types of their formats', async () => {
  const irish = await get('/ga/cbe/item/7002.bib');
  expect(await irish.text()).toContain('Dáta: 1936, de réir tátail. Faisnéiseoir: Sorcha');
  const types = await Promise.all(
    FORMATS.map(async (format) => (await get(`/cbe/item/7002.${format}`)).headers.get('content-type')),
  );
  expect(types).toEqual([
    'application/x-bibtex; charset=utf-8',
    'application/x-research-info-systems; charset=utf-8',
    'application/vnd.citationstyles.csl+json',
  ]);
});

test('a page links them, also that of a term outside the data base', async () => {
  const html = decodeHTML(await (await get('/cbe/item/7002')).text());
  for (const format of FORMATS) expect(html).toContain(`href="/cbe/item/7002.${format}"`);
  const look = `/id?iri=${encodeURIComponent(`${NS}collector`)}`;
  expect(decodeHTML(await (await get(look)).text())).toContain(`href="${look}&format=bib"`);
  expect(await (await get(`${look}&format=bib`)).text()).toContain(`url = {${NS}collector}`);
});

test('what the release does not have is not cited', async () => {
  for (const path of ['/cbe/item/7003.bib', '/cbe/item/99.ris', '/.csl.json', '/id?iri=x&format=bib'])
    expect((await get(path)).status, path).toBe(404);
});
