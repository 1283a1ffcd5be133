import type { Origin } from '../base/origin.js';
import { escapeControlsInValue, parseWrittenLiteral } from '../rdf/validation-result.js';
import type { Finding } from '../shacl/finding.js';

/** What became of the record of a finding. */
export type Outcome = 'published' | 'rejected' | 'unreadable';

/** The record of a finding. */
export interface FindingSubject {
  readonly kind: string;
  /** The title of its kind. */
  readonly called: string;
  readonly id?: number | string;
  /** Its name, in the language that it has. */
  readonly label?: string;
  /** Its page on the site of the publisher, where that is known. */
  readonly page?: string;
  readonly origin?: Origin;
  /** Its dump, when dumps are validated. */
  readonly file?: string;
  readonly outcome: Outcome;
}

/** A finding and its record. */
export interface ReportedFinding {
  readonly subject: FindingSubject;
  readonly finding: Finding;
  /** The field of the source that became the value of the finding. */
  readonly field?: string;
}

/** The origin of a record on one line. */
export const pageOf = ({ service, request, pointer }: Origin): string =>
  `${service} ${request}${pointer === '' ? '' : `#${pointer}`}`;

/** Where to look for a record: its page, or else its request, or else its dump. */
export const locationOf = ({ page, origin, file }: FindingSubject): string | undefined =>
  page ?? (origin === undefined ? file : pageOf(origin));

/** A value for people: of a literal the text alone. */
export const plainValue = (value: string): string =>
  escapeControlsInValue(parseWrittenLiteral(value)?.text ?? value);

/** A text, shortened to a number of characters. */
export const beginning = (text: string, characters: number): string =>
  text.length > characters ? `${text.slice(0, characters - 1).toWellFormed()}…` : text;
