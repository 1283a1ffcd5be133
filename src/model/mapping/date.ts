import { canonicalJson } from '../rdf/content-hash.js';
import { fragment } from '../rdf/iris.js';
import type { Node, TypedValue } from '../rdf/node.js';
import type { Age } from '../schema/archive/schools.js';
import type { SourceDate } from '../schema/fields.js';
import {
  type DateProblem,
  type DateRange,
  type Day,
  dateRangeOf,
  type IsoDay,
  isReliableTo,
  lasts,
  type Reliability,
  readIso,
} from './date-range.js';

/** The MODS qualifiers: our word and the mark of EDTF. INFER has none, because it is not a doubt (model 4.1). */
const ACCURACY: ReadonlyMap<string, { readonly word: string; readonly mark: string }> = new Map([
  ['APPROX', { word: 'approximate', mark: '~' }],
  ['INFER', { word: 'inferred', mark: '' }],
  ['QUESTION', { word: 'questionable', mark: '?' }],
]);

const accuracyOf = ({ accuracy }: SourceDate) => ACCURACY.get(accuracy?.toUpperCase() ?? '');

/** Earlier years are implausible in a folklore archive (model 4.3, step 8). */
const EARLIEST_YEAR = 1000;

/** The meaning of a source date, by the algorithm of model 4.3. */
interface Statement {
  readonly edtf?: string;
  readonly first?: DateRange | undefined;
  readonly last?: DateRange | undefined;
  readonly isInterval: boolean;
  readonly monthDay?: string | undefined;
  readonly problems: ReadonlySet<DateProblem>;
}

/** What is dated: something that happens at one time, such as a birth, or something that may last, such as the work on an item. */
type Dated = 'event' | 'activity';

/** The date properties of a work and its time span (model 4.2). */
export function workDate(
  work: string,
  date: SourceDate | undefined,
  latestYear: number,
  dated: Dated = 'activity',
) {
  const span = timeSpan(fragment.date(work, 'date'), date, latestYear, dated);
  return { created: span?.notation, dateCreated: plainDate(date, latestYear), dateSpan: span };
}

/**
 * The structured date: qualifier, EDTF, years and days as far as the date is reliable, and its problems (model 4.2).
 *
 * @param iri the node's IRI
 * @param latestYear later years are marked implausible
 * @param dated a period of an event is the time within which it happened: it was not going on throughout (CRM P81)
 * @returns undefined where the source states no date
 */
export function timeSpan(
  iri: string,
  date: SourceDate | undefined,
  latestYear: number,
  dated: Dated,
): Node | undefined {
  if (date === undefined || isEmpty(date)) return undefined;
  const { edtf, first, last, isInterval, monthDay, problems } = read(date, latestYear);
  const lasted = dated === 'activity' && isInterval && first !== undefined && last !== undefined;
  const bounds = {
    begin: first?.firstDay,
    end: last?.lastDay,
    beginOfTheBegin: startOf(first?.firstDay),
    endOfTheBegin: lasted ? endOf(first.lastDay) : undefined,
    beginOfTheEnd: lasted ? startOf(last.firstDay) : undefined,
    endOfTheEnd: endOf(last?.lastDay),
  };
  const ifReliable = <Value>(to: Reliability, value: Value | undefined): Value | undefined =>
    isReliableTo(to, date.accuracy !== undefined, problems) ? value : undefined;
  return {
    id: iri,
    type: ['edm:TimeSpan', 'crm:E52_Time-Span'],
    notation: ifReliable('value', edtf),
    dateQualifier: accuracyOf(date)?.word,
    statedFromYear: ifReliable('years', first?.year),
    statedToYear: ifReliable('years', last?.year),
    ...ifReliable('days', bounds),
    monthDay: ifReliable('value', monthDay),
    dateProblem: [...problems],
    sourceDate: problems.size > 0 ? sourceFields(date) : undefined,
  };
}

/** The date as a literal, if it is a single one and reliable to its days (model 4.2). */
export function plainDate(date: SourceDate | undefined, latestYear: number): TypedValue | undefined {
  if (date === undefined || isEmpty(date)) return undefined;
  const { first, isInterval, problems } = read(date, latestYear);
  if (first === undefined || isInterval) return undefined;
  if (!isReliableTo('days', date.accuracy !== undefined, problems)) return undefined;
  return { '@type': first.datatype, '@value': first.edtf };
}

function isEmpty(date: SourceDate): boolean {
  const { isoDuration: _, accuracy: __, ...stated } = date;
  return Object.values(stated).every(isNotStated);
}

/** Programs write zeros for a part of a date that is not stated, and for a date that is not (model 4.3, step 1). */
const isNotStated = (value: number | string | undefined): boolean =>
  value === undefined || value === 0 || ZERO_DATE.test(String(value));

const ZERO_DATE = /^\s*0000(?:-00?){0,2}(?:T.*)?\s*$/;

function read(date: SourceDate, latestYear: number): Statement {
  const problems = new Set<DateProblem>();
  const mark = accuracyOf(date)?.mark;
  if (date.accuracy !== undefined && mark === undefined) problems.add('unknown-accuracy');

  const stated = statedSides(date, problems);
  const single = dateRangeOf(stated.single, problems);
  const start = dateRangeOf(stated.start, problems);
  const end = dateRangeOf(stated.end, problems);
  for (const side of [single, start, end]) {
    if (side !== undefined && (side.year < EARLIEST_YEAR || side.year > latestYear))
      problems.add('implausible-year');
  }

  const marked = (side: DateRange | undefined) => (side === undefined ? '' : side.edtf + (mark ?? ''));
  const isInterval = stated.start !== undefined || stated.end !== undefined;
  if (isInterval && stated.single !== undefined) problems.add('single-and-period');
  if (start === undefined && end === undefined) {
    // Ends without a year are dropped; if none is left, the single date counts.
    if (single !== undefined) {
      checkDuration(date, single, single, problems);
      return { edtf: marked(single), first: single, last: single, isInterval: false, problems };
    }
    return { isInterval, problems, monthDay: isInterval ? undefined : monthDayOf(stated.single) };
  }
  if (start !== undefined && end !== undefined && start.firstDay > end.lastDay) {
    problems.add('reversed');
    return { isInterval: true, problems };
  }
  if (single !== undefined && isOutside(single, start, end)) problems.add('contradiction');
  checkDuration(date, start, end, problems);
  return {
    isInterval: true,
    problems,
    edtf: `${marked(start)}/${marked(end)}`,
    first: start,
    last: end,
  };
}

type Sides = Readonly<Record<'single' | 'start' | 'end', Day | undefined>>;

/** Compares the length of a date with its ends. For a date with one end, the length implies the other end (step 6). */
function checkDuration(
  { isoDuration }: SourceDate,
  first: DateRange | undefined,
  last: DateRange | undefined,
  problems: Set<DateProblem>,
): void {
  const known = first ?? last;
  if (isoDuration === undefined || known === undefined) return;
  const fits = lasts(isoDuration, first ?? known, last ?? known);
  if (fits === undefined) problems.add('iso-unreadable');
  else if (first === undefined || last === undefined) problems.add('iso-finer');
  else if (!fits) problems.add('iso-mismatch');
}

/** Numbers take precedence; ISO strings are read where there are none, and compared with them otherwise (step 6). */
function statedSides(date: SourceDate, problems: Set<DateProblem>): Sides {
  const numbers = {
    single: dayOf(date.year, date.month, date.day),
    start: dayOf(date.periodStartYear, date.periodStartMonth, date.periodStartDay),
    end: dayOf(date.periodEndYear, date.periodEndMonth, date.periodEndDay),
  };
  const sent = {
    single: ifStated(date.isoDate),
    start: ifStated(date.isoStartDate),
    end: ifStated(date.isoEndDate),
  };
  const iso = {
    single: readIso(sent.single),
    start: readIso(sent.start),
    end: readIso(sent.end),
  };
  const sides = ['single', 'start', 'end'] as const;
  if (sides.some((side) => sent[side] !== undefined && iso[side] === undefined))
    problems.add('iso-unreadable');
  if (sides.every((side) => numbers[side] === undefined)) {
    problems.add('iso-only');
    return iso;
  }
  if (sides.some((side) => disagree(numbers[side], iso[side]))) problems.add('iso-mismatch');
  else if (sides.some((side) => isFiner(iso[side], numbers[side]))) problems.add('iso-finer');
  return numbers;
}

function dayOf(...parts: readonly (number | undefined)[]): Day | undefined {
  const [year, month, day] = parts.map(ifStated);
  return year === undefined && month === undefined && day === undefined ? undefined : { year, month, day };
}

const ifStated = <Value extends number | string>(value: Value | undefined): Value | undefined =>
  isNotStated(value) ? undefined : value;

/** Whether numbers and string differ in a part that both have, or only the string has a date. */
function disagree(numbers: Day | undefined, iso: Day | undefined): boolean {
  if (iso === undefined) return false;
  if (numbers === undefined) return true;
  return (['year', 'month', 'day'] as const).some(
    (part) => numbers[part] !== undefined && iso[part] !== undefined && numbers[part] !== iso[part],
  );
}

/** Whether the string has a part that the numbers lack. The first moment of a year or month has no more parts than that. */
function isFiner(iso: IsoDay | undefined, numbers: Day | undefined): boolean {
  return (['year', 'month', 'day'] as const).some((part) => {
    if (iso?.[part] === undefined || numbers?.[part] !== undefined) return false;
    return !iso.isMidnight || iso[part] !== 1;
  });
}

function isOutside(single: DateRange, start: DateRange | undefined, end: DateRange | undefined): boolean {
  return (
    (start !== undefined && single.lastDay < start.firstDay) ||
    (end !== undefined && single.firstDay > end.lastDay)
  );
}

function monthDayOf(day: Day | undefined): string | undefined {
  if (day?.year !== undefined || day?.month === undefined || day.day === undefined) return undefined;
  const leapDay = dateRangeOf({ ...day, year: 2000 }, new Set());
  return leapDay?.datatype === 'date' ? `-${leapDay.edtf.slice(4)}` : undefined;
}

const startOf = (day: string | undefined) => (day === undefined ? undefined : `${day}T00:00:00Z`);
const endOf = (day: string | undefined) => (day === undefined ? undefined : `${day}T23:59:59Z`);

/** The fields of a date or an age that cannot be used, in the publishers' spelling (model 4.4, cases 12 to 15; 5.2). */
export function sourceFields(sent: SourceDate | Age): string {
  return canonicalJson(
    Object.fromEntries(
      Object.entries(sent).map(([field, value]) => [field.charAt(0).toUpperCase() + field.slice(1), value]),
    ),
  );
}
