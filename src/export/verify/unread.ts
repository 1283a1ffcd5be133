import { FolkloreError, messageOf } from '../../base/errors.js';
import { TooLong } from '../../sinks/reading/lines.js';

/**
 * Why a file could not be read, as the end of a sentence that has named it.
 *
 * @throws FolkloreError when it is because somebody has stopped the reading
 */
export function whyUnread(path: string, thrown: unknown): string {
  if (thrown instanceof FolkloreError && thrown.code === 'INTERRUPTED') throw thrown;
  if (thrown instanceof TooLong) return 'it has a line that is too long';
  return messageOf(thrown).replace(`${path} cannot be read: `, '').replace(/\.$/, '');
}
