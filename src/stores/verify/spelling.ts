import type { Quad } from '@rdfjs/types';
import type { LoadableGraph } from '../loadable.js';
import type { Asked } from './asking.js';
import { isTelling, md5, SPELLINGS, type Spelling } from './checksum.js';
import { isAskable } from './looking-up.js';
import { triplesOf } from './release-triples.js';

/**
 * Finds out how a store spells, by a text that it holds: Virtuoso 7.2.5.1 spells what stands in a query otherwise (run).
 *
 * @param graphs those that are in the store
 * @returns undefined when its MD5 is none that is known
 * @throws FolkloreError as the client does; FILE_UNREADABLE
 */
export async function spellingOf(
  graphs: readonly LoadableGraph[],
  store: Asked,
): Promise<Spelling | undefined> {
  for (const graph of graphs) {
    const triple = await tellingTripleOf(graph);
    if (triple === undefined) continue;
    const { subject, predicate } = triple;
    const rows = await store.query(
      `SELECT (STR(?o) AS ?text) (MD5(CONCAT(STR(?s), " ", STR(?o))) AS ?md5) WHERE { VALUES (?s ?p) { (<${subject.value}> <${predicate.value}>) } GRAPH <${graph.graph}> { ?s ?p ?o } }`,
    );
    for (const row of rows) {
      const [text = '', made = ''] = ['text', 'md5'].map((one) => row.get(one)?.value);
      if (!isTelling(text)) continue;
      return SPELLINGS.find((one) => md5(`${subject.value} ${text}`, one) === made.toLowerCase());
    }
  }
  // Then there is nothing to spell.
  return 'utf-8';
}

/** The first triple of a graph that shows how its text is spelt. */
async function tellingTripleOf(graph: LoadableGraph): Promise<Quad | undefined> {
  for await (const triples of triplesOf(graph)) {
    const telling = triples.find(
      (one) => one.object.termType === 'Literal' && isTelling(one.object.value) && isAskable(one),
    );
    if (telling !== undefined) return telling;
  }
  return undefined;
}
