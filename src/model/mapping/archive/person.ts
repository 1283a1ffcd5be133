import { fragment } from '../../rdf/iris.js';
import type { Node } from '../../rdf/node.js';
import type { Person, PersonName } from '../../schema/archive/person.js';
import type { Published } from '../../schema/privileged.js';
import { plainDate, timeSpan } from '../date.js';
import { withoutLanguage } from '../language.js';
import type { MappingContext } from '../mapping-context.js';
import { nameOrPlaceholder, realNames } from '../placeholder.js';
import { entry } from '../shared-fields.js';

/** A record of the people database (model 3.5). */
export const describePerson = (person: Published<Person>, context: MappingContext): Node => {
  const { iri, link, gender, latestYear, isPlaceholder } = context;
  const self = iri.person(person.id);
  const names = realNames(person.names, isPlaceholder);
  const [preferred, ...variants] = names;
  const birthCounty = person.birthCounty && iri.place(person.birthCounty.logainmID);
  const birthCountry = person.birthCountry && iri.country(person.birthCountry.isoCode);
  return {
    id: self,
    type: ['PersonRecord', 'schema:Person', 'crm:E21_Person'],
    ...nameOrPlaceholder(person.id, preferred),
    alternateName: withoutLanguage(
      ...variants.map((name) => name.fullName).filter((name) => name !== preferred?.fullName),
    ),
    givenName: preferred?.firstNames,
    familyName: preferred?.surname,
    hasName: names.map((name) => describeName(self, name, name === preferred)),
    ...gender('cbed', person.gender),
    birthDate: plainDate(person.birthDate, latestYear),
    birthSpan: timeSpan(fragment.date(self, 'birth-date'), person.birthDate, latestYear, 'event'),
    deathDate: plainDate(person.deathDate, latestYear),
    deathSpan: timeSpan(fragment.date(self, 'death-date'), person.deathDate, latestYear, 'event'),
    birthPlace: birthPlaces(person, context),
    birthCounty,
    birthCountry,
    county: person.counties.map((county) => iri.place(county.logainmID)),
    country: person.countries.map((country) => iri.country(country.isoCode)),
    addressPlace: [
      ...person.addressesIreland.map((place) => iri.place(place.logainmID)),
      ...person.addressesAbroad.map((place) => iri.abroad(place.geoNameID)),
    ],
    hasOccupation: person.occupations.map((occupation) => iri.occupation(occupation.id)),
    ainmId: person.ainmID === undefined ? undefined : String(person.ainmID),
    subjectOf: [link.biography({ id: person.ainmID })],
    viafId: person.viafID === undefined ? undefined : String(person.viafID),
    ...entry(person),
  };
};

/** The most precise birthplace that is stated; both where one in Ireland and one abroad contradict each other. */
const birthPlaces = (person: Published<Person>, { iri }: MappingContext): readonly string[] => {
  const { birthPlaceIreland, birthPlaceAbroad, birthCounty, birthCountry } = person;
  const precise = [
    birthPlaceIreland && iri.place(birthPlaceIreland.logainmID),
    birthPlaceAbroad && iri.abroad(birthPlaceAbroad.geoNameID),
  ].filter((place) => place !== undefined);
  const coarser =
    (birthCounty && iri.place(birthCounty.logainmID)) ?? (birthCountry && iri.country(birthCountry.isoCode));
  return precise.length > 0 ? precise : [coarser ?? []].flat();
};

const describeName = (person: string, name: PersonName, isPreferred: boolean): Node => ({
  id: fragment.personName(person, name),
  type: ['pnv:PersonName'],
  literalName: name.fullName,
  givenNamePart: name.firstNames,
  surname: name.surname,
  preferredName: isPreferred ? true : undefined,
});
