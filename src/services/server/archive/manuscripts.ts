import type { manuscriptFilters } from '../../../model/endpoints/archive.js';
import type { Given } from '../../../model/endpoints/parameter.js';
import type { PersonSummary } from '../../../model/schema/archive/person.js';
import type { ManuscriptVolume } from '../../../model/schema/archive/volume.js';
import { changeDateFilters, coded, dayOf, type FilterTable, matchesAll, modifiedDayOf } from '../filters.js';
import type { VolumeMap } from '../records.js';
import { attachedPlaceFilters, datedWithin } from './place-and-date-filters.js';
import { type Content, contentRows, selectVolumes } from './volumes.js';

type Filters = typeof manuscriptFilters;
type Manuscript = Content<ManuscriptVolume>;
type Role = 'collectors' | 'informants' | 'relevantPersons';

/** Whether a person has one of the roles in the item or in its part. */
function inRole(id: number, ...roles: readonly Role[]) {
  const named = (persons: readonly PersonSummary[] = []) => persons.some((person) => person.id === id);
  return ({ item, part }: Manuscript) => roles.some((role) => named(item?.[role]) || named(part?.[role]));
}

const dated = (_: unknown, given: Given<Filters>) =>
  datedWithin(({ item }: Manuscript) => item?.date, given.DateFrom, given.DateTo);

/** Archive-service 4, query parameters: manuscripts; people and places count on the item and on its part. */
const itemRows: FilterTable<Omit<Filters, 'VolumeID' | 'VolumeNumber'>, Manuscript> = {
  Status: (status) => (one) => one.volume.status === status,
  ...contentRows,
  CollectorID: (id) => inRole(id, 'collectors'),
  InformantID: (id) => inRole(id, 'informants'),
  RelevantPersonID: (id) => inRole(id, 'relevantPersons'),
  PersonID: (id) => inRole(id, 'collectors', 'informants', 'relevantPersons'),
  ...attachedPlaceFilters(({ item, part }: Manuscript) => [item, part]),
  Language: (code) => coded(code, (one) => one.item?.languages ?? []),
  DateFrom: dated,
  DateTo: dated,
  DateAccuracy: (marker) => coded(marker, (one) => [one.item?.date?.accuracy]),
  ...changeDateFilters(
    ({ item }: Manuscript) => dayOf(item?.dateCreated),
    ({ item }: Manuscript) => modifiedDayOf(item),
  ),
};

/** The answer of `/cbe` (wire-format 3, filtered manuscripts and schools lists). */
export function selectManuscripts(
  volumes: VolumeMap<ManuscriptVolume>,
  given: Given<Filters>,
): ManuscriptVolume[] {
  return selectVolumes(volumes, given, matchesAll(itemRows, given));
}
