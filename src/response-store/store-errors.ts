import { EXIT, FolkloreError, messageOf } from '../base/errors.js';
import type { StoredRequest } from './request-order.js';

const GIVE_RIGHTS =
  'Give this user the right to write and to read there, or name another folder as the store.';
const MAKE_ROOM = 'Make room and run the same command again: it goes on where it was.';

/** What the system's error codes mean to the person who has to do something about them, and what to do. */
const TROUBLES: Readonly<Record<string, readonly [reason: string, hint: string]>> = {
  EACCES: ['permission is denied', GIVE_RIGHTS],
  EPERM: ['permission is denied', GIVE_RIGHTS],
  EROFS: ['the file system is read-only', 'Name a folder on a writable disk as the store.'],
  ENOSPC: ['the disk is full', MAKE_ROOM],
  EDQUOT: ['the disk quota is used up', MAKE_ROOM],
  EFBIG: [
    'a file would become larger than this process may make it',
    'Raise the limit (`ulimit -f`) and run the same command again: it goes on where it was.',
  ],
  ENOENT: ['its folder is gone, or takes no files', 'Name a folder on a disk as the store.'],
  ENOTDIR: ['it, or a part of its path, is a file', 'Name another folder as the store.'],
  EBUSY: ['the folder is a mount point, or in use', 'Name a folder below the mount point as the store.'],
  EXDEV: [
    'the folder is a mount point, or came with the image of a container',
    'Name a folder below the mount point as the store; in a container, move the folder away and run the same command again.',
  ],
};

/** The store cannot be used: what is wrong with it, and what to do. */
export function storeUnusable(message: string, hint: string, cause?: unknown): FolkloreError {
  return new FolkloreError('STORE_UNUSABLE', message, { hint, exitCode: EXIT.misuse, cause });
}

/** Asked for something the store was never given. */
export function notThere(directory: string, { service, request }: StoredRequest): FolkloreError {
  return storeUnusable(
    `The store ${directory} has no answer of the ${service} service to "${request}".`,
    'Run `folklore-ld harvest` again.',
  );
}

/**
 * Does something to the disk; when that fails, says so in one clear sentence.
 *
 * @param what completes "Cannot …", for example `write the store in /data/store`
 * @throws FolkloreError `STORE_UNUSABLE`
 */
export async function onDisk<T>(what: string, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (thrown) {
    // What has no code did not come from the disk, and is not made to look so.
    if (thrown instanceof FolkloreError || errorCode(thrown) === '') throw thrown;
    const [reason, hint] = TROUBLES[errorCode(thrown)] ?? [
      messageOf(thrown),
      'See whether the folder can be written, or name another one as the store.',
    ];
    throw storeUnusable(`Cannot ${what}: ${reason}.`, hint, thrown);
  }
}

/** The system's code for what was thrown, for example `ENOENT`; empty when it has none. */
export function errorCode(thrown: unknown): string {
  const code = typeof thrown === 'object' && thrown !== null && 'code' in thrown ? thrown.code : '';
  return typeof code === 'string' ? code : '';
}
