import { expect, onTestFinished, test } from 'vitest';
import { type StoreKind, storeKind } from '../../../src/use/triplestore/store-kinds.js';
import { deltaInto, interruptedInto, loadInto } from './loading.js';
import { quadsOf, sentGraph, sentGraphs, startOxigraph } from './oxigraph-server.js';
import { dataQuadsOf, sharedReleases } from './releases.js';

/** Graphs take the place of others, in each of the ways that stores need; the answer to any write may be lost. */

const { before, after, fresh, quadsBefore, quadsAfter } = await sharedReleases();

const kindOf = (moves: StoreKind['moves'], swapMode: StoreKind['swapMode']): StoreKind => ({
  ...storeKind('oxigraph'),
  ...{ moves, swapMode },
});
const MOVES = ['by difference', 'by patterns'] as const;

test.each(
  MOVES.flatMap((moves) =>
    (['at once', 'graph by graph'] as const).map((switches) => [moves, switches] as const),
  ),
)(
  'graphs take the place of none, of those before by the delta, and of those before by a load, every answer lost once: %s, %s',
  async (moves, switches) => {
    const kind = kindOf(moves, switches);
    const server = await startOxigraph();
    onTestFinished(() => server.stop());
    const begun = [0];
    // The client repeats each request whose answer is lost.
    server.behave({
      fate: (_, number) => ((number - (begun.at(-1) ?? 0)) % 2 === 1 ? 'lost after' : 'answered'),
    });
    for (const [load, release, expected] of [
      [loadInto, before, quadsBefore],
      [deltaInto, after, quadsAfter],
      [loadInto, before, quadsBefore],
    ] as const) {
      await load(server.url, release, { kind });
      expect(dataQuadsOf(server.store)).toEqual(expected);
      begun.push(server.seen.length);
    }
  },
);

test.each(MOVES)('no graph is sent again after an interruption while graphs are moved: %s', async (moves) => {
  const kind = kindOf(moves, 'graph by graph');
  const straight = await startOxigraph();
  onTestFinished(() => straight.stop());
  await loadInto(straight.url, after, { kind });
  // The last graph is recorded after its last triples.
  const built = straight.seen.findLastIndex((seen) => sentGraph(seen) !== undefined) + 2;
  for (const at of [built, built + 1, built + 4]) {
    const server = await startOxigraph();
    onTestFinished(() => server.stop());
    await interruptedInto(server, after, at, { kind });
    await loadInto(server.url, after, { kind });
    expect(sentGraphs(server.seen.slice(at)), `after write ${at}`).toEqual(new Set());
    expect(quadsOf(server.store)).toEqual(fresh);
  }
});
