/** RFC 3987, section 2.2, for the term check and the escaping of links. */

/** `iunreserved`, `reserved` and `%`, without brackets, which only a host may have. */
const LAWFUL =
  /^[A-Za-z0-9\-._~:/?#@!$&'()*+,;=%\u00A0-\uD7FF\uF900-\uFDCF\uFDF0-\uFFEF\u{10000}-\u{1FFFD}\u{20000}-\u{2FFFD}\u{30000}-\u{3FFFD}\u{40000}-\u{4FFFD}\u{50000}-\u{5FFFD}\u{60000}-\u{6FFFD}\u{70000}-\u{7FFFD}\u{80000}-\u{8FFFD}\u{90000}-\u{9FFFD}\u{A0000}-\u{AFFFD}\u{B0000}-\u{BFFFD}\u{C0000}-\u{CFFFD}\u{D0000}-\u{DFFFD}\u{E1000}-\u{EFFFD}]*$/u;

/** `iprivate`: lawful in a query only. */
const PRIVATE = /[\uE000-\uF8FF\u{F0000}-\u{FFFFD}\u{100000}-\u{10FFFD}]/gu;

/** White space that an IRI may have and that readers take for its end. */
const SPACE = /\s/;

/** A `%` that begins no escape. */
export const BAD_ESCAPE = /%(?![0-9A-Fa-f]{2})/;

/** `.` or `..` as a whole segment of a path. */
export const DOT_SEGMENT = /(?:^|\/)\.{1,2}(?:\/|$)/;

/** Scheme and authority, with brackets around an IP address. */
const ORIGIN = /^[A-Za-z][A-Za-z0-9+.-]*:(?:\/\/(?:[^/?#]*@)?(?:\[[0-9A-Fa-f:.]+\])?[^/?#[\]]*)?/;

/** Splits an IRI after the authority. */
export function splitIri(iri: string): { readonly origin: string; readonly rest: string } {
  const origin = ORIGIN.exec(iri)?.[0] ?? '';
  return { origin, rest: iri.slice(origin.length) };
}

/** The path of an IRI, without query and fragment. */
export const pathOf = (iri: string): string => /^[^?#]*/.exec(splitIri(iri).rest)?.[0] ?? '';

/** The namespace of a term: its IRI up to its last `/` or `#`, included. */
export const namespaceOf = (iri: string): string => iri.slice(0, endOfNamespace(iri));

/** The local name of a term: what follows the last `/` or `#` of its IRI. */
export const localName = (iri: string): string => iri.slice(endOfNamespace(iri));

/** A term as a prefixed name; undefined where no prefix has its namespace. */
export function compactIri(iri: string, prefixes: ReadonlyMap<string, string>): string | undefined {
  const namespace = namespaceOf(iri);
  const prefix = [...prefixes].find(([, one]) => one === namespace)?.[0];
  return prefix === undefined ? undefined : `${prefix}:${localName(iri)}`;
}

const endOfNamespace = (iri: string): number => Math.max(iri.lastIndexOf('/'), iri.lastIndexOf('#')) + 1;

/** Whether an IRI has a character that must be escaped. */
export function unlawfulInIri(iri: string): boolean {
  const { origin, rest: whole } = splitIri(iri);
  const rest = whole.replace(
    /^([^?#]*)(\?[^#]*)/,
    (_, path: string, query: string) => path + query.replace(PRIVATE, ''),
  );
  const isLawful = LAWFUL.test(origin.replace(/[[\]]/g, '')) && LAWFUL.test(rest) && !SPACE.test(iri);
  if (origin.indexOf('@') !== origin.lastIndexOf('@')) return true;
  return !isLawful || rest.indexOf('#') !== rest.lastIndexOf('#');
}

/** Escapes illegal characters in the part after the authority. */
export function escapeRest(rest: string): string {
  let fragment = false;
  return [...rest.toWellFormed()]
    .map((character, position, all) => {
      if (character === '%')
        return /^[0-9A-Fa-f]{2}$/.test(`${all[position + 1]}${all[position + 2]}`) ? '%' : '%25';
      if (character === '#' && fragment) return '%23';
      if (character === '#') fragment = true;
      return LAWFUL.test(character) && !SPACE.test(character) ? character : encode(character);
    })
    .join('');
}

/** Escapes every byte of the UTF-8 form; encodeURIComponent omits some ASCII. */
const encode = (character: string): string =>
  [...Buffer.from(character, 'utf8')]
    .map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`)
    .join('');
