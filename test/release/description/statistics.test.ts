import { describe, expect, it } from 'vitest';
import { parseTurtle } from '../../../src/model/rdf/parse.js';
import { newStatistics } from './small-release.js';

/** VoID, section 4. describe.slow.test.ts compares the counts of a release with queries. */

const HEAD = `
@base <https://data.example.org/folklore/> .
@prefix lore: <https://w3id.org/folklore-ld/ns#> .
@prefix schema: <https://schema.org/> .
@prefix dcterms: <http://purl.org/dc/terms/> .
@prefix lang: <http://id.loc.gov/vocabulary/iso639-1/> .
`;
const LORE = 'https://w3id.org/folklore-ld/ns#';

/** Counts of records, each given as Turtle. */
function counted(...records: readonly string[]) {
  const statistics = newStatistics();
  for (const record of records) statistics.add('people', parseTurtle(HEAD + record, 'record'));
  return statistics.of('people');
}

describe('the counts of a dataset', () => {
  it('hold the first record of each class, in the order of records, in any order of writing', () => {
    const person = (id: number) => `<cbed/person/${id}> a lore:PersonRecord .`;
    const counts = counted(person(10), person(9), person(4000000000), '<cbed/person/9#n> a lore:Name .');
    expect([...counts.examples]).toEqual([
      [`${LORE}PersonRecord`, 'https://data.example.org/folklore/cbed/person/9'],
    ]);
  });
});

describe('links', () => {
  it('lead neither to our own records, nor to words, nor to licences', () => {
    const counts = counted(
      `<cbe/item/1> a lore:Item ; schema:isPartOf <cbe/part/1> ; dcterms:language lang:ga ; lore:kind lore:Item ;
        dcterms:license <https://creativecommons.org/licenses/by-nc/4.0/> ; schema:email <mailto:a@example.org> .`,
    );
    expect(counts.links).toEqual([]);
  });

  it('use bounded memory with any number of hosts', () => {
    const hosts = Array.from({ length: 1500 }, (_, n) => `<https://h${n}.example.org/>`).join(', ');
    expect(counted(`<place/1> schema:url ${hosts} .`).links).toHaveLength(1000);
  });
});

describe('the coverage of datasets', () => {
  it('is the years of certain dates and the counties that records name, of all of them together', () => {
    const statistics = newStatistics();
    const add = (dataset: string, record: string) =>
      statistics.add(dataset, parseTurtle(HEAD + record, 'record'));
    add('people', '<a> lore:county <place/1>, <place/2> ; schema:dateCreated "1938-03-01" .');
    add('people', '<b> lore:county <place/2> ; schema:dateCreated "1903" .');
    // A date that is not certain has no schema:dateCreated (model 4).
    add('places', '<c> lore:county <place/3> ; lore:dateSpan <c#date> . <c#date> lore:statedFromYear 1700 .');
    const place = (id: number) => `https://data.example.org/folklore/place/${id}`;
    expect(statistics.coverage(['people', 'places'])).toEqual({
      years: { from: 1903, to: 1938 },
      counties: new Set([place(1), place(2), place(3)]),
    });
    expect(statistics.coverage(['places']).years).toBeUndefined();
  });
});
