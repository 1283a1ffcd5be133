import { expect, onTestFinished, test } from 'vitest';
import { type StoreKind, storeKind } from '../../../src/use/triplestore/store-kinds.js';
import { deltaInto, interruptedInto, loadInto } from './loading.js';
import { type Fate, quadsOf, type Seen, sentGraph, sentGraphs, startOxigraph } from './oxigraph-server.js';
import { dataQuadsOf, sharedReleases } from './releases.js';
import { holding } from './store-content.js';

/** Graphs take the place of others, in each of the ways that stores need; the answer to any write may be lost. */

const { after, held, fresh, quadsAfter: expected } = await sharedReleases();

const WAYS = (['by difference', 'by patterns'] as const).flatMap((moves) =>
  (['at once', 'graph by graph'] as const).map((switches) => [moves, switches] as const),
);

/** The response to each request is lost once; the client repeats the request. */
const everyAnswerLostOnce = (_: Seen, number: number): Fate => (number % 2 === 1 ? 'lost after' : 'answered');

const LOADS = { 'the release': loadInto, 'its delta': deltaInto };

test.each(WAYS.flatMap((way) => Object.entries(LOADS).map(([name, load]) => [name, ...way, load] as const)))(
  '%s takes the place of the one before: %s, %s, every answer lost once',
  async (_, moves, switches, load) => {
    const kind: StoreKind = { ...storeKind('oxigraph'), moves, swapMode: switches };
    const server = await holding(held);
    server.behave({ fate: everyAnswerLostOnce });
    await load(server.url, after, { kind });
    expect(dataQuadsOf(server.store)).toEqual(expected);
  },
);

test.each(WAYS)('graphs replace empty graphs: %s, %s, every response lost once', async (moves, switches) => {
  const server = await startOxigraph({ fate: everyAnswerLostOnce });
  onTestFinished(() => server.stop());
  await loadInto(server.url, after, { kind: { ...storeKind('oxigraph'), moves, swapMode: switches } });
  expect(dataQuadsOf(server.store)).toEqual(expected);
});

test.each(['by difference', 'by patterns'] as const)(
  'no graph is sent again after an interruption while graphs are moved: %s',
  async (moves) => {
    const kind: StoreKind = { ...storeKind('oxigraph'), moves, swapMode: 'graph by graph' };
    const straight = await startOxigraph();
    onTestFinished(() => straight.stop());
    await loadInto(straight.url, after, { kind });
    // The last graph is recorded after its last triples.
    const built = straight.seen.findLastIndex((seen) => sentGraph(seen) !== undefined) + 2;
    for (let at = built; at <= built + 6; at += 1) {
      const server = await startOxigraph();
      onTestFinished(() => server.stop());
      await interruptedInto(server, after, at, { kind });
      await loadInto(server.url, after, { kind });
      expect(sentGraphs(server.seen.slice(at)), `after write ${at}`).toEqual(new Set());
      expect(quadsOf(server.store)).toEqual(fresh);
    }
  },
);
