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
  it.each<readonly [rule: string, names: readonly Name[], called: string, also: string]>([
    ['the main name', [['A', 'ga', true]], '"A"@ga', ''],
    [
      'the main name, not the others of its language',
      [
        ['A', 'ga', false],
        ['B', 'ga', true],
        ['C', 'ga', false],
      ],
      '"B"@ga',
      '"A"@ga , "C"@ga',
    ],
    [
      'the main name of each language',
      [
        ['A', 'ga', true],
        ['B', 'en', true],
      ],
      '"A"@ga , "B"@en',
      '',
    ],
    [
      'the only one of its language, main or not',
      [
        ['A', 'ga', true],
        ['B', 'en', false],
      ],
      '"A"@ga , "B"@en',
      '',
    ],
    [
      'no main name, one of each language',
      [
        ['A', 'ga', false],
        ['B', 'en', false],
      ],
      '"A"@ga , "B"@en',
      '',
    ],
    [
      'several without a main one: alternates all',
      [
        ['A', 'ga', false],
        ['B', 'ga', false],
        ['C', 'en', true],
      ],
      '"C"@en',
      '"A"@ga , "B"@ga',
    ],
    [
      'two main in one language: both',
      [
        ['A', 'ga', true],
        ['B', 'ga', true],
        ['C', 'ga', false],
      ],
      '"A"@ga , "B"@ga',
      '"C"@ga',
    ],
    ['only an English name', [['A', 'en', true]], '"A"@en', ''],
    ['no language: undetermined', [['A', undefined, true]], '"A"@und', ''],
    [
      'a name of no known language is an alternate, even alone in it',
      [
        ['A', undefined, false],
        ['B', 'ga', true],
      ],
      '"B"@ga',
      '"A"@und',
    ],
    [
      'so is one whose code names no language',
      [
        ['A', 'Old English', false],
        ['B', 'und', false],
        ['C', 'en', false],
      ],
      '"C"@en',
      '"A"@und , "B"@und',
    ],
    [
      'unless the source says that it is the main one',
      [
        ['A', undefined, true],
        ['B', 'ga', true],
      ],
      '"A"@und , "B"@ga',
      '',
    ],
    [
      'or a place has no other',
      [
        ['A', undefined, false],
        ['B', 'und', false],
      ],
      '"A"@und',
      '"B"@und',
    ],
    [
      'without a main name the first of a known language',
      [
        ['A', undefined, false],
        ['B', 'ga', false],
        ['C', 'ga', false],
      ],
      '"B"@ga',
      '"A"@und , "C"@ga',
    ],
    [
      'other languages',
      [
        ['A', 'gd', true],
        ['B', 'la', false],
      ],
      '"A"@gd , "B"@la',
      '',
    ],
  ])('%s', (_, names, called, also) => {
    const quads = named(...names);
    expect(objectsOf(quads, 'schema:name', self)).toEqual(values(called));
    expect(objectsOf(quads, 'rdfs:label', self)).toEqual(values(called));
    expect(objectsOf(quads, 'schema:alternateName', self)).toEqual(values(also));
  });

  it('every name is a node, keyed by place and name, and says whether it is the main one', () => {
    const quads = named(['A', 'ga', true], ['B', 'ga', false], ['C', undefined, false]);
    expect(objectsOf(quads, 'lore:hasPlacename', self)).toEqual(
      values('<place/1#name-1> , <place/1#name-2> , <place/1#name-3>'),
    );
    const node = (id: number) => `${self}#name-${id}`;
    expect([1, 2, 3].map((id) => objectsOf(quads, 'lore:mainName', node(id)))).toEqual(
      ['true', 'false', 'false'].map((main) => values(main)),
    );
    expect(objectsOf(quads, 'skosxl:literalForm', node(3))).toEqual(values('"C"@und'));
    expect(objectsOf(quads, 'rdf:type', node(1))).toEqual(values('lore:Placename , skosxl:Label'));
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

  it('the genitive is Irish', () => {
    const quads = place({
      placenames: [{ id: 1, wording: 'Áit', language: 'ga', main: true, genitive: 'Áite' }],
    });
    expect(objectsOf(quads, 'lore:genitive', `${self}#name-1`)).toEqual(values('"Áite"@ga'));
    expect(objectsOf(quads, 'lore:genitive')).toHaveLength(1);
  });

  it('a part of a name has the tag of the name', () => {
    const subNames = [{ text: 'Trá', disambiguates: true }, { text: 'Áit' }];
    const quads = place({
      placenames: [{ id: 1, wording: 'Áit, Trá', language: 'gd', main: true, subNames }],
    });
    const nodes = objectsOf(quads, 'lore:subName', `${self}#name-1`);
    expect(nodes).toHaveLength(2);
    for (const node of nodes)
      expect(node).toMatch(/^<https:\/\/lod\.example\.org\/place\/1#name-1-sub-[0-9a-f]{12}>$/);
    const forms = nodes.map((node) => objectsOf(quads, 'skosxl:literalForm', node.slice(1, -1))[0]).sort();
    expect(forms).toEqual(values('"Trá"@gd , "Áit"@gd'));
    expect(objectsOf(quads, 'lore:disambiguates')).toEqual(values('true'));
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

describe('a merged place (model 3.9, 2.4)', () => {
  it('is a tombstone: two triples whatever the record still says', () => {
    const quads = withName({
      ...{ replacementID: 2, dateModified: '2020-01-01T00:00:00Z', categories: [{ id: 'CON' }] },
      ...{ featured: ['2020-01-01T00:00:00Z'], sameAs: [{ uri: 'https://example.org/x' }] },
    });
    expect(quads).toHaveLength(2);
    expect(objectsOf(quads, 'owl:deprecated', self)).toEqual(values('true'));
    expect(objectsOf(quads, 'dcterms:isReplacedBy', self)).toEqual(values('<place/2>'));
  });
});

describe('where a place lies (model 3.9)', () => {
  const at = (...points: readonly (readonly [latitude: number, longitude: number])[]) =>
    withName({
      geography: { coordinates: points.map(([latitude, longitude]) => ({ latitude, longitude })) },
    });

  it('one point: WKT with a space, longitude first', () => {
    expect(objectsOf(at([55.12, -8.15]), 'geo:asWKT', `${self}#geom`)).toEqual(
      values('"POINT (-8.15 55.12)"^^geo:wktLiteral'),
    );
  });

  it('several points: one geometry, a node for each pair, nothing flat on the place', () => {
    const quads = at([52, -9.5], [52.25, -9.75]);
    expect(objectsOf(quads, 'geo:hasGeometry', self)).toEqual(values('<place/1#geom>'));
    expect(objectsOf(quads, 'geo:asWKT')).toEqual([expect.stringMatching(/^"MULTIPOINT/)]);
    expect(objectsOf(quads, 'schema:geo', self)).toHaveLength(2);
    expect(objectsOf(quads, 'schema:latitude', self)).toEqual([]);
    expect(objectsOf(quads, 'schema:longitude', self)).toEqual([]);
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
  it('are related data, never identity', () => {
    const links = [
      { type: 'Geonames', target: 'https://www.geonames.org/1' },
      { type: 'WikipediaEn', target: 'https://en.wikipedia.org/wiki/A' },
      { type: 'WikipediaGa', target: 'https://ga.wikipedia.org/wiki/A' },
      { type: 'CavanTownlands', target: 'https://townlands.example.org/1' },
    ];
    const quads = withName({ links });
    expect(objectsOf(quads, 'lore:geonamesLink', self)).toEqual(values('<https://www.geonames.org/1>'));
    expect(objectsOf(quads, 'lore:wikipediaEnLink', self)).toEqual(
      values('<https://en.wikipedia.org/wiki/A>'),
    );
    expect(objectsOf(quads, 'lore:wikipediaGaLink', self)).toEqual(
      values('<https://ga.wikipedia.org/wiki/A>'),
    );
    expect(objectsOf(quads, 'lore:cavanTownlandsLink', self)).toEqual(
      values('<https://townlands.example.org/1>'),
    );
    expect(objectsOf(quads, 'owl:sameAs')).toEqual([]);
  });

  it('identifiers of the mapping agencies are literals', () => {
    const quads = withName({
      links: [
        { type: 'Osi', target: 'A-GUID' },
        { type: 'OsNi', target: '5' },
        { type: 'PlacenamesNi', target: '6' },
      ],
    });
    expect(objectsOf(quads, 'lore:osiId', self)).toEqual(values('"A-GUID"'));
    expect(objectsOf(quads, 'lore:osniId', self)).toEqual(values('"5"'));
    expect(objectsOf(quads, 'lore:placenamesNiId', self)).toEqual(values('"6"'));
  });

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

  it('a biography is its canonical page, so that both databases join', () => {
    const bornHere = [{ id: 1714, title: 'A', uri: 'https://www.ainm.ie/Bio.aspx?ID=1714' }];
    const quads = withName({ bornHere });
    const person = describeRecord(
      'cbed.person',
      { id: 1, names: [{ fullName: 'A' }], ainmID: 1714 },
      setting,
    );
    const page = values('<https://www.ainm.ie/Bio.aspx?ID=1714>');
    expect(objectsOf(quads, 'lore:birthplaceInBiography', self)).toEqual(page);
    expect(objectsOf(graphOf(person), 'schema:subjectOf')).toEqual(page);
    expect(objectsOf(quads, 'rdfs:seeAlso')).toEqual([]);
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

  it('nothing about other records', () => {
    const quads = withName({
      cluster: { focusID: 2, members: [{ placeID: 1 }, { placeID: 2 }] },
      glossary: [{ id: 58, headword: 'gort', translation: 'field' }],
      categories: [{ id: 'B', nameEN: 'town' }],
      includedIn: [{ id: 100013, nameEN: 'Donegal' }],
      includes: [{ id: 'SR', nameEN: 'street', count: 3 }],
      resources: [{ id: 12, titleEN: 'Name books', supplier: { id: 3, nameEN: 'A library' } }],
    });
    const subjects = new Set(quads.map(({ subject }) => subject.value));
    expect([...subjects].filter((subject) => subject !== self && !subject.startsWith(`${self}#`))).toEqual(
      [],
    );
  });
});
