import type { SchoolsPerson } from '../../dictionary/archive/schools-person.js';
import type { SchoolsTopic } from '../../dictionary/archive/schools-topic.js';
import type { SchoolsVolume } from '../../dictionary/archive/volume.js';
import type { schoolsFilters } from '../../services/archive-filters.js';
import type { Given } from '../../services/parameter.js';
import { matching, type Rows } from '../filter.js';
import type { Volumes } from '../records.js';
import { changeRows, dayModified, dayOf } from '../timestamps.js';
import { atPlace, inCounty } from './attached.js';
import { type Placed, selectVolumes } from './volumes.js';

type Filters = typeof schoolsFilters;
type Story = Placed<SchoolsVolume>;

/** The day of each item's newest page transcript, by item. */
type TranscriptDays = ReadonlyMap<number, string>;

const includes = (persons: readonly SchoolsPerson[], id: number) =>
  persons.some((person) => person.id === id);
const nothing = () => () => false;

/** Where the part's school lies. */
function schoolPlaces({ part }: Story) {
  return { counties: [], locationsIreland: part.school?.locations ?? [] };
}

/** A topic counts with everything below it: items carry the chain from the broadest topic down. */
function hasTopic(topics: readonly SchoolsTopic[], id: number): boolean {
  return topics.some((topic) => topic.id === id || hasTopic(topic.subTopics, id));
}

/** Archive-service 4, query parameters: schools. Places are those of the story unless called the school's. */
const itemRows = (
  daysOf: (volume: SchoolsVolume) => TranscriptDays,
): Rows<Omit<Filters, 'VolumeID' | 'VolumeNumber'>, Story> => ({
  Status: (status) => (one) => one.volume.status === status,
  PageID: (id) => (one) => one.item.pages.includes(id),
  PartID: (id) => (one) => one.part.id === id,
  ItemID: (id) => (one) => one.item.id === id,
  SchoolCountyID: (id) => (one) => inCounty(schoolPlaces(one), id),
  SchoolPlaceID: (id) => (one) => atPlace(schoolPlaces(one), id),
  TeacherID: (id) => (one) => includes(one.part.teachers, id),
  CollectorID: (id) => (one) => includes(one.item.collectors, id),
  InformantID: (id) => (one) => includes(one.item.informants, id),
  PersonID: (id) => (one) => includes([...one.item.collectors, ...one.item.informants], id),
  CountyID: (id) => (one) => inCounty(one.item, id),
  PlaceID: (id) => (one) => atPlace(one.item, id),
  // Schools records carry Irish places only (wire-format 2).
  Country: nothing,
  GazetteerID: nothing,
  TopicID: (id) => (one) => hasTopic(one.item.topics, id),
  Language: (code) => (one) => one.item.languages.includes(code),
  ...changeRows(
    ({ item }: Story) => dayOf(item.dateCreated),
    ({ item, volume }: Story) => newest(dayModified(item), daysOf(volume).get(item.id)),
  ),
});

function newest(one: string | undefined, other: string | undefined): string | undefined {
  return (one ?? '') > (other ?? '') ? one : other;
}

/** An item is as new as its newest page transcript (wire-format 2): that one's day, by item of a volume. */
function transcriptDays(volume: SchoolsVolume): TranscriptDays {
  const days = new Map<number, string>();
  for (const transcript of volume.pages.flatMap((page) => page.transcripts)) {
    const day = newest(dayModified(transcript), days.get(transcript.itemID));
    if (day !== undefined) days.set(transcript.itemID, day);
  }
  return days;
}

/** {@link transcriptDays}, looked through once for each volume that one request looks at. */
function remembered(): (volume: SchoolsVolume) => TranscriptDays {
  const known = new WeakMap<SchoolsVolume, TranscriptDays>();
  return (volume) => {
    const days = known.get(volume) ?? transcriptDays(volume);
    known.set(volume, days);
    return days;
  };
}

/** What `/cbes` answers (wire-format 3, filtered manuscripts and schools lists). */
export function selectSchools(volumes: Volumes<SchoolsVolume>, given: Given<Filters>): SchoolsVolume[] {
  return selectVolumes(volumes, given, matching(itemRows(remembered()), given));
}
