import type { Quad } from '@rdfjs/types';
import type { Node } from '../rdf/node.js';

/** One record, checked: the same thing said twice. */
export interface Described {
  readonly node: Node;
  readonly quads: readonly Quad[];
}

/** What became of a dump. */
export interface Dump {
  /** File name without its folder. */
  readonly file: string;
  readonly bytes: number;
  readonly sha256: string;
  readonly records: number;
  readonly quads: number;
}

/** Writes described records to one dump, in the order they come. */
export interface Sink {
  /** Resolves when the record is taken; waits while the disk is behind. */
  write(described: Described): Promise<void>;
  /** Completes the dump. */
  close(): Promise<Dump>;
}

/** What makes a sink: the same for every format, so that one contract suite tests them all. */
export type OpenSink = (directory: string, dataset: string, language: SinkLanguage) => Promise<Sink>;

/** What the formats need to know to shorten what they write. */
export interface SinkLanguage {
  readonly base: string;
  readonly prefixes: ReadonlyMap<string, string>;
  /** The JSON-LD context, inline. */
  readonly context: Readonly<Record<string, unknown>>;
}
