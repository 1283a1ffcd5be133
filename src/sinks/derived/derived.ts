import type { Node } from '../../rdf/node.js';
import type { Compression } from '../format.js';
import { type DerivedFile, DerivedWriter } from './derived-file.js';
import { DERIVED } from './files.js';
import type { TableLanguage } from './format.js';

/** The other doors to the published data: tables and maps, made of the nodes of the dumps and of nothing else. */
export interface Derived {
  /**
   * Writes a node to every file that takes it; a node that none takes is not written.
   *
   * @param identity what is said apart of the same thing elsewhere
   */
  write(node: Node, identity?: Node): Promise<void>;
  /** Completes the files, and describes the tables. */
  close(): Promise<readonly DerivedFile[]>;
  /** Lets go of what is half-written. The files stay where they are, for whoever made the folder to remove. */
  abandon(): Promise<void>;
}

/** What an operator may say. */
export interface DerivedOptions {
  /** What the place-names database is called where its names are cited. */
  readonly placenamesCalled?: string | undefined;
  /** Of everything but the descriptions of tables; absent: `none`. */
  readonly compression?: Compression | undefined;
}

const NEUTRAL_NAME = 'Place-names database';

/**
 * Begins the derived files in a folder. Each begins with its first record, so that a release without photographs has
 * no table of photographs; records stand in the order in which they come.
 */
export function openDerived(
  directory: string,
  language: TableLanguage,
  { placenamesCalled = NEUTRAL_NAME, compression = 'none' }: DerivedOptions = {},
): Derived {
  const files = DERIVED.map(
    (row) => new DerivedWriter(row, { language, placenamesCalled }, directory, compression),
  );
  return {
    write: async (node, identity) => {
      for (const file of files) if (file.takes(node)) await file.write(node, identity);
    },
    close: async () => (await Promise.all(files.map((file) => file.close()))).flat(),
    abandon: async () => {
      await Promise.all(files.map((file) => file.abandon()));
    },
  };
}
