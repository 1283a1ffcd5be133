import type { PersonSummary } from '../../dictionary/archive/person.js';
import type { ManuscriptVolume } from '../../dictionary/archive/volume.js';
import type { manuscriptFilters } from '../../services/archive-filters.js';
import type { Given } from '../../services/parameter.js';
import { matching, type Rows } from '../filter.js';
import type { Volumes } from '../records.js';
import { changeRows, dayModified, dayOf } from '../timestamps.js';
import { placeRows } from './attached.js';
import { type Placed, selectVolumes } from './volumes.js';
import { datedWithin } from './years.js';

type Filters = typeof manuscriptFilters;
type Manuscript = Placed<ManuscriptVolume>;
type Role = 'collectors' | 'informants' | 'relevantPersons';

/** Whether a person has one of the roles in the item or in its part. */
function inRole(id: number, ...roles: readonly Role[]) {
  const named = (persons: readonly PersonSummary[]) => persons.some((person) => person.id === id);
  return ({ item, part }: Manuscript) => roles.some((role) => named(item[role]) || named(part[role]));
}

const dated = (_: unknown, given: Given<Filters>) =>
  datedWithin(({ item }: Manuscript) => item.date, given.DateFrom, given.DateTo);

/** Archive-service 4, query parameters: manuscripts; people and places count on the item and on its part. */
const itemRows: Rows<Omit<Filters, 'VolumeID' | 'VolumeNumber'>, Manuscript> = {
  Status: (status) => (one) => one.volume.status === status,
  PageID: (id) => (one) => one.item.pages.includes(id),
  PartID: (id) => (one) => one.part.id === id,
  ItemID: (id) => (one) => one.item.id === id,
  CollectorID: (id) => inRole(id, 'collectors'),
  InformantID: (id) => inRole(id, 'informants'),
  RelevantPersonID: (id) => inRole(id, 'relevantPersons'),
  PersonID: (id) => inRole(id, 'collectors', 'informants', 'relevantPersons'),
  ...placeRows(({ item, part }: Manuscript) => [item, part]),
  Language: (code) => (one) => one.item.languages.includes(code),
  DateFrom: dated,
  DateTo: dated,
  DateAccuracy: (marker) => (one) => one.item.date?.accuracy === marker,
  ...changeRows(
    ({ item }: Manuscript) => dayOf(item.dateCreated),
    ({ item }: Manuscript) => dayModified(item),
  ),
};

/** What `/cbe` answers (wire-format 3, filtered manuscripts and schools lists). */
export function selectManuscripts(
  volumes: Volumes<ManuscriptVolume>,
  given: Given<Filters>,
): ManuscriptVolume[] {
  return selectVolumes(volumes, given, matching(itemRows, given));
}
