import { compareKeys } from '../rdf/record-order.js';
import { canonicalText } from './ntriples-text.js';
import type { InOrder, Lines } from './run-file.js';

/**
 * Merges what is in order into one order. A record that several of them hold comes once, with all its lines, each
 * once.
 */
export async function* merged(sources: readonly InOrder[]): AsyncGenerator<string> {
  const waiting = sources.filter(({ head }) => head !== undefined).sort(byHead);
  for (;;) {
    const [first, second] = waiting;
    const head = first?.head;
    if (first === undefined || head === undefined) return;
    if (second?.head?.key.record !== head.key.record) {
      yield head.text;
      await putBack(waiting, 1);
      continue;
    }
    const same = waiting.filter((one) => one.head?.key.record === head.key.record);
    yield together(same.map((one) => one.head?.text ?? ''));
    await putBack(waiting, same.length);
  }
}

/** All lines of texts about one record, as one text. */
export function together(texts: readonly string[]): string {
  return canonicalText(texts.flatMap((text) => text.split('\n').slice(0, -1)));
}

/** Takes the heads of the first few away, and puts each where its next one belongs. */
async function putBack(waiting: InOrder[], many: number): Promise<void> {
  for (const source of waiting.splice(0, many)) {
    await source.advance();
    if (source.head === undefined) continue;
    let [low, high] = [0, waiting.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (byHead(waiting[middle] as InOrder, source) < 0) low = middle + 1;
      else high = middle;
    }
    waiting.splice(low, 0, source);
  }
}

const byHead = (a: InOrder, b: InOrder): number => compareKeys((a.head as Lines).key, (b.head as Lines).key);
