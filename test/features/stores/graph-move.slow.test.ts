import { expect, onTestFinished, test } from 'vitest';
import { type StoreKind, storeKind } from '../../../src/features/stores/store-kinds.js';
import { interruptedInto, loadInto } from './loading.js';
import { quadsOf, sentGraph, sentGraphs, startOxigraph } from './oxigraph-server.js';
import { dataQuadsOf, sharedReleases } from './releases.js';

/** Graphs take the place of others, in both ways that stores need; the answer to any write may be lost. */

const { before, after, fresh, quadsBefore, quadsAfter } = await sharedReleases();

const kindOf = (fillsEmptyGraphBy: StoreKind['fillsEmptyGraphBy']): StoreKind => ({
  ...storeKind('oxigraph'),
  fillsEmptyGraphBy,
});
const WAYS = ['INSERT', 'ADD'] as const;

test.each(WAYS)(
  'graphs take the place of none, of those before, and of those after, every answer lost once: %s',
  async (way) => {
    const kind = kindOf(way);
    const server = await startOxigraph();
    onTestFinished(() => server.stop());
    const begun = [0];
    // The client repeats each request whose answer is lost.
    server.behave({
      fate: (_, number) => ((number - (begun.at(-1) ?? 0)) % 2 === 1 ? 'lost after' : 'answered'),
    });
    for (const [release, expected] of [
      [before, quadsBefore],
      [after, quadsAfter],
      [before, quadsBefore],
    ] as const) {
      await loadInto(server.url, release, { kind });
      expect(dataQuadsOf(server.store)).toEqual(expected);
      begun.push(server.seen.length);
    }
  },
);

test.each(WAYS)('no graph is sent again after an interruption while graphs are moved: %s', async (way) => {
  const kind = kindOf(way);
  const straight = await startOxigraph();
  onTestFinished(() => straight.stop());
  await loadInto(straight.url, after, { kind });
  // The last graph is recorded after its last triples, then all are moved.
  const built = straight.seen.findLastIndex((seen) => sentGraph(seen) !== undefined) + 2;
  expect(straight.seen.length).toBe(built + 2);
  for (const at of [built, built + 1]) {
    const server = await startOxigraph();
    onTestFinished(() => server.stop());
    await interruptedInto(server, after, at, { kind });
    await loadInto(server.url, after, { kind });
    expect(sentGraphs(server.seen.slice(at)), `after write ${at}`).toEqual(new Set());
    expect(quadsOf(server.store)).toEqual(fresh);
  }
});
