import type { schoolsFilters } from '../../../model/endpoints/archive.js';
import type { Given } from '../../../model/endpoints/parameter.js';
import type { SchoolsTopic } from '../../../model/schema/archive/reference-lists.js';
import type { SchoolsPerson } from '../../../model/schema/archive/schools.js';
import type { SchoolsVolume } from '../../../model/schema/archive/volume.js';
import { changeDateFilters, coded, dayOf, type FilterTable, matchesAll, modifiedDayOf } from '../filters.js';
import type { VolumeMap } from '../records.js';
import { isAtPlace, isInCounty } from './place-and-date-filters.js';
import { type Content, contentRows, selectVolumes } from './volumes.js';

type Filters = typeof schoolsFilters;
type Story = Content<SchoolsVolume>;

/** The day of each item's newest page transcript, by item. */
type TranscriptDays = ReadonlyMap<number, string>;

const includes = (id: number, ...lists: readonly (readonly SchoolsPerson[] | undefined)[]) =>
  lists.some((persons) => persons?.some((person) => person.id === id));
const nothing = () => () => false;

/** The places of the part's school. */
function schoolPlaces({ part }: Story) {
  return { counties: [], locationsIreland: part?.school?.locations ?? [] };
}

/** A topic includes all narrower ones: items have the chain from the broadest topic down. */
function hasTopic(topics: readonly SchoolsTopic[] = [], id: number): boolean {
  return topics.some((topic) => topic.id === id || hasTopic(topic.subTopics, id));
}

/** Archive-service 4, query parameters: schools. Places are those of the item, unless named as the school's. */
const itemRows = (
  daysOf: (volume: SchoolsVolume) => TranscriptDays,
): FilterTable<Omit<Filters, 'VolumeID' | 'VolumeNumber'>, Story> => ({
  Status: (status) => (one) => one.volume.status === status,
  ...contentRows,
  SchoolCountyID: (id) => (one) => isInCounty(schoolPlaces(one), id),
  SchoolPlaceID: (id) => (one) => isAtPlace(schoolPlaces(one), id),
  TeacherID: (id) => (one) => includes(id, one.part?.teachers),
  CollectorID: (id) => (one) => includes(id, one.item?.collectors),
  InformantID: (id) => (one) => includes(id, one.item?.informants),
  PersonID: (id) => (one) => includes(id, one.item?.collectors, one.item?.informants),
  CountyID: (id) => (one) => isInCounty(one.item, id),
  PlaceID: (id) => (one) => isAtPlace(one.item, id),
  // Schools records carry Irish places only (wire-format 2).
  Country: nothing,
  GazetteerID: nothing,
  TopicID: (id) => (one) => hasTopic(one.item?.topics, id),
  Language: (code) => coded(code, (one) => one.item?.languages ?? []),
  ...changeDateFilters(
    ({ item }: Story) => dayOf(item?.dateCreated),
    ({ item, volume }: Story) => item && newest(modifiedDayOf(item), daysOf(volume).get(item.id)),
  ),
});

function newest(one: string | undefined, other: string | undefined): string | undefined {
  return (one ?? '') > (other ?? '') ? one : other;
}

/** An item is as new as its newest page transcript (wire-format 2): that one's day, by item of a volume. */
function transcriptDays(volume: SchoolsVolume): TranscriptDays {
  const days = new Map<number, string>();
  for (const transcript of volume.pages.flatMap((page) => page.transcripts)) {
    const day = newest(modifiedDayOf(transcript), days.get(transcript.itemID));
    if (day !== undefined) days.set(transcript.itemID, day);
  }
  return days;
}

/** {@link transcriptDays}, computed once for each volume. */
function cachedTranscriptDays(): (volume: SchoolsVolume) => TranscriptDays {
  const known = new WeakMap<SchoolsVolume, TranscriptDays>();
  return (volume) => {
    const days = known.get(volume) ?? transcriptDays(volume);
    known.set(volume, days);
    return days;
  };
}

/** The answer of `/cbes` (wire-format 3, filtered manuscripts and schools lists). */
export function selectSchools(volumes: VolumeMap<SchoolsVolume>, given: Given<Filters>) {
  return selectVolumes(volumes, given, matchesAll(itemRows(cachedTranscriptDays()), given)).map(withTitles);
}

/** A volume whose items all have the key `title`, which existing clients expect; null without a title (wire-format 1). */
const withTitles = (volume: SchoolsVolume) => ({
  ...volume,
  parts: volume.parts.map((part) => ({
    ...part,
    items: part.items.map(({ title = null, ...item }) => ({ ...item, title })),
  })),
});
