import { join } from 'node:path';
import { terminalJson } from '../../base/text.js';
import { TextFile } from './compressed-file.js';

/** Writes JSON Lines, one object a line: findings and quarantined records. */
export class JsonLines {
  readonly #file: TextFile;

  private constructor(file: TextFile) {
    this.#file = file;
  }

  static async create(directory: string, name: string): Promise<JsonLines> {
    return new JsonLines(await TextFile.create(join(directory, name)));
  }

  async write(entry: object): Promise<void> {
    await this.#file.write(`${terminalJson(entry)}\n`);
  }

  async close(): Promise<void> {
    await this.#file.close();
  }

  /** Closes the file with what was written so far: findings are kept when the run fails. */
  async abandon(): Promise<void> {
    await this.close().finally(() => this.#file.abandon());
  }
}
