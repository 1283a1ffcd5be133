import { describe, expect, it } from 'vitest';
import type { Node } from '../../../src/model/rdf/node.js';
import { withPart } from '../../../src/release/tables/inherited-place-and-date.js';
import { textOf } from './derive.js';
import {
  APPROXIMATE,
  at,
  ITEM,
  LOCATION,
  PART,
  PHOTOGRAPH,
  SCHOOLS_ITEM,
  SCHOOLS_PART,
  SUBTOPIC,
  TOPIC,
} from './nodes.js';
import { readTable } from './read-csv.js';

/** Rows that need other records: those that a reader of the tables joins, or is spared to join. */

const rowsOf = async (file: string, ...nodes: readonly Node[]) => readTable(await textOf(file, nodes));
const without = ({ id, ...node }: Node, ...terms: readonly string[]): Node => ({
  id,
  ...Object.fromEntries(Object.entries(node).filter(([term]) => !terms.includes(term))),
});

describe('what holds for a work (queries/q01)', () => {
  const effective = async (...nodes: readonly Node[]) => {
    const [row = {}] = await rowsOf('items.csv', ...nodes);
    return Object.fromEntries(Object.entries(row).filter(([column]) => column.startsWith('effective_')));
  };
  const STORY = without(SCHOOLS_ITEM, 'county');

  it('its own county goes before that of the school', async () => {
    expect(await effective(withPart(SCHOOLS_ITEM, SCHOOLS_PART), LOCATION)).toMatchObject({
      effective_counties: at('place/100013'),
      effective_counties_from: 'own',
    });
  });

  it('the county of a school is that of the places of the school; the years are those of the collection', async () => {
    expect(await effective(withPart(STORY, SCHOOLS_PART), LOCATION)).toEqual({
      effective_counties: at('place/100013'),
      effective_counties_from: 'school',
      effective_edtf: '1937/1939',
      effective_from_year: '1937',
      effective_to_year: '1939',
      effective_date_from: 'collection',
    });
  });

  it('the county of its own place goes before that of the school, and says so', async () => {
    const told = { ...STORY, place: [at('place/1166361')], spatial: [at('place/1166361')] };
    const own = { ...LOCATION, id: at('place/1166361'), containedInPlace: [at('place/100007')] };
    expect(await effective(withPart(told, SCHOOLS_PART), LOCATION, own)).toMatchObject({
      effective_counties: at('place/100007'),
      effective_counties_from: 'place',
    });
    // The county of that place is not known: that of the school would say more than the source.
    const nowhere = without(own, 'containedInPlace');
    expect(await effective(withPart(told, SCHOOLS_PART), LOCATION, nowhere)).not.toHaveProperty(
      'effective_counties',
    );
  });

  it('a photograph has the county of its place', async () => {
    const taken = { ...without(PHOTOGRAPH, 'county'), place: [LOCATION.id] };
    const [row] = await rowsOf('photographs.csv', taken, LOCATION);
    expect(row).toMatchObject({
      effective_counties: at('place/100013'),
      effective_counties_from: 'place',
    });
  });

  it('a school in a place of no county gives no county', async () => {
    const row = await effective(withPart(STORY, SCHOOLS_PART), without(LOCATION, 'containedInPlace'));
    expect(row).not.toHaveProperty('effective_counties');
    expect(row).not.toHaveProperty('effective_counties_from');
  });

  it('county and date of the part hold for an item without any', async () => {
    const undated = without(APPROXIMATE, 'created', 'dateSpan');
    expect(await effective(withPart(undated, PART))).toEqual({
      effective_counties: at('place/100013'),
      effective_counties_from: 'part',
      effective_edtf: '1935/1938',
      effective_from_year: '1935',
      effective_to_year: '1938',
      effective_date_from: 'part',
    });
  });

  it('an item with a place of its own does not take the county of its part', async () => {
    const abroad = { ...without(APPROXIMATE, 'dateSpan'), spatial: [at('abroad/2177413')] };
    expect(await effective(withPart(abroad, PART))).not.toHaveProperty('effective_counties');
  });

  it('a date of its own that is too doubtful for EDTF hides that of the part', async () => {
    const dateSpan = { id: at('cbe/item/551580#date'), type: ['edm:TimeSpan'], dateProblem: ['no-year'] };
    const row = await effective(withPart({ ...APPROXIMATE, dateSpan }, PART));
    expect(row).not.toHaveProperty('effective_edtf');
    expect(row).not.toHaveProperty('effective_date_from');
  });
});

describe('roles.csv', () => {
  it('has one row for each work, person and role, with what the contribution adds', async () => {
    const contribution = {
      id: at('cbes/item/4633452#role-informant-5003'),
      type: ['bf:Contribution'],
      agent: at('cbes/person/5003'),
      role: 'informant',
      age: 70,
      ageQualifier: 'over',
      collectorRelationship: 'grpar',
    };
    const rows = await rowsOf('roles.csv', { ...SCHOOLS_ITEM, contribution: [contribution] }, ITEM);
    const [item, other] = [at('cbes/item/4633452'), at('cbe/item/551579')];
    expect(rows).toMatchObject([
      { item, schools_person: at('cbes/person/5002'), role: 'collector', role_ga: 'bailitheoir' },
      {
        item,
        schools_person: at('cbes/person/5003'),
        role: 'informant',
        age: '70',
        age_qualifier: 'over',
        relationship: 'grpar',
        relationship_en: 'grandparent',
      },
      { item: other, person: at('cbed/person/80607834'), role: 'collector' },
      { item: other, person: at('cbed/person/315676427'), role: 'informant' },
    ]);
    expect(rows[0]).not.toHaveProperty('age');
  });

  it('has the teachers of parts, and photographers and people of photographs', async () => {
    expect(await rowsOf('roles.csv', SCHOOLS_PART, PHOTOGRAPH)).toMatchObject([
      { part: at('cbes/part/4602757'), schools_person: at('cbes/person/5001'), role: 'teacher' },
      {
        photograph: at('cbeg/photograph/974'),
        person: at('cbed/person/315676427'),
        role: 'relevantPerson',
        role_en: 'relevant person',
      },
      { photograph: at('cbeg/photograph/974'), person: at('cbed/person/80607834'), role: 'photographer' },
    ]);
  });
});

describe('topics.csv', () => {
  it('has the trail from the broadest topic, whichever comes first; a missing label is that of the other language', async () => {
    expect((await rowsOf('topics.csv', SUBTOPIC, TOPIC))[0]).toEqual({
      iri: at('cbes/topic/5192275'),
      id: '5192275',
      list: 'schools',
      label_en: 'weather-lore',
      broader: at('cbes/topic/5192270'),
      trail: `${at('cbes/topic/5192270')}|${at('cbes/topic/5192275')}`,
      trail_en: 'nature|weather-lore',
      trail_ga: 'an dúlra|weather-lore',
    });
  });

  it('a topic above itself ends its trail', async () => {
    const [row] = await rowsOf('topics.csv', { ...TOPIC, broader: SUBTOPIC.id }, SUBTOPIC);
    expect(row?.trail).toBe(`${at('cbes/topic/5192275')}|${at('cbes/topic/5192270')}`);
  });
});

it('a record that the release omits has a row with the reason, in the table of its kind', async () => {
  const omitted = (path: string): Node => ({
    id: at(path),
    type: ['OmittedRecord'],
    omissionReason: 'absent',
  });
  const nodes = [
    'cbe/part/1',
    'cbes/item/2',
    'cbed/person/3',
    'cbes/person/4',
    'cbes/topic/5',
    'place/6',
    'cbe/volume/7',
  ].map(omitted);
  for (const [at_, file] of [
    'parts.csv',
    'items.csv',
    'people.csv',
    'schools-people.csv',
    'topics.csv',
    'locations.csv',
    'volumes.csv',
  ].entries()) {
    const rows = await rowsOf(file, ...nodes);
    expect(rows, file).toHaveLength(1);
    expect(rows[0], file).toMatchObject({
      iri: nodes[at_]?.id,
      omission: 'absent',
      omission_en: 'absent',
      omission_ga: expect.any(String),
    });
  }
});
