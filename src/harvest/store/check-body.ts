import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { errorCode, messageOf } from '../../base/errors.js';
import { sha256 } from '../../base/sha256.js';
import type { FoundEntry } from './entry.js';

/** A problem of a file of a store, with its remedy. */
export interface StoreProblem {
  /** A path below the store, with `/` as separator. */
  readonly file: string;
  /** Completes "This file …". */
  readonly wrong: string;
  readonly remedy: string;
}

/** The sizes of a body without problems, in bytes. */
export interface SoundBody {
  readonly packed: number;
  readonly unpacked: number;
}

const HARVEST = 'Run `folklore-ld harvest`: it requests this answer again.';
const CHECK_DISK = 'Check the permissions of the file, and the disk.';

/**
 * Reads a stored body and compares it with its entry in the manifest. It is unpacked to the recorded length at most, so that
 * a damaged file does not fill the memory.
 */
export async function checkBody(directory: string, entry: FoundEntry): Promise<SoundBody | StoreProblem> {
  const file = join(directory, entry.file);
  const problem = (wrong: string, remedy = HARVEST) => ({ file: entry.file, wrong, remedy });
  try {
    const found = await stat(file);
    // Reading a pipe would not end.
    if (!found.isFile()) return problem('is not a file');
    const body = await unpack(file, entry.bytes);
    if (body === undefined) return problem(`is longer, unpacked, than the ${entry.bytes} bytes recorded`);
    if (body.length !== entry.bytes) {
      return problem(`is ${body.length} bytes long, unpacked, not the ${entry.bytes} recorded`);
    }
    if (sha256(body) !== entry.sha256) return problem('has another checksum than the manifest');
    if (!isJson(body)) return problem('is not JSON, although its checksum is right');
    return { packed: found.size, unpacked: body.length };
  } catch (thrown) {
    const code = errorCode(thrown);
    if (code === '') throw thrown;
    if (code === 'ENOENT') return problem('is missing');
    return code.startsWith('Z_')
      ? problem(`cannot be unpacked: ${messageOf(thrown)}`)
      : problem(`cannot be read: ${messageOf(thrown)}`, CHECK_DISK);
  }
}

/** Unpacks a file; undefined when it is longer than expected. */
async function unpack(file: string, longest: number): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    await pipeline(createReadStream(file), createGunzip(), async (unpacked: AsyncIterable<Buffer>) => {
      for await (const chunk of unpacked) {
        length += chunk.length;
        if (length > longest) return;
        chunks.push(chunk);
      }
    });
  } catch (thrown) {
    // Ending the pipeline early is an error of its own.
    if (length <= longest) throw thrown;
  }
  return length > longest ? undefined : Buffer.concat(chunks);
}

/** Whether a body is JSON in UTF-8 (wire-format 1). */
function isJson(body: Buffer): boolean {
  try {
    JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
    return true;
  } catch {
    return false;
  }
}
