import type { Origin } from '../base/origin.js';
import type { Country } from '../dictionary/archive/country.js';
import type { County } from '../dictionary/archive/county.js';
import type { HandbookTopic } from '../dictionary/archive/handbook-topic.js';
import type { LocationAbroad } from '../dictionary/archive/location-abroad.js';
import type { LocationIreland } from '../dictionary/archive/location-ireland.js';
import type { ManuscriptItem } from '../dictionary/archive/manuscript-item.js';
import type { ManuscriptPart } from '../dictionary/archive/manuscript-part.js';
import type { Person, PersonSummary } from '../dictionary/archive/person.js';
import type { Photograph } from '../dictionary/archive/photograph.js';
import type { SchoolsItem } from '../dictionary/archive/schools-item.js';
import type { SchoolsPart } from '../dictionary/archive/schools-part.js';
import type { SchoolsPerson } from '../dictionary/archive/schools-person.js';
import type { Transcript } from '../dictionary/archive/transcript.js';
import type { Place, PlaceSummary, Resource } from '../dictionary/placenames/place.js';
import { handbookHeading } from '../mapping/archive/handbook-topic.js';
import { knownTranscribers } from '../mapping/archive/transcript.js';
import type { Setting } from '../mapping/setting.js';
import { type Unit, unit } from './unit.js';

/** None or one, as a list. */
const some = <T>(value: T | undefined): T[] => (value === undefined ? [] : [value]);

interface Located {
  readonly counties?: readonly County[];
  readonly locationsIreland?: readonly LocationIreland[];
  readonly countries?: readonly Country[];
  readonly locationsAbroad?: readonly LocationAbroad[];
}

/** The places a record speaks of. Each of them shares in turn what it lies in. */
export const places = (located: Located, origin: Origin): Unit[] => [
  ...(located.counties ?? []).map((county) => unit('county', county.logainmID, county, origin)),
  ...(located.locationsIreland ?? []).map((place) =>
    unit('location-ireland', place.logainmID, place, origin),
  ),
  ...(located.countries ?? []).map((country) =>
    unit('country', country.isoCode.toUpperCase(), country, origin),
  ),
  ...(located.locationsAbroad ?? []).map((place) => unit('location-abroad', place.geoNameID, place, origin)),
];

export const ofLocationIreland = ({ counties }: LocationIreland, origin: Origin): Unit[] =>
  places({ counties }, origin);

export const ofLocationAbroad = ({ country }: LocationAbroad, origin: Origin): Unit[] =>
  places({ countries: some(country) }, origin);

/** What the dictionary asks of a person and no summary has. */
const NOTHING_MORE = {
  counties: [],
  addressesIreland: [],
  countries: [],
  addressesAbroad: [],
  occupations: [],
};

/** People as embedded in a work: all that is known of those whose own record was not sent. */
const people = (summaries: readonly PersonSummary[], origin: Origin): Unit[] =>
  summaries.map((summary) => unit('cbed.person', summary.id, { ...summary, ...NOTHING_MORE }, origin));

export const ofManuscripts = (
  work: Omit<ManuscriptPart, 'items'> | ManuscriptItem,
  origin: Origin,
): Unit[] => [
  ...places(work, origin),
  ...people([...work.collectors, ...work.informants, ...work.relevantPersons], origin),
];

const addresses = (people: readonly SchoolsPerson[], origin: Origin): Unit[] =>
  people.flatMap(({ addressesIreland }) => places({ locationsIreland: addressesIreland }, origin));

export const ofSchoolsPart = ({ school, teachers }: Omit<SchoolsPart, 'items'>, origin: Origin): Unit[] => [
  ...places({ locationsIreland: school?.locations ?? [] }, origin),
  ...addresses(teachers, origin),
];

export const ofSchoolsItem = (item: SchoolsItem, origin: Origin): Unit[] => [
  ...places(item, origin),
  ...addresses([...item.collectors, ...item.informants], origin),
];

/** What decides whether something is shared at all. */
export type Sharing = Pick<Setting, 'isPlaceholder'>;

export const ofTranscript = (transcript: Transcript, origin: Origin, sharing: Sharing): Unit[] =>
  knownTranscribers(transcript, sharing).map((transcriber) =>
    unit('cbes.transcriber', transcriber.id, transcriber, origin),
  );

export const ofPhotograph = (photograph: Photograph, origin: Origin): Unit[] => [
  ...places(photograph, origin),
  ...people([...some(photograph.photographer), ...photograph.relevantPersons], origin),
  ...some(photograph.handbookTopic).map((topic) => unit('cbeg.topic', topic.id, topic, origin)),
];

/** The heading above a topic, which the list of topics holds only now and then. */
export const ofHandbookTopic = ({ id, topicEN, topicGA }: HandbookTopic, origin: Origin): Unit[] => {
  const heading = handbookHeading(id);
  return heading === id ? [] : [unit('cbeg.topic', heading, { id: heading, topicEN, topicGA }, origin)];
};

export const ofPerson = (person: Person, origin: Origin): Unit[] => [
  ...places(
    {
      counties: [...person.counties, ...some(person.birthCounty)],
      locationsIreland: [...person.addressesIreland, ...some(person.birthPlaceIreland)],
      countries: [...person.countries, ...some(person.birthCountry)],
      locationsAbroad: [...person.addressesAbroad, ...some(person.birthPlaceAbroad)],
    },
    origin,
  ),
  ...person.occupations.map((occupation) => unit('cbed.occupation', occupation.id, occupation, origin)),
];

/** A merged place says nothing of its own any more (model 3.9). */
export const ofPlace = (place: Place, origin: Origin): Unit[] =>
  place.replacementID !== undefined
    ? []
    : [
        ...[...place.categories, ...place.includes].map((category) =>
          unit('category', category.id, category, origin),
        ),
        ...place.glossary.map((word) => unit('glossary', word.id, word, origin)),
        ...place.placenames.flatMap(({ acceptability }) =>
          some(acceptability).map((status) => unit('acceptability', status.id, status, origin)),
        ),
        ...some(place.cluster).map((cluster) => unit('cluster', cluster.focusID, cluster, origin)),
        ...place.includedIn.filter(isNamed).map((parent) => unit('place-summary', parent.id, parent, origin)),
        ...place.resources.map((resource) => unit('resource', resource.id, resource, origin)),
      ];

/** Of a place without a name there is nothing to say. */
const isNamed = ({ nameEN, nameGA }: PlaceSummary): boolean => nameEN !== undefined || nameGA !== undefined;

export const ofPlaceSummary = ({ category }: PlaceSummary, origin: Origin): Unit[] =>
  some(category).map((one) => unit('category', one.id, one, origin));

export const ofResource = ({ supplier }: Resource, origin: Origin): Unit[] =>
  some(supplier).map((one) => unit('supplier', one.id, one, origin));
