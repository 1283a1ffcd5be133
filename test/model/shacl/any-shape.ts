import fc from 'fast-check';

/** Names of XML Schema's datatypes: of each sort that the shapes may name, at least one. */
const DATATYPES = [
  'string',
  'integer',
  'decimal',
  'double',
  'boolean',
  'date',
  'dateTime',
  'gYear',
  'gMonthDay',
  'anyURI',
];

/*
 * Random shapes of everything that shapes may say, and random records of terms on which standards and libraries
 * like to disagree; both as Turtle. <1> and <2> are of the class of the shape, which knows ex:p, ex:q and ex:r.
 */

const IRIS = ['ex:a', 'ex:b', '<1>', '<2>'];
const LITERALS = [
  ...['"a"', '""', '"b"', '"a"@en', '"a"@ga', '"b"@ga-IE', '"a"@gaa', '"a"@EN', '"https://example.org/a"'],
  ...['1', '2', '"01"^^xsd:integer', '"x"^^xsd:integer', '"+1"^^xsd:integer', '"1"^^xsd:int', '"1"^^ex:own'],
  ...['1.0', '1.5', '"1e1"^^xsd:decimal', '1e0', '"NaN"^^xsd:double', '"INF"^^xsd:double', '1e999'],
  ...['9007199254740992', '9007199254740993', '"1"^^xsd:nonNegativeInteger', '" 1 "^^xsd:integer'],
  ...['true', '"1"^^xsd:boolean', '"yes"^^xsd:boolean'],
  ...[
    '"1938-03-01"^^xsd:date',
    '"1938-03-02Z"^^xsd:date',
    '"1938-02-30"^^xsd:date',
    '"1938-13-01"^^xsd:date',
  ],
  ...['"1938"^^xsd:gYear', '"1939"^^xsd:gYear', '"38"^^xsd:gYear', '"1938-03"^^xsd:gYearMonth'],
  ...[
    '"--03-01"^^xsd:gMonthDay',
    '"2000-01-01T00:00:00Z"^^xsd:dateTime',
    '"2000-01-01T00:00:00"^^xsd:dateTime',
  ],
  ...['"2000-01-01T01:00:00+01:00"^^xsd:dateTime', '"2000-01-01T00:00:00.0001Z"^^xsd:dateTime'],
];
const KINDS = ['IRI', 'Literal', 'BlankNode', 'BlankNodeOrIRI', 'BlankNodeOrLiteral', 'IRIOrLiteral'];

const one = (choices: readonly string[]) => fc.constantFrom(...choices);
const named = fc.oneof(one(IRIS), one(LITERALS));
const someOf = (choice: fc.Arbitrary<string>) =>
  fc.uniqueArray(choice, { minLength: 1, maxLength: 4 }).map((members) => `( ${members.join(' ')} )`);
const path = one(['ex:p', 'ex:q', 'ex:r']);

type Parts = readonly fc.Arbitrary<string>[];

const OF_VALUE: Parts = [
  one(KINDS).map((kind) => `sh:nodeKind sh:${kind}`),
  one([...DATATYPES.map((name) => `xsd:${name}`), 'rdf:langString', 'ex:own']).map(
    (iri) => `sh:datatype ${iri}`,
  ),
  one(['^a', 'b?$', '1', '^https', '.']).map((pattern) => `sh:pattern "${pattern}"`),
  someOf(named).map((members) => `sh:in ${members}`),
  someOf(one(['"en"', '"ga"', '"ga-IE"', '"*"'])).map((ranges) => `sh:languageIn ${ranges}`),
  one(LITERALS).map((bound) => `sh:minInclusive ${bound}`),
  one(LITERALS).map((bound) => `sh:maxInclusive ${bound}`),
];
const OF_NODE: Parts = [
  named.map((value) => `sh:hasValue ${value}`),
  path.map((other) => `sh:equals ${other}`),
  fc.constant('sh:closed true ; sh:ignoredProperties ( rdf:type ex:p )'),
];
const OF_VALUES: Parts = [
  fc.nat(3).map((count) => `sh:minCount ${count}`),
  fc.nat(3).map((count) => `sh:maxCount ${count}`),
  named.map((value) => `sh:hasValue ${value}`),
  fc.constant('sh:uniqueLang true'),
  path.map((other) => `sh:equals ${other}`),
  path.map((other) => `sh:lessThan ${other}`),
  path.map((other) => `sh:lessThanOrEquals ${other}`),
];

/** Constraints of different names: each may be said once. */
const together = (parts: Parts, most: number): fc.Arbitrary<string> =>
  fc
    .uniqueArray(fc.oneof(...parts), {
      minLength: 1,
      maxLength: most,
      selector: (part) => part.split(' ')[0],
    })
    .map((said) => said.join(' ; '));

const nodeShape = (depth: number): fc.Arbitrary<string> =>
  together(
    [
      ...OF_VALUE,
      ...OF_NODE,
      ...logic(depth),
      propertyShape(depth).map((shape) => `sh:property [ ${shape} ]`),
    ],
    2,
  ).filter((shape) => logicCount(shape) <= 1);

const propertyShape = (depth: number): fc.Arbitrary<string> =>
  fc
    .tuple(
      path,
      one(['Violation', 'Warning', 'Info']),
      together([...OF_VALUE, ...OF_VALUES, ...logic(depth)], 2),
    )
    .filter(([, , said]) => logicCount(said) <= 1)
    .map(([predicate, severity, said]) => `sh:path ${predicate} ; sh:severity sh:${severity} ; ${said}`);

function logic(depth: number): Parts {
  if (depth === 0) return [];
  const member = fc.oneof(nodeShape(depth - 1), propertyShape(depth - 1)).map((shape) => `[ ${shape} ]`);
  const members = fc.array(member, { minLength: 1, maxLength: 3 }).map((said) => `( ${said.join(' ')} )`);
  return [
    member.map((shape) => `sh:not ${shape}`),
    members.map((list) => `sh:or ${list}`),
    members.map((list) => `sh:xone ${list}`),
  ];
}

/** How many of sh:or, sh:xone and sh:not a shape says itself, not those it is made of. */
function logicCount(shape: string): number {
  let own = shape;
  for (let before = ''; before !== own; ) {
    before = own;
    own = own.replaceAll(/\[[^[\]]*\]/g, '');
  }
  return own.match(/sh:(?:or|xone|not) /g)?.length ?? 0;
}

/** What a shape says beside its target and that it is closed. */
export const anyShape: fc.Arbitrary<string> = fc.oneof(
  nodeShape(2),
  propertyShape(2).map((shape) => `sh:property [ ${shape} ]`),
);

const statement = fc
  .tuple(
    one(['<1>', '<2>']),
    one(['ex:p', 'ex:q', 'ex:r']),
    fc.oneof(one(IRIS), one(LITERALS), fc.constant('_:b')),
  )
  .map((terms) => `${terms.join(' ')} .`);

/** What a record says beside the classes of its nodes; some of it twice. */
export const anyRecord: fc.Arbitrary<string> = fc
  .tuple(fc.array(statement, { maxLength: 7 }), fc.option(statement))
  .map(([said, again]) => [...said, ...(again === null ? [] : [again, again])].join('\n'));
