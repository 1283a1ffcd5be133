import type { Quad } from '@rdfjs/types';
import fc from 'fast-check';
import { Parser } from 'n3';
import { isomorphic } from 'rdf-isomorphic';
import { describe, expect, it } from 'vitest';
import { readContext } from '../../../src/model/rdf/context.js';
import { type Node, tidy } from '../../../src/model/rdf/node.js';
import { distinctQuads, makeToQuads } from '../../../src/model/rdf/to-quads.js';
import { CLASSES, CONTEXT, lawfulNode, TERMS } from './lawful-nodes.js';
import { reference } from './reference.js';

/** Architecture 4.2: two ways from node to quads, one truth; jsonld in safe mode is the reference. */

const toQuads = makeToQuads(readContext());
const ITEM = 'https://data.example.org/folklore/cbe/item/1';
const PREFIXES = Object.entries(CONTEXT)
  .filter(([, definition]) => typeof definition === 'string' && /[#/]$/.test(definition))
  .map(([prefix, namespace]) => `@prefix ${prefix}: <${namespace}> .`)
  .join('\n');
const turtle = (text: string): Quad[] =>
  new Parser().parse(`@base <https://data.example.org/folklore/> .\n${PREFIXES}\n${text}`);
const show = (quads: readonly Quad[]): string[] =>
  quads
    .map(({ subject, predicate, object }) => {
      const of = object.termType === 'Literal' ? ` ${object.language || object.datatype.value}` : '';
      return `${subject.value} ${predicate.value} ${object.termType} ${JSON.stringify(object.value)}${of}`;
    })
    .sort();

/** Each kind of term, by hand: what is said, and what it means in Turtle. */
const BY_HAND: Readonly<Record<string, readonly [object, string]>> = {
  'a class': [{ type: ['Item'] }, 'a lore:Item'],
  'a class of another vocabulary': [{ type: ['schema:Place'] }, 'a schema:Place'],
  'several classes': [{ type: ['edm:TimeSpan', 'crm:E52_Time-Span'] }, 'a edm:TimeSpan, crm:E52_Time-Span'],
  'a plain text': [{ listingOrder: '551580' }, 'lore:listingOrder "551580"'],
  'plain texts': [{ inLanguage: ['ga', 'en'] }, 'schema:inLanguage "ga", "en"'],
  'texts by language': [
    { name: { ga: ['Cor', 'Corr'], und: ['C'] } },
    'schema:name "Cor"@ga, "Corr"@ga, "C"@und',
  ],
  'a text without a language beside one with': [
    { name: { en: ['Cork'], '@none': ['Cork'] } },
    'schema:name "Cork"@en, "Cork"',
  ],
  'a link': [{ isPartOf: 'https://data.example.org/folklore/cbe/part/2' }, 'schema:isPartOf <cbe/part/2>'],
  'a code': [{ contentType: 'sean' }, 'lore:contentType lore-type:sean'],
  'codes that are words of the context themselves': [
    { role: ['collector', 'informant'] },
    'bf:role lore-role:collector, lore-role:informant',
  ],
  'the language that is called id': [{ language: ['id', 'ga'] }, 'dcterms:language lang:id, lang:ga'],
  'a code whose IRI is another word': [{ condition: 'good' }, 'lore:condition lore-condition:2'],
  'an integer': [{ position: 2, age: 0 }, 'schema:position 2 ; lore:age 0'],
  'a boolean': [{ mainName: false, digitized: true }, 'lore:mainName false ; lore:digitized true'],
  'a decimal': [
    { latitude: '55.12', longitude: '-8' },
    'schema:latitude 55.12 ; schema:longitude "-8"^^xsd:decimal',
  ],
  'a day': [{ begin: '1937-01-01' }, 'edm:begin "1937-01-01"^^xsd:date'],
  'a clock value': [
    { recordCreated: '2017-09-06T14:25:36.3Z' },
    'lore:recordCreated "2017-09-06T14:25:36.3Z"^^xsd:dateTime',
  ],
  'a day without a year': [{ monthDay: '--02-09' }, 'lore:monthDay "--02-09"^^xsd:gMonthDay'],
  'an EDTF date': [{ created: '1937~' }, 'dcterms:created "1937~"^^edtf:EDTF-level1'],
  'a point': [{ asWKT: 'POINT (-8.15 55.12)' }, 'geo:asWKT "POINT (-8.15 55.12)"^^geo:wktLiteral'],
  'a value with its datatype in plain sight': [
    { dateCreated: { '@type': 'gYear', '@value': '1937' } },
    'schema:dateCreated "1937"^^xsd:gYear',
  ],
  'nested nodes': [
    {
      contribution: [
        { id: `${ITEM}#r`, type: ['bf:Contribution'], agent: 'https://e.org/7', role: ['teacher'] },
      ],
    },
    'bf:contribution <cbe/item/1#r> . <cbe/item/1#r> a bf:Contribution ; bf:agent <https://e.org/7> ; bf:role lore-role:teacher',
  ],
  'nodes in nodes': [
    { hasPlacename: [{ id: `${ITEM}#n`, subName: [{ id: `${ITEM}#n-s`, disambiguates: true }] }] },
    'lore:hasPlacename <cbe/item/1#n> . <cbe/item/1#n> lore:subName <cbe/item/1#n-s> . <cbe/item/1#n-s> lore:disambiguates true',
  ],
  'texts that look like something else': [
    { pageNumber: '12', code: 'true', extract: { ga: ['@id', 'https://e.org/', ' "x" \n'] } },
    'lore:pageNumber "12" ; skos:notation "true" ; lore:extract "@id"@ga, "https://e.org/"@ga, " \\"x\\" \\n"@ga',
  ],
};

/** One triple in several words. */
const SAID_TWICE: Readonly<Record<string, object>> = {
  'a node in two places': {
    contribution: [{ id: `${ITEM}#r`, role: ['informant'], agent: 'https://e.org/7' }],
    hasPlacename: [{ id: `${ITEM}#r`, role: ['informant'], agent: 'https://e.org/8' }],
  },
  'a node that names itself': { isPartOf: [{ id: ITEM, listingOrder: '1' }], listingOrder: '1' },
  'a node and its IRI': { isPartOf: ['https://e.org/7', { id: 'https://e.org/7' }] },
  'a number and its digits': { position: [1, '1'] },
  'one tag in two cases': { name: { ga: ['Cor'], GA: ['Cor'] } },
};

/** Few ids, few values, so that hardly a node is without repetition. */
const REPEATING: fc.Arbitrary<Node> = fc.letrec<{ node: Node }>((tie) => {
  const of = <T>(...some: readonly T[]) => fc.array(fc.constantFrom(...some), { maxLength: 12, size: 'max' });
  return {
    node: fc.record(
      {
        id: fc.constantFrom(ITEM, `${ITEM}#a`, `${ITEM}#b`),
        type: of('Item', 'bf:Contribution'),
        name: fc.record({ ga: of('A', 'B'), '@none': of('A', 'B') }, { requiredKeys: [] }),
        role: of('collector', 'informant'),
        isPartOf: fc.array(
          fc.oneof(
            { depthSize: 'small', withCrossShrink: true },
            fc.constantFrom(ITEM, `${ITEM}#a`),
            tie('node'),
          ),
          { maxLength: 3 },
        ),
      },
      { requiredKeys: ['id'] },
    ) as fc.Arbitrary<Node>,
  };
}).node;

describe('a node as quads', () => {
  it.each(Object.entries(BY_HAND))('%s', async (_, [said, expected]) => {
    const node = { id: ITEM, ...said };
    const meant = show(turtle(`<cbe/item/1> ${expected} .`));
    expect(show(toQuads(node))).toEqual(meant);
    expect(show(await reference({ '@context': CONTEXT, ...node }))).toEqual(meant);
  });

  it('begins with what is said of the record itself, then of each node in it, in order', () => {
    const contribution = [
      { id: `${ITEM}#b`, role: ['informant'] },
      { id: `${ITEM}#a`, role: ['teacher'] },
    ];
    const subjects = toQuads({ id: ITEM, contribution, listingOrder: '1' }).map(
      ({ subject }) => subject.value,
    );
    expect(subjects).toEqual([ITEM, ITEM, ITEM, `${ITEM}#b`, `${ITEM}#a`]);
  });

  it('says nothing of empty lists and empty language maps', () => {
    expect(toQuads({ id: ITEM, onPage: [], name: {}, label: { ga: [] } })).toEqual([]);
  });
});

describe('the compiled projection is that of jsonld', () => {
  const equal = async (node: Node) => {
    const [ours, theirs] = [toQuads(node), await reference({ '@context': CONTEXT, ...node })];
    if (!isomorphic(ours, theirs)) expect(show(ours)).toEqual(show(theirs));
    expect(new Set(show(ours)).size).toBe(ours.length);
  };

  it.each(TERMS)('of %s', async (...term) => {
    await fc.assert(fc.asyncProperty(lawfulNode(1, [term]), equal), { numRuns: 3 });
  });

  it.each(CLASSES)('of the class %s', (type) => equal({ id: ITEM, type: [type] }));

  it('of random lawful nodes', async () => {
    await fc.assert(fc.asyncProperty(lawfulNode(), equal), { numRuns: 150 });
  });

  it.each(Object.entries(SAID_TWICE))('of %s: a graph is a set', (_, said) => equal({ id: ITEM, ...said }));

  it('of random nodes that say much of it twice', async () => {
    await fc.assert(fc.asyncProperty(REPEATING.map(tidy), equal), { numRuns: 100 });
  });
});

it('the quads of a record are the first of those that say the same (RDF 1.1 Concepts, 3: a graph is a set)', () => {
  const nodes = Array.from({ length: 40 }, (_, n) => `<cbe/item/1#n-${n}> a lore:Name .`).join('\n');
  const once = turtle(`<cbe/item/1> a lore:Item ; lore:a "A", "A"@en, "A"@ga, 1, "1" .\n${nodes}`);
  expect(distinctQuads([...once, ...turtle(nodes), ...once])).toEqual(once);
  expect(once).toHaveLength(46);
});

describe('what is outside the subset', () => {
  const of = (said: object) => () => toQuads({ id: ITEM, ...said } as Node);
  const bad: Readonly<Record<string, readonly [word: string, said: object]>> = {
    'a word the context does not define': ['colour', { colour: 'red' }],
    'a word within a nested node': ['colour', { contribution: [{ id: `${ITEM}#r`, colour: 'red' }] }],
    'a misspelt class': ['Itme', { type: ['Itme'] }],
    'a class with an unknown prefix': ['schma:Place', { type: ['schma:Place'] }],
    'a term as a class': ['label', { type: ['label'] }],
    'a keyword': ['@graph', { '@graph': [], '@reverse': {} }],
    'a word of every object': ['constructor', { constructor: 'x' }],
    'an unknown code': ['contentType', { contentType: 'SEAN' }],
    'a code that is a word of every object': ['contentType', { contentType: 'constructor' }],
    'a number for a text': ['listingOrder', { listingOrder: 551580 }],
    'a nested node without an id': ['contribution', { contribution: [{ type: ['bf:Contribution'] }] }],
    'a number with a fraction for an integer': ['position', { position: 1.5 }],
    'a decimal as a number, which loses its form': ['latitude', { latitude: 55.12 }],
    'a plain text for a language map': ['name', { name: 'Cork' }],
    'a compact IRI for a link, which only jsonld would expand': ['agent', { agent: 'schema:name' }],
    null: ['listingOrder', { listingOrder: null }],
    'a value of an unknown datatype': ['year', { dateCreated: { '@type': 'year', '@value': '1937' } }],
  };

  it.each(Object.entries(bad))('%s is an error that names the word', (_, [word, said]) => {
    expect(of(said)).toThrow(expect.objectContaining({ code: 'CONTEXT_TERM', exitCode: 1 }));
    expect(of(said)).toThrow(`'${word}'`);
  });
});
