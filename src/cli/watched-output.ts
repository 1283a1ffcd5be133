import type { Writable } from 'node:stream';
import { EXIT, FolkloreError, messageOf } from '../base/errors.js';

/**
 * Watches where results and narration go, so that an error there does not end the process in the middle of its work.
 * Whoever has read enough may go, as `head` does; nobody misses narration that cannot be written.
 *
 * @param results standard output
 * @param narration standard error
 * @returns to be called at the end: throws FolkloreError OUTPUT_UNWRITABLE when results could not be written
 */
export function watchOutput(results: Writable, narration: Writable): () => Promise<void> {
  let lost: unknown;
  results.on('error', (thrown: NodeJS.ErrnoException) => {
    if (thrown.code !== 'EPIPE') lost ??= thrown;
  });
  narration.on('error', () => {});
  return async () => {
    // An error is told after the write that it befell.
    await new Promise(setImmediate);
    if (lost === undefined) return;
    throw new FolkloreError('OUTPUT_UNWRITABLE', `Cannot write to standard output: ${messageOf(lost)}`, {
      hint: 'Is there room on the disk that it leads to? What went into files is there; run the same command again to see the rest.',
      exitCode: EXIT.misuse,
      cause: lost,
    });
  };
}
