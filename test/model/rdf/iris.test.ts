import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { DataFactory } from 'n3';
import * as oxigraph from 'oxigraph';
import { describe, expect, it } from 'vitest';
import { fragment, mintIris, webAddress } from '../../../src/model/rdf/iris.js';
import { badTerms } from '../../../src/model/rdf/term-check.js';

/** Model 2.2 to 2.4, and the decision on neutral names of organisations. */

const { namedNode, literal, quad } = DataFactory;
const BASE = 'https://data.example.org/folklore/';
const iri = mintIris(BASE);
const hash = (json: string) => createHash('sha256').update(json, 'utf8').digest('hex').slice(0, 12);
const isLawful = (one: string): boolean =>
  badTerms([quad(namedNode(one), namedNode('https://schema.org/name'), literal('x'))]).length === 0;

describe('one pattern per kind of thing', () => {
  it.each([
    [iri.collection('cbe'), 'cbe'],
    [iri.person(9934567890), 'cbed/person/9934567890'],
    [iri.country('GB-NIR'), 'country/GB-NIR'],
    [iri.country('fr'), 'country/FR'],
    [iri.graph('folklore', 'manuscripts'), 'dataset/folklore/manuscripts'],
    [iri.graph('placenames', 'places'), 'dataset/placenames/places'],
    [iri.version('places', '2026-11-24', iri.place(7)), 'feed/places/2026-11-24/place/7'],
    [
      iri.version('places', '2026-11-24~2', 'https://x.example/a?b#c'),
      'feed/places/2026-11-24~2/https%3A%2F%2Fx.example%2Fa%3Fb%23c',
    ],
    [iri.scheme('category'), 'category'],
  ])('%s', (minted, pattern) => {
    expect(minted).toBe(BASE + pattern);
  });

  it.each([
    [fragment.grid(iri.place(1), { square: 'B', easting: 914, northing: 300 }), 'place/1#grid-B914-300'],
    [fragment.grid(iri.place(1), { square: 'B' }), 'place/1#grid-B'],
    [
      fragment.personName(iri.person(1), { fullName: 'Seán Ó Dálaigh', surname: 'Ó Dálaigh' }),
      `cbed/person/1#name-${hash('{"fullName":"Seán Ó Dálaigh","surname":"Ó Dálaigh"}')}`,
    ],
    [
      fragment.archiveImage(iri.place(1), '1416587.jpg'),
      `place/1#image-${hash('{"fileName":"1416587.jpg"}')}`,
    ],
    [
      fragment.format(iri.photograph(1), { medium: 'gloine', quantity: 2, color: undefined }, 1),
      `cbeg/photograph/1#format-${hash('{"medium":"gloine","quantity":2}')}`,
    ],
    [
      fragment.format(iri.photograph(1), { medium: 'gloine', quantity: 2 }, 2),
      `cbeg/photograph/1#format-${hash('{"medium":"gloine","quantity":2}')}-2`,
    ],
  ])('%s', (minted, pattern) => {
    expect(minted).toBe(BASE + pattern);
  });

  it('grid references are named by what they say, and two never alike', () => {
    const grid = (easting?: number, northing?: number) =>
      fragment.grid(iri.place(1), { square: 'B', easting, northing });
    expect(grid(914, 300)).toMatch(/place\/1#grid-B914-?300$/);
    expect(new Set([grid(), grid(1), grid(12), grid(1, 23), grid(12, 3), grid(123)]).size).toBe(6);
  });

  it('points, sub-names and forms differ when what they say differs, and only then', () => {
    const place = iri.place(1);
    const at = fragment.point(place, { latitude: 55.12, longitude: -8.15 });
    expect(at).toMatch(/place\/1#pt-[0-9a-f]{12}$/);
    expect(fragment.point(place, { longitude: -8.15, latitude: 55.12 })).toBe(at);
    expect(fragment.point(place, { latitude: -8.15, longitude: 55.12 })).not.toBe(at);
    const name = fragment.placename(place, 201);
    expect(fragment.subName(name, { text: 'Gort' })).toMatch(/#name-201-sub-[0-9a-f]{12}$/);
    expect(fragment.subName(name, { text: 'Gort' })).not.toBe(fragment.subName(name, { text: 'Goirt' }));
    expect(fragment.form(iri.glossary(58), 'gurt')).toMatch(/glossary\/58#form-[0-9a-f]{12}$/);
  });
});

describe('codes in IRIs', () => {
  it.each([
    ['CÍN-LAE', 'C%C3%8DN-LAE'],
    ['a b', 'a%20b'],
    ['A/B', 'A%2FB'],
    ['A#B', 'A%23B'],
    ['A?B', 'A%3FB'],
    ['100%', '100%25'],
    ["o'clock!(*)", 'o%27clock%21%28%2A%29'],
    ['a:b;c=d&e+f,g@h$', 'a%3Ab%3Bc%3Dd%26e%2Bf%2Cg%40h%24'],
    ['b-2_c.~', 'b-2_c.~'],
    ['⁊😀', '%E2%81%8A%F0%9F%98%80'],
  ])('%s is %s: all but A–Z a–z 0–9 . _ ~ - percent-encoded, case kept (model 2.1)', (code, segment) => {
    expect(iri.category(code)).toBe(`${BASE}category/${segment}`);
    expect(iri.occupation(code)).toBe(`${BASE}cbed/occupation/${segment}`);
    expect(iri.handbookTopic(code)).toBe(`${BASE}handbook/${segment}`);
  });

  it('any code gives a lawful IRI of its own', () => {
    const code = fc
      .oneof(fc.string({ unit: 'binary', minLength: 1 }), fc.string({ minLength: 1 }))
      .filter((one) => !/^\.{1,2}$/.test(one));
    fc.assert(
      fc.property(code, (one) => {
        const minted = iri.category(one);
        expect(minted).toMatch(/^https:\/\/data\.example\.org\/folklore\/category\/[A-Za-z0-9._~%-]+$/);
        expect(decodeURIComponent(minted.slice(`${BASE}category/`.length))).toBe(one);
        expect(isLawful(minted)).toBe(true);
        expect(isLawful(fragment.grid(iri.place(1), { square: one, easting: 1 }))).toBe(true);
      }),
    );
  });
});

describe('webAddress', () => {
  it.each([
    'https://en.wikipedia.org/wiki/Gortahork',
    'http://www.example.org',
    'https://www.example.org/A?B=C#D',
    'https://ga.wikipedia.org/wiki/Béal_Feirste',
    'https://www.ainm.ie/Bio.aspx?ID=1&x=%C3%A9#top',
    "https://e.org:8443/a(b)*!'$&,;=:@~",
  ])('keeps %s as given (model 2.4)', (target) => {
    expect(webAddress(target)).toBe(target);
  });

  it('keeps a host with an accent, however many addresses came before', () => {
    for (let at = 0; at < 100_000; at++) webAddress(`https://e.org/${at}`);
    expect(webAddress('https://pictiúir.example.org/a')).toBe('https://pictiúir.example.org/a');
  });

  it.each([
    [' https://e.org/a ', 'https://e.org/a'],
    ['https://e.org/a b', 'https://e.org/a%20b'],
    ['https://e.org/"a"', 'https://e.org/%22a%22'],
    ['https://e.org/<a>', 'https://e.org/%3Ca%3E'],
    ['https://e.org/{a}|b^c`d', 'https://e.org/%7Ba%7D%7Cb%5Ec%60d'],
    ['https://e.org/a\\b', 'https://e.org/a%5Cb'],
    ['https://e.org/a\u00a0b', 'https://e.org/a%C2%A0b'],
    ['https://e.org/?a[]=1', 'https://e.org/?a%5B%5D=1'],
    ['https://e.org/a#b#c', 'https://e.org/a#b%23c'],
  ])('percent-encodes what %j may not hold', (target, address) => {
    expect(webAddress(target)).toBe(address);
  });

  it.each([
    ['HTTP://EXAMPLE.ORG/A', 'http://example.org/A'],
    ['Https://WWW.Example.org:8443?A#B', 'https://www.example.org:8443?A#B'],
  ])('has scheme and host of %s in lower case (RFC 3986, section 6.2.2.1)', (target, address) => {
    expect(webAddress(target)).toBe(address);
  });

  it.each(['%zz%20', '100%', '%', '%4', '\u0001x', 'a\tb', 'a\nb', '\u0085x', 'a\ud800b', '?%zz', '#%zz'])(
    'cannot be used with %j in it: what was meant is not known',
    (rest) => {
      expect(webAddress(`http://example.org/${rest}`)).toBeUndefined();
      expect(webAddress(`http://example.org/./${rest}`)).toBeUndefined();
    },
  );

  it.each([
    'javascript:alert(1)',
    'JavaScript://e.org/%0aalert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    'ftp://e.org/',
    'mailto:a@e.org',
    'urn:isbn:0',
    '/wiki/Cork',
    '//e.org/a',
    'www.example.org',
    'Cork',
    '12345',
    '{3F2504E0-4F89-11D3-9A0C-0305E82C3301}',
    '',
    ' ',
    'http:',
    'http://',
    'http:///a',
    'https://?a',
    'https:e.org',
    'https://e.org:port/',
    'https://exa mple.org/',
    'https://exa<mple.org/',
  ])('%j is no link', (target) => {
    expect(webAddress(target)).toBeUndefined();
  });

  it('gives nothing that the term gate or Oxigraph would refuse: a link must not cost its record', () => {
    const parts = fc.array(
      fc.oneof(
        fc.constantFrom(
          ...'%[]#?/.:@\\"<>{}|^` \t\né\ue000\u0085\ud800',
          ...['%4', '%zz', '..', '/../', '/./'],
        ),
        fc.string({ unit: 'binary', maxLength: 3 }),
      ),
      { maxLength: 8 },
    );
    fc.assert(
      fc.property(
        fc.constantFrom('https://e.org', 'http://e.org/', 'https://e.org/?'),
        parts,
        (start, rest) => {
          const address = webAddress(start + rest.join(''));
          if (address === undefined) return;
          expect(isLawful(address)).toBe(true);
          expect(oxigraph.parse(`<${address}> <urn:p> <urn:o> .`, { format: 'nt' })).toHaveLength(1);
        },
      ),
      { numRuns: 1000 },
    );
  });
});
