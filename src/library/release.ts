import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import type { Quad } from '@rdfjs/types';
import { parse } from 'csv-parse';
import { pathBelow } from '../base/file-bytes.js';
import { readDump } from '../model/rdf/formats/read-dump.js';
import { filesBesideDumps, readManifest } from '../release/description/manifest.js';
import { type Dumps, dumpsOf } from '../use/inspect/validate/release-folder.js';

/** A record of a release: its statements, and those about its nodes. */
export interface ReleaseRecord {
  readonly iri: string;
  /** The dataset, such as `schools`. */
  readonly dataset: string;
  readonly quads: readonly Quad[];
}

/** A row of a table: cells by column. An empty cell is an empty text. */
export type TableRow = Readonly<Record<string, string>>;

/** A release on disk, read in flat memory. */
export class Release {
  readonly folder: string;
  /** The date or name of the release. */
  readonly label: string;
  /** The beginning of the IRIs of all records. */
  readonly base: string;
  /** The names of the datasets that have a dump. */
  readonly datasets: readonly string[];
  /** The names of the tables in `derived`. */
  readonly tables: readonly string[];
  readonly #dumps: ReadonlyMap<string, Dumps['files'][number]>;

  private constructor(folder: string, label: string, { base, files }: Dumps, tables: readonly string[]) {
    this.folder = folder;
    this.label = label;
    this.base = base;
    this.#dumps = new Map(files.map((dump) => [basename(dump.path).split('.')[0] ?? '', dump]));
    this.datasets = [...this.#dumps.keys()];
    this.tables = tables;
  }

  /**
   * Opens a release.
   *
   * @param folder of the release, or `latest`
   * @throws FolkloreError FILE_UNREADABLE when the folder holds no release, or not all files of its manifest
   */
  static async open(folder: string): Promise<Release> {
    const manifest = await readManifest(folder);
    const tables = filesBesideDumps(manifest).flatMap(({ path }) => TABLE.exec(path)?.[1] ?? []);
    return new Release(folder, manifest.label, await dumpsOf(folder), tables);
  }

  /**
   * The records of one dataset, or of all of them, in the order of the dump.
   *
   * @throws Error for a dataset that the release does not have; FolkloreError FILE_UNREADABLE naming file and line
   */
  async *records(dataset?: string): AsyncGenerator<ReleaseRecord> {
    for (const name of dataset === undefined ? this.datasets : [dataset]) {
      const dump = this.#dumps.get(name);
      if (dump === undefined)
        throw new Error(
          `The release ${this.label} has no dataset ${name}; it has ${this.datasets.join(', ')}.`,
        );
      for await (const { iri, quads } of readDump(dump)) yield { iri, dataset: name, quads };
    }
  }

  /** The statements of one dataset, or of all of them, as RDF/JS quads of the default graph. Throws as {@link records}. */
  async *quads(dataset?: string): AsyncGenerator<Quad> {
    for await (const { quads } of this.records(dataset)) yield* quads;
  }

  /**
   * The rows of a table.
   *
   * @throws Error for a table that the release does not have; the error of the file system
   */
  async *rows(table: string): AsyncGenerator<TableRow> {
    if (!this.tables.includes(table))
      throw new Error(`The release ${this.label} has no table ${table}; it has ${this.tables.join(', ')}.`);
    const file = createReadStream(await pathBelow(this.folder, `derived/${table}.csv`));
    yield* file.pipe(parse({ columns: true })) as AsyncIterable<TableRow>;
  }
}

const TABLE = /^derived\/([a-z0-9-]+)\.csv$/;
