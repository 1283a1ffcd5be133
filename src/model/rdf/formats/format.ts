import type { Quad } from '@rdfjs/types';
import type { Node } from '../node.js';

/** The formats of dumps, by the endings of files. */
export const FORMATS = {
  ttl: { called: 'Turtle', mediaType: 'text/turtle' },
  nt: { called: 'N-Triples', mediaType: 'application/n-triples' },
  jsonld: { called: 'JSON-LD', mediaType: 'application/ld+json' },
  nq: { called: 'N-Quads', mediaType: 'application/n-quads' },
} as const;

export type Format = keyof typeof FORMATS;

/** All formats, in the order in which they are named. */
export const FORMAT_NAMES = Object.keys(FORMATS) as readonly Format[];

/** The compressions of dumps, with the endings that they add to names. */
export const COMPRESSIONS = { gzip: '.gz', none: '' } as const;

export type Compression = keyof typeof COMPRESSIONS;

/**
 * The formats of sorted lines: canonical N-Triples, and N-Quads of the same lines. Records are in the order of their IRIs
 * (record-order.ts), the lines of a record in the order of their bytes, each once. The subject of a line decides to which
 * record it belongs, so that the file depends on the graph alone, and two files can be merged line by line.
 */
export type SortedFormat = Extract<Format, 'nt' | 'nq'>;

/** A checked record, as a node and as quads. */
export interface MappedNode {
  readonly node: Node;
  readonly quads: readonly Quad[];
}

/** The settings of all formats. */
export interface SerialisationContext {
  readonly base: string;
  readonly prefixes: ReadonlyMap<string, string>;
  /** The JSON-LD context, whole. */
  readonly context: Readonly<Record<string, unknown>>;
  /** Whether JSON-LD files have the address of the context in place of the context. */
  readonly isContextLinked?: boolean;
  /** The named graph of a dataset. */
  readonly graphOf: (dataset: string) => string;
}

/** Writes records one by one. */
export interface RecordWriter {
  text(described: MappedNode): string;
  /** The prefixes or terms that the texts since the last call need in the head of their file. */
  takeUsed(): ReadonlySet<string>;
}

/** A format in which records follow one another, each as it is written alone. */
export interface TextFormat {
  /**
   * At the beginning of the file.
   *
   * @param used what the records of the file need
   */
  head(language: SerialisationContext, used: ReadonlySet<string>): string;
  /** Before the first record. */
  readonly first: string;
  /** Between two records. */
  readonly between: string;
  /** After the last one. */
  readonly foot: string;
  writer(language: SerialisationContext): RecordWriter;
}
