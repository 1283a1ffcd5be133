import type { Node } from '../../rdf/node.js';
import type { SinkLanguage } from '../sink.js';

/** The words of the dumps, as far as tables name them. */
export type TableLanguage = Pick<SinkLanguage, 'prefixes' | 'context'>;

/** What the formats need to know beside the nodes. */
export interface Setup {
  readonly language: TableLanguage;
  /** What the place-names database is called where its names are cited. */
  readonly placenamesCalled: string;
}

/** How one file is written: a text before, one for each record, one between two, one after. */
export interface Format {
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
export type MakeFormat = (setup: Setup) => Format;
