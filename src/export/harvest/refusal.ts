import { FolkloreError } from '../../base/errors.js';

/** A service that says that a request is wrong, or that it knows no such list: that request only, not the run. */
export function isRefusal(thrown: unknown): boolean {
  return (
    thrown instanceof FolkloreError &&
    (thrown.code === 'REQUEST_REFUSED' || thrown.code === 'ANSWER_UNREADABLE')
  );
}
