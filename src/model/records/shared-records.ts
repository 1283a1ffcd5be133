import { joined } from '../../base/fields.js';
import type { Origin } from '../../base/origin.js';
import { handbookHeading } from '../mapping/archive/reference-lists.js';
import { knownTranscribers } from '../mapping/archive/transcript.js';
import type { ManuscriptItem, ManuscriptPart } from '../schema/archive/manuscripts.js';
import type { Person, PersonSummary } from '../schema/archive/person.js';
import type { Photograph } from '../schema/archive/photograph.js';
import type { Country, County, LocationAbroad, LocationIreland } from '../schema/archive/places.js';
import type { HandbookTopic } from '../schema/archive/reference-lists.js';
import type { SchoolsItem, SchoolsPart, SchoolsPerson, Transcript } from '../schema/archive/schools.js';
import type { Place, PlaceSummary, Resource } from '../schema/placenames/place.js';
import type { SharingContext } from './kind-row.js';
import { type SourceRecord, sourceRecord } from './record.js';

/** None or one, as a list. */
const some = <T>(value: T | undefined): T[] => (value === undefined ? [] : [value]);

interface Located {
  readonly counties?: readonly County[];
  readonly locationsIreland?: readonly LocationIreland[];
  readonly countries?: readonly Country[];
  readonly locationsAbroad?: readonly LocationAbroad[];
}

/** The places a record speaks of. Each of them shares in turn what it lies in. */
export const places = (located: Located, origin: Origin): SourceRecord[] => [
  ...(located.counties ?? []).map((county) => sourceRecord('county', county.logainmID, county, origin)),
  ...(located.locationsIreland ?? []).map((place) =>
    sourceRecord('location-ireland', place.logainmID, place, origin),
  ),
  ...(located.countries ?? []).map((country) =>
    sourceRecord('country', country.isoCode.toUpperCase(), country, origin),
  ),
  ...(located.locationsAbroad ?? []).map((place) =>
    sourceRecord('location-abroad', place.geoNameID, place, origin),
  ),
];

export const ofLocationIreland = ({ counties }: LocationIreland, origin: Origin): SourceRecord[] =>
  places({ counties }, origin);

export const ofLocationAbroad = ({ country }: LocationAbroad, origin: Origin): SourceRecord[] =>
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
const people = (summaries: readonly PersonSummary[], origin: Origin): SourceRecord[] =>
  summaries.map((summary) => sourceRecord('cbed.person', summary.id, joined(summary, NOTHING_MORE), origin));

export const ofManuscripts = (
  work: Omit<ManuscriptPart, 'items'> | ManuscriptItem,
  origin: Origin,
): SourceRecord[] => [
  ...places(work, origin),
  ...people([...work.collectors, ...work.informants, ...work.relevantPersons], origin),
];

const addresses = (people: readonly SchoolsPerson[], origin: Origin): SourceRecord[] =>
  people.flatMap(({ addressesIreland }) => places({ locationsIreland: addressesIreland }, origin));

export const ofSchoolsPart = (
  { school, teachers }: Omit<SchoolsPart, 'items'>,
  origin: Origin,
): SourceRecord[] => [
  ...places({ locationsIreland: school?.locations ?? [] }, origin),
  ...addresses(teachers, origin),
];

export const ofSchoolsItem = (item: SchoolsItem, origin: Origin): SourceRecord[] => [
  ...places(item, origin),
  ...addresses([...item.collectors, ...item.informants], origin),
];

export const ofTranscript = (
  transcript: Transcript,
  origin: Origin,
  sharing: SharingContext,
): SourceRecord[] =>
  knownTranscribers(transcript, sharing).map((transcriber) =>
    sourceRecord('cbes.transcriber', transcriber.id, transcriber, origin),
  );

export const ofPhotograph = (photograph: Photograph, origin: Origin): SourceRecord[] => [
  ...places(photograph, origin),
  ...people([...some(photograph.photographer), ...photograph.relevantPersons], origin),
  ...some(photograph.handbookTopic).map((topic) => sourceRecord('cbeg.topic', topic.id, topic, origin)),
];

/** The heading above a topic, which the list of topics holds only now and then. */
export const ofHandbookTopic = ({ id, topicEN, topicGA }: HandbookTopic, origin: Origin): SourceRecord[] => {
  const heading = handbookHeading(id);
  return heading === id
    ? []
    : [sourceRecord('cbeg.topic', heading, { id: heading, topicEN, topicGA }, origin)];
};

export const ofPerson = (person: Person, origin: Origin): SourceRecord[] => [
  ...places(
    {
      counties: [...person.counties, ...some(person.birthCounty)],
      locationsIreland: [...person.addressesIreland, ...some(person.birthPlaceIreland)],
      countries: [...person.countries, ...some(person.birthCountry)],
      locationsAbroad: [...person.addressesAbroad, ...some(person.birthPlaceAbroad)],
    },
    origin,
  ),
  ...person.occupations.map((occupation) =>
    sourceRecord('cbed.occupation', occupation.id, occupation, origin),
  ),
];

/** A merged place has no statements of its own (model 3.9). */
export const ofPlace = (place: Place, origin: Origin): SourceRecord[] =>
  place.replacementID !== undefined
    ? []
    : [
        ...[...place.categories, ...place.includes].map((category) =>
          sourceRecord('category', category.id, category, origin),
        ),
        ...place.glossary.map((word) => sourceRecord('glossary', word.id, word, origin)),
        ...place.placenames.flatMap(({ acceptability }) =>
          some(acceptability).map((status) => sourceRecord('acceptability', status.id, status, origin)),
        ),
        ...some(place.cluster).map((cluster) => sourceRecord('cluster', cluster.focusID, cluster, origin)),
        ...place.includedIn
          .filter(isNamed)
          .map((parent) => sourceRecord('place-summary', parent.id, parent, origin)),
        ...place.resources.map((resource) => sourceRecord('resource', resource.id, resource, origin)),
      ];

/** Of a place without a name there is nothing to say. */
const isNamed = ({ nameEN, nameGA }: PlaceSummary): boolean => nameEN !== undefined || nameGA !== undefined;

export const ofPlaceSummary = ({ category }: PlaceSummary, origin: Origin): SourceRecord[] =>
  some(category).map((one) => sourceRecord('category', one.id, one, origin));

export const ofResource = ({ supplier }: Resource, origin: Origin): SourceRecord[] =>
  some(supplier).map((one) => sourceRecord('supplier', one.id, one, origin));
