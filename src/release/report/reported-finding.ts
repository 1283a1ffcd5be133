import type { Origin } from '../../base/origin.js';
import type { Finding } from '../../model/shacl/finding.js';
import { asPublished } from './source-words.js';

/** What became of the record of a finding. */
export type Outcome = 'published' | 'published without it' | 'rejected' | 'unreadable';

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
  /** Its place in the words of the archive: `CBÉS 0199, p. 12, item 65`. */
  readonly place?: string;
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
  /** The value as the source sent it, where the finding does not have it in these words. */
  readonly sent?: string;
  /** Whether another finding of the record has the same cause: it is for programs only. */
  readonly isRepeated?: boolean;
}

/** The origin of a record on one line. */
export const pageOf = ({ service, request, pointer }: Origin): string =>
  `${service} ${request}${pointer === '' ? '' : `#${pointer}`}`;

/** Where to look for a record: its page on the web, or its place, or what it was sent in, or its dump. */
export function placeOfSubject({
  page,
  place,
  called,
  id,
  origin,
  file,
}: FindingSubject): string | undefined {
  if (page !== undefined || place !== undefined) return page ?? place;
  const isInside = origin !== undefined && origin.pointer.split('/').length > 2;
  if (isInside) return placeOfOrigin(origin);
  if (file !== undefined) return file;
  return id === undefined ? called : `${called}, ${id}`;
}

/** The label of a record, or else its kind and id. */
export const labelOf = ({ label, called, id }: FindingSubject): string =>
  label ?? (id === undefined ? called : `${called}, ${id}`);

const PUBLISHED_IN = { archive: 'archive', placenames: 'place-names database' } as const;

/** A request and a position in words: `archive, VolumeID 4500001, entry 81 of Pages, entry 1 of Transcripts`. */
function placeOfOrigin({ service, request, pointer }: Origin): string {
  const [, query = ''] = request.split('?');
  const steps = pointer.split('/').slice(2);
  const lists = steps.flatMap((step, at) =>
    /^\d+$/.test(step) ? [`entry ${Number(step) + 1} of ${asPublished(steps[at - 1] ?? 'list')}`] : [],
  );
  const asked = [...new URLSearchParams(query)].map(([name, value]) => `${name} ${value}`);
  return [PUBLISHED_IN[service], ...asked, ...lists].join(', ');
}

/** A text, shortened to a number of characters. */
export const beginning = (text: string, characters: number): string =>
  text.length > characters ? `${text.slice(0, characters - 1).toWellFormed()}…` : text;
