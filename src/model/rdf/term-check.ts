import type { Quad, Term } from '@rdfjs/types';
import { NOT_IN_TEXT } from '../../base/text.js';
import { BAD_ESCAPE, DOT_SEGMENT, pathOf, unlawfulInIri } from './iri-syntax.js';
import { EDTF_LEVEL_1, WKT_LITERAL } from './iris.js';
import { CANONICAL_FORMS, isDay } from './lexical-forms.js';

/** A term that is not valid RDF. */
export interface BadTerm {
  readonly subject: string;
  readonly predicate: string;
  readonly term: string;
  readonly reason: string;
}

const ABSOLUTE_IRI = /^[A-Za-z][A-Za-z0-9+.-]*:/;
/** BCP 47, section 2.1, without grandfathered tags; the language in lower case. */
const LANGUAGE_TAG = new RegExp(
  [
    '^[a-z]{2,3}(?:-[A-Za-z]{3}){0,3}',
    '(?:-[A-Za-z]{4})?', // script
    '(?:-(?:[A-Za-z]{2}|[0-9]{3}))?', // region
    '(?:-(?:[A-Za-z0-9]{5,8}|[0-9][A-Za-z0-9]{3}))*', // variants
    '(?:-[0-9A-WY-Za-wy-z](?:-[A-Za-z0-9]{2,8})+)*', // extensions
    '(?:-[Xx](?:-[A-Za-z0-9]{1,8})+)?$', // private use
  ].join(''),
);
/** The part of EDTF level 1 that model 4 uses: a day, month or year, or an interval with at most one unknown end. */
const EDTF = /^(?:(\d{4})(?:-(\d\d)(?:-(\d\d))?)?[?~]?)?$/;

/** Points in WKT 1, longitude first. */
const POINT = String.raw`-?\d+(?:\.\d+)? -?\d+(?:\.\d+)?`;
const WKT = new RegExp(`^(?:POINT \\(${POINT}\\)|MULTIPOINT \\(\\(${POINT}\\)(?:, \\(${POINT}\\))*\\))$`);

/** The forms that this program writes, by datatype; other datatypes have any form. */
const LEXICAL: ReadonlyMap<string, (value: string) => boolean> = new Map([
  ...CANONICAL_FORMS,
  [EDTF_LEVEL_1, (value) => isEdtf(value.split('/'))],
  [WKT_LITERAL, (value) => WKT.test(value)],
]);

/** Whether each end is a date that exists, and not all are unknown. */
function isEdtf(ends: readonly string[]): boolean {
  const isDate = (end: string): boolean => {
    const [, year, month = '01', day = '01'] = EDTF.exec(end) ?? [];
    return end === '' || (year !== undefined && isDay(['', year, month, day]));
  };
  return ends.length <= 2 && ends.some((end) => end !== '') && ends.every(isDate);
}

/** Whether a text is a year, a month or a day that exists: `1937`, `1937-11`, `1937-11-30`. */
export const isYearMonthOrDay = (text: string): boolean =>
  /^\d{4}(?:-\d\d){0,2}$/.test(text) && isEdtf([text]);

/**
 * Finds terms that are not valid RDF 1.1. Writers do not check terms, and stores reject or silently drop files with such a
 * term.
 *
 * A hot path: every term of a build. Predicates, datatypes and tags are cached; a subject is checked once for its quads.
 */
export function badTerms(quads: readonly Quad[]): readonly BadTerm[] {
  let bad: BadTerm[] | undefined;
  let validSubject: Term | undefined;
  for (const { subject, predicate, object } of quads) {
    const ofSubject = subject === validSubject ? undefined : faultOf(subject);
    const ofPredicate = predicate.termType === 'NamedNode' ? wordFault(predicate.value) : faultOf(predicate);
    const ofObject = faultOf(object);
    if (ofSubject === undefined) validSubject = subject;
    if (ofSubject === undefined && ofPredicate === undefined && ofObject === undefined) continue;
    const at = { subject: subject.value, predicate: predicate.value };
    bad ??= [];
    if (ofSubject !== undefined) bad.push({ ...at, term: subject.value, reason: ofSubject });
    if (ofPredicate !== undefined) bad.push({ ...at, term: predicate.value, reason: ofPredicate });
    if (ofObject !== undefined) bad.push({ ...at, term: object.value, reason: ofObject });
  }
  return bad ?? [];
}

type Fault = (text: string) => string | undefined;

/** Limit of the caches. */
const MOST_CACHED = 10_000;

/** Caches valid terms. */
function cached(fault: Fault): Fault {
  const valid = new Set<string>();
  return (text) => {
    if (valid.has(text)) return undefined;
    const found = fault(text);
    if (found === undefined && valid.size < MOST_CACHED) valid.add(text);
    return found;
  };
}

/** For predicates and datatypes. */
const wordFault = cached((iri) => iriFault(iri));

const tagFault = cached((tag) => (LANGUAGE_TAG.test(tag) ? undefined : `'${tag}' is no language tag`));

function faultOf(term: Term): string | undefined {
  if (term.termType === 'NamedNode') return iriFault(term.value);
  if (term.termType !== 'Literal') return `a ${term.termType} has no place in a dump`;
  const { value, language } = term;
  if (!value.isWellFormed()) return 'the text holds half a character (a lone surrogate)';
  if (NOT_IN_TEXT.test(value)) return 'the text holds a control character, or U+FFFE or U+FFFF';
  if (language !== '') return tagFault(language);
  const datatype = term.datatype.value;
  const fault = wordFault(datatype);
  if (fault !== undefined) return `the datatype: ${fault}`;
  const isLawful = LEXICAL.get(datatype);
  return isLawful === undefined || isLawful(value) ? undefined : `the text is no ${datatype}`;
}

/** The form of nearly all IRIs, which is valid: http, ASCII, no escapes, no user names, no segment that begins with a dot. */
const PLAIN_IRI =
  /^https?:\/\/[A-Za-z0-9.-]+(?:\/(?:[\w~!$&'()*+,;=:@-][\w~!$&'()*+,;=:@.-]*)?)*(?:\?[\w~!$&'()*+,;=:@./?-]*)?(?:#[\w~!$&'()*+,;=:@./?-]*)?$/;

function iriFault(iri: string): string | undefined {
  if (PLAIN_IRI.test(iri)) return undefined;
  if (!ABSOLUTE_IRI.test(iri)) return 'the IRI is not absolute';
  if (!iri.isWellFormed()) return 'the IRI holds half a character (a lone surrogate)';
  if (unlawfulInIri(iri)) return 'the IRI holds a character that must be percent-encoded';
  if (BAD_ESCAPE.test(iri)) return 'the IRI holds a % that begins no escape';
  if (DOT_SEGMENT.test(pathOf(iri))) return 'the IRI holds a dot segment';
  return undefined;
}
