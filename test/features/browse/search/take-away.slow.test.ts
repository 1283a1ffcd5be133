import { Cite } from '@citation-js/core';
import '@citation-js/plugin-bibtex';
import '@citation-js/plugin-ris';
import { parse } from 'csv-parse/sync';
import { Parser, type Quad, Writer } from 'n3';
import oxigraph from 'oxigraph';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import {
  EXPORT_TYPES,
  type ExportFormat,
  exportPart,
} from '../../../../src/features/browse/search/search-export.js';
import { BASE, browsedRelease, recordsOf } from '../browsed-release.js';

/** Results of a search, and lists of readers, as files: read by other programs, and compared with the dumps. */

const browsed = browsedRelease('hostile');
let records: Map<string, Quad[]>;
beforeAll(async () => {
  records = await recordsOf(browsed());
});

const get = (path: string) => browsed().app.request(`http://127.0.0.1${path}`);
const textOf = async (path: string): Promise<string> => (await get(path)).text();

const SYNTAXES = {
  ttl: 'text/turtle',
  nt: 'application/n-triples',
  rdf: 'application/rdf+xml',
  jsonld: 'application/ld+json',
} as const;

/** Lines of N-Triples, without their graphs, in order. */
const lines = (quads: Iterable<unknown>): string[] => {
  const writer = new Writer({ format: 'N-Triples' });
  const all = [...quads] as Quad[];
  const plain = all.map(({ subject, predicate, object }) =>
    writer.quadToString(subject, predicate, object).trim(),
  );
  return [...new Set(plain)].sort();
};

describe.each([
  ['stories', '/search?kind=item'],
  ['photographs and topics in Irish', '/ga/search?kind=photograph&kind=topic'],
  ['nothing', '/search?q=xyzzyx'],
])('the results of a search: %s', (_, address) => {
  const found = async (): Promise<string[]> => {
    const join = address.includes('?') ? '&' : '?';
    const rows = parse(await textOf(`${address}${join}format=csv`), { columns: true }) as { iri: string }[];
    return rows.map(({ iri }) => iri);
  };

  test.each(Object.entries(SYNTAXES))('are the statements of the dumps as %s', async (format, mediaType) => {
    const iris = await found();
    const response = await get(`${address}&format=${format}`);
    expect(response.headers.get('content-type')).toContain(mediaType);
    expect(response.headers.get('content-disposition')).toMatch(
      new RegExp(`^attachment; filename="[a-z]+\\.${format}"$`),
    );
    const text = await response.text();
    const read = oxigraph.parse(text, { format: mediaType, base_iri: BASE });
    expect(lines(read)).toEqual(lines(iris.flatMap((iri) => records.get(iri) ?? [])));
    if (format === 'ttl') expect(lines(new Parser().parse(text))).toEqual(lines(read));
  });

  test.each(['bib', 'ris', 'csl.json'])('are as many citations as records as %s', async (format) => {
    const iris = await found();
    const text = await textOf(`${address}&format=${format}`);
    const cited =
      iris.length === 0 ? [] : (new Cite(text).data as readonly { URL?: string; title?: string }[]);
    expect(cited.map(({ URL }) => URL)).toEqual(iris);
    if (iris.length === 0) expect(text.trim()).toMatch(format === 'csl.json' ? /^\[\s*\]$/ : /^$/);
    // One by one they say the same.
    const [first] = iris;
    if (first === undefined) return;
    const [language] = /^\/ga/.exec(address) ?? [''];
    const alone = new Cite(await textOf(`${language}/${first.slice(BASE.length)}.${format}`));
    expect(cited[0]?.title).toBe((alone.data[0] as { title?: string }).title);
  });
});

describe('an export', () => {
  const FORMATS = Object.keys(EXPORT_TYPES) as ExportFormat[];
  const found = async (): Promise<Uint32Array> => {
    const output = await exportPart(browsed().site, { find: { words: '', facets: { kind: ['item'] } } });
    return 'records' in output && output.records instanceof Uint32Array ? output.records : Uint32Array.of();
  };

  test.each(FORMATS)('looks up for many records at once what they need, as %s', async (format) => {
    const { site } = browsed();
    const records = await found();
    expect(records.length).toBeGreaterThan(10);
    const asked = vi.spyOn(site.index, 'all');
    await exportPart(site, { records, format, language: 'en', kind: 'item' });
    const statements = asked.mock.calls.length;
    asked.mockRestore();
    expect(statements).toBeLessThan(records.length);
  });
});

describe('a list of a reader', () => {
  const PATHS = ['cbe/item/7001', 'cbeg/photograph/1201', 'cbes/item/7107'];
  const LIST = new URLSearchParams(PATHS.map((path): [string, string] => ['record', path])).toString();
  const NOTES = new URLSearchParams(
    ['', 'look {again}', ''].map((note): [string, string] => ['note', note]),
  ).toString();

  test.each(Object.entries(SYNTAXES))(
    'has the statements of its records as %s',
    async (format, mediaType) => {
      const read = oxigraph.parse(await textOf(`/kept?${LIST}&format=${format}`), {
        format: mediaType,
        base_iri: BASE,
      });
      expect(lines(read)).toEqual(lines(PATHS.flatMap((path) => records.get(BASE + path) ?? [])));
    },
  );

  test('keeps the notes where a format has a place for them', async () => {
    const csl = JSON.parse(await textOf(`/kept?${LIST}&${NOTES}&format=csl.json`)) as { annote?: string }[];
    expect(csl.map(({ annote }) => annote)).toEqual([undefined, 'look {again}', undefined]);
    const csv = parse(await textOf(`/kept?${LIST}&${NOTES}&format=csv`), { columns: true }) as {
      iri: string;
      note: string;
    }[];
    expect(csv.map(({ iri, note }) => [iri.slice(BASE.length), note])).toEqual(
      PATHS.map((path, at) => [path, at === 1 ? 'look {again}' : '']),
    );
  });

  test('is made of a page of results without a script', async () => {
    const page = await textOf('/search?kind=photograph');
    const [, href = ''] = /<a href="(\/kept\?[^"]+)" data-keep-all/.exec(page) ?? [];
    const cards = (html: string): string[] =>
      [...html.matchAll(/data-keep="([^"]+)"/g)].map(([, path = '']) => path);
    expect(cards(page).length).toBeGreaterThan(5);
    expect(cards(await textOf(href.replaceAll('&amp;', '&')))).toEqual(cards(page));
  });
});
