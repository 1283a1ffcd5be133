import { createHash, type Hash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { basename } from 'node:path';

/** Characters collected before they go to disk: large writes are what the disk is fast at. */
const CHUNK_LENGTH = 1 << 20;

/** A text file that is written from front to back, counted and hashed on the way. */
export class TextFile {
  readonly #path: string;
  readonly #handle: FileHandle;
  readonly #hash: Hash = createHash('sha256');
  #pending: string[] = [];
  #pendingLength = 0;
  #bytes = 0;

  private constructor(path: string, handle: FileHandle) {
    this.#path = path;
    this.#handle = handle;
  }

  static async create(path: string): Promise<TextFile> {
    return new TextFile(path, await open(path, 'wx'));
  }

  async write(text: string): Promise<void> {
    this.#pending.push(text);
    this.#pendingLength += text.length;
    if (this.#pendingLength >= CHUNK_LENGTH) await this.#flush();
  }

  async close(): Promise<{ file: string; bytes: number; sha256: string }> {
    await this.#flush();
    await this.#handle.sync();
    await this.#handle.close();
    return { file: basename(this.#path), bytes: this.#bytes, sha256: this.#hash.digest('hex') };
  }

  async #flush(): Promise<void> {
    const chunk = Buffer.from(this.#pending.join(''), 'utf8');
    this.#pending = [];
    this.#pendingLength = 0;
    this.#hash.update(chunk);
    this.#bytes += chunk.length;
    await this.#handle.appendFile(chunk);
  }
}
