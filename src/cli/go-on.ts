import { EXIT, FolkloreError } from '../base/errors.js';

/** Ends after which the same command goes on where it was. */
const TO_GO_ON: readonly number[] = [EXIT.unavailable, EXIT.interrupted];

/** What a shell takes as one word as it is. */
const PLAIN = /^[\w@%+=:,./-]+$/;

/**
 * The command that goes on after a run that was cut short, to be pasted into a shell; undefined when there is
 * nothing to go on with. Keys never stand among the arguments.
 *
 * @param args what the program was called with
 */
export function goOnWith(thrown: unknown, args: readonly string[]): string | undefined {
  if (!(thrown instanceof FolkloreError) || !TO_GO_ON.includes(thrown.exitCode)) return undefined;
  return ['folklore-ld', ...args]
    .map((word) => (PLAIN.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`))
    .join(' ');
}
