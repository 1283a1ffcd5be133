import { type Publication, storeNames } from '../../model/rdf/iris.js';
import { compareKeys } from '../../model/rdf/record-order.js';
import { DatasetPair } from './dataset-pair.js';
import type { NtriplesFile } from './sorted-release.js';

/** The N-Triples of two releases. */
export interface Releases {
  readonly before: readonly NtriplesFile[];
  readonly after: readonly NtriplesFile[];
}

/** All datasets of both releases, by name. */
export const datasetsOf = ({ before, after }: Releases): string[] =>
  [...new Set([...before, ...after].map(({ dataset }) => dataset))].sort();

/** The lines of a record in one dataset of both releases; empty where a release does not have it. */
export interface Part {
  readonly dataset: string;
  readonly before: string;
  readonly after: string;
  /** The single lines; throws FolkloreError FILE_UNREADABLE when they are not in order. */
  readonly lines: () => { readonly before: readonly string[]; readonly after: readonly string[] };
}

/** A record in both releases, one character a byte. */
export interface Compared {
  readonly record: string;
  readonly parts: readonly Part[];
}

/** The size of a dataset of one release. */
interface DatasetSize {
  readonly records: number;
  readonly lines: number;
}

/** Bytes between two reports of progress. */
const PROGRESS_STEP = 1 << 22;

/** Reads two releases at the same time, record by record, once. */
export class Comparison {
  readonly #pairs: readonly DatasetPair[];

  /** @param onProgress given the bytes read of all bytes on disk; what it throws ends the comparison */
  constructor(
    releases: Releases,
    placeOf: GraphLayoutOf,
    onProgress?: (done: number, total: number) => void,
  ) {
    const { before, after } = releases;
    const total = [...before, ...after].reduce((sum, { bytes }) => sum + bytes, 0);
    const read = new Map<NtriplesFile, number>();
    let [done, reported] = [0, 0];
    const onRead = (file: NtriplesFile, bytes: number): void => {
      done += bytes - (read.get(file) ?? 0);
      read.set(file, bytes);
      if (done - reported < PROGRESS_STEP && done < total) return;
      reported = done;
      onProgress?.(done, total);
    };
    const fileOf = (files: readonly NtriplesFile[], name: string): NtriplesFile | undefined =>
      files.find(({ dataset }) => dataset === name);
    this.#pairs = datasetsOf(releases).map(
      (name) =>
        new DatasetPair(
          name,
          { before: fileOf(before, name), after: fileOf(after, name), base: placeOf(name).base },
          onRead,
        ),
    );
  }

  /**
   * The records of both releases in their order.
   *
   * @param unchanged whether records that are the same in both are among them
   * @throws FolkloreError FILE_UNREADABLE
   */
  async *records(unchanged: 'included' | 'skipped'): AsyncGenerator<Compared> {
    try {
      const waiting: DatasetPair[] = [];
      for (const pair of this.#pairs) {
        await pair.fill();
        insert(waiting, pair);
      }
      for (;;) {
        const record = waiting[0]?.head?.key.record;
        if (record === undefined) return;
        let many = 1;
        while (waiting[many]?.head?.key.record === record) many += 1;
        const same = waiting.splice(0, many);
        if (unchanged === 'included' || same.some(({ head }) => head?.before?.text !== head?.after?.text)) {
          yield { record, parts: same.map(partOf).sort((a, b) => (a.dataset < b.dataset ? -1 : 1)) };
        }
        for (const pair of same) {
          if (!pair.advance()) await pair.fill();
          insert(waiting, pair);
        }
      }
    } finally {
      for (const pair of this.#pairs) await pair.close();
    }
  }

  /** The size of a dataset, once everything has been read. */
  sizeOf(side: 'before' | 'after', name: string): DatasetSize {
    const file = this.#pairs.find(({ dataset }) => dataset === name)?.[side];
    return { records: file?.records ?? 0, lines: file?.lines ?? 0 };
  }
}

/** Inserts a dataset by its next record, which mostly comes first. */
function insert(waiting: DatasetPair[], pair: DatasetPair): void {
  if (pair.head === undefined) return;
  const { key } = pair.head;
  const follows = waiting.findIndex(({ head }) => head !== undefined && compareKeys(head.key, key) > 0);
  waiting.splice(follows < 0 ? waiting.length : follows, 0, pair);
}

function partOf(pair: DatasetPair): Part {
  const [before, after] = [pair.head?.before, pair.head?.after];
  return {
    dataset: pair.dataset,
    before: before?.text ?? '',
    after: after?.text ?? '',
    lines: () => ({
      before: before === undefined ? [] : pair.before.linesOf(before),
      after: after === undefined ? [] : pair.after.linesOf(after),
    }),
  };
}

/** The publication and the graph of a dataset. */
interface GraphLayout {
  /** Publications have different licences, so no file holds changes of two. */
  readonly publication: Publication;
  /** The data base IRI. A subject outside of it is no record of the release. */
  readonly base: string;
  /** The named graph of its lines. */
  readonly graph: string;
  /** `omissions`: records that are not there. */
  readonly holds: 'records' | 'omissions';
}

/** The layout of a dataset, by its name. */
export type GraphLayoutOf = (dataset: string) => GraphLayout;

/** The graph with the description of the release, which names records as examples. */
export const catalogueOf = ({ base }: GraphLayout): string => storeNames(base).catalogue;

export const datasetsWithRecords = (parts: readonly Part[], placeOf: GraphLayoutOf): readonly Part[] =>
  parts.filter(({ dataset }) => placeOf(dataset).holds === 'records');
