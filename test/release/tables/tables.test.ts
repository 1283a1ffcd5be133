import { describe, expect, it } from 'vitest';
import type { Node } from '../../../src/model/rdf/node.js';
import { withDoubts } from '../../../src/release/tables/place-nodes.js';
import { derive, textOf } from './derive.js';
import {
  ABROAD,
  APPROXIMATE,
  at,
  CATEGORY,
  COUNTRY,
  COUNTY,
  ITEM,
  LOCATION,
  MANIFOLD,
  MERGED,
  PERSON,
  PHOTOGRAPH,
  PLACE,
  REPLACED,
  SCHOOLS_ITEM,
} from './nodes.js';
import { readTable } from './read-csv.js';

/** Ecosystem 6, wish 10: tables with the IRIs in them. Expected rows by hand from the records of the model. */

const rowsOf = async (file: string, ...nodes: Parameters<typeof textOf>[1]) =>
  readTable(await textOf(file, nodes));

describe('items.csv', () => {
  it('says of an item what the model says of it', async () => {
    expect(await rowsOf('items.csv', ITEM)).toEqual([
      {
        iri: at('cbe/item/551579'),
        id: '551579',
        collection: 'cbe',
        label: 'Oíche an tSneachta Mhóir',
        title: 'Oíche an tSneachta Mhóir',
        title_language: 'ga',
        content_type: 'sean',
        content_type_en: 'folklore',
        content_type_ga: 'seanchas',
        content_modes: 'lamh',
        content_modes_en: 'handwritten text',
        content_modes_ga: 'téacs lámhscríofa',
        scripts: 'Latg',
        scripts_en: 'Latin (Gaelic variant)',
        scripts_ga: 'Laidineach (cló Gaelach)',
        languages: 'ga',
        part: at('cbe/part/4427865'),
        first_page: at('cbe/page/4360522'),
        listing_order: '1',
        last_page: at('cbe/page/4360523'),
        pages: `${at('cbe/page/4360522')}|${at('cbe/page/4360523')}`,
        page_count: '2',
        edtf: '1938-03-01',
        stated_from_year: '1938',
        stated_to_year: '1938',
        counties: at('place/100013'),
        places: at('place/1416587'),
        effective_counties: at('place/100013'),
        effective_counties_from: 'own',
        effective_edtf: '1938-03-01',
        effective_from_year: '1938',
        effective_to_year: '1938',
        effective_date_from: 'own',
        collectors: at('cbed/person/80607834'),
        informants: at('cbed/person/315676427'),
        url: 'https://archive.example.org/en/cbe/4427865/4360522/551579',
        record_created: '2018-05-14T17:44:22',
        record_modified: '2019-03-02T16:00:43',
      },
    ]);
  });

  it('keeps qualifiers of dates apart from years, and a text in several lines in one cell', async () => {
    expect(await rowsOf('items.csv', APPROXIMATE)).toMatchObject([
      {
        extract: 'I mBaile na nGall a bhí fear, "an Táilliúir",\nagus duine eile.',
        edtf: '1937~',
        stated_from_year: '1937',
        date_qualifier: 'approximate',
        date_qualifier_ga: 'garluach',
        effective_date_qualifier_en: 'approximate',
      },
    ]);
  });

  it('gives the children of the schools by their IRIs alone', async () => {
    const text = await textOf('items.csv', [SCHOOLS_ITEM]);
    expect(readTable(text)).toMatchObject([
      {
        collection: 'cbes',
        topics: at('cbes/topic/5192275'),
        collectors: at('cbes/person/5002'),
        informants: at('cbes/person/5003'),
      },
    ]);
    expect(text).not.toContain('Carthy');
  });
});

it('people.csv', async () => {
  expect(await rowsOf('people.csv', PERSON)).toEqual([
    {
      iri: at('cbed/person/80607834'),
      id: '80607834',
      name: 'Seán Ó hEochaidh',
      other_names: 'Seán Haughey',
      given_name: 'Seán',
      family_name: 'Ó hEochaidh',
      gender: 'Male',
      birth_edtf: '1913-02-09',
      birth_stated_from_year: '1913',
      birth_stated_to_year: '1913',
      death_edtf: '2002~',
      death_stated_from_year: '2002',
      death_stated_to_year: '2002',
      death_date_qualifier: 'approximate',
      death_date_qualifier_en: 'approximate',
      death_date_qualifier_ga: 'garluach',
      birth_place: at('place/14651'),
      birth_county: at('place/100013'),
      counties: at('place/100013'),
      addresses: at('place/1416587'),
      occupations: at('cbed/occupation/IASC'),
      authority_id: '1740563',
      biography_id: '1714',
      biographies: 'https://www.ainm.ie/Bio.aspx?ID=1714',
    },
  ]);
});

describe('a date that has no value of its own', () => {
  const spanOf = (iri: string) => ({
    id: at(iri),
    type: ['edm:TimeSpan', 'crm:E52_Time-Span'],
    monthDay: '--02-09',
    dateQualifier: 'inferred',
    dateProblem: ['no-year'],
    sourceDate: '{"Accuracy":"INFER","Day":9,"Month":2}',
  });

  it.each([
    ['items.csv', ITEM, 'dateSpan', ''],
    ['photographs.csv', PHOTOGRAPH, 'dateSpan', ''],
    ['people.csv', PERSON, 'birthSpan', 'birth_'],
    ['people.csv', PERSON, 'deathSpan', 'death_'],
  ] as const)(
    '%s keeps the month and the day of a date without year: %#',
    async (file, node, term, prefix) => {
      const { created: _, ...undated } = node;
      const [row] = await rowsOf(file, {
        ...undated,
        [term]: spanOf(`${node.id}#date`),
      } as Node);
      const ofDate = Object.entries(row ?? {}).filter(([column]) =>
        /^(edtf|month_day|stated_|date_)/.test(prefix === '' ? column : (column.split(prefix)[1] ?? '')),
      );
      expect(Object.fromEntries(ofDate)).toEqual({
        [`${prefix}month_day`]: '--02-09',
        [`${prefix}date_qualifier`]: 'inferred',
        [`${prefix}date_qualifier_en`]: 'inferred',
        [`${prefix}date_qualifier_ga`]: 'de réir tátail',
        [`${prefix}date_problems`]: 'no-year',
        [`${prefix}date_problems_en`]: 'no year',
        [`${prefix}date_problems_ga`]: 'gan bhliain',
      });
    },
  );

  it('says beside the years it states what is wrong with it', async () => {
    const dateSpan = {
      id: at('cbe/item/551579#date'),
      type: ['edm:TimeSpan', 'crm:E52_Time-Span'],
      statedFromYear: 1935,
      statedToYear: 1938,
      dateProblem: ['single-and-period', 'contradiction'],
      sourceDate: '{}',
    };
    const { created: _, ...undated } = ITEM;
    const [row] = await rowsOf('items.csv', { ...undated, dateSpan } as Node);
    expect(row).toMatchObject({
      stated_from_year: '1935',
      stated_to_year: '1938',
      date_problems: 'single-and-period|contradiction',
    });
    expect(row?.edtf).toBeUndefined();
  });
});

it('photographs.csv', async () => {
  expect(await rowsOf('photographs.csv', PHOTOGRAPH)).toEqual([
    {
      iri: at('cbeg/photograph/974'),
      id: '974',
      reference_number: 'B005.01.00012',
      description_en: 'A group outside a thatched house.',
      archived_description: 'Group outside house',
      photographer: at('cbed/person/80607834'),
      relevant_persons: at('cbed/person/315676427'),
      effective_counties: at('place/100013'),
      effective_counties_from: 'own',
      edtf: '1935?',
      stated_from_year: '1935',
      stated_to_year: '1935',
      date_qualifier: 'questionable',
      date_qualifier_en: 'questionable',
      date_qualifier_ga: 'faoi amhras',
      counties: at('place/100013'),
      places: at('place/1416587'),
      topics: at('handbook/B005'),
      copyright: 'cbe',
      copyright_en: 'held by the archive',
      copyright_ga: 'is í an chartlann an sealbhóir',
      copyright_holder: at('org/archive'),
      condition: 'good',
      condition_en: 'good',
      condition_ga: 'dea-bhail',
      digitized: 'true',
      image: 'https://images.example.org/cbeg/B005.01.00012.jpg?format=jpg&width=620',
    },
  ]);
});

describe('categories.csv', () => {
  it('has the names of a category, and the type that gazetteers give it', async () => {
    const other = {
      id: at('category/XYZ'),
      type: ['skos:Concept'],
      code: 'XYZ',
      prefLabel: { und: ['XYZ'] },
    };
    expect(await rowsOf('categories.csv', CATEGORY, other)).toEqual([
      {
        ...{ iri: at('category/B'), id: 'B', label_en: 'town', label_ga: 'baile' },
        ...{ plural_en: 'towns', plural_ga: 'bailte', feature_class: 'P', aat: '300008375' },
      },
      { iri: at('category/XYZ'), id: 'XYZ', feature_class: 'L' },
    ]);
  });
});

describe('places.csv', () => {
  it('says of a place what the model says of it', async () => {
    expect(await rowsOf('places.csv', PLACE)).toEqual([
      {
        iri: at('place/1416587'),
        id: '1416587',
        name_ga: 'Gort an Choirce',
        name_en: 'Gortahork',
        other_names: "Gort a' Choirce",
        genitives_ga: 'Ghort an Choirce',
        categories: at('category/B'),
        category_codes: 'B',
        contained_in: at('place/100013'),
        latitude: '55.12',
        longitude: '-8.15',
        wkt: 'POINT (-8.15 55.12)',
        coordinates_doubted: 'false',
        coordinates_accurate: 'true',
        coordinate_source: 'osi',
        grid_references: 'B 914 300',
        gaeltacht: 'all',
        gaeltacht_en: 'all',
        gaeltacht_ga: 'an áit uile',
        elements: at('glossary/58'),
        cluster: at('cluster/1416587'),
        url: 'https://www.logainm.ie/1416587',
        record_created: '2007-09-01T08:00:00',
        record_modified: '2023-09-01T08:00:00',
      },
    ]);
  });

  it('crosses no numbers of two points, guesses no grid reference, and loses no name', async () => {
    expect(await rowsOf('places.csv', MANIFOLD)).toEqual([
      {
        iri: at('place/9000010'),
        id: '9000010',
        name_ga: 'An Baile Nua',
        other_names: 'Baile Nua%7C100%25|Villa Nova|Newtown',
        categories: `${at('category/TR%C3%81')}|${at('category/XYZ')}`,
        category_codes: 'TRÁ|XYZ',
        latitude: '52',
        longitude: '-9.5',
        wkt: 'MULTIPOINT ((-9.5 52), (-9.51 52.010000001))',
        coordinates_doubted: 'false',
        coordinates_accurate: 'false',
        coordinate_source: 'survey of 1850',
        northern_ireland: 'part',
        northern_ireland_en: 'part',
        northern_ireland_ga: 'cuid den áit',
        record_created: '2007-09-01T08:00:00Z',
      },
    ]);
  });

  it('marks a place of which a check doubts a point', async () => {
    const doubted = withDoubts(MANIFOLD, new Set([at('place/9000010#pt-2')]));
    expect(await rowsOf('places.csv', doubted)).toMatchObject([
      { latitude: '52', coordinates_doubted: 'true' },
    ]);
  });

  it('has a merged place, with where it went and nothing else', async () => {
    expect(await rowsOf('places.csv', MERGED)).toEqual([
      { iri: at('place/999001'), id: '999001', replaced_by: at('place/1416587') },
    ]);
  });

  it('has no place that only the archive describes: the two come under two licences', async () => {
    const rows = await rowsOf('places.csv', LOCATION, COUNTY, REPLACED, PLACE);
    expect(rows).toHaveLength(1);
    expect(rows).toMatchObject([{ name_ga: 'Gort an Choirce', gaeltacht: 'all' }]);
  });
});

it('a place that only other places of the place-names database name is in places.csv alone', async () => {
  const parish: Node = {
    id: at('place/2147'),
    type: ['Place', 'schema:Place', 'geo:Feature'],
    name: { en: ["Saint John's"] },
    category: [at('category/PAR')],
  };
  const { bytes } = await derive([parish]);
  expect([...bytes.keys()].filter((file) => file.endsWith('.csv'))).toEqual(['places.csv']);
  expect(await rowsOf('places.csv', parish)).toMatchObject([
    { iri: at('place/2147'), name_en: "Saint John's", category_codes: 'PAR' },
  ]);
});

it('locations.csv: a place that was merged, with where it went', async () => {
  expect(await rowsOf('locations.csv', REPLACED)).toMatchObject([
    { iri: at('place/999001'), replaced_by: at('place/1416587') },
  ]);
});

it('locations.csv: what the archive refers to, in Ireland and abroad', async () => {
  expect(await rowsOf('locations.csv', PLACE, MERGED, LOCATION, COUNTY, ABROAD, COUNTRY)).toEqual([
    {
      iri: at('place/1416587'),
      id: '1416587',
      kind: 'place',
      name_ga: 'Gort an Choirce',
      name_en: 'Gortahork',
      contained_in: at('place/100013'),
      latitude: '55.12',
      longitude: '-8.15',
      wkt: 'POINT (-8.15 55.12)',
      coordinates_doubted: 'false',
    },
    {
      iri: at('place/100013'),
      id: '100013',
      kind: 'county',
      name_ga: 'Dún na nGall',
      name_en: 'Donegal',
      qualified_name_ga: 'Co. Dhún na nGall',
      qualified_name_en: 'Co. Donegal',
    },
    {
      iri: at('abroad/2177413'),
      id: '2177413',
      kind: 'abroad',
      name_en: 'Brisbane',
      contained_in: at('country/AU'),
    },
    {
      iri: at('country/AU'),
      id: 'AU',
      kind: 'country',
      name_ga: 'An Astráil',
      name_en: 'Australia',
      country_code: 'AU',
    },
  ]);
});

/** A code is whatever the database calls a category by; its IRI has it percent-encoded. */
const ODD = { ...PLACE, category: [at('category/CON%7CBAR'), at('category/X%1B%5B2J%C2%9B31m')] };

it('a code that holds the separator is one code', async () => {
  const [row] = readTable(await textOf('places.csv', [ODD]));
  expect(row?.category_codes?.split('|')).toHaveLength(2);
});

it('no code steers a terminal out of places.csv', async () => {
  expect((await textOf('places.csv', [ODD])).replaceAll(/\r?\n/g, '')).not.toMatch(/\p{Cc}/u);
});
