import { compareKeys, type RecordKey } from '../../../model/rdf/record-order.js';
import { joinedLines, type RunReader } from './ntriples-run.js';

/** A record with the lines of all sources, each line once. */
export interface MergedRecord {
  readonly key: RecordKey;
  /** UTF-8, valid until the next record is asked for. */
  readonly lines: Uint8Array;
  /** Lines that several sources had. */
  readonly repeated: number;
}

/**
 * Merges sorted sources into one order. A record that several sources have comes once.
 *
 * @param take called with each record; a promise is waited for
 */
export async function mergeSorted(
  sources: readonly RunReader[],
  take: (record: MergedRecord) => void | Promise<void>,
): Promise<void> {
  const open = sources.filter(({ head }) => head !== undefined).sort(byHead);
  for (let first = open[0]; first !== undefined; first = open[0]) {
    const key = first.head as RecordKey;
    let same = 1;
    while (open[same]?.head?.record === key.record) same += 1;
    // Promises are waited for only where there is one: most records are in memory.
    const taken = take({ key, ...joinedLines(open.slice(0, same).map(({ lines }) => lines)) });
    if (taken !== undefined) await taken;
    for (const source of open.splice(0, same)) {
      const advanced = source.advance();
      if (advanced !== undefined) await advanced;
      if (source.head !== undefined) insert(open, source);
    }
  }
}

/** Inserts a source at the place of its head. */
function insert(open: RunReader[], source: RunReader): void {
  let [low, high] = [0, open.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (byHead(open[middle] as RunReader, source) < 0) low = middle + 1;
    else high = middle;
  }
  open.splice(low, 0, source);
}

const byHead = (a: RunReader, b: RunReader): number => compareKeys(a.head as RecordKey, b.head as RecordKey);
