import { describe, expect, it } from 'vitest';
import { parseTurtle } from '../../../src/model/rdf/parse.js';
import { newStatistics } from './described-release.js';

/** VoID, section 4: counts, by hand. */

const HEAD = `
@base <https://data.example.org/folklore/> .
@prefix lore: <https://w3id.org/folklore-ld/ns#> .
@prefix schema: <https://schema.org/> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
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
  it('are zeros where nothing was written', () => {
    expect(counted()).toEqual({
      triples: 0,
      entities: 0,
      subjects: 0,
      classes: new Map(),
      properties: new Map(),
      links: [],
      examples: new Map(),
    });
  });

  it('are triples, records, subjects, nodes of a class and triples with a property', () => {
    const counts = counted(
      '<cbed/person/1> a lore:PersonRecord ; rdfs:label "A", "B" . <cbed/person/1#name> a lore:Name .',
      '<cbed/person/2> a lore:PersonRecord ; rdfs:label "A" .',
    );
    expect(counts).toMatchObject({ triples: 6, entities: 2, subjects: 3 });
    expect(Object.fromEntries(counts.classes)).toEqual({ [`${LORE}PersonRecord`]: 2, [`${LORE}Name`]: 1 });
    expect(Object.fromEntries(counts.properties)).toEqual({
      'http://www.w3.org/1999/02/22-rdf-syntax-ns#type': 3,
      'http://www.w3.org/2000/01/rdf-schema#label': 3,
    });
  });

  it('distinguish literals by language and datatype', () => {
    const alike = '<cbed/person/1> a lore:PersonRecord ; rdfs:label "A", "A"@en, "A"@ga, 1, "1" .';
    expect(counted(alike)).toMatchObject({ triples: 6, entities: 1, subjects: 1 });
  });

  it('count no record that the dataset only adds to', () => {
    expect(counted('<place/1> owl:sameAs <http://data.logainm.ie/place/1> .')).toMatchObject({
      triples: 1,
      entities: 0,
      subjects: 1,
    });
  });

  it('hold the first record of each class, in the order of records, in any order of writing', () => {
    const person = (id: number) => `<cbed/person/${id}> a lore:PersonRecord .`;
    const counts = counted(person(10), person(9), person(4000000000), '<cbed/person/9#n> a lore:Name .');
    expect([...counts.examples]).toEqual([
      [`${LORE}PersonRecord`, 'https://data.example.org/folklore/cbed/person/9'],
    ]);
  });
});

describe('links', () => {
  it('are counted by property and by host', () => {
    const counts = counted(
      '<place/1> owl:sameAs <http://data.logainm.ie/place/1>, <https://sws.geonames.org/5/>, <https://sws.geonames.org/6/> .',
      '<place/2> owl:sameAs <http://data.logainm.ie/place/2> ; schema:url <http://data.logainm.ie/place/2> .',
    );
    const sameAs = 'http://www.w3.org/2002/07/owl#sameAs';
    expect(counts.links).toEqual([
      { property: sameAs, target: 'http://data.logainm.ie/', triples: 2 },
      { property: sameAs, target: 'https://sws.geonames.org/', triples: 2 },
      { property: 'https://schema.org/url', target: 'http://data.logainm.ie/', triples: 1 },
    ]);
  });

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
