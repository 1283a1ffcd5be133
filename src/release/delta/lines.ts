import { recordIriOf } from '../../model/rdf/record-order.js';

/*
 * Terms of canonical N-Triples, found without a parser: one blank separates terms, an IRI holds neither a blank nor `>`,
 * and a literal begins with a quotation mark (docs/decisions: sorted lines).
 */

/** Subject and predicate. */
const BEGINNING = /^<[^<>" ]+> <[^<>" ]+> /;
/** An object that is an IRI, or the end of a literal. */
const ENDING = /^(?:<[^<>" ]+>|"(?:@[A-Za-z0-9-]+|\^\^<[^<>" ]+>)?) \.$/;

/** Whether a text has the outline of a line of canonical N-Triples. */
export function isLine(line: string): boolean {
  const [beginning] = BEGINNING.exec(line) ?? [];
  if (beginning === undefined) return false;
  const isLiteral = line[beginning.length] === '"';
  const end = isLiteral ? line.lastIndexOf('"') : beginning.length;
  return ENDING.test(line.slice(end)) && (!isLiteral || end > beginning.length);
}

export const subjectOf = (line: string): string => line.slice(1, line.indexOf('>'));

/** The IRI that is the object; undefined for a literal. */
export function objectOf(line: string): string | undefined {
  const at = objectAt(line, 0);
  return line[at] === '<' ? line.slice(at + 1, line.indexOf('>', at)) : undefined;
}

/** The beginning of a line: subject and property. */
export const propertyOf = (line: string): string => line.slice(0, objectAt(line, 0) - 1);

export const hasLiteral = (line: string): boolean => line[objectAt(line, 0)] === '"';

/** Subject and property as in the list of what is suppressed: two IRIs with a blank between them. */
export const listedProperty = (property: string): string => property.slice(1, -1).replace('> <', ' ');

/** What is suppressed: IRIs of records with all their nodes, IRIs of single nodes, and properties as `listedProperty` writes them. */
export type Suppressed = ReadonlySet<string>;

/** Whether an IRI is suppressed, or belongs to a suppressed record. */
export const isSuppressedIri = (iri: string, suppressed: Suppressed): boolean =>
  suppressed.has(iri) || (iri.includes('#') && suppressed.has(recordIriOf(iri)));

/** Whether the subject or the object is suppressed: then the line is not published again (model 6). */
export function mentionsSuppressed(line: string, suppressed: Suppressed): boolean {
  if (suppressed.size === 0) return false;
  const object = objectOf(line);
  return (
    isSuppressedIri(subjectOf(line), suppressed) ||
    (object !== undefined && isSuppressedIri(object, suppressed))
  );
}

/** Whether any line of a record has a suppressed subject or object. */
export function anyMentionsSuppressed(text: string, suppressed: Suppressed): boolean {
  if (suppressed.size === 0) return false;
  for (let start = 0; start < text.length; ) {
    const end = text.indexOf('\n', start);
    if (isSuppressedIri(text.slice(start + 1, text.indexOf('>', start)), suppressed)) return true;
    const at = objectAt(text, start);
    if (text[at] === '<' && isSuppressedIri(text.slice(at + 1, text.indexOf('>', at)), suppressed))
      return true;
    start = end + 1;
  }
  return false;
}

/** Where the object begins in the line that begins at `start`. */
const objectAt = (text: string, start: number): number => text.indexOf(' ', text.indexOf(' ', start) + 1) + 1;
