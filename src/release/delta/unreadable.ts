import { EXIT, FolkloreError } from '../../base/errors.js';

const REBUILD =
  'Both releases need the sorted N-Triples that this program writes. If the file is damaged, fetch it again and see ' +
  'that its checksum is right; if it comes from elsewhere, or there is none, build the release with --formats nt.';

/** The error for a release that cannot be compared: which file, and what to do. */
export const unreadable = (path: string, why: string, cause?: unknown, hint = REBUILD): FolkloreError =>
  new FolkloreError('FILE_UNREADABLE', `${path} cannot be compared: ${why}.`, {
    hint,
    exitCode: EXIT.misuse,
    cause,
  });
