import type { Writable } from 'node:stream';
import { FolkloreError, messageOf } from '../../base/errors.js';

/** Standard output and standard error during a command. */
interface WatchedOutput {
  /**
   * Waits until the results are written.
   *
   * @throws FolkloreError OUTPUT_UNWRITABLE
   */
  flush(): Promise<void>;
  /** Waits until results and log are written, and stops watching. */
  close(): Promise<void>;
}

/**
 * Watches both outputs, so that an error does not end the process during its work. A reader may close the pipe, as
 * `head` does; log lines that cannot be written are dropped.
 */
export function watchOutput(results: Writable, log: Writable): WatchedOutput {
  let error: unknown;
  const keepError = (thrown: NodeJS.ErrnoException) => {
    if (thrown.code !== 'EPIPE') error ??= thrown;
  };
  const ignore = () => {};
  results.on('error', keepError);
  log.on('error', ignore);
  return {
    flush: async () => {
      await written(results);
      if (error === undefined) return;
      throw new FolkloreError('OUTPUT_UNWRITABLE', `Cannot write to standard output: ${messageOf(error)}`, {
        hint: 'Check the free space of its disk. Files are complete; run the same command again to see the rest.',
        cause: error,
      });
    },
    close: async () => {
      // An error without a listener would end the process.
      await Promise.all([written(results), written(log)]);
      results.off('error', keepError);
      log.off('error', ignore);
    },
  };
}

/** Waits until a stream has written everything, or has emitted its error. */
async function written(stream: Writable): Promise<void> {
  // A full pipe takes more when its reader has read.
  if (stream.writableLength > 0) await new Promise<void>((resolve) => stream.write('', () => resolve()));
  // The error event comes after the callback of its write.
  await new Promise(setImmediate);
}
