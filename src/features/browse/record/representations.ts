import { FORMATS } from '../../../model/rdf/formats/format.js';
import type { IndexedKind } from '../index/index-words.js';

/** The formats of a record, by the suffix of its address. HTML comes first: it is what a browser prefers. */
export const SUFFIXES = {
  html: 'text/html',
  ttl: FORMATS.ttl.mediaType,
  jsonld: FORMATS.jsonld.mediaType,
  nt: FORMATS.nt.mediaType,
  rdf: 'application/rdf+xml',
} as const;
export type Suffix = keyof typeof SUFFIXES;

/** The formats of RDF with their names. */
export const DATA_FORMATS = {
  ttl: 'Turtle',
  jsonld: 'JSON-LD',
  nt: 'N-Triples',
  rdf: 'RDF/XML',
} as const satisfies Readonly<Record<Exclude<Suffix, 'html'>, string>>;

/** The header `Content-Type` of a format. JSON has no parameter (RFC 8259, section 11). */
export const contentTypeOf = (suffix: Suffix): string =>
  SUFFIXES[suffix] + (suffix === 'jsonld' ? '' : '; charset=utf-8');

/** The links of a page as a document of their own (RFC 9264). */
export const LINKSET = { name: 'linkset', mediaType: 'application/linkset' } as const;

/** Media types that are another name of a format. */
const ALIASES: Readonly<Record<string, Suffix>> = {
  'application/json': 'jsonld',
  'application/xhtml+xml': 'html',
  'text/plain': 'nt',
  'application/x-turtle': 'ttl',
};

/** Kinds of things that are no documents: their IRIs lead to documents about them (RFC 9110, section 15.4.4). */
export const THINGS: ReadonlySet<string> = new Set<IndexedKind>([
  'person',
  'schools-person',
  'transcriber',
  'place',
  'place-abroad',
  'country',
]);

/**
 * The format that a client asks for (RFC 9110, section 12.5.1): the highest quality, the more specific range first, and
 * HTML before Turtle before JSON-LD where all are equal. Undefined when none is acceptable.
 */
export function negotiate(accept: string | undefined): Suffix | undefined {
  if (accept === undefined || accept.trim() === '') return 'html';
  const ranges = accept.split(',').map((range) => {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
    return { type, quality: quality === undefined ? 1 : Number(quality) || 0 };
  });
  const offered = [
    ...Object.entries(SUFFIXES).map(([suffix, type]) => [type, suffix] as const),
    ...Object.entries(ALIASES),
  ] as readonly (readonly [type: string, suffix: Suffix])[];
  let best: { readonly suffix: Suffix; readonly quality: number } | undefined;
  for (const [type, suffix] of offered) {
    const major = `${type.slice(0, type.indexOf('/'))}/*`;
    const range = [type, major, '*/*'].flatMap((one) => ranges.filter((asked) => asked.type === one))[0];
    if (range !== undefined && range.quality > (best?.quality ?? 0))
      best = { suffix, quality: range.quality };
  }
  return best?.suffix;
}
