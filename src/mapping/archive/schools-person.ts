import type { SchoolsPerson } from '../../dictionary/archive/schools-person.js';
import { fragment } from '../../rdf/iris.js';
import type { Node } from '../../rdf/node.js';
import { asRecorded } from '../language.js';
import { trueNames } from '../placeholder.js';
import type { Setting } from '../setting.js';

/** Every occurrence of one id of the schools collection, in reading order. */
export interface Observation {
  readonly id: number;
  readonly occurrences: readonly { readonly person: SchoolsPerson; readonly source: ObservedIn }[];
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
export const describeSchoolsPerson = ({ id, occurrences }: Observation, { iri, gender }: Setting): Node => {
  const self = iri.schoolsPerson(id);
  const people = occurrences.map(({ person }) => person);
  const names = trueNames(people.flatMap((person) => person.names));
  const [preferred] = names;
  return {
    id: self,
    type: ['PersonObservation', 'Person'],
    plainLabel: preferred?.fullName,
    plainName: preferred?.fullName,
    alternatePlainName: names.map((name) => name.fullName).filter((name) => name !== preferred?.fullName),
    hasName: names
      .filter((name) => name.firstNames !== undefined || name.surname !== undefined)
      .map((name) => ({
        id: fragment.personName(self, name),
        type: 'PersonName',
        literalName: name.fullName,
        // In this collection prefixes (Mac, Ní, Ó) sit among the first names: neither part is what it seems.
        firstNamesAsRecorded: name.firstNames,
        baseSurname: name.surname,
      })),
    ...gender('cbes', agreed(people.map((person) => person.gender))),
    hasAge: people.flatMap(plainAge),
    addressPlace: people.flatMap((person) =>
      person.addressesIreland.map((place) => iri.place(place.logainmID)),
    ),
    occupationAsRecorded: asRecorded(...people.flatMap((person) => person.occupations)),
    hadPrimarySource: occurrences.map(({ source }) => iri[source.kind]('cbes', source.id)),
    sourceId: String(id),
  };
};

/** An age that is a number and nothing else; with a qualifier or a range it stays on the contribution alone. */
const plainAge = ({ age }: SchoolsPerson): string[] =>
  age?.age === undefined || age.qualifier !== undefined || age.rangeMax !== undefined
    ? []
    : [String(age.age)];

/** What all who say anything say; codes that differ from telling to telling state nothing. */
const agreed = (codes: readonly (string | undefined)[]): string | undefined => {
  const [code, ...others] = new Set(codes.filter((one) => one !== undefined));
  return others.length === 0 ? code : undefined;
};
