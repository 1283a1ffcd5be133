import type { Quad } from '@rdfjs/types';
import type { Node } from '../node.js';

/** What a dataset can be written as, by the ending of its file. A new format is a row here, and one in open-dumps.ts. */
export const FORMATS = {
  ttl: { called: 'Turtle', mediaType: 'text/turtle' },
  nt: { called: 'N-Triples', mediaType: 'application/n-triples' },
  jsonld: { called: 'JSON-LD', mediaType: 'application/ld+json' },
  nq: { called: 'N-Quads', mediaType: 'application/n-quads' },
} as const;

export type Format = keyof typeof FORMATS;

/** All formats, in the order in which they are told. */
export const FORMAT_NAMES = Object.keys(FORMATS) as readonly Format[];

/** How dumps are compressed, and what that adds to the name of a file. */
export const COMPRESSIONS = { gzip: '.gz', none: '' } as const;

export type Compression = keyof typeof COMPRESSIONS;

/**
 * The formats of sorted lines: canonical N-Triples, and N-Quads of the same lines. Records stand in the order of their
 * IRIs (record-order.ts), the lines of a record in the order of their bytes, each once. A line belongs to the record
 * that its subject belongs to, so that the file depends on the graph alone, and two files can be merged by what their
 * lines say.
 */
export type SortedFormat = Extract<Format, 'nt' | 'nq'>;

/** One record, checked: the same thing said twice. */
export interface MappedNode {
  readonly node: Node;
  readonly quads: readonly Quad[];
}

/** What the formats need to know beside the records. */
export interface SerialisationContext {
  readonly base: string;
  readonly prefixes: ReadonlyMap<string, string>;
  /** The JSON-LD context, inline. */
  readonly context: Readonly<Record<string, unknown>>;
  /** The named graph that a dataset's statements are in. */
  readonly graphOf: (dataset: string) => string;
}
