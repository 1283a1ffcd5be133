import { entry } from '../../../base/map-entry.js';
import type { photographFilters } from '../../../model/endpoints/archive.js';
import type { Given } from '../../../model/endpoints/parameter.js';
import type { Photograph } from '../../../model/schema/archive/photograph.js';
import { changeDateFilters, coded, dayOf, type FilterTable, matchesAll, modifiedDayOf } from '../filters.js';
import type { ById } from '../records.js';
import { attachedPlaceFilters, datedWithin } from './place-and-date-filters.js';

type Filters = typeof photographFilters;

const isPhotographer = (photograph: Photograph, id: number) => photograph.photographer?.id === id;
const isRelevant = (photograph: Photograph, id: number) =>
  photograph.relevantPersons.some((person) => person.id === id);

const dated = (_: unknown, given: Given<Filters>) =>
  datedWithin((photograph: Photograph) => photograph.date, given.DateFrom, given.DateTo);

/** The part of a topic's code that a filter asks for: a single letter means every code that begins with it (wire-format 2). */
const topicOf = (photograph: Photograph, given: string) =>
  /^\p{L}$/u.test(given) ? photograph.handbookTopic?.id.slice(0, given.length) : photograph.handbookTopic?.id;

/** Archive-service 4, query parameters: photographs. */
const rows: FilterTable<Filters, Photograph> = {
  Status: (status) => (one) => one.status === status,
  Digitized: (digitized) => (one) => one.digitized === digitized,
  Copyright: (code) => coded(code, (one) => [one.copyright]),
  Condition: (condition) => (one) => one.condition === condition,
  HandbookTopic: (code) => coded(code, (one) => [topicOf(one, code)]),
  PersonID: (id) => (one) => isPhotographer(one, id) || isRelevant(one, id),
  PhotographerID: (id) => (one) => isPhotographer(one, id),
  RelevantPersonID: (id) => (one) => isRelevant(one, id),
  ...attachedPlaceFilters((one: Photograph) => [one]),
  DateFrom: dated,
  DateTo: dated,
  DateAccuracy: (marker) => coded(marker, (one) => [one.date?.accuracy]),
  ...changeDateFilters((one: Photograph) => dayOf(one.dateCreated), modifiedDayOf),
};

/** The answer of `/cbeg`. */
export function selectPhotographs(photographs: ById<Photograph>, given: Given<Filters>): Photograph[] {
  const person = given.PersonID ?? given.PhotographerID ?? given.RelevantPersonID;
  const candidates =
    person === undefined ? [...photographs.values()] : (byPerson(photographs).get(person) ?? []);
  return candidates.filter(matchesAll(rows, given));
}

const INDEXES = new WeakMap<ById<Photograph>, ReadonlyMap<number, readonly Photograph[]>>();

/** The photographs of each person, in the order of the list. A harvest asks for those of every person. */
function byPerson(photographs: ById<Photograph>): ReadonlyMap<number, readonly Photograph[]> {
  return entry(INDEXES, photographs, () => {
    const index = new Map<number, Photograph[]>();
    for (const one of photographs.values()) {
      const people = [one.photographer, ...one.relevantPersons].flatMap((person) => person?.id ?? []);
      for (const id of new Set(people)) entry(index, id, () => []).push(one);
    }
    return index;
  });
}
