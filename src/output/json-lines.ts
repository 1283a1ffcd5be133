import { join } from 'node:path';
import { terminalJson } from '../base/text.js';
import { TextFile } from './text-file.js';

/** JSON Lines, one object a line: findings and quarantined records, for people and for `jq`. */
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

  /** Ends the file, if need be as it is: what has been found is worth keeping when the run fails. */
  async abandon(): Promise<void> {
    await this.close().finally(() => this.#file.abandon());
  }
}
