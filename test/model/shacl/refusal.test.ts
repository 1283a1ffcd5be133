import { describe, expect, it } from 'vitest';
import { FolkloreError } from '../../../src/base/errors.js';
import { readShapes, SHAPES_DIRECTORY } from '../../../src/model/shacl/shapes.js';
import { ShapesGraph } from '../../../src/model/shacl/shapes-graph.js';
import { refuseUnsupported } from '../../shapes/shape-safety.js';
import { turtle } from './turtle.js';

/** A lawful shape with something added to its property shape, or to itself. */
const shape = (property: string, node = '') => `
  ex:S a sh:NodeShape ; sh:targetClass ex:T ; sh:closed true ; ${node}
    sh:property [ sh:path ex:p ; sh:minCount 1 ; ${property} ] .`;

const REFUSED: readonly [what: string, shapes: string, message: RegExp][] = [
  ['no shapes', '', /No shape targets a class/],
  ['shapes without a target', 'ex:S a sh:NodeShape ; sh:closed true .', /No shape targets a class/],
  ['SPARQL', shape('', 'sh:sparql [ sh:select "SELECT" ] ;'), /ex.*S uses sh:sparql/],
  ['a class of the value', shape('sh:class ex:C'), /uses sh:class/],
  ['a shape of the value', shape('sh:node ex:S'), /uses sh:node/],
  ['a length', shape('sh:maxLength 3'), /uses sh:maxLength/],
  [
    'a qualified count',
    shape('sh:qualifiedValueShape [ sh:datatype xsd:string ]'),
    /uses sh:qualifiedValueShape/,
  ],
  ['flags', shape('sh:pattern "a" ; sh:flags "i"'), /uses sh:flags/],
  ['a deactivated shape', shape('sh:deactivated true'), /uses sh:deactivated/],
  ['a misspelt constraint', shape('sh:minCuont 1'), /uses sh:minCuont/],
  ['a constraint said twice', shape('sh:minCount 2'), /says sh:minCount more than once/],
  ['two sh:or', shape('', 'sh:or ( ex:A ex:B ) , ( ex:A ex:C ) ;'), /says sh:or more than once/],
  [
    'sh:or beside sh:not',
    shape('sh:or ( [ sh:datatype xsd:date ] ) ; sh:not [ sh:datatype xsd:string ]'),
    /has sh:or and sh:not; one/,
  ],
  ['an empty sh:or', shape('sh:or ()'), /has an empty sh:or/],
  [
    'an alternative that says nothing',
    shape('sh:or ( [ sh:datatype xsd:date ] ex:Misspelt )'),
    /shape that says nothing/,
  ],
  ['a negation of nothing', shape('sh:not ex:Misspelt'), /shape that says nothing/],
  [
    'a property shape that is not there',
    shape('', 'sh:property ex:misspelt ;'),
    /misspelt, which has no sh:path/,
  ],
  [
    'a path of two steps',
    'ex:S sh:targetClass ex:T ; sh:property [ sh:path ( ex:p ex:q ) ; sh:minCount 1 ] .',
    /more than one step/,
  ],
  [
    'an inverse path',
    'ex:S sh:targetClass ex:T ; sh:property [ sh:path [ sh:inversePath ex:p ] ; sh:minCount 1 ] .',
    /sh:inversePath|more than one step/,
  ],
  ['a property below a property', shape('sh:property [ sh:path ex:q ; sh:minCount 1 ]'), /below sh:path/],
  ['a severity of its own', shape('sh:severity ex:Grave'), /has the sh:severity .*Grave/],
  ['a pattern with a Unicode class', shape('sh:pattern "^\\\\p{L}+$"'), /which the engine does not know/],
  ['a pattern that is none', shape('sh:pattern "("'), /no regular expression/],
  ['a list that is none', shape('sh:in ex:A'), /sh:in that is not a list/],
  [
    'a list of something else',
    shape('sh:languageIn ( ex:ga )'),
    /sh:languageIn that is not a list of plain strings/,
  ],
  [
    'a list without an end',
    `${shape('sh:or _:l')} _:l rdf:first ex:S ; rdf:rest _:l .`,
    /sh:or that is not a list/,
  ],
  ['a list of blank nodes', shape('sh:in ( [] )'), /sh:in that is not a list of IRIs and literals/],
  [
    'a closed shape that is not closed',
    shape('', 'sh:property [ sh:path ex:q ; sh:closed "true" ] ;'),
    /sh:closed true, which is not/,
  ],
  ['a count that is none', shape('sh:maxCount 1.5'), /sh:maxCount 1.5, which is not a whole number/],
  ['a count below nothing', shape('sh:maxCount -1'), /sh:maxCount -1, which is not a whole number/],
  [
    'a language that is once "yes"',
    shape('sh:uniqueLang "yes"'),
    /sh:uniqueLang yes, which is not true or false/,
  ],
  ['a datatype in quotes', shape('sh:datatype "string"'), /sh:datatype string, which is not an IRI/],
  ['a node kind of its own', shape('sh:nodeKind ex:IRI'), /which is not one of the node kinds/],
  ['a bound that is no literal', shape('sh:minInclusive ex:A'), /sh:minInclusive .*, which is not a literal/],
  [
    'a target in quotes',
    shape('', 'sh:targetSubjectsOf "ex:p" ;'),
    /sh:targetSubjectsOf ex:p, which is not an IRI/,
  ],
  ['a count of no predicate', shape('', 'sh:minCount 1 ;'), /says sh:minCount without a sh:path/],
  ['an order of no predicate', shape('', 'sh:lessThan ex:q ;'), /says sh:lessThan without a sh:path/],
  [
    'a class as a shape',
    `${shape('')} ex:S a <http://www.w3.org/2000/01/rdf-schema#Class> .`,
    /is a class as well/,
  ],
  ['an empty list', shape('sh:languageIn ()'), /sh:languageIn that is not a list, or an empty one/],
];

describe('refused is', () => {
  it.each(REFUSED)('%s', (_what, shapes, message) => {
    const build = () => refuseUnsupported(new ShapesGraph(turtle(shapes)));
    expect(build).toThrow(message);
    expect(build).toThrow(FolkloreError);
  });
});

it('the shapes of this package are supported', async () => {
  const shapes = await readShapes(SHAPES_DIRECTORY);
  expect(() => refuseUnsupported(new ShapesGraph(shapes))).not.toThrow();
});

it('a lawful shape is supported', () => {
  expect(() =>
    refuseUnsupported(new ShapesGraph(turtle(shape('sh:not [ sh:datatype xsd:date ]')))),
  ).not.toThrow();
});
