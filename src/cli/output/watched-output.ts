import type { Writable } from 'node:stream';
import { EXIT, FolkloreError, messageOf } from '../../base/errors.js';

/** Standard output and standard error, while a command runs. */
export interface WatchedOutput {
  /**
   * Waits until results are written.
   *
   * @throws FolkloreError OUTPUT_UNWRITABLE when they could not be
   */
  flush(): Promise<void>;
  /** Waits until both are written, and watches them no longer. */
  close(): Promise<void>;
}

/**
 * Watches where results and narration go, so that an error there does not end the process in the middle of its work.
 * A reader that has read enough may go, as `head` does; narration that cannot be written is dropped.
 *
 * @param results standard output
 * @param narration standard error
 */
export function watchOutput(results: Writable, narration: Writable): WatchedOutput {
  let lost: unknown;
  const note = (thrown: NodeJS.ErrnoException) => {
    if (thrown.code !== 'EPIPE') lost ??= thrown;
  };
  const drop = () => {};
  results.on('error', note);
  narration.on('error', drop);
  return {
    flush: async () => {
      await settled(results);
      if (lost === undefined) return;
      throw new FolkloreError('OUTPUT_UNWRITABLE', `Cannot write to standard output: ${messageOf(lost)}`, {
        hint: 'Is there room on the disk that it leads to? What went into files is there; run the same command again to see the rest.',
        exitCode: EXIT.misuse,
        cause: lost,
      });
    },
    close: async () => {
      // An error that comes when nothing watches any more would end the process.
      await Promise.all([settled(results), settled(narration)]);
      results.off('error', note);
      narration.off('error', drop);
    },
  };
}

/** Waits until a stream has written what it was given, or could not, and has said so. */
async function settled(stream: Writable): Promise<void> {
  // A pipe takes as much as it has room for, and the rest when its reader has read.
  if (stream.writableLength > 0) await new Promise<void>((resolve) => stream.write('', () => resolve()));
  // An error is told after the write that it befell.
  await new Promise(setImmediate);
}
