import { fragment } from '../../rdf/iris.js';
import type { Node } from '../../rdf/node.js';
import type { PersonName } from '../../schema/archive/person.js';
import type { Age, SchoolsPerson } from '../../schema/archive/schools.js';
import { coded } from '../coded-fields.js';
import { sourceFields } from '../date.js';
import { asRecorded, withoutLanguage } from '../language.js';
import type { GenderStatement, MappingContext } from '../mapping-context.js';
import { nameOrPlaceholder, realNames } from '../placeholder.js';
import { surnameParts } from './surname.js';

/**
 * Whether two names differ in spelling only: `Mc Carthy` and `McCARTHY`, `Seán` and `Sean`, `Seaċnasaiġ` and `Seachnasaigh`.
 */
export const isSameName = (one: string, other: string): boolean => one === other || key(one) === key(other);

const DOT_ABOVE = /\u0307/g;
const NOT_WORDS = /[^\p{L}\p{N}\p{Co}]/gu;

/** Letters and digits without accents; a dotted consonant as the consonant with h. */
const key = (name: string): string =>
  name.normalize('NFKD').replace(DOT_ABOVE, 'h').replace(NOT_WORDS, '').toLowerCase();

/**
 * The IRI of a person as recorded in a work of the schools collection. If an id is used for people of different names, each
 * work has a person of its own (model 7.3, X7).
 *
 * @param work the IRI of the item, or for teachers of the part
 */
export const observedPerson = (id: number, work: string, { iri, isAmbiguous }: MappingContext): string =>
  isAmbiguous(id) ? fragment.person(work, id) : iri.schoolsPerson(id);

/** The greatest age that is stated: greater numbers are slips of the pen, or years (model 5.2). */
const GREATEST_AGE = 110;

/** The age of a person, if it is plausible. */
const credible = ({ age }: SchoolsPerson): Age | undefined =>
  age === undefined || age.age > GREATEST_AGE || (age.rangeMax ?? 0) > GREATEST_AGE ? undefined : age;

/** The age of a person when a work was recorded; an implausible age only as it was sent (model 5.2). */
export const recordedAge = (
  person: SchoolsPerson,
  context: MappingContext,
  extra: { collectorRelationship?: string | undefined } = {},
) => {
  const age = credible(person);
  return {
    age: age?.age,
    ageMax: age?.rangeMax,
    sourceAge: age === undefined && person.age !== undefined ? sourceFields(person.age) : undefined,
    ...coded({ ageQualifier: age?.qualifier, ...extra }, context),
  };
};

/** The same of an informant, with the relationship to the collector of the item. */
export const informantAge = (person: SchoolsPerson, context: MappingContext) =>
  recordedAge(person, context, { collectorRelationship: person.collectorRelationship });

/** All occurrences of an id of the schools collection, in reading order; of an ambiguous id those in one work. */
export interface Observation {
  readonly id: number;
  readonly occurrences: readonly Occurrence[];
}

export interface Occurrence {
  readonly person: SchoolsPerson;
  readonly source: ObservedIn;
}

/** The item, or for teachers the part, in which a person is recorded. */
export interface ObservedIn {
  readonly kind: 'item' | 'part';
  readonly id: number;
}

/**
 * A person as recorded in copybooks: an observation that is never merged with the people database (model 3.3, 5.3).
 * Relationships and full ages are on the contributions.
 */
export const describeSchoolsPerson = ({ id, occurrences }: Observation, context: MappingContext): Node => {
  const { iri, gender, isPlaceholder } = context;
  const sources = occurrences.map(({ source }) => iri[source.kind]('cbes', source.id));
  const self = observedPerson(id, sources[0] ?? '', context);
  const people = occurrences.map(({ person }) => person);
  const names = realNames(
    people.flatMap((person) => person.names),
    isPlaceholder,
  );
  const [preferred] = names;
  return {
    id: self,
    type: ['picom:PersonObservation', 'schema:Person'],
    ...nameOrPlaceholder(id, preferred),
    alternateName: withoutLanguage(
      ...names.map((name) => name.fullName).filter((name) => name !== preferred?.fullName),
    ),
    hasName: names
      .filter((name) => name.firstNames !== undefined || name.surname !== undefined)
      .map((name) => ({
        id: fragment.personName(self, name),
        type: ['pnv:PersonName'],
        literalName: name.fullName,
        // In this collection prefixes (Mac, Ní, Ó) are mostly among the first names.
        firstNamesAsRecorded: name.firstNames,
        ...surnameOf(name),
      })),
    ...agreed(people.map((person) => gender('cbes', person.gender))),
    hasAge: people.flatMap(plainAge),
    addressPlace: people.flatMap((person) =>
      person.addressesIreland.map((place) => iri.place(place.logainmID)),
    ),
    occupationAsRecorded: asRecorded(
      ...people.flatMap((person) => person.occupations).filter((occupation) => !isPlaceholder(occupation)),
    ),
    hadPrimarySource: sources,
  };
};

/** The parts of the surname; of a text that is nothing but a prefix the prefix alone. */
function surnameOf({ surname }: PersonName) {
  const { prefix, base } = surname === undefined ? {} : surnameParts(surname);
  return { surnamePrefix: prefix, baseSurname: base };
}

/** An age from 0 up without qualifier and range. A number below 0 is left to the shape of contributions, which reports it. */
const plainAge = (person: SchoolsPerson): number[] => {
  const age = credible(person);
  if (age === undefined || age.age < 0) return [];
  return age.qualifier !== undefined || age.rangeMax !== undefined ? [] : [age.age];
};

/** The gender on which all records agree, or the code on which all uninterpreted ones agree (model 3.3, gender rule). */
const agreed = (statements: readonly GenderStatement[]): GenderStatement => {
  const genders = new Set(statements.flatMap((statement) => statement.gender ?? []));
  const codes = new Set(statements.flatMap((statement) => statement.genderCode ?? []));
  const [[gender], [genderCode]] = [genders, codes];
  if (codes.size === 0) return gender === undefined || genders.size > 1 ? {} : { gender };
  return genderCode === undefined || codes.size > 1 ? {} : { genderCode };
};
