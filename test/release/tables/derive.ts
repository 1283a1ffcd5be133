import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readContext } from '../../../src/model/rdf/context.js';
import { dataPrefixes, type Publication } from '../../../src/model/rdf/iris.js';
import type { Node } from '../../../src/model/rdf/node.js';
import { writePartsFile } from '../../../src/release/dumps/parts-file.js';
import {
  type DerivedFile,
  DerivedMaker,
  type DerivedRow,
  type StoredDerivedChunk,
  writeDerivedFile,
} from '../../../src/release/tables/derived-file.js';
import { DERIVED, tableSettings } from '../../../src/release/tables/derived-files.js';
import { scratch } from '../../support/files.js';
import { BASE } from './nodes.js';

const context = readContext();

/** As a build has it (src/pipeline/plan/compiled-vocabulary.ts). */
export const LANGUAGE = {
  prefixes: new Map([...context.prefixes, ...dataPrefixes(BASE)]),
  context: context.document,
};

/** A node, or a node and what is said apart of the same thing. */
export type Given = Node | readonly [node: Node, identity: Node];

/** The derived files of some nodes, and what is in them: the tables, unless other rows follow those of the tables. */
export async function derive(
  given: readonly Given[],
  rows: readonly DerivedRow[] = DERIVED,
  placenamesTitle?: string,
): Promise<{ files: readonly DerivedFile[]; bytes: ReadonlyMap<string, Buffer> }> {
  const [folder, temporary] = [await scratch(), await scratch()];
  const settings = tableSettings(LANGUAGE, placenamesTitle);
  const makers = rows.map((row) => new DerivedMaker(row, settings));
  for (const one of given) {
    const [node, identity] = isPair(one) ? one : [one];
    for (const maker of makers) maker.add(node, publicationOf(node), identity);
  }
  const chunks: StoredDerivedChunk[] = [];
  writePartsFile(join(temporary, 'parts'), (add) => {
    for (const chunk of makers.map((maker) => maker.take())) chunks.push({ ...chunk, text: add(chunk.text) });
  });
  const files: DerivedFile[] = [];
  for (const [at, row] of rows.entries()) {
    const chunksOf = (name: string) => chunks.filter((_, of) => rows[of]?.file === name);
    const others = (row.completion?.from ?? []).map((table) => chunksOf(`${table}.csv`));
    files.push(
      ...(await writeDerivedFile(row, settings, folder, { chunks: chunks.slice(at, at + 1), others })),
    );
  }
  const bytes = new Map<string, Buffer>();
  for (const { file } of files) bytes.set(file, await readFile(join(folder, file)));
  return { files, bytes };
}

/** The text of one derived file of some nodes. */
export async function textOf(
  file: string,
  given: readonly Given[],
  rows?: readonly DerivedRow[],
  placenamesTitle?: string,
): Promise<string> {
  const { bytes } = await derive(given, rows, placenamesTitle);
  const found = bytes.get(file);
  if (found === undefined) throw new Error(`not written: ${file}`);
  return found.toString('utf8');
}

/** Whose a node is: that of its dataset in a build. Only the place-names database has names, categories and merged places. */
function publicationOf(node: Node): Publication | undefined {
  if (node.omissionReason !== undefined) return undefined;
  const isOfPlaces =
    [node.hasPlacename, node.category].some((value) => value !== undefined) ||
    (node.isReplacedBy !== undefined && node.type === undefined) ||
    /\/(?:category|glossary)\//.test(node.id);
  return isOfPlaces ? 'placenames' : 'folklore';
}

const isPair = (one: Given): one is readonly [Node, Node] => Array.isArray(one);
