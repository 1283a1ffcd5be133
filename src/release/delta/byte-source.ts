import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';
import { messageOf } from '../../base/errors.js';
import { unreadable } from './unreadable.js';

/** Bytes handed on at once: enough that a record seldom lies across two pieces. */
const PIECE = 1 << 18;

/**
 * The content of a file, piece by piece, unpacked when its name says that it is packed, one character a byte. It is
 * read no faster than it is taken.
 *
 * @param onRead told how many bytes of the file have been read
 * @throws FolkloreError FILE_UNREADABLE
 */
export async function* bytesOf(path: string, onRead?: (bytes: number) => void): AsyncGenerator<string> {
  const file = createReadStream(path, { highWaterMark: PIECE });
  const bytes = path.endsWith('.gz') ? file.pipe(createGunzip({ chunkSize: PIECE })) : file;
  // An error of the file is not one of what it is piped into.
  if (bytes !== file) file.on('error', (error) => bytes.destroy(error));
  try {
    for await (const piece of bytes as AsyncIterable<Buffer>) {
      yield piece.toString('latin1');
      onRead?.(file.bytesRead);
    }
  } catch (thrown) {
    throw unreadable(path, messageOf(thrown), thrown);
  } finally {
    file.destroy();
  }
}
