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

/** A range of media types that a client accepts (RFC 9110, section 12.5.1). */
interface Range {
  readonly type: string;
  /** The profile of JSON-LD, if any. */
  readonly profile: string | undefined;
  readonly quality: number;
}

const rangesOf = (accept: string): readonly Range[] =>
  accept.split(',').map((range) => {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    const parameter = (name: string): string | undefined =>
      parameters
        .find((one) => one.startsWith(`${name}=`))
        ?.slice(name.length + 1)
        .replaceAll('"', '');
    return { type, profile: parameter('profile'), quality: Number(parameter('q') ?? 1) || 0 };
  });

/** Whether our JSON-LD has a profile: those of JSON-LD itself (JSON-LD 1.1, appendix B) name forms of the same data. */
const isOwnProfile = (profile: string): boolean =>
  profile.split(' ').every((one) => one.startsWith('http://www.w3.org/ns/json-ld#'));

/**
 * What a client prefers among some documents whose media types have a profile, such as that of Linked Art; undefined where it names
 * none of these, or prefers something else.
 */
export function profiledIn<T extends { readonly mediaType: string }>(
  accept: string,
  offered: () => readonly T[],
): T | undefined {
  const ranges = rangesOf(accept);
  const most = Math.max(...ranges.map(({ quality }) => quality));
  const asked = ranges.filter(({ profile, quality }) => profile && quality > 0 && quality === most);
  if (asked.length === 0) return undefined;
  return offered().find(({ mediaType }) => {
    const [own] = rangesOf(mediaType);
    return asked.some(({ type, profile }) => type === own?.type && profile === own.profile);
  });
}

/**
 * The format that a client asks for (RFC 9110, section 12.5.1): the highest quality, the more specific range first, and
 * HTML before Turtle before JSON-LD where all are equal. Undefined when none is acceptable, such as a profile of others.
 */
export function negotiate(accept: string | undefined): Suffix | undefined {
  if (accept === undefined || accept.trim() === '') return 'html';
  const ranges = rangesOf(accept).filter(({ profile }) => profile === undefined || isOwnProfile(profile));
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
