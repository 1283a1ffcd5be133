import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { bytesOfFile } from '../../base/file-bytes.js';
import { TextFile } from '../../release/dumps/compressed-file.js';
import { stateFile } from './feed-file.js';

/*
 * The records that a stream has after a release, each with the checksum of its lines and the release that has its latest
 * version: all that is needed to find what the next release has changed, when the release itself is gone. Texts are one
 * character a byte, as in the room `delta`.
 */

/** A record of a stream. */
export interface LiveRecord {
  readonly record: string;
  readonly digest: string;
  /** The number of the release in the streams, from 0, that has its latest version. */
  readonly release: number;
}

/** Characters of a checksum: 120 bits. */
const DIGEST = 20;

/** The checksum of the lines of a record, one character a byte. */
export const digestOf = (lines: string): string =>
  createHash('sha256').update(lines, 'latin1').digest('base64url').slice(0, DIGEST);

const fileOf = (state: string, dataset: string): string => join(state, stateFile(dataset));

/** Lines that are encoded at once. */
const BATCH = 1000;

/** Writes the records of one stream, in their order. */
export class LiveRecordsWriter {
  readonly #file: TextFile;
  #lines: string[] = [];

  private constructor(file: TextFile) {
    this.#file = file;
  }

  /** @param state the folder of the state, which must exist */
  static async create(state: string, dataset: string): Promise<LiveRecordsWriter> {
    return new LiveRecordsWriter(await TextFile.create(fileOf(state, dataset).replace(/\.gz$/, ''), 'gzip'));
  }

  async add({ record, digest, release }: LiveRecord): Promise<void> {
    this.#lines.push(`${record}\t${digest}\t${release}\n`);
    if (this.#lines.length >= BATCH) await this.#flush();
  }

  async close(): Promise<void> {
    await this.#flush();
    await this.#file.close();
  }

  abandon(): Promise<void> {
    return this.#file.abandon();
  }

  async #flush(): Promise<void> {
    await this.#file.write(Buffer.from(this.#lines.join(''), 'latin1'));
    this.#lines = [];
  }
}

/**
 * The records of a stream, in their order.
 *
 * @throws the error of the file system; Error when the file is damaged
 */
export async function* liveRecords(state: string, dataset: string): AsyncGenerator<LiveRecord> {
  let rest = '';
  for await (const bytes of bytesOfFile(fileOf(state, dataset), { isPacked: true })) {
    const lines = (rest + bytes.toString('latin1')).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const [record = '', digest = '', release] = line.split('\t');
      yield { record, digest, release: Number(release) };
    }
  }
  if (rest !== '') throw new Error(`${fileOf(state, dataset)} ends within a line`);
}
