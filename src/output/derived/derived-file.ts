import { join } from 'node:path';
import type { Compression, SerialisationContext } from '../../rdf/formats/format.js';
import type { Publication } from '../../rdf/iris.js';
import type { Node } from '../../rdf/node.js';
import { TextFile, type WrittenFile } from '../dump-file.js';
import { describeTable } from './csvw.js';
import type { DerivedRow } from './derived-files.js';

/** The words of the dumps, as far as tables name them. */
export type TableContext = Pick<SerialisationContext, 'prefixes' | 'context'>;

/** What the formats need to know beside the nodes. */
export interface TableSettings {
  readonly language: TableContext;
  /** What the place-names database is called where its names are cited. */
  readonly placenamesCalled: string;
}

/** How one file is written: a text before, one for each record, one between two, one after. */
export interface DerivedFormat {
  readonly mediaType: string;
  readonly head: string;
  readonly between: string;
  readonly foot: string;
  /**
   * @param identity what is said apart from the node of the same thing elsewhere
   * @returns undefined for a record that the format cannot carry
   */
  row(node: Node, identity?: Node): string | undefined;
}

/** Makes the format of one file. */
export type MakeFormat = (setup: TableSettings) => DerivedFormat;

/** What became of a derived file. */
export interface DerivedFile extends WrittenFile {
  readonly mediaType: string;
  readonly publication: Publication;
  /** Records in it; a description of a table has none. */
  readonly rows?: number;
  /** Records of its kind that the format cannot carry; absent where there are none. */
  readonly leftOut?: number;
}

/** The media type of descriptions (Model for Tabular Data and Metadata on the Web, section 5.3). */
const DESCRIPTION = { mediaType: 'application/csvm+json', suffix: '-metadata.json' } as const;

/** What some records come to in one derived file: plain data, which any thread may make. */
export interface DerivedPortion {
  readonly text: string;
  readonly rows: number;
  /** Records that the format cannot carry. */
  readonly leftOut: number;
}

/** Makes rows of nodes for one derived file. It knows no file. */
export class DerivedMaker {
  readonly #row: DerivedRow;
  readonly #setup: TableSettings;
  readonly #format: DerivedFormat;
  #text = '';
  #rows = 0;
  #leftOut = 0;

  constructor(row: DerivedRow, setup: TableSettings) {
    this.#row = row;
    this.#setup = setup;
    this.#format = row.format(setup);
  }

  /** @param identity what is said apart of the same thing elsewhere */
  add(node: Node, identity?: Node): void {
    if (!this.#row.takes(node, this.#setup.language)) return;
    const text = this.#format.row(node, identity);
    if (text === undefined) this.#leftOut += 1;
    else {
      this.#text += this.#rows === 0 ? text : this.#format.between + text;
      this.#rows += 1;
    }
  }

  /** What has been added since the last time. */
  take(): DerivedPortion {
    const portion = { text: this.#text, rows: this.#rows, leftOut: this.#leftOut };
    [this.#text, this.#rows, this.#leftOut] = ['', 0, 0];
    return portion;
  }
}

/** Writes one derived file and, if it is a table, its description. */
export class DerivedWriter {
  readonly #row: DerivedRow;
  readonly #setup: TableSettings;
  readonly #directory: string;
  readonly #compression: Compression;
  readonly #format: DerivedFormat;
  #output: TextFile | undefined;
  #rows = 0;
  #leftOut = 0;

  constructor(row: DerivedRow, setup: TableSettings, directory: string, compression: Compression) {
    this.#row = row;
    this.#setup = setup;
    this.#directory = directory;
    this.#compression = compression;
    this.#format = row.format(setup);
  }

  async append({ text, rows, leftOut }: DerivedPortion): Promise<void> {
    this.#leftOut += leftOut;
    if (rows === 0) return;
    const { head, between } = this.#format;
    this.#output ??= await TextFile.create(join(this.#directory, this.#row.file), this.#compression);
    await this.#output.write((this.#rows === 0 ? head : between) + text);
    this.#rows += rows;
  }

  async close(): Promise<readonly DerivedFile[]> {
    if (this.#output === undefined) return [];
    const { mediaType, foot } = this.#format;
    const { publication } = this.#row;
    await this.#output.write(foot);
    const written = await this.#output.close();
    const leftOut = this.#leftOut === 0 ? {} : { leftOut: this.#leftOut };
    const file = { ...written, mediaType, publication, rows: this.#rows, ...leftOut };
    const description = await this.#describe(written.file);
    return description === undefined ? [file] : [file, description];
  }

  async abandon(): Promise<void> {
    await this.#output?.abandon();
  }

  async #describe(file: string): Promise<DerivedFile | undefined> {
    const { table, publication } = this.#row;
    if (table === undefined) return undefined;
    const name = `${this.#row.file}${DESCRIPTION.suffix}`;
    const description = await TextFile.create(join(this.#directory, name));
    const licensed = publication === 'folklore' ? 'by-nc' : 'by';
    await description.write(describeTable(file, table, licensed, this.#setup.language));
    return { ...(await description.close()), mediaType: DESCRIPTION.mediaType, publication };
  }
}
