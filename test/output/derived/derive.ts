import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type DerivedOptions, openDerived } from '../../../src/output/derived/derived.js';
import type { DerivedFile } from '../../../src/output/derived/derived-file.js';
import { readContext } from '../../../src/rdf/context.js';
import { dataPrefixes } from '../../../src/rdf/iris.js';
import type { Node } from '../../../src/rdf/node.js';
import { scratch } from '../../support/files.js';
import { BASE } from './nodes.js';

const context = readContext();

/** As a build has it (src/records/compiled-vocabulary.ts). */
export const LANGUAGE = {
  prefixes: new Map([...context.prefixes, ...dataPrefixes(BASE)]),
  context: context.document,
};

/** A node, or a node and what is said apart of the same thing. */
export type Given = Node | readonly [node: Node, identity: Node];

/** The derived files of some nodes, and what is in them. */
export async function derive(
  given: readonly Given[],
  options: DerivedOptions = {},
): Promise<{ files: readonly DerivedFile[]; bytes: ReadonlyMap<string, Buffer> }> {
  const folder = await scratch();
  const derived = openDerived(folder, LANGUAGE, options);
  for (const one of given) {
    if (isPair(one)) await derived.write(...one);
    else await derived.write(one);
  }
  const files = await derived.close();
  const bytes = new Map<string, Buffer>();
  for (const { file } of files) bytes.set(file, await readFile(join(folder, file)));
  return { files, bytes };
}

/** The text of one derived file of some nodes. */
export async function textOf(
  file: string,
  given: readonly Given[],
  options?: DerivedOptions,
): Promise<string> {
  const { bytes } = await derive(given, options);
  const found = bytes.get(file);
  if (found === undefined) throw new Error(`not written: ${file}`);
  return found.toString('utf8');
}

const isPair = (one: Given): one is readonly [Node, Node] => Array.isArray(one);
