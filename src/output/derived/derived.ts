import type { Compression } from '../../rdf/formats/format.js';
import type { Node } from '../../rdf/node.js';
import {
  type DerivedFile,
  DerivedMaker,
  type DerivedPortion,
  DerivedWriter,
  type TableContext,
} from './derived-file.js';
import { DERIVED } from './derived-files.js';

/** The other doors to the published data: tables and maps, made of the nodes of the dumps and of nothing else. */
export interface Derived {
  /**
   * Writes a node to every file that takes it; a node that none takes is not written.
   *
   * @param identity what is said apart of the same thing elsewhere
   */
  write(node: Node, identity?: Node): Promise<void>;
  /** The same with nodes that rows have been made of elsewhere, file by file. */
  append(portions: readonly DerivedPortion[]): Promise<void>;
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
  language: TableContext,
  { placenamesCalled = NEUTRAL_NAME, compression = 'none' }: DerivedOptions = {},
): Derived {
  const files = DERIVED.map(
    (row) => new DerivedWriter(row, { language, placenamesCalled }, directory, compression),
  );
  const makers = derivedMakers(language, placenamesCalled);
  const append = async (portions: readonly DerivedPortion[]): Promise<void> => {
    for (const [at, file] of files.entries()) {
      const portion = portions[at];
      if (portion !== undefined) await file.append(portion);
    }
  };
  return {
    write: (node, identity) => {
      for (const maker of makers) maker.add(node, identity);
      return append(makers.map((maker) => maker.take()));
    },
    append,
    close: async () => (await Promise.all(files.map((file) => file.close()))).flat(),
    abandon: async () => {
      await Promise.all(files.map((file) => file.abandon()));
    },
  };
}

/** What makes the rows of each derived file, in the order of the table of files. */
export const derivedMakers = (
  language: TableContext,
  placenamesCalled: string = NEUTRAL_NAME,
): readonly DerivedMaker[] => DERIVED.map((row) => new DerivedMaker(row, { language, placenamesCalled }));
