import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Node } from '../../../src/model/rdf/node.js';
import { makeFolder, removeFolder } from '../../support/files.js';
import { harvestSample } from '../../support/sample-release.js';
import type { Given } from './derive.js';

/** The nodes in the dumps of a release of the sample, and the same with what is said apart of places of the place-names database. */
export async function sampleNodes(): Promise<{ nodes: readonly Node[]; given: readonly Given[] }> {
  const folder = await makeFolder();
  const { directory, dumps } = await (await harvestSample(folder))('sample');
  const nodes: Node[] = [];
  const identities = new Map<string, Node>();
  for (const { file } of dumps.filter((dump) => /\.jsonld(\.gz)?$/.test(dump.file))) {
    const isLinks = /^(placenames-)?links\./.test(file);
    const bytes = await readFile(join(directory, 'data', file));
    const text = (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
    for (const node of (JSON.parse(text) as { '@graph': Node[] })['@graph']) {
      if (!isLinks || node.type !== undefined) nodes.push(node);
      else if (file.startsWith('p')) identities.set(node.id, node);
    }
  }
  await removeFolder(folder);
  const given = nodes.map((node) => {
    const identity = identities.get(node.id);
    return identity === undefined ? node : ([node, identity] as const);
  });
  return { nodes, given };
}
