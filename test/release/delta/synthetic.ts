import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { compareKeys, recordKey } from '../../../src/model/rdf/record-order.js';
import type { GraphLayoutOf } from '../../../src/release/delta/comparison.js';

/** Releases made of arbitrary lines, by dataset. */
export type Lines = Readonly<Record<string, readonly string[]>>;

export const BASE = 'https://data.example.org/folklore/';
const PLACENAMES = ['places', 'placenames-links'];

/** Where the datasets of the tests belong, as docs/decisions: sorted lines has it. */
export const placeOf: GraphLayoutOf = (dataset) => {
  const publication = PLACENAMES.includes(dataset) ? 'placenames' : 'folklore';
  return {
    publication,
    base: BASE,
    graph: `${BASE}dataset/${publication}/${dataset}`,
    holds: dataset === 'omissions' ? 'omissions' : 'records',
  };
};

const recordOf = (line: string): string => line.slice(1, line.search(/[#>]/));

/** The text of a dataset: records in their order, lines in the order of their bytes, each once. */
export function sortedText(lines: Iterable<string>): string {
  const all = [...new Set(lines)].map((line) => {
    // One character a byte, so that texts compare as bytes do.
    return { line, key: recordKey(recordOf(line)), bytes: Buffer.from(line).toString('latin1') };
  });
  all.sort((a, b) => compareKeys(a.key, b.key) || (a.bytes < b.bytes ? -1 : 1));
  return all.map(({ line }) => `${line}\n`).join('');
}

/** Writes a release, as far as those who compare releases look at it. */
export async function writeRelease(
  folder: string,
  lines: Lines,
  packed: 'gzip' | 'none' = 'none',
): Promise<string> {
  await mkdir(join(folder, 'data'), { recursive: true });
  for (const [dataset, some] of Object.entries(lines)) {
    const text = sortedText(some);
    const file = join(folder, 'data', `${dataset}.nt`);
    await (packed === 'gzip' ? writeFile(`${file}.gz`, gzipSync(text)) : writeFile(file, text));
  }
  return folder;
}

const KINDS = ['cbe/item/', 'cbed/person/', 'place/', 'handbook/'];
const RECORDS = KINDS.flatMap((kind) =>
  ['2', '10', '9', 'Á'].map((id) => `${BASE}${kind}${id === 'Á' && kind !== 'handbook/' ? '11' : id}`),
);

const record = fc.constantFrom(...RECORDS);
const node = fc
  .tuple(record, fc.constantFrom('', '', '#date', '#role-informant-2', '#role-informant-9'))
  .map(([iri, fragment]) => `${iri}${fragment}`);
/** Words that a careless reader of lines would trip over. */
const WORDS = ['a', 'é', '😀', '\ue000', '\\"', '\\\\', '\\n', ' .', '> <', '#', ' <x> ', '\u2028', '@en'];
const literal = fc
  .tuple(
    fc.array(fc.constantFrom(...WORDS), { maxLength: 4 }),
    fc.constantFrom('', '@ga', '^^<http://www.w3.org/2001/XMLSchema#date>'),
  )
  .map(([words, type]) => `"${words.join('')}"${type}`);
const object = fc.oneof(
  literal,
  node.map((iri) => `<${iri}>`),
);
const line = fc
  .tuple(node, fc.constantFrom('p', 'q'), object)
  .map(([subject, predicate, said]) => `<${subject}> <urn:x:${predicate}> ${said} .`);

const DATASETS = ['manuscripts', 'people', 'locations', 'places', 'omissions'];
const lines = fc.array(fc.tuple(fc.constantFrom(...DATASETS), line), { minLength: 10, maxLength: 60 });

const byDataset = (all: readonly (readonly [string, string])[]): Lines =>
  Object.fromEntries(
    DATASETS.map((dataset) => [dataset, all.filter(([one]) => one === dataset).map(([, text]) => text)]),
  );

/** Two similar releases, the records withheld now, and the list of the first one. */
export const pairs = fc
  .record({
    both: lines,
    before: lines,
    after: lines,
    gone: fc.constantFrom<readonly string[]>([], ['places'], ['locations', 'people']),
    withheld: fc.uniqueArray(record, { minLength: 1, maxLength: 3 }),
    former: fc.uniqueArray(node, { maxLength: 2 }),
  })
  .map(({ both, before, after, gone, ...known }) => ({
    ...known,
    before: byDataset([...both, ...before]),
    after: Object.fromEntries(
      Object.entries(byDataset([...both, ...after])).filter(([dataset]) => !gone.includes(dataset)),
    ),
  }));
