import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BASE, graphOf, objectsOf, values } from '../../../golden/graph.js';
import { describeRecord, identifyRecord } from '../../../golden/records.js';
import { makeSetting } from '../../../golden/setting.js';

const setting = makeSetting();
const self = `${BASE}place/1`;
const place = (fields: object) => graphOf(describeRecord('place', { id: 1, ...fields }, setting));

type Name = readonly [wording: string, language: string | undefined, main: boolean];
const NAMED: Name = ['Áit', 'ga', true];

const named = (...names: readonly Name[]) =>
  place({
    placenames: names.map(([wording, language, main], n) => ({ id: n + 1, wording, language, main })),
  });
const withName = (fields: object) =>
  place({ placenames: [{ id: 1, wording: 'Áit', language: 'ga', main: true }], ...fields });

describe('what a place is called (model 3.9)', () => {
  /** Names as `text@language`, `-` for none, and a `!` behind a main name. */
  it.each<readonly [rule: string, names: string, called: string, also: string]>([
    ['the main name', 'A@ga!', '"A"@ga', ''],
    ['the main name, not the others of its language', 'A@ga , B@ga! , C@ga', '"B"@ga', '"A"@ga , "C"@ga'],
    ['the main name of each language', 'A@ga! , B@en!', '"A"@ga , "B"@en', ''],
    ['the only one of its language, main or not', 'A@ga! , B@en', '"A"@ga , "B"@en', ''],
    ['no main name, one of each language', 'A@ga , B@en', '"A"@ga , "B"@en', ''],
    ['several without a main one: alternates all', 'A@ga , B@ga , C@en!', '"C"@en', '"A"@ga , "B"@ga'],
    ['two main in one language: both', 'A@ga! , B@ga! , C@ga', '"A"@ga , "B"@ga', '"C"@ga'],
    ['only an English name', 'A@en!', '"A"@en', ''],
    ['no language: undetermined', 'A@-!', '"A"@und', ''],
    ['a name of no known language is an alternate, even alone in it', 'A@- , B@ga!', '"B"@ga', '"A"@und'],
    ['so is one whose code names no language', 'A@Old English , B@und , C@en', '"C"@en', '"A"@und , "B"@und'],
    ['unless the source says that it is the main one', 'A@-! , B@ga!', '"A"@und , "B"@ga', ''],
    ['or a place has no other', 'A@- , B@und', '"A"@und', '"B"@und'],
    ['without a main name the first of a known language', 'A@- , B@ga , C@ga', '"B"@ga', '"A"@und , "C"@ga'],
    ['other languages', 'A@gd! , B@la', '"A"@gd , "B"@la', ''],
  ])('%s: %s', (_, names, called, also) => {
    const quads = named(
      ...names.split(' , ').map((name): Name => {
        const [, wording = '', language = '', main] = /^(.*)@(.*?)(!?)$/.exec(name) ?? [];
        return [wording, language === '-' ? undefined : language, main === '!'];
      }),
    );
    expect(objectsOf(quads, 'schema:name', self)).toEqual(values(called));
    expect(objectsOf(quads, 'rdfs:label', self)).toEqual(values(called));
    expect(objectsOf(quads, 'schema:alternateName', self)).toEqual(values(also));
  });

  it('no order of the names changes anything', () => {
    const names = [
      { id: 1, wording: 'A', language: 'ga', main: false },
      { id: 2, wording: 'B', language: 'ga', main: true },
      { id: 3, wording: 'C', language: 'en', main: false },
    ];
    const lines = (placenames: readonly object[]) =>
      place({ placenames })
        .map(({ subject, predicate, object }) => `${subject.value} ${predicate.value} ${object.value}`)
        .sort();
    expect(lines([...names].reverse())).toEqual(lines(names));
  });
});

describe('a county (model 3.9)', () => {
  const types = (...ids: string[]) =>
    objectsOf(withName({ categories: ids.map((id) => ({ id })) }), 'rdf:type', self);
  const PLACE = 'lore:Place , schema:Place , geo:Feature';

  it('is a lore:County too; a barony, a town or a province is not', () => {
    expect(types('CON')).toEqual(values(`${PLACE} , lore:County , schema:AdministrativeArea`));
    expect(types('BF', 'CON')).toEqual(values(`${PLACE} , lore:County , schema:AdministrativeArea`));
    for (const id of ['BAR', 'B', 'CUIGE', 'PAR']) expect(types(id)).toEqual(values(PLACE));
    expect(types()).toEqual(values(PLACE));
  });
});

describe('where a place lies (model 3.9)', () => {
  const at = (...points: readonly (readonly [latitude: number, longitude: number])[]) =>
    withName({
      geography: { coordinates: points.map(([latitude, longitude]) => ({ latitude, longitude })) },
    });

  it.each([
    [55.12, '55.12'],
    [55, '55'],
    [-8.47, '-8.47'],
    [-10, '-10'],
    [0, '0'],
    [0.1, '0.1'],
    [51.123456, '51.123456'],
    [-8.123456789, '-8.123456789'],
    [0.0000001, '0.0000001'],
    [-0, '0'],
    // Thirteen decimals, as the database sends them.
    [54.2715634917253, '54.2715634917253'],
    [-8.47689114305172, '-8.47689114305172'],
    // A number of 64 bits holds 15 digits for certain: what comes after them is not what was sent.
    [0.1 + 0.2, '0.3'],
    [53.12345678901234, '53.1234567890123'],
    [9.999999999999998, '10'],
    // A decimal has at least 18 digits in every processor (XML Schema part 2, 3.2.3), and not many more in some.
    [1.23456789e-12, '0.000000000001234568'],
    [1e-300, '0'],
  ])('%d is the decimal %s (XSD 1.1, canonical form: as a store gives it back)', (degrees, expected) => {
    const quads = at([degrees, 0]);
    expect(objectsOf(quads, 'schema:latitude')).toEqual(values(`"${expected}"^^xsd:decimal`));
    expect(objectsOf(quads, 'geo:asWKT')).toEqual(values(`"POINT (0 ${expected})"^^geo:wktLiteral`));
  });

  it('a numeral of up to 15 digits is published as it was sent, and a map gets the same number', () => {
    const sent = fc
      .integer({ min: 0, max: 12 })
      .chain((length) => fc.stringMatching(new RegExp(`^-?[1-9][0-9]\\.[0-9]{${length}}[1-9]$`)))
      .filter((numeral) => Math.abs(Number(numeral)) <= 90);
    fc.assert(
      fc.property(sent, (numeral) => {
        const quads = at([JSON.parse(numeral), 0]);
        expect(objectsOf(quads, 'schema:latitude')).toEqual(values(`"${numeral}"^^xsd:decimal`));
        expect(JSON.stringify(Number(numeral))).toBe(numeral);
      }),
    );
  });

  it('accuracy is said of the geometry, and only where it is known', () => {
    const coordinates = [{ latitude: 52, longitude: -9 }];
    const accuracy = (geography: object) =>
      objectsOf(withName({ geography }), 'lore:accurateCoordinates', `${self}#geom`);
    expect(accuracy({ coordinates, accurate: true })).toEqual(values('true'));
    expect(accuracy({ coordinates, accurate: false })).toEqual(values('false'));
    expect(accuracy({ coordinates })).toEqual([]);
  });
});

describe('links (model 2.4, 3.9)', () => {
  it('an unknown type is rdfs:seeAlso if a URL, and no link otherwise', () => {
    expect(
      objectsOf(withName({ links: [{ type: 'New', target: 'https://example.org/a' }] }), 'rdfs:seeAlso'),
    ).toEqual(values('<https://example.org/a>'));
    expect(objectsOf(withName({ links: [{ type: 'New', target: 'a' }] }), 'rdfs:seeAlso')).toEqual([]);
  });

  it('addresses are percent-encoded where they must be, and only there', () => {
    const target = 'https://en.wikipedia.org/wiki/Baile "Áth" <x>?a=b%20c&d=é';
    expect(objectsOf(withName({ links: [{ type: 'WikipediaEn', target }] }), 'lore:wikipediaEnLink')).toEqual(
      ['<https://en.wikipedia.org/wiki/Baile%20%22Áth%22%20%3Cx%3E?a=b%20c&d=é>'],
    );
  });

  it('sameAs is owl:sameAs, as given, http and https, and apart from the record (2.4)', () => {
    const [wording, language, main] = NAMED;
    const sameAs = [{ uri: 'http://example.org/a' }, { uri: 'https://example.org/b' }];
    const record = { id: 1, placenames: [{ id: 1, wording, language, main }], sameAs };
    expect(objectsOf(identifyRecord('place', record, setting), 'owl:sameAs', self)).toEqual(
      values('<http://data.logainm.ie/place/1> , <http://example.org/a> , <https://example.org/b>'),
    );
    expect(objectsOf(withName({ sameAs }), 'owl:sameAs')).toEqual([]);
  });

  it('another address of the biography is kept beside it (2.4)', () => {
    const quads = withName({ bornHere: [{ id: 1714, title: 'A', uri: 'https://www.ainm.ie/1714' }] });
    expect(objectsOf(quads, 'lore:birthplaceInBiography', self)).toEqual(
      values('<https://www.ainm.ie/Bio.aspx?ID=1714>'),
    );
    const page = 'https://www.ainm.ie/Bio.aspx?ID=1714';
    expect(objectsOf(quads, 'rdfs:seeAlso', page)).toEqual(values('<https://www.ainm.ie/1714>'));
    expect(objectsOf(quads, 'rdfs:seeAlso', self)).toEqual([]);
    expect(objectsOf(quads, 'rdfs:label', page)).toEqual(values('"A"'));
  });
});

describe('what a place does not say (model 3.9)', () => {
  it('nothing for what is absent', () => {
    const [wording, language, main] = NAMED;
    const quads = place({ placenames: [{ id: 1, wording, language, main }] });
    expect([...new Set(quads.map(({ predicate }) => predicate.value.replace(/^.*[/#]/, '')))].sort()).toEqual(
      ['hasPlacename', 'label', 'literalForm', 'mainName', 'name', 'type'],
    );
  });
});

it('a grid square in small letters is that in capitals (model 3.9)', () => {
  const gridReferences = [{ square: 'b', easting: 85504, northing: 16508 }];
  const node = `${self}#grid-B85504-16508`;
  const quads = withName({ gridReferences });
  expect(objectsOf(quads, 'lore:gridReference')).toEqual([`<${node}>`]);
  expect(objectsOf(quads, 'lore:gridSquare', node)).toEqual(['"B"']);
  expect(objectsOf(quads, 'skos:notation', node)).toEqual(['"B 85504 16508"']);
  expect(objectsOf(quads, 'prov:wasDerivedFrom')).toEqual([`<${node}>`]);
});

it('a number of the gazetteer that no double has exactly is no link to another one', () => {
  const graph = withName({
    links: [
      { type: 'Geonames', target: '2964574' },
      { type: 'Geonames', target: '9007199254740993' },
    ],
  });
  const links = graph
    .map(({ object }) => object.value)
    .filter((value) => /2964574|900719925474099/.test(value));
  expect(links.sort()).toEqual([
    'Link=Geonames:9007199254740993',
    expect.stringMatching(/^https:.*\/2964574\/$/),
  ]);
});
