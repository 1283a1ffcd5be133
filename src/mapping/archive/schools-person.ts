import { fragment } from '../../rdf/iris.js';
import type { Node } from '../../rdf/node.js';
import type { SchoolsPerson } from '../../schema/archive/schools.js';
import { coded } from '../codes.js';
import type { GenderStatement, MappingContext } from '../context.js';
import { asRecorded } from '../language.js';
import { nameOrPlaceholder, realNames } from '../placeholder.js';

/**
 * Whether two names as written down are one: `Mc Carthy` and `McCARTHY`, `Seán` and `Sean`, `Seaċnasaiġ` and
 * `Seachnasaigh`. Everything else is another name.
 */
export const isSameName = (one: string, other: string): boolean => one === other || key(one) === key(other);

const DOT_ABOVE = /\u0307/g;
const NOT_WORDS = /[^\p{L}\p{N}\p{Co}]/gu;

/** Letters and digits, without accents; a dotted consonant is one with an h. */
const key = (name: string): string =>
  name.normalize('NFKD').replace(DOT_ABOVE, 'h').replace(NOT_WORDS, '').toLowerCase();

/**
 * The IRI of a person as recorded in a work of the schools collection. An id that stands for people of different
 * names says nothing about who is who: then each work has a person of its own (model 7.3, X7).
 *
 * @param work the IRI of the item, or for teachers of the part
 */
export const observedPerson = (id: number, work: string, { iri, isAmbiguous }: MappingContext): string =>
  isAmbiguous(id) ? fragment.person(work, id) : iri.schoolsPerson(id);

/** What a person of the schools collection was when it was told: ages belong to the telling (model 5.2). */
export const recordedAge = (
  { age }: SchoolsPerson,
  setting: MappingContext,
  also: { collectorRelationship?: string | undefined } = {},
) => ({
  age: age?.age,
  ageMax: age?.rangeMax,
  ...coded({ ageQualifier: age?.qualifier, ...also }, setting),
});

/** The same of an informant, and what they were to the collector of this item. */
export const informantAge = (person: SchoolsPerson, setting: MappingContext) =>
  recordedAge(person, setting, { collectorRelationship: person.collectorRelationship });

/**
 * Every occurrence of one id of the schools collection, in reading order; of an id that stands for people of different
 * names only those in one work.
 */
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
 * A person as written in copybooks: an observation, never merged with the people database, never said to be
 * a child (model 3.3, 5.3). Relationships and the whole of ages are said where they were told, on the contributions.
 */
export const describeSchoolsPerson = ({ id, occurrences }: Observation, setting: MappingContext): Node => {
  const { iri, gender, isPlaceholder } = setting;
  const sources = occurrences.map(({ source }) => iri[source.kind]('cbes', source.id));
  const self = observedPerson(id, sources[0] ?? '', setting);
  const people = occurrences.map(({ person }) => person);
  const names = realNames(
    people.flatMap((person) => person.names),
    isPlaceholder,
  );
  const [preferred] = names;
  return {
    id: self,
    type: ['PersonObservation', 'Person'],
    ...nameOrPlaceholder(id, preferred),
    alternatePlainName: names.map((name) => name.fullName).filter((name) => name !== preferred?.fullName),
    hasName: names
      .filter((name) => name.firstNames !== undefined || name.surname !== undefined)
      .map((name) => ({
        id: fragment.personName(self, name),
        type: ['PersonName'],
        literalName: name.fullName,
        // In this collection prefixes (Mac, Ní, Ó) sit among the first names: neither part is what it seems.
        firstNamesAsRecorded: name.firstNames,
        baseSurname: name.surname,
      })),
    ...agreed(people.map((person) => gender('cbes', person.gender))),
    hasAge: people.flatMap(plainAge),
    addressPlace: people.flatMap((person) =>
      person.addressesIreland.map((place) => iri.place(place.logainmID)),
    ),
    occupationAsRecorded: asRecorded(...people.flatMap((person) => person.occupations)),
    hadPrimarySource: sources,
    sourceId: String(id),
  };
};

/** An age that is a number and nothing else; with a qualifier or a range it stays on the contribution alone. */
const plainAge = ({ age }: SchoolsPerson): string[] =>
  age?.age === undefined || age.qualifier !== undefined || age.rangeMax !== undefined
    ? []
    : [String(age.age)];

/**
 * What all tellings that state a gender state; tellings that differ state none, but a code that none could read is
 * told all the same (model 3.3, gender rule).
 */
const agreed = (statements: readonly GenderStatement[]): GenderStatement => {
  const genders = new Set(statements.flatMap((one) => one.gender ?? []));
  const codes = new Set(statements.flatMap((one) => one.genderCode ?? []));
  const [[gender], [genderCode]] = [genders, codes];
  if (codes.size === 0) return gender === undefined || genders.size > 1 ? {} : { gender };
  return genderCode === undefined || codes.size > 1 ? {} : { genderCode };
};
