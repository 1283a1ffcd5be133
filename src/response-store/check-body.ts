import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { messageOf } from '../base/errors.js';
import type { FoundEntry } from './entry.js';
import { errorCode } from './store-errors.js';

/** What is wrong with a file of a store, and what to do about it. */
export interface StoreProblem {
  /** Below the store's folder, with `/` between folders. */
  readonly file: string;
  /** Completes "This file …". */
  readonly wrong: string;
  readonly remedy: string;
}

/** How large a body is that is what was stored. */
export interface SoundBody {
  readonly packed: number;
  readonly unpacked: number;
}

const FETCH_ANEW = 'Bring the store back from a copy, or delete it and run `folklore-ld harvest`.';
const LOOK_AT_DISK = 'See whether this user may read it, and whether the disk is sound.';

/**
 * Reads one stored body to its end and compares it with what the manifest says of it. It is never unpacked
 * further than it should reach, so no more than one answer is in memory, whatever the file holds.
 */
export async function checkBody(directory: string, entry: FoundEntry): Promise<SoundBody | StoreProblem> {
  const file = join(directory, entry.file);
  const problem = (wrong: string, remedy = FETCH_ANEW) => ({ file: entry.file, wrong, remedy });
  try {
    const found = await stat(file);
    // A pipe would be waited for without end.
    if (!found.isFile()) return problem('is not a file');
    const body = await unpack(file, entry.bytes);
    if (body === undefined) return problem(`is longer, unpacked, than the ${entry.bytes} bytes recorded`);
    if (body.length !== entry.bytes) {
      return problem(`is ${body.length} bytes long, unpacked, not the ${entry.bytes} recorded`);
    }
    if (sha256(body) !== entry.sha256) return problem('has not the checksum that is recorded');
    if (!isJson(body)) return problem('is not JSON, though it is what was recorded');
    return { packed: found.size, unpacked: body.length };
  } catch (thrown) {
    const code = errorCode(thrown);
    if (code === '') throw thrown;
    if (code === 'ENOENT') return problem('is missing');
    return code.startsWith('Z_')
      ? problem(`cannot be unpacked: ${messageOf(thrown)}`)
      : problem(`cannot be read: ${messageOf(thrown)}`, LOOK_AT_DISK);
  }
}

/** Unpacks a file as far as it should reach; undefined when it goes on behind that. */
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
    // To stop reading counts as an error, too.
    if (length <= longest) throw thrown;
  }
  return length > longest ? undefined : Buffer.concat(chunks);
}

function sha256(body: Buffer): string {
  return createHash('sha256').update(body).digest('hex');
}

/** Whether a body is what the services promise (wire-format 1): JSON in UTF-8. */
function isJson(body: Buffer): boolean {
  try {
    JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
    return true;
  } catch {
    return false;
  }
}
