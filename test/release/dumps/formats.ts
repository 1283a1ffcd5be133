import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Quad } from '@rdfjs/types';
import { DataFactory, Parser } from 'n3';
import { expect } from 'vitest';
import { readContext } from '../../../src/model/rdf/context.js';
import type { Compression, Format as FormatName } from '../../../src/model/rdf/formats/format.js';
import { dataPrefixes, mintIris } from '../../../src/model/rdf/iris.js';
import type { Node } from '../../../src/model/rdf/node.js';
import { makeToQuads } from '../../../src/model/rdf/to-quads.js';
import type { Dump } from '../../../src/release/dumps/dataset-writer.js';
import { reference } from '../../model/rdf/reference.js';
import { scratch } from '../../support/files.js';
import { writeRecords } from '../../support/write-records.js';

/** The formats of dumps, with a reader of each that is not ours, and texts that break careless writers. */

export const BASE = 'https://data.example.org/folklore/';
export const iri = mintIris(BASE);
export const context = readContext();
export const toQuads = makeToQuads(context);
export const GRAPH = `${BASE}dataset/folklore/sample`;
export const LANGUAGE = {
  base: BASE,
  prefixes: new Map([...context.prefixes, ...dataPrefixes(BASE)]),
  context: context.document,
  graphOf: (dataset: string) => `${BASE}dataset/folklore/${dataset}`,
};

interface Format {
  readonly format: FormatName;
  readonly mediaType: string;
  readonly read: (text: string) => Quad[] | Promise<Quad[]>;
  /** Sorted by record, each statement once; others keep what they are given. */
  readonly isSorted?: true;
}
export const FORMATS: Readonly<Record<string, Format>> = {
  Turtle: {
    format: 'ttl',
    mediaType: 'text/turtle',
    read: (text) => new Parser({ format: 'Turtle' }).parse(text),
  },
  'JSON-LD': {
    format: 'jsonld',
    mediaType: 'application/ld+json',
    read: (text) => reference(JSON.parse(text)),
  },
  'N-Triples': {
    format: 'nt',
    mediaType: 'application/n-triples',
    read: (text) => new Parser({ format: 'N-Triples' }).parse(text),
    isSorted: true,
  },
  'N-Quads': {
    format: 'nq',
    mediaType: 'application/n-quads',
    read: (text) => new Parser({ format: 'N-Quads' }).parse(text).map(outOf(GRAPH)),
    isSorted: true,
  },
};

/** What is said in a graph, out of it. */
const outOf =
  (graph: string) =>
  (quad: Quad): Quad => {
    expect(quad.graph.value).toBe(graph);
    return DataFactory.quad(quad.subject, quad.predicate, quad.object);
  };

/** The files of a dataset `sample`. */
export const to = (directory: string, formats: readonly FormatName[], compression: Compression = 'none') => ({
  directory,
  dataset: 'sample',
  compression,
  formats,
});
export const recordsOf = (nodes: readonly Node[]) => nodes.map((node) => ({ node, quads: toQuads(node) }));
export const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

/** A dump, as it lies on disk and as it reads. */
export async function write(
  format: FormatName,
  nodes: readonly Node[],
  compression: Compression = 'none',
): Promise<{ dump: Dump | undefined; packed: Buffer; bytes: Buffer }> {
  const folder = await scratch();
  const [dump, ...more] = await writeRecords(to(folder, [format], compression), [recordsOf(nodes)], LANGUAGE);
  expect(more).toEqual([]);
  expect(await readdir(folder)).toEqual([dump?.file]);
  const packed = await readFile(join(folder, dump?.file ?? ''));
  return { dump, packed, bytes: compression === 'gzip' ? gunzipSync(packed) : packed };
}

/** A record that says it in three ways. */
export const text = (words: string, id = 1): Node => ({
  id: iri.item('cbe', id),
  extract: { ga: [words], 'en-IE': [`${words}.`] },
  listingOrder: words,
});

export const HOSTILE: Readonly<Record<string, string>> = {
  'a quote': '"',
  'quotes at both ends': '"Dia dhuit"',
  'three quotes': '"""',
  'four quotes': '""""',
  'three quotes in several lines': 'a\n"""\nb',
  'three quotes at the beginning of several lines': '"""a\nb',
  'three quotes at the end of several lines': 'a\nb"""',
  'a quote at the end of several lines': 'a\nb"',
  'a backslash and a quote at the end of several lines': 'a\nb\\"',
  'single quotes': "'''",
  'a backslash': '\\',
  'a backslash at the end': 'C:\\temp\\',
  'what looks like an escape': '\\n \\u0041 \\"',
  'a backslash at the end of several lines': 'a\nb\\',
  'a line feed': 'a\nb',
  'a line feed at each end': '\na\n',
  'a carriage return': 'a\rb',
  both: 'a\r\nb',
  'a tab': 'a\tb',
  'an emoji': '😀',
  'emoji joined': '👨‍👩‍👧',
  'marks of direction': '\u200fabc\u200e\u202eabc\u202c',
  'a line separator': 'a\u2028b\u2029c',
  'a space that does not break': 'a\u00a0b',
  'astral and private characters': '\u{1f100}\ue000\u{10fffd}',
  'a byte order mark': '\ufeffa',
  'an accent alone': '\u0301a',
  'dotted consonants': 'ḃ ċ ḋ ⁊ b\u0307',
  markup: '<b>&amp;</b>]]></script>',
  'what looks like Turtle': '" . <a> <b> "c',
  'what looks like JSON': '"}],"@graph":[{"id":"x',
  'what looks like a word of JSON-LD': '@id',
  'what looks like a prefixed name': 'lore:Item',
  'what looks like a number': '007',
  nothing: '',
  'a space': ' ',
};
