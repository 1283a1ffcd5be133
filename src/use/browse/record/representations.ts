import type { Quad } from '@rdfjs/types';
import { compareBytes } from '../../../base/byte-order.js';
import { FORMATS, type SerialisationContext } from '../../../model/rdf/formats/format.js';
import { JSONLD } from '../../../model/rdf/formats/jsonld.js';
import { canonicalLines, ntriplesLine } from '../../../model/rdf/formats/ntriples.js';
import { TurtleWriter, turtleHeader } from '../../../model/rdf/formats/turtle.js';
import { rdf } from '../../../model/rdf/iris.js';
import { compactNodes } from '../../../model/rdf/jsonld-quads.js';
import type { IndexedKind } from '../index/index-words.js';

/** The formats of a record, by the suffix of its address. HTML comes first: it is what a browser prefers. */
export const SUFFIXES = {
  html: 'text/html',
  ttl: FORMATS.ttl.mediaType,
  jsonld: FORMATS.jsonld.mediaType,
  nt: FORMATS.nt.mediaType,
} as const;
export type Suffix = keyof typeof SUFFIXES;

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

/** Statements in one of the formats for programs. */
export async function serialise(
  quads: readonly Quad[],
  suffix: Exclude<Suffix, 'html'>,
  language: SerialisationContext,
): Promise<string> {
  switch (suffix) {
    case 'nt':
      return canonicalLines(quads.map(ntriplesLine))
        .map((line) => `${line}\n`)
        .join('');
    case 'ttl': {
      const writer = new TurtleWriter(language);
      const text = writer.record(readable(quads));
      return `${turtleHeader(language, writer.takeUsed())}\n${text}`;
    }
    case 'jsonld': {
      const writer = JSONLD.writer(language);
      const nodes = await compactNodes(quads, language.context);
      const texts = nodes.map((node) => writer.text({ node, quads: [] }));
      return `${JSONLD.head(language, writer.takeUsed())}${JSONLD.first}${texts.join(JSONLD.between)}${JSONLD.foot}`;
    }
  }
}

/** The record before its nodes, and the classes of each before its other properties. */
function readable(quads: readonly Quad[]): Quad[] {
  const rank = ({ subject, predicate }: Quad): number =>
    (subject.value.includes('#') ? 2 : 0) + (predicate.value === rdf.type ? 0 : 1);
  return quads.toSorted((a, b) => rank(a) - rank(b) || compareBytes(a.subject.value, b.subject.value));
}
