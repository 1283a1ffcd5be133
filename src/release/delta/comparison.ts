import { mintIris, type Publication, storeNames } from '../../rdf/iris.js';
import { compareKeys, type RecordKey } from '../../rdf/record-order.js';
import { type NtriplesFile, RecordFile } from './sorted-release.js';

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
export interface DatasetSize {
  readonly records: number;
  readonly lines: number;
}

type Side = 'before' | 'after';
interface Source {
  readonly side: Side;
  readonly file: RecordFile;
}

/** Bytes between two reports of progress. */
const PROGRESS_STEP = 1 << 22;

/** Reads two releases at the same time, record by record, once. */
export class Comparison {
  readonly #sources: readonly Source[];

  /** @param onProgress given the bytes read of all bytes on disk; what it throws ends the comparison */
  constructor({ before, after }: Releases, onProgress?: (done: number, total: number) => void) {
    const total = [...before, ...after].reduce((sum, { bytes }) => sum + bytes, 0);
    const read = new Map<NtriplesFile, number>();
    let [done, reported] = [0, 0];
    const onRead = (file: NtriplesFile) => (bytes: number) => {
      done += bytes - (read.get(file) ?? 0);
      read.set(file, bytes);
      if (done - reported < PROGRESS_STEP && done < total) return;
      reported = done;
      onProgress?.(done, total);
    };
    const source = (side: Side) => (file: NtriplesFile) => ({
      side,
      file: new RecordFile(file, onRead(file)),
    });
    this.#sources = [...before.map(source('before')), ...after.map(source('after'))];
  }

  /**
   * The records of both releases in their order.
   *
   * @param unchanged whether records that are the same in both are among them
   * @throws FolkloreError FILE_UNREADABLE
   */
  async *records(unchanged: 'included' | 'skipped'): AsyncGenerator<Compared> {
    try {
      const waiting: Source[] = [];
      for (const source of this.#sources) {
        await source.file.fill();
        insert(waiting, source);
      }
      for (;;) {
        const key = waiting[0]?.file.head?.key;
        if (key === undefined) return;
        let many = 1;
        while (waiting[many]?.file.head?.key.record === key.record) many += 1;
        const same = waiting.splice(0, many);
        if (unchanged === 'included' || !isUnchanged(same)) yield together(key, same);
        for (const source of same) {
          if (!source.file.advance()) await source.file.fill();
          insert(waiting, source);
        }
      }
    } finally {
      for (const { file } of this.#sources) await file.close();
    }
  }

  /** The size of a dataset, once everything has been read. */
  sizeOf(side: Side, dataset: string): DatasetSize {
    const file = this.#sources.find((one) => one.side === side && one.file.dataset === dataset)?.file;
    return { records: file?.records ?? 0, lines: file?.lines ?? 0 };
  }
}

const keyOf = ({ file }: Source): RecordKey => file.head?.key as RecordKey;

/** Inserts a source by its next record, which mostly comes first. */
function insert(waiting: Source[], source: Source): void {
  if (source.file.head === undefined) return;
  const key = keyOf(source);
  let at = 0;
  while (at < waiting.length && compareKeys(keyOf(waiting[at] as Source), key) <= 0) at += 1;
  waiting.splice(at, 0, source);
}

/** Whether every dataset has the same lines of a record in both releases. */
function isUnchanged(same: readonly Source[]): boolean {
  return same.every(({ side, file }) => {
    const other = same.find((one) => one.side !== side && one.file.dataset === file.dataset);
    return other?.file.head?.text === file.head?.text;
  });
}

function together({ record }: RecordKey, same: readonly Source[]): Compared {
  const datasets = [...new Set(same.map(({ file }) => file.dataset))].sort();
  return { record, parts: datasets.map((dataset) => partOf(dataset, same)) };
}

function partOf(dataset: string, same: readonly Source[]): Part {
  const file = (side: Side) => same.find((one) => one.side === side && one.file.dataset === dataset)?.file;
  const [old, now] = [file('before'), file('after')];
  const [before, after] = [old?.head, now?.head];
  return {
    dataset,
    before: before?.text ?? '',
    after: after?.text ?? '',
    lines: () => ({
      before: before === undefined ? [] : (old?.linesOf(before) ?? []),
      after: after === undefined ? [] : (now?.linesOf(after) ?? []),
    }),
  };
}

/** The publication and the graph of a dataset. */
export interface GraphLayout {
  /** Publications have different licences, so no file holds changes of two. */
  readonly publication: Publication;
  /** The named graph of its lines. */
  readonly graph: string;
  /** `omissions`: records that are not there. */
  readonly holds: 'records' | 'omissions';
}

/** The layout of a dataset, by its name. */
export type GraphLayoutOf = (dataset: string) => GraphLayout;

/** The graph with the description of the release, which names records as examples. */
export const catalogueOf = (dataset: string, { publication, graph }: GraphLayout): string =>
  storeNames(graph.slice(0, -mintIris('').graph(publication, dataset).length)).catalogue;

export const datasetsWithRecords = (parts: readonly Part[], placeOf: GraphLayoutOf): readonly Part[] =>
  parts.filter(({ dataset }) => placeOf(dataset).holds === 'records');
