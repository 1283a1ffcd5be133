import { expect, onTestFinished, test } from 'vitest';
import { type StoreKind, storeKind } from '../../src/use/triplestore/store-kinds.js';
import { deltaInto, loadInto } from './loading.js';
import { type Fate, type Seen, startOxigraph } from './oxigraph-server.js';
import { dataQuadsOf, sharedReleases } from './releases.js';
import { holding } from './store-content.js';

/** Graphs take the place of others, in each of the ways that stores need; the answer to any write may be lost. */

const { after, held, quadsAfter: expected } = await sharedReleases();

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
