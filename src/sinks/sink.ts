import type { Quad } from '@rdfjs/types';
import type { Node } from '../rdf/node.js';
import type { Compression, Format } from './format.js';
import type { Portion } from './portion.js';
import type { SortMemory } from './sort-memory.js';
import type { Written } from './text-file.js';

/** One record, checked: the same thing said twice. */
export interface Described {
  readonly node: Node;
  readonly quads: readonly Quad[];
}

/** What became of a dump. */
export interface Dump extends Written {
  readonly dataset: string;
  readonly format: Format;
  readonly mediaType: string;
  /** How many were written. */
  readonly records: number;
  /** Statements in the file. */
  readonly quads: number;
}

/** Writes described records to the dumps of one dataset. */
export interface Sink {
  /** Resolves when the record is taken; waits while the disk is behind. */
  write(described: Described): Promise<void>;
  /** The same with records that have been made text of elsewhere. It is copied: its memory stays the caller's. */
  append(portion: Portion): Promise<void>;
  /** Completes the dumps. */
  close(): Promise<readonly Dump[]>;
  /** Lets go of what is half-written. The files stay where they are, for whoever made the folder to remove. */
  abandon(): Promise<void>;
}

/** Where dumps are written, and with what means. */
export interface Destination {
  readonly directory: string;
  readonly dataset: string;
  readonly compression: Compression;
  /** What all sinks of a release may hold together while they put records in order. */
  readonly memory: SortMemory;
}

/** What the formats need to know beside the records. */
export interface SinkLanguage {
  readonly base: string;
  readonly prefixes: ReadonlyMap<string, string>;
  /** The JSON-LD context, inline. */
  readonly context: Readonly<Record<string, unknown>>;
  /** The named graph that a dataset's statements are in. */
  readonly graphOf: (dataset: string) => string;
}
