import { basename } from 'node:path';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { replaceFile } from '../../base/durable.js';
import type { Dataset } from '../../model/records/datasets.js';
import type { ObservedPeople } from '../../model/records/observations.js';
import type { Kind, PublishableRecord } from '../../model/records/record.js';
import type { Finding } from '../../model/shacl/finding.js';
import type { Counted } from '../../release/description/statistics.js';
import { type DatasetChunk, type StoredChunk, storeChunk } from '../../release/dumps/dataset-chunk.js';
import { type Part, readParts, readSummary, writePartsFile } from '../../release/dumps/parts-file.js';
import type { Pieces } from '../../release/dumps/text-buffer.js';
import type { DerivedChunk, StoredDerivedChunk } from '../../release/tables/derived-file.js';
import type { CompletenessCounts } from '../map-records/completeness.js';
import type { ShardRows } from '../rows/row-buffer.js';
import type { SlowRecord } from './profile.js';
import type { ExamplesSeen } from './query-examples.js';
import type { Names } from './record-names.js';

/** What the build report and the consistency checks need of a mapped shard. Plain data. */
interface ShardSummary {
  /** Generated records, by kind: no answer holds them as they are. */
  readonly generated: ReadonlyMap<Kind, number>;
  readonly published: ReadonlyMap<Kind, number>;
  /** Statements that published records lack because they violated a shape or rule, by kind. */
  readonly trimmed: ReadonlyMap<Kind, number>;
  /** Records with findings, in the order of mapping. */
  readonly findings: readonly RecordFindings[];
  /** Codes that are in no list, record by record. */
  readonly unknownCodes: readonly (readonly [kind: Kind, codes: readonly string[]])[];
  readonly counted: Counted;
  /** What published records have and what they lack. */
  readonly completeness: CompletenessCounts;
  /** Records that the queries of the release can ask about. */
  readonly examples: ExamplesSeen;
  /** What checks across records need. */
  readonly rows: ShardRows;
  /** Nodes that each shape applied to. */
  readonly shapesMet: ReadonlyMap<string, number>;
  /** People who are recorded in other answers too: they are mapped in a second round. */
  readonly observed: readonly ObservedPeople[];
  readonly triples: number;
  /** Records mapped, published or not. */
  readonly records: number;
}

/** Time per stage of one shard, with `--profile`. */
export interface ShardTimes {
  readonly stages: ReadonlyMap<string, number>;
  readonly slowest: readonly SlowRecord[];
}

/** The result of mapping a shard: a summary, and the serialised records for every file. */
export interface ShardOutput extends ShardSummary {
  readonly chunks: ReadonlyMap<Dataset, DatasetChunk>;
  /** In the order of the table of derived files. */
  readonly derived: readonly DerivedChunk[];
  /** The names of published records. */
  readonly names: Pieces;
}

/** A shard output whose bytes are in a file. Plain data. */
export interface StoredShardOutput extends ShardSummary {
  readonly chunks: ReadonlyMap<Dataset, StoredChunk>;
  readonly derived: readonly StoredDerivedChunk[];
  readonly names: Part;
}

/** A record and what was found about it. */
export interface RecordFindings {
  readonly one: PublishableRecord;
  readonly findings: readonly Finding[];
  readonly isPublished: boolean;
  /** Violations of parts that it is published without. */
  readonly leftOut: readonly Finding[];
  /** Its label, page and place. */
  readonly names: Names;
}

const FAST = { level: 1 };

/**
 * Writes a shard output to a file of its own, which appears whole and replaces one of the same name. The file remembers its
 * name.
 *
 * @param isSynced whether it is on the disk when this resolves; a damaged one is found when it is read
 * @throws the error of the file system
 */
export async function writeShardOutput(path: string, output: ShardOutput, isSynced = false): Promise<void> {
  const write = async (partial: string): Promise<void> =>
    writePartsFile(partial, (add) => {
      const stored: StoredShardOutput = {
        ...output,
        chunks: new Map([...output.chunks].map(([dataset, chunk]) => [dataset, storeChunk(chunk, add)])),
        derived: output.derived.map((chunk) => ({ ...chunk, text: add(chunk.text) })),
        names: add(output.names),
      };
      // A whole archive has a gigabyte of rows.
      return [basename(path), { ...stored, rows: deflateRawSync(JSON.stringify(output.rows), FAST) }];
    });
  await replaceFile(path, write, { isShared: true, isCache: !isSynced });
}

/**
 * Reads what {@link writeShardOutput} has written, but for the bytes of the records.
 *
 * @throws Error when the file is damaged or was written under another name; the error of the file system
 */
export async function readShardOutput(path: string): Promise<StoredShardOutput> {
  const [name, { rows, ...output }] = (await readSummary(path)) as readonly [
    string,
    Omit<StoredShardOutput, 'rows'> & { readonly rows: Uint8Array },
  ];
  if (name !== basename(path)) throw new Error(`The file ${path} is a copy of ${name}.`);
  const here = (part: Part): Part => ({ ...part, path });
  const chunkHere = ({ texts, run, ...chunk }: StoredChunk): StoredChunk => ({
    ...chunk,
    texts: Object.fromEntries(
      Object.entries(texts).map(([format, { bytes, used }]) => [format, { bytes: here(bytes), used }]),
    ),
    ...(run === undefined ? {} : { run: { ...run, frames: here(run.frames) } }),
  });
  return {
    ...output,
    rows: JSON.parse(inflateRawSync(rows).toString()) as ShardRows,
    chunks: new Map([...output.chunks].map(([dataset, chunk]) => [dataset, chunkHere(chunk)])),
    derived: output.derived.map((chunk) => ({ ...chunk, text: here(chunk.text) })),
    names: here(output.names),
  };
}

/** Whether a file is a shard output, and all its bytes are what was written. */
export async function isWholeOutput(path: string): Promise<boolean> {
  try {
    const output = await readShardOutput(path);
    await readParts(path, [
      ...[...output.chunks.values()].flatMap(({ texts, run }) => [
        ...Object.values(texts).map(({ bytes }) => bytes),
        ...(run === undefined ? [] : [run.frames]),
      ]),
      ...output.derived.map(({ text }) => text),
      output.names,
    ]);
    return true;
  } catch {
    return false;
  }
}
