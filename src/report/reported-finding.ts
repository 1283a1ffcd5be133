import type { Origin } from '../base/origin.js';
import { escapeControlsInValue, parseWrittenLiteral } from '../rdf/written-value.js';
import type { Finding } from '../shacl/finding.js';

/** What became of the record that a finding is about; records of which nothing is known stand for the whole release. */
export type Outcome = 'published' | 'rejected' | 'unreadable';

/** The record that a finding is about, as people look for it. */
export interface FindingSubject {
  readonly kind: string;
  /** What people call its kind. */
  readonly called: string;
  readonly id?: number | string;
  /** Its name, in the language it has one in. */
  readonly label?: string;
  /** Its page on the publisher's own site, where that is known. */
  readonly page?: string;
  readonly origin?: Origin;
  /** The dump that it stands in, when a dump is all there is. */
  readonly file?: string;
  readonly outcome: Outcome;
}

/** A finding and the record it is about. */
export interface ReportedFinding {
  readonly subject: FindingSubject;
  readonly finding: Finding;
  /** The field of the source, in its own words, that became the value complained of. */
  readonly field?: string;
}

/** Where a record came from, on one line. */
export const pageOf = ({ service, request, pointer }: Origin): string =>
  `${service} ${request}${pointer === '' ? '' : `#${pointer}`}`;

/** Where to look for a record: its page, or else the request that brought it, or else the dump it stands in. */
export const locationOf = ({ page, origin, file }: FindingSubject): string | undefined =>
  page ?? (origin === undefined ? file : pageOf(origin));

/** A value as people read it: the text alone of a literal. */
export const plainValue = (value: string): string =>
  escapeControlsInValue(parseWrittenLiteral(value)?.text ?? value);

/** The beginning of a text, when it is longer than whoever reads it has patience for. */
export const beginning = (text: string, characters: number): string =>
  text.length > characters ? `${text.slice(0, characters - 1).toWellFormed()}…` : text;
