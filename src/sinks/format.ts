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
