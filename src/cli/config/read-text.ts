import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { errorCode } from '../../base/errors.js';

/** Milliseconds to wait for the writer of a pipe, which may start later than this program. */
const PIPE_TIMEOUT_MS = 5000;
const PIPE_PAUSE_MS = 20;

/** The longest configuration or key, in MiB. */
const MOST_MIB = 1;

/**
 * Reads a small text that the user names: a regular file, or a pipe such as that of `--config <(envsubst < template.yaml)`.
 * It is opened without blocking, because a blocking read of a pipe without a writer never ends. Neither does a device.
 *
 * @throws Error when it is neither a file nor a pipe, is longer than 1 MiB, or no data arrives in time; the error of the
 *   file system
 */
export function readText(path: string): string {
  const handle = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const kind = fstatSync(handle);
    if (!kind.isFile() && !kind.isFIFO()) throw new Error('it is neither a file nor a pipe');
    return readAll(handle, kind.isFIFO());
  } finally {
    closeSync(handle);
  }
}

function readAll(handle: number, isPipe: boolean): string {
  const chunks: Buffer[] = [];
  const buffer = Buffer.alloc(1 << 16);
  let total = 0;
  for (let waited = 0; waited < PIPE_TIMEOUT_MS; ) {
    const length = readNow(handle, buffer);
    if (length === 0 && (!isPipe || total > 0)) return Buffer.concat(chunks).toString('utf8');
    if (length !== undefined && length > 0) {
      total += length;
      if (total > MOST_MIB << 20) throw new Error(`it is longer than ${MOST_MIB} MiB`);
      chunks.push(Buffer.from(buffer.subarray(0, length)));
    } else {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PIPE_PAUSE_MS);
      waited += PIPE_PAUSE_MS;
    }
  }
  throw new Error(`it is a pipe, and no data arrived in ${PIPE_TIMEOUT_MS / 1000} seconds`);
}

/** Bytes read: 0 at the end of a file or when the pipe has no writer, undefined when its writer has not written yet. */
function readNow(handle: number, buffer: Buffer): number | undefined {
  try {
    return readSync(handle, buffer);
  } catch (thrown) {
    if (errorCode(thrown) === 'EAGAIN') return undefined;
    throw thrown;
  }
}
