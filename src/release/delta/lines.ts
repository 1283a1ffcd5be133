import { recordOf } from '../../rdf/record-order.js';

/*
 * What is asked of canonical N-Triples without parsing them: terms are parted by one blank, an IRI holds neither
 * blank nor `>`, and a literal begins with a quotation mark (docs/decisions: sorted lines).
 */

/** Subject and predicate. */
const BEGINNING = /^<[^<>" ]+> <[^<>" ]+> /;
/** An object that is no literal, or what follows the text of one. */
const ENDING = /^(?:<[^<>" ]+>|"(?:@[A-Za-z0-9-]+|\^\^<[^<>" ]+>)?) \.$/;

/** Whether a text is a line of canonical N-Triples, as far as its outline goes. */
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

/** Subject and property of a line, as it begins with them. */
export const propertyOf = (line: string): string => line.slice(0, objectAt(line, 0) - 1);

export const hasLiteral = (line: string): boolean => line[objectAt(line, 0)] === '"';

/** Subject and property as a list of what is suppressed has them: two IRIs with a blank between them. */
export const listedProperty = (property: string): string => property.slice(1, -1).replace('> <', ' ');

/**
 * What nothing more is to be said of: IRIs of records, with all that belongs to them, and of single nodes; and properties
 * of single subjects, as `listedProperty` writes them.
 */
export type Suppressed = ReadonlySet<string>;

/** Whether an IRI is a suppressed one, or belongs to a suppressed record. */
export const isSuppressedIri = (iri: string, suppressed: Suppressed): boolean =>
  suppressed.has(iri) || (iri.includes('#') && suppressed.has(recordOf(iri)));

/** Whether subject or object is suppressed: then the line is never published again (model 6). */
export function speaksOf(line: string, suppressed: Suppressed): boolean {
  if (suppressed.size === 0) return false;
  const object = objectOf(line);
  return (
    isSuppressedIri(subjectOf(line), suppressed) ||
    (object !== undefined && isSuppressedIri(object, suppressed))
  );
}

/** Whether any line of the text of a record speaks of what is suppressed. */
export function anySpeaksOf(text: string, suppressed: Suppressed): boolean {
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
