import type { Quad } from '@rdfjs/types';
import fc from 'fast-check';
import { DataFactory } from 'n3';
import * as oxigraph from 'oxigraph';
import { describe, expect, it } from 'vitest';
import { badTerms } from '../../../src/model/rdf/term-check.js';

/** Architecture 6.7 and performance.md 3: one bad term, and a store drops a file, or everything, or says nothing. */

const { namedNode, literal, blankNode, quad } = DataFactory;
const S = 'https://data.example.org/folklore/cbe/item/1';
const P = namedNode('https://schema.org/url');
const xsd = (type: string) => namedNode(`http://www.w3.org/2001/XMLSchema#${type}`);

const says = (object: Quad['object']): Quad[] => [quad(namedNode(S), P, object)];
const passes = (object: Quad['object']): boolean => badTerms(says(object)).length === 0;

/** RFC 3987 through the eyes of Turtle's IRIREF (RDF 1.1 Turtle 6.4) and RFC 3986 3. */
const BAD_IRIS: Readonly<Record<string, string>> = {
  'a space': 'https://e.org/a b',
  'a space at the end': 'https://e.org/a ',
  'a tab': 'https://e.org/a\tb',
  'a line feed': 'https://e.org/a\n',
  'a non-breaking space': 'https://e.org/a\u00a0b',
  'a line separator': 'https://e.org/a\u2028b',
  'a quote': 'https://e.org/"a"',
  'an angle bracket': 'https://e.org/<a',
  'a closing one': 'https://e.org/a>',
  'a backslash': 'https://e.org/a\\b',
  braces: 'https://e.org/{a}',
  'a bar': 'https://e.org/a|b',
  'a caret': 'https://e.org/a^b',
  'a backtick': 'https://e.org/`a`',
  'square brackets outside the host': 'https://e.org/?a[]=1',
  'two fragments': 'https://e.org/a#b#c',
  NUL: 'https://e.org/\u0000',
  DEL: 'https://e.org/\u007f',
  'a C1 control': 'https://e.org/\u0085',
  'half a character': 'https://e.org/\ud83d',
  'the other half': 'https://e.org/\ude00x',
  'a private-use character in its path': 'https://e.org/\ue000',
  'no scheme': 'cbe/item/1',
  'no scheme but a host': '//e.org/a',
  'nothing but a path': '/a',
  'nothing but a fragment': '#a',
  nothing: '',
  'a scheme that begins with a digit': '1http://e.org/',
  'a % that begins no escape': 'https://e.org/100%',
  'half an escape': 'https://e.org/%4',
  'an escape that is none': 'https://e.org/%zz',
  'a dot segment': 'https://e.org/./a',
  'two dots': 'https://e.org/a/../b',
  'two dots at the end': 'https://e.org/a/..',
  'two dots before a query': 'https://e.org/a/..?b',
  'two dots before a fragment': 'https://e.org/a/..#b',
};
const GOOD_IRIS: Readonly<Record<string, string>> = {
  'our own': S,
  'a fragment': `${S}#role-collector-80607834`,
  escapes: 'https://e.org/100%25/%C3%A9/%c3%a9',
  accents: 'https://ga.wikipedia.org/wiki/Béal_Átha_na_Sluaighe',
  'an astral character': 'https://e.org/\u{1f600}',
  'a query': "https://www.ainm.ie/Bio.aspx?ID=1&x=(a,b);c=*!$'@:",
  'a private-use character in its query': 'https://e.org/?q=\ue000',
  'a colon in its path': 'https://en.wikipedia.org/wiki/Talk:Cork',
  'three dots': 'https://e.org/.../a',
  'a name that begins with a dot': 'https://e.org/.well-known/a',
  'a name that ends with a dot': 'https://e.org/a./b.',
  'a query that looks like a dot segment': 'https://e.org/view?path=/../x',
  'a fragment that looks like a dot segment': 'https://e.org/#/./x',
  'a port and an address in brackets': 'http://[::1]:4010/api',
  'no authority': 'urn:isbn:0',
  'nothing after the host': 'https://e.org',
};

describe('an IRI', () => {
  it.each(Object.entries(BAD_IRIS))('with %s is stopped, wherever it stands', (_, iri) => {
    const bad = namedNode(iri);
    for (const one of [quad(bad, P, literal('x')), quad(namedNode(S), bad, literal('x')), ...says(bad)]) {
      expect(badTerms([one])).toEqual([
        {
          subject: one.subject.value,
          predicate: one.predicate.value,
          term: iri,
          reason: expect.stringMatching(/IRI/),
        },
      ]);
    }
  });

  it('is looked at as a datatype too', () => {
    expect(passes(literal('x', namedNode('https://e.org/a b')))).toBe(false);
  });

  it.each(Object.entries(GOOD_IRIS))('with %s passes', (_, iri) => {
    expect(badTerms(says(namedNode(iri)))).toEqual([]);
  });

  it('that passes is read by Oxigraph, which knows RFC 3987', () => {
    const hostile = fc.constantFrom(...'%%%[]#?/.:@\\"<>{}|^` \u0000\u007f\u00a0\u200e\ue000\ufffeéა😀');
    const tail = fc.array(fc.oneof(hostile, fc.string({ unit: 'binary', maxLength: 2 })), { maxLength: 8 });
    fc.assert(
      fc.property(fc.constantFrom('/', '/?', '/#', '/a/'), tail, (start, characters) => {
        const iri = `https://e.org${start}${characters.join('')}`;
        if (!passes(namedNode(iri))) return;
        expect(oxigraph.parse(`<${iri}> <urn:p> <urn:o> .`, { format: 'nt' })).toHaveLength(1);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('a language tag', () => {
  it.each([
    'en_us',
    'english language',
    'e',
    '1a',
    'en-',
    '-en',
    'ga-',
    'en-toolongsubtag',
    '@none',
    'ga\n',
    'ga-ab12',
    'ga-12',
    'en-x',
    'en-GB-US',
  ])('%j is stopped', (tag) => {
    expect(passes(literal('x', tag))).toBe(false);
  });

  // BCP 47, section 2.1.1 and Appendix A.
  it.each([
    'ga',
    'en',
    'und',
    'sco',
    'en-GB',
    'ga-Latg',
    'ga-Latg-IE',
    'de-CH-1996',
    'sl-rozaj-biske',
    'en-u-ca-gregory',
    'en-x-a',
    'zh-yue',
  ])('%s passes', (tag) => {
    expect(passes(literal('x', tag))).toBe(true);
  });

  it('that passes is read by Oxigraph, which knows BCP 47', () => {
    const subtag = fc.string({ unit: fc.constantFrom(...'aegxZ019'), minLength: 1, maxLength: 9 });
    fc.assert(
      fc.property(fc.array(subtag, { maxLength: 5 }), (subtags) => {
        const tag = ['ga', ...subtags].join('-');
        if (!passes(literal('x', tag))) return;
        expect(oxigraph.parse(`<urn:s> <urn:p> "x"@${tag} .`, { format: 'nt' })).toHaveLength(1);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('a text', () => {
  it.each([
    ...['\ud800', 'a\udc00b', '\u0000', 'a\u0008', '\u000b', '\u000c', '\u001f', '\u007f'],
    ...['a\ufffe', '\uffffb'],
  ])('%j is stopped', (text) => {
    for (const object of [literal(text), literal(text, 'ga'), literal(text, P)])
      expect(passes(object)).toBe(false);
  });

  it.each(['', ' ', '\n', 'a\r\n\tb', '😀', '\u2028', '\u200f', '\ue000', '⁊ ḃ', '"""', '\\', 'e\u0301'])(
    '%j passes',
    (text) => {
      for (const object of [literal(text), literal(text, 'ga')]) expect(badTerms(says(object))).toEqual([]);
    },
  );
});

/** The lexical spaces of XML Schema 1.1 part 2; of those, the canonical forms (architecture 4.8). */
const LEXICAL: Readonly<Record<string, readonly [good: readonly string[], bad: readonly string[]]>> = {
  integer: [
    ['0', '7', '-7', '1937', '12345678901234567890'],
    ['007', '1.0', '+7', '-0', '1e3', '', ' 7', '7 ', '٣', 'seven', '0x7', '1,000', '-'],
  ],
  boolean: [
    ['true', 'false'],
    ['TRUE', 'True', '1', '0', 'yes', '', ' true'],
  ],
  decimal: [
    ['-8.47', '55.12', '0', '55', '0.000000001', '-179.999999999'],
    ['55.0', '55.120', '055.1', '.5', '5.', '+5.1', '-0', '-0.0', '5.512E1', '5,5', 'NaN', '', ' 5.1'],
  ],
  date: [
    ['1938-02-28', '1936-02-29', '2000-02-29', '1937-12-31'],
    [
      '1938-02-30',
      '1937-02-29',
      '1900-02-29',
      '1938-13-45',
      '1938-00-10',
      '1938-01-00',
      '1938-04-31',
      '1938',
      '1938-2-3',
      '38-02-03',
      '03/02/1938',
      '1938-02-03T00:00:00Z',
      '',
    ],
  ],
  dateTime: [
    [
      '1938-01-01T00:00:00Z',
      '1936-02-29T23:59:59Z',
      '2017-09-06T14:25:36.3Z',
      '2023-09-01T08:00:00',
      '2023-09-01T08:00:00.1234567Z',
      '2023-09-01T08:00:00+01:00',
      '2023-09-01T08:00:00-14:00',
    ],
    [
      '1938-01-01T25:00:00Z',
      '1938-01-01T24:00:01Z',
      '1938-01-01T00:60:00Z',
      '1938-01-01T00:00:60Z',
      '1938-02-30T00:00:00Z',
      '1938-13-01T00:00:00Z',
      '1938-01-01',
      '1938-01-01 00:00:00',
      '1938-01-01T00:00Z',
      '1938-01-01T00:00:00.Z',
      '1938-01-01T00:00:00.30Z',
      '1938-01-01T00:00:00z',
      '1938-01-01T00:00:00+1:00',
      '1938-01-01T00:00:00+99:99',
      '1938-01-01T00:00:00+00:00',
      '1938-01-01T00:00:00-00:00',
      '1938-01-01T00:00:00+14:01',
      '1938-01-01T00:00:00+01:60',
      '',
    ],
  ],
  gYear: [
    ['1937', '0800'],
    ['37', '937', '1937-01', '1937~', '19xx', ''],
  ],
  gYearMonth: [
    ['1937-02', '1937-12'],
    ['1937-13', '1937-00', '1937-2', '1937', '1937-02-01', ''],
  ],
  gMonthDay: [
    ['--02-09', '--02-29', '--12-31'],
    ['--02-30', '--13-01', '--00-01', '--04-31', '--01-00', '-02-09', '02-09', '--2-9', ''],
  ],
};
const forms = (good: boolean) =>
  Object.entries(LEXICAL).flatMap(([type, lists]) =>
    lists[good ? 0 : 1].map((form) => [form, type] as const),
  );

/** The forms of other people's datatypes that the model writes (4.2, 3.9); `edtf` is the judge of EDTF. */
const OTHER_FORMS: Readonly<Record<string, readonly [good: readonly string[], bad: readonly string[]]>> = {
  'http://id.loc.gov/datatypes/edtf/EDTF-level1': [
    [
      '1937',
      '1937~',
      '1937-02?',
      '1936-02-29',
      '1935/1938',
      '1935~/1938~',
      '1935/',
      '/1940-06',
      '1935-11/1936-02-14',
    ],
    [
      '',
      '/',
      '37',
      '1937-13',
      '1937-02-29',
      '0000-00-00',
      'c. 1937',
      '1937/1938/1939',
      '1937 ',
      '1937-2',
      '~1937',
      '../',
    ],
  ],
  'http://www.opengis.net/ont/geosparql#wktLiteral': [
    ['POINT (-8.15 55.12)', 'POINT (0 0)', 'MULTIPOINT ((-8 55), (-8.1 55.1))'],
    [
      '',
      'POINT(-8 55)',
      'POINT (-8, 55)',
      'POINT (1e-7 0)',
      'POINT (NaN 0)',
      'POINT (-8 55 1)',
      'MULTIPOINT ()',
      'POINT (- 1)',
    ],
  ],
};

describe.each(Object.entries(OTHER_FORMS))('a literal of <%s>', (datatype, [good, bad]) => {
  it.each(good)('%j passes', (form) => expect(passes(literal(form, namedNode(datatype)))).toBe(true));
  it.each(bad)('%j is stopped', (form) => expect(passes(literal(form, namedNode(datatype)))).toBe(false));
});

describe('a lexical form', () => {
  it.each(forms(false))('%j is no xsd:%s', (form, type) => {
    expect(badTerms(says(literal(form, xsd(type))))).toEqual([
      { subject: S, predicate: P.value, term: form, reason: expect.stringContaining(`XMLSchema#${type}`) },
    ]);
  });

  it.each(forms(true))('%j is an xsd:%s', (form, type) => {
    expect(badTerms(says(literal(form, xsd(type))))).toEqual([]);
  });

  it('that passes is what Oxigraph gives back after storing it: it is canonical', () => {
    const near = fc.oneof(
      fc.constantFrom(...Object.values(LEXICAL).flatMap(([good]) => good)),
      fc.string({ unit: fc.constantFrom(...'0123456789-+.:TZe'), maxLength: 12 }),
      fc
        .tuple(
          fc.integer({ min: -2, max: 10_001 }),
          fc.nat(13),
          fc.nat(32),
          fc.constantFrom('', 'Z', '-05:00'),
        )
        .map(
          ([y, m, d, zone]) =>
            `${String(y).padStart(4, '0')}-${String(m).padStart(2, '0')}-${String(d).padStart(2, '0')}T08:00:00${zone}`,
        ),
      fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }).map(String),
      fc.tuple(fc.bigInt(), fc.nat()).map(([whole, part]) => `${whole}.${part}`),
      fc
        .tuple(fc.integer(), fc.string({ unit: fc.constantFrom(...'0123456789'), maxLength: 30 }))
        .map((parts) => parts.join('.')),
    );
    fc.assert(
      fc.property(near, fc.constantFrom(...Object.keys(LEXICAL)), (form, type) => {
        if (!passes(literal(form, xsd(type)))) return;
        const store = new oxigraph.Store();
        store.load(`<${S}> <urn:p> "${form}"^^<${xsd(type).value}> .`, { format: 'nt' });
        expect(store.match().map(({ object }) => object.value)).toEqual([form]);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('a record', () => {
  it('has no blank nodes', () => {
    expect(badTerms(says(blankNode('b0')))).toHaveLength(1);
    expect(badTerms([quad(blankNode('b0'), P, literal('x'))])).toHaveLength(1);
  });

  it('is told all its bad terms, each with its subject', () => {
    const record = [
      ...says(literal('1.0', xsd('integer'))),
      ...says(literal('fine')),
      ...says(namedNode('a b')),
    ];
    expect(badTerms(record).map(({ subject, term }) => [subject, term])).toEqual([
      [S, '1.0'],
      [S, 'a b'],
    ]);
  });
});
