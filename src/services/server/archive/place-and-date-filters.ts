import { lastDayOf } from '../../../base/calendar.js';
import type {
  Country,
  County,
  LocationAbroad,
  LocationIreland,
} from '../../../model/schema/archive/places.js';
import type { SourceDate } from '../../../model/schema/fields.js';
import type { RecordTest } from '../filters.js';

/** The places attached to a record, in any of its fields. */
export interface AttachedPlaces {
  readonly counties: readonly County[];
  readonly locationsIreland: readonly LocationIreland[];
  readonly countries: readonly Country[];
  readonly locationsAbroad: readonly LocationAbroad[];
}

/** The four place filters, for records whose places `of` returns (wire-format 2). */
export function attachedPlaceFilters<R>(of: (record: R) => readonly (AttachedPlaces | undefined)[]) {
  const some = (test: (places: AttachedPlaces) => boolean) => (record: R) =>
    of(record).some((places) => places !== undefined && test(places));
  return {
    CountyID: (id: number) => some((places) => isInCounty(places, id)),
    PlaceID: (id: number) => some((places) => isAtPlace(places, id)),
    Country: (code: string) => some((places) => inCountry(places, code)),
    GazetteerID: (id: number) => some((places) => places.locationsAbroad.some((one) => one.geoNameID === id)),
  };
}

/** A county attached directly, or the county of an attached place. */
export function isInCounty(
  places: Pick<AttachedPlaces, 'counties' | 'locationsIreland'> | undefined,
  id: number,
): boolean {
  if (places === undefined) return false;
  const counties = [...places.counties, ...places.locationsIreland.flatMap((place) => place.counties)];
  return counties.some((county) => county.logainmID === id);
}

export function isAtPlace(places: Pick<AttachedPlaces, 'locationsIreland'> | undefined, id: number): boolean {
  return places?.locationsIreland.some((place) => place.logainmID === id) === true;
}

/** A country attached directly, or the country of an attached place. */
function inCountry(places: AttachedPlaces, code: string): boolean {
  const countries = [...places.countries, ...places.locationsAbroad.map((place) => place.country)];
  return countries.some((country) => country?.isoCode.toUpperCase() === code);
}

/** The years that a date covers; an interval that lacks an end is open there. */
interface Years {
  readonly from: number;
  readonly to: number;
}

/** A day as far as it is stated. */
interface Day {
  readonly year?: number | undefined;
  readonly month?: number | undefined;
  readonly day?: number | undefined;
}

const NEW_YEAR = /-01-01T00:00:00.*/;
const ISO_DATE = /^(\d{4})(?:-(\d\d?)(?:-(\d\d?)(?:T.*)?)?)?$/;

/** A string of reduced precision (wire-format 1); a timestamp of New Year is a year; any other form is no date. */
function read(iso: string | undefined): Day {
  const [, year, month, day] = ISO_DATE.exec(iso?.trim().replace(NEW_YEAR, '') ?? '') ?? [];
  const number = (digits: string | undefined) => (digits === undefined ? undefined : Number(digits));
  return { year: number(year), month: number(month), day: number(day) };
}

/** A part that is zero is not stated. */
const isStated = (day: Day) => Object.values(day).some((part) => part !== undefined && part !== 0);

/** The single date and the ends of the interval. Strings are read only if there is no number. */
function sidesOf(date: SourceDate) {
  const numbers = {
    single: { year: date.year, month: date.month, day: date.day },
    start: { year: date.periodStartYear, month: date.periodStartMonth, day: date.periodStartDay },
    end: { year: date.periodEndYear, month: date.periodEndMonth, day: date.periodEndDay },
  };
  if (Object.values(numbers).some(isStated)) return numbers;
  return { single: read(date.isoDate), start: read(date.isoStartDate), end: read(date.isoEndDate) };
}

const isWithin = (value: number | undefined, first: number, last: number) =>
  value !== undefined && value >= first && value <= last;

/** The possible parts of a date: years are YYYY (archive-service 3); the day of an impossible month is dropped. */
function possible({ year, month, day }: Day): Day {
  if (!isWithin(year, 1, 9999)) return {};
  if (!isWithin(month, 1, 12)) return { year };
  return isWithin(day, 1, lastDayOf(year as number, month as number))
    ? { year, month, day }
    : { year, month };
}

const firstDay = ({ year = 0, month = 1, day = 1 }: Day) => (year * 100 + month) * 100 + day;
const lastDay = ({ year = 0, month = 12, day = 31 }: Day) => (year * 100 + month) * 100 + day;

/**
 * The years of a date, if it has any. An interval has precedence over a single date, unless neither end has a year. An
 * interval that begins after its end has no years.
 */
function yearsOf(date: SourceDate | undefined): Years | undefined {
  if (date === undefined) return undefined;
  const { single, start, end } = sidesOf(date);
  const [one, from, to] = [possible(single), possible(start), possible(end)];
  if (from.year === undefined && to.year === undefined) {
    return one.year === undefined ? undefined : { from: one.year, to: one.year };
  }
  if (from.year !== undefined && to.year !== undefined && firstDay(from) > lastDay(to)) return undefined;
  return { from: from.year ?? Number.NEGATIVE_INFINITY, to: to.year ?? Number.POSITIVE_INFINITY };
}

/**
 * Whether the years of a record's date overlap a range. A record without a year never matches, and nothing matches a range
 * that ends before it begins (wire-format 2).
 */
export function datedWithin<R>(
  dateOf: (record: R) => SourceDate | undefined,
  from: number | undefined,
  to: number | undefined,
): RecordTest<R> {
  const first = from ?? Number.NEGATIVE_INFINITY;
  const last = to ?? Number.POSITIVE_INFINITY;
  return (record) => {
    const years = yearsOf(dateOf(record));
    return years !== undefined && Math.max(years.from, first) <= Math.min(years.to, last);
  };
}
