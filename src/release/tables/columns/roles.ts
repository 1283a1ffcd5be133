import type { Node } from '../../../model/rdf/node.js';
import { type Column, coded, column, type Table, within } from '../column.js';
import { isA, nodesOf, valuesOf } from '../node-values.js';

/** The roles of people in works that have a table (model 5.1). */
const ROLES = ['collector', 'informant', 'relevantPerson', 'photographer', 'teacher'] as const;

/** The path of the people database; all other people are those of the schools collection. */
const PEOPLE = '/cbed/person/';

/** The tables of works, with the classes of their records. */
const WORKS = { item: 'Item', photograph: 'Photograph', part: 'Part' } as const;

/** Whether a record is a work in which people have roles. */
export const isWork = (node: Node): boolean => Object.values(WORKS).some((word) => isA(word)(node));

/** One node for each person and role, with the work and, where the source has more, the contribution. */
function rolesIn(work: Node): readonly Node[] {
  const { id, type = [] } = work;
  const contributions = nodesOf(work, 'contribution');
  return ROLES.flatMap((role) =>
    [...new Set(valuesOf(work, role))].map((agent): Node => {
      const contribution = contributions.find(
        (one) => valuesOf(one, 'role').includes(role) && valuesOf(one, 'agent').includes(agent),
      );
      return { id, type, role, agent, contribution };
    }),
  );
}

const agent = (isInDatabase: boolean) => (row: Node) =>
  valuesOf(row, 'agent').filter((iri) => iri.includes(PEOPLE) === isInDatabase);

const work = (name: keyof typeof WORKS, en: string, ga: string): Column =>
  column(name, en, ga, 'iri', (row) => (isA(WORKS[name])(row) ? [row.id] : []), {
    references: `${name}s.csv`,
  });

/** People in works: one row for each item, photograph or part, person and role. */
export const ROLES_TABLE: Table = {
  en: 'Roles of people in items, photographs and parts',
  ga: 'Rólanna daoine i míreanna, i ngrianghraif agus i gcodanna',
  rows: rolesIn,
  columns: [
    work('item', 'item', 'mír'),
    work('photograph', 'photograph', 'grianghraf'),
    work('part', 'part', 'cuid'),
    column('person', 'person of the people database', 'duine an bhunachair daoine', 'iri', agent(true), {
      references: 'people.csv',
    }),
    column(
      'schools_person',
      'person of the schools collection',
      'duine bhailiúchán na scol',
      'iri',
      agent(false),
      {
        references: 'schools-people.csv',
      },
    ),
    ...coded('role', 'role', 'ról', 'code', 'role', (row) => valuesOf(row, 'role')),
    column('age', 'age', 'aois', 'integer', within('contribution', 'age')),
    column(
      'age_to',
      'highest age of a range',
      'an aois is airde i raon',
      'integer',
      within('contribution', 'ageMax'),
    ),
    ...coded(
      'age_qualifier',
      'qualifier of the age',
      'cáilitheoir na haoise',
      'code',
      'ageQualifier',
      within('contribution', 'ageQualifier'),
    ),
    ...coded(
      'relationship',
      'relationship to the collector',
      'gaol leis an mbailitheoir',
      'code',
      'collectorRelationship',
      within('contribution', 'collectorRelationship'),
    ),
  ],
};
