import type { SchoolsPerson } from '../../dictionary/archive/schools-person.js';
import { fragment } from '../../rdf/iris.js';
import type { Node } from '../../rdf/node.js';
import { asRecorded } from '../language.js';
import { called, trueNames } from '../placeholder.js';
import type { GenderStatement, Setting } from '../setting.js';
import { observedPerson } from './observed.js';

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
export const describeSchoolsPerson = ({ id, occurrences }: Observation, setting: Setting): Node => {
  const { iri, gender, isPlaceholder } = setting;
  const sources = occurrences.map(({ source }) => iri[source.kind]('cbes', source.id));
  const self = observedPerson(id, sources[0] ?? '', setting);
  const people = occurrences.map(({ person }) => person);
  const names = trueNames(
    people.flatMap((person) => person.names),
    isPlaceholder,
  );
  const [preferred] = names;
  return {
    id: self,
    type: ['PersonObservation', 'Person'],
    ...called(id, preferred),
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
