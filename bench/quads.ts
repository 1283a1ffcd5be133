import type { Quad } from '@rdfjs/types';
import jsonld from 'jsonld';
import type { Context } from '../src/model/rdf/context.js';
import type { Node } from '../src/model/rdf/node.js';
import { lineByHand } from './by-hand.js';
import { ratio, seconds, whole } from './figures.js';
import { sampleOf, vocabulary } from './program.js';
import type { SpeedBench } from './results.js';
import { secondsOf } from './rounds.js';

/** Documents that jsonld is given at once in its faster way. */
const BATCH = 100;

const OURS = 'the compiled context (ours)';
const ONE = 'jsonld.toRDF, a document a record';

/**
 * `npm run bench -- quads [scale] [records]`: node → quads by the compiled context and by jsonld, on the same nodes in
 * memory. Both must give the same quads of every record; then they take turns.
 */
export const benchQuads: SpeedBench = async ({ worlds, log }, scale = '0.01', count = '4000') => {
  const { store } = await worlds.harvested(scale);
  const speaking = await vocabulary();
  const { toQuads, context } = speaking;
  const nodes = (await sampleOf(store, speaking, Number(count))).map(({ node }) => node);
  let triples = 0;
  for (const node of nodes) {
    const ours = toQuads(node);
    checkSame(node, ours, await byJsonld(context, node));
    triples += ours.length;
  }
  const took = await secondsOf(
    {
      [OURS]: () => {
        for (const node of nodes) toQuads(node);
      },
      [ONE]: async () => {
        for (const node of nodes) await byJsonld(context, node);
      },
      [`jsonld.toRDF, ${BATCH} records a document`]: async () => {
        for (let from = 0; from < nodes.length; from += BATCH) {
          await toRdf({ '@context': context.document, '@graph': nodes.slice(from, from + BATCH) });
        }
      },
    },
    log,
  );
  const reference = took[ONE] ?? 0;
  return [
    {
      mark: 'quads',
      caption:
        `${whole(nodes.length)} records of a world of scale ${scale}, ${whole(triples)} triples, nodes and quads in memory. ` +
        'Both give the same quads of every record: checked first. Medians of 3 rounds in turn.',
      rows: Object.entries(took).map(([way, time]) => ({
        way,
        s: seconds(time),
        'triples/s': whole(triples / time),
        'against jsonld, a document a record': ratio(reference, time),
      })),
    },
  ];
};

/** What jsonld makes of one node. */
export const byJsonld = (context: Pick<Context, 'document'>, node: Node): Promise<readonly Quad[]> =>
  toRdf({ '@context': context.document, ...node });

/** No context may be fetched. */
const offline = async (url: string): Promise<never> => {
  throw new Error(`a document was requested: ${url}`);
};

const toRdf = async (document: object): Promise<readonly Quad[]> => {
  const options: object = { documentLoader: offline };
  return (await jsonld.toRDF(document as jsonld.JsonLdDocument, options)) as readonly Quad[];
};

/** @throws Error when two ways give different quads of a record */
function checkSame(node: Node, ours: readonly Quad[], theirs: readonly Quad[]): void {
  const [mine, other] = [linesOf(ours), linesOf(theirs)];
  if (mine !== other) throw new Error(`They differ about ${node.id}:\n${mine}\n---\n${other}`);
}

const linesOf = (quads: readonly Quad[]): string => [...new Set(quads.map(lineByHand))].sort().join('');
