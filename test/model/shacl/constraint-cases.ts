/**
 * Cases of SHACL (W3C Recommendation of 20 July 2017), section by section, written from its text. A case is what
 * a shape says, what a record says of <1>, and the constraints that section 4 has it break, one a result. Each
 * case has a shape and a class of its own, so that one checker takes them all.
 */
export interface ConstraintCase {
  readonly section: string;
  readonly what: string;
  readonly shapes: string;
  readonly data: string;
  readonly breaks: readonly string[];
  /** What the engine finds instead, where it is known to be wrong (design/performance, section 3). */
  readonly engine?: readonly string[];
}

/** What a case says beyond its shape and its data: what is broken, and what the engine finds instead. */
type Outcome = readonly [breaks: string, engine?: string];

const list = (names: string): string[] => names.split(' ').filter((name) => name !== '');

/** <1> is of the class ex:T, whose shape is closed and knows ex:p, ex:q and ex:r; `body` is said of a property shape of ex:p. */
const property = (section: string, body: string, data: string, what: string, ...outcome: Outcome) =>
  aCase(section, `${COVER} ex:S sh:property [ sh:path ex:p ; ${body} ] .`, data, what, outcome);

/** The same, `body` said of the node shape. */
const node = (section: string, body: string, data: string, what: string, ...outcome: Outcome) =>
  aCase(section, `${COVER} ex:S ${body} .`, data, what, outcome);

const COVER = `ex:S a sh:NodeShape ; sh:targetClass ex:T ; sh:closed true ; sh:ignoredProperties ( rdf:type ) ;
  sh:property [ sh:path ex:p ] , [ sh:path ex:q ] , [ sh:path ex:r ] .`;

function aCase(
  section: string,
  shapes: string,
  data: string,
  what: string,
  [breaks, engine]: Outcome,
): ConstraintCase {
  const record = data === '' ? '<1> a ex:T .' : `<1> a ex:T ; ${data} .`;
  return {
    section,
    what: `${what}: ${data}`,
    shapes,
    data: record,
    breaks: list(breaks),
    ...(engine === undefined ? {} : { engine: list(engine) }),
  };
}

const datatype = (iri: string, data: string, what: string, ...outcome: Outcome) =>
  property('4.1.2 datatype', `sh:datatype ${iri}`, data, what, ...outcome);
const kind = (name: string, data: string, ...outcome: Outcome) =>
  property('4.1.3 nodeKind', `sh:nodeKind sh:${name}`, data, name, ...outcome);
const range = (body: string, data: string, what: string, ...outcome: Outcome) =>
  property('4.3 ranges', body, data, what, ...outcome);
const text = (body: string, data: string, what: string, ...outcome: Outcome) =>
  property('4.4 strings', body, data, what, ...outcome);
const pair = (body: string, data: string, what: string, ...outcome: Outcome) =>
  property('4.5 pairs', body, data, what, ...outcome);
const logic = (body: string, data: string, what: string, ...outcome: Outcome) =>
  property('4.6 logic', body, data, what, ...outcome);
/** A property shape of ex:p that must not hold, or must. */
const denied = (body: string, data: string, what: string, ...outcome: Outcome) =>
  node('4.6 logic', `sh:not [ sh:property [ sh:path ex:p ; ${body} ] ]`, data, what, ...outcome);
const needed = (body: string, data: string, what: string, ...outcome: Outcome) =>
  node('4.6 logic', `sh:or ( [ sh:property [ sh:path ex:p ; ${body} ] ] )`, data, what, ...outcome);

const SAID: readonly ConstraintCase[] = [
  datatype('xsd:string', 'ex:p "a", ""', 'strings', ''),
  datatype('xsd:string', 'ex:p "a"@en, 1, ex:a', 'no strings', 'Datatype Datatype Datatype'),
  datatype('rdf:langString', 'ex:p "a"@en, "b"@ga-IE', 'texts in a language', ''),
  datatype('rdf:langString', 'ex:p "a"', 'a string is no text in a language', 'Datatype'),
  datatype('xsd:integer', 'ex:p 1, -1, "+01"^^xsd:integer', 'lawful forms', ''),
  datatype(
    'xsd:integer',
    'ex:p "1.0"^^xsd:integer, "one"^^xsd:integer',
    'unlawful forms',
    'Datatype Datatype',
  ),
  datatype('xsd:integer', 'ex:p "1"^^xsd:int', 'a datatype derived from it is another one', 'Datatype'),
  datatype('xsd:decimal', 'ex:p 1.5, ".5"^^xsd:decimal, "-2."^^xsd:decimal', 'lawful forms', ''),
  datatype('xsd:decimal', 'ex:p "1e1"^^xsd:decimal', 'no exponent', 'Datatype'),
  datatype('xsd:double', 'ex:p 1e1, "INF"^^xsd:double, "NaN"^^xsd:double', 'lawful forms', ''),
  datatype('xsd:boolean', 'ex:p true, "0"^^xsd:boolean', 'lawful forms', ''),
  datatype('xsd:boolean', 'ex:p "yes"^^xsd:boolean', 'an unlawful form', 'Datatype'),
  datatype('xsd:date', 'ex:p "1938-03-01"^^xsd:date, "1936-02-29Z"^^xsd:date', 'days', ''),
  datatype('xsd:date', 'ex:p "1938-3-1"^^xsd:date', 'not written so', 'Datatype'),
  datatype('xsd:date', 'ex:p "1938-02-30"^^xsd:date', 'no such day', 'Datatype', ''),
  datatype('xsd:date', 'ex:p "1938-13-45"^^xsd:date', 'no such month', 'Datatype', ''),
  datatype('xsd:dateTime', 'ex:p "1938-03-01T10:00:00.5+01:00"^^xsd:dateTime', 'a moment', ''),
  datatype('xsd:dateTime', 'ex:p "1938-03-01T25:00:00"^^xsd:dateTime', 'no such hour', 'Datatype', ''),
  datatype('xsd:gYear', 'ex:p "1938"^^xsd:gYear', 'a year', ''),
  datatype('xsd:gYear', 'ex:p "38"^^xsd:gYear', 'two digits are none', 'Datatype'),
  datatype('xsd:gYearMonth', 'ex:p "1938-12"^^xsd:gYearMonth', 'a month', ''),
  datatype('xsd:gYearMonth', 'ex:p "1938-13"^^xsd:gYearMonth', 'no such month', 'Datatype', ''),
  datatype('xsd:int', 'ex:p "1"^^xsd:int', 'a datatype of which we need to know nothing', ''),
  datatype('xsd:int', 'ex:p "x"^^xsd:int', 'an unlawful form of it', 'Datatype'),
  datatype('xsd:gMonthDay', 'ex:p "--03-01"^^xsd:gMonthDay', 'a day of any year', '', 'Datatype'),
  datatype('ex:own', 'ex:p "anything"^^ex:own', 'a datatype nobody knows has no form', ''),
  datatype('ex:own', 'ex:p "anything"', 'but is not another one', 'Datatype'),
  node('4.1.2 datatype', 'sh:datatype xsd:string', '', 'an IRI has none', 'Datatype'),

  kind('IRI', 'ex:p ex:a', ''),
  kind('IRI', 'ex:p "a", 1', 'NodeKind NodeKind'),
  kind('Literal', 'ex:p "a", 1, "a"@en', ''),
  kind('Literal', 'ex:p ex:a, _:b', 'NodeKind NodeKind'),
  kind('BlankNode', 'ex:p _:b', ''),
  kind('BlankNode', 'ex:p ex:a, "a"', 'NodeKind NodeKind'),
  kind('BlankNodeOrIRI', 'ex:p _:b, ex:a', ''),
  kind('BlankNodeOrIRI', 'ex:p "a"', 'NodeKind'),
  kind('BlankNodeOrLiteral', 'ex:p _:b, "a"', ''),
  kind('BlankNodeOrLiteral', 'ex:p ex:a', 'NodeKind'),
  kind('IRIOrLiteral', 'ex:p ex:a, "a"', ''),
  kind('IRIOrLiteral', 'ex:p _:b', 'NodeKind'),
  node('4.1.3 nodeKind', 'sh:nodeKind sh:IRI', '', 'the node itself', ''),
  node('4.1.3 nodeKind', 'sh:nodeKind sh:Literal', '', 'the node itself', 'NodeKind'),

  property('4.2 counts', 'sh:minCount 0', '', 'nothing is enough for nothing', ''),
  property('4.2 counts', 'sh:minCount 1', '', 'one is missing', 'MinCount'),
  property('4.2 counts', 'sh:minCount 1', 'ex:p "a"', 'one is there', ''),
  property('4.2 counts', 'sh:minCount 2', 'ex:p "a"', 'one is not two', 'MinCount'),
  property('4.2 counts', 'sh:minCount 2', 'ex:p "a", "a"', 'said twice is one value', 'MinCount'),
  property('4.2 counts', 'sh:minCount 2', 'ex:p "1", 1', 'values are terms', ''),
  property('4.2 counts', 'sh:minCount 2', 'ex:p "a"@en, "a"@ga', 'so are texts', ''),
  property('4.2 counts', 'sh:maxCount 0', '', 'none', ''),
  property('4.2 counts', 'sh:maxCount 0', 'ex:p "a"', 'one is too many', 'MaxCount'),
  property('4.2 counts', 'sh:maxCount 1', 'ex:p "a", "b"', 'two are too many', 'MaxCount'),
  property('4.2 counts', 'sh:maxCount 1', 'ex:p "a", "a"', 'said twice is one value', ''),
  property(
    '4.2 counts',
    'sh:maxCount 1 ; sh:severity sh:Warning',
    'ex:p 1, 2',
    'a warning is a result',
    'MaxCount',
  ),
  property('4.2 counts', 'sh:maxCount 1 ; sh:severity sh:Info', 'ex:p 1, 2', 'so is information', 'MaxCount'),

  range('sh:minInclusive 0 ; sh:maxInclusive 10', 'ex:p 0, 10, 5.5, 1e0', 'numbers of any datatype', ''),
  range('sh:minInclusive 0', 'ex:p -1, -0.5', 'too small', 'MinInclusive MinInclusive'),
  range('sh:maxInclusive 10', 'ex:p 11, 10.1', 'too big', 'MaxInclusive MaxInclusive'),
  range('sh:minInclusive 0', 'ex:p "5"', 'text is no number', 'MinInclusive'),
  range('sh:minInclusive 0', 'ex:p ex:a, "x"@en', 'nor are others', 'MinInclusive MinInclusive'),
  range('sh:minInclusive 0', 'ex:p "1938-03-01"^^xsd:date', 'nor are days', 'MinInclusive'),
  range('sh:minInclusive 0', 'ex:p "NaN"^^xsd:double', 'nothing is less or more than NaN', 'MinInclusive'),
  range('sh:maxInclusive 9007199254740992', 'ex:p 9007199254740993', 'beyond doubles', 'MaxInclusive', ''),
  range(
    'sh:minInclusive "1938-03-01"^^xsd:date',
    'ex:p "1938-03-01"^^xsd:date, "2000-01-01"^^xsd:date',
    'days',
    '',
  ),
  range(
    'sh:minInclusive "1938-03-01"^^xsd:date',
    'ex:p "1938-02-28"^^xsd:date',
    'a day before',
    'MinInclusive',
  ),
  range(
    'sh:minInclusive "2000-01-01T00:00:00Z"^^xsd:dateTime',
    'ex:p "2000-01-01T00:00:00"^^xsd:dateTime',
    'a moment without a zone cannot be compared with one that has one',
    'MinInclusive',
  ),
  range(
    'sh:minInclusive "2000-01-01T00:00:00Z"^^xsd:dateTime',
    'ex:p "2000-01-01T00:30:00+01:00"^^xsd:dateTime',
    'half an hour before, in another zone',
    'MinInclusive',
  ),
  range(
    'sh:minInclusive "2000-01-01T00:00:00Z"^^xsd:dateTime',
    'ex:p "2000-01-01T01:00:00+01:00"^^xsd:dateTime',
    'the same moment in another zone',
    '',
  ),

  text('sh:pattern "^a+$"', 'ex:p "a", "aaa"@en', 'texts', ''),
  text('sh:pattern "^a+$"', 'ex:p "b", "ab"', 'others', 'Pattern Pattern'),
  text('sh:pattern "a"', 'ex:p "bab"', 'anywhere', ''),
  text('sh:pattern "^https://example.org/"', 'ex:p ex:a', 'an IRI as text', ''),
  text('sh:pattern "^http:"', 'ex:p ex:a', 'an IRI as text', 'Pattern'),
  text('sh:pattern "^1$"', 'ex:p 1', 'a number as text', ''),
  text('sh:pattern "."', 'ex:p _:b', 'a blank node has no text', 'Pattern'),
  node('4.4 strings', 'sh:pattern "/1$"', '', 'the node itself', ''),
  node('4.4 strings', 'sh:pattern "/2$"', '', 'the node itself', 'Pattern'),
  text('sh:languageIn ( "en" "ga" )', 'ex:p "a"@en, "b"@ga, "c"@ga-IE, "d"@EN', 'languages and regions', ''),
  text(
    'sh:languageIn ( "ga" )',
    'ex:p "a"@en, "b", 1, ex:a',
    'others',
    'LanguageIn LanguageIn LanguageIn LanguageIn',
  ),
  text('sh:languageIn ( "ga" )', 'ex:p "a"@gaa', 'another language that begins so', 'LanguageIn', ''),
  text('sh:languageIn ( "ga-IE" )', 'ex:p "a"@ga', 'a region is asked for', 'LanguageIn'),
  text('sh:uniqueLang true', 'ex:p "a"@en, "b"@ga, "c", "d"', 'each once, and none twice', ''),
  text('sh:uniqueLang true', 'ex:p "a"@en, "b"@en, "c"@ga, "d"@ga', 'two twice', 'UniqueLang UniqueLang'),
  text('sh:uniqueLang true', 'ex:p "a"@en, "b"@en-IE', 'a region is another tag', ''),
  text('sh:uniqueLang false', 'ex:p "a"@en, "b"@en', 'not asked for', ''),

  pair('sh:equals ex:q', 'ex:p 1, 2 ; ex:q 2, 1', 'the same', ''),
  pair('sh:equals ex:q', '', 'none on either side', ''),
  pair('sh:equals ex:q', 'ex:p 1 ; ex:q 2', 'one missing on each side', 'Equals Equals'),
  pair('sh:equals ex:q', 'ex:q 2', 'missing here', 'Equals'),
  pair(
    'sh:equals ex:q',
    'ex:p 1 ; ex:q "01"^^xsd:integer',
    'the same number is not the same term',
    'Equals Equals',
  ),
  node('4.5 pairs', 'sh:equals ex:q', 'ex:q <1>', 'the node itself', ''),
  node('4.5 pairs', 'sh:equals ex:q', 'ex:q <1>, <2>', 'and another one', 'Equals'),
  node('4.5 pairs', 'sh:equals ex:q', '', 'nothing', 'Equals'),
  pair('sh:lessThan ex:q', 'ex:p 1, 2 ; ex:q 3, 4.5', 'each before each', ''),
  pair('sh:lessThan ex:q', 'ex:p 1 ; ex:r 0', 'nothing to be less than', ''),
  pair('sh:lessThan ex:q', 'ex:p 3 ; ex:q 3', 'the same is not less', 'LessThan'),
  pair('sh:lessThan ex:q', 'ex:p 1, 5 ; ex:q 2, 6', 'one of four', 'LessThan'),
  pair('sh:lessThan ex:q', 'ex:p 1 ; ex:q "2"', 'text and number', 'LessThan'),
  pair('sh:lessThan ex:q', 'ex:p ex:a ; ex:q ex:b', 'IRIs', 'LessThan'),
  pair('sh:lessThan ex:q', 'ex:p "1"^^ex:own ; ex:q "2"^^ex:own', 'what nobody can compare', 'LessThan', ''),
  pair('sh:lessThan ex:q', 'ex:p 1 ; ex:q "x"^^xsd:integer', 'what is no number', 'LessThan', ''),
  pair(
    'sh:lessThan ex:q',
    'ex:p "1938"^^xsd:gYear ; ex:q "1938-06-01"^^xsd:date',
    'year and day',
    'LessThan',
    '',
  ),
  pair('sh:lessThanOrEquals ex:q', 'ex:p 3 ; ex:q 3, 3.0, 4', 'the same will do', ''),
  pair('sh:lessThanOrEquals ex:q', 'ex:p 4 ; ex:q 3', 'more', 'LessThanOrEquals'),
  pair('sh:lessThanOrEquals ex:q', 'ex:p "1938-03-01"^^xsd:date ; ex:q "1938-03-01"^^xsd:date', 'days', ''),
  pair(
    'sh:lessThanOrEquals ex:q',
    'ex:p "1938-03-02"^^xsd:date ; ex:q "1938-03-01"^^xsd:date',
    'days',
    'LessThanOrEquals',
  ),
  pair(
    'sh:lessThanOrEquals ex:q',
    'ex:p "1939"^^xsd:gYear ; ex:q "1938"^^xsd:gYear',
    'years',
    'LessThanOrEquals',
  ),
  pair(
    'sh:lessThanOrEquals ex:q',
    'ex:p "1938-02-30"^^xsd:date ; ex:q "1938-03-01"^^xsd:date',
    'a day that does not exist',
    'LessThanOrEquals',
  ),
  pair(
    'sh:lessThan ex:q',
    'ex:p "2000-01-01T00:00:00Z"^^xsd:dateTime ; ex:q "2000-01-01T00:00:01Z"^^xsd:dateTime',
    'moments',
    '',
  ),
  pair(
    'sh:lessThan ex:q',
    'ex:p "2000-01-01T00:00:00Z"^^xsd:dateTime ; ex:q "2000-06-01T00:00:00"^^xsd:dateTime',
    'with a zone and without',
    'LessThan',
  ),

  logic('sh:not [ sh:datatype xsd:string ]', 'ex:p 1', 'a number', ''),
  logic('sh:not [ sh:datatype xsd:string ]', 'ex:p "a", 1', 'a string among them', 'Not'),
  logic('sh:not [ sh:datatype xsd:date ]', 'ex:p "1938-02-30"^^xsd:date', 'no day at all', '', 'Not'),
  logic('sh:not [ sh:languageIn ( "ga" ) ]', 'ex:p "a"@gaa', 'another language', '', 'Not'),
  logic('sh:not [ sh:not [ sh:nodeKind sh:IRI ] ]', 'ex:p ex:a, "a"', 'not not', 'Not'),
  logic('sh:or ( [ sh:datatype xsd:date ] [ sh:datatype xsd:gYear ] )', 'ex:p "1938"^^xsd:gYear', 'one', ''),
  logic('sh:or ( [ sh:datatype xsd:date ] [ sh:datatype xsd:gYear ] )', 'ex:p "1938", 1', 'none', 'Or Or'),
  logic(
    'sh:or ( [ sh:datatype xsd:date ; sh:severity sh:Info ] [ sh:datatype xsd:gYear ; sh:severity sh:Warning ] )',
    'ex:p "1938"',
    'the severity of members does not make them hold',
    'Or',
  ),
  logic('sh:xone ( [ sh:nodeKind sh:IRI ] [ sh:pattern "a$" ] )', 'ex:p "a", ex:b', 'one of two each', ''),
  logic(
    'sh:xone ( [ sh:nodeKind sh:IRI ] [ sh:pattern "a$" ] )',
    'ex:p ex:a, "b"',
    'both, and none',
    'Xone Xone',
  ),
  node(
    '4.6 logic',
    'sh:or ( [ sh:property [ sh:path ex:p ; sh:minCount 1 ] ] [ sh:property [ sh:path ex:q ; sh:minCount 1 ] ] )',
    'ex:q 1',
    'one of them is there',
    '',
  ),
  node(
    '4.6 logic',
    'sh:or ( [ sh:property [ sh:path ex:p ; sh:minCount 1 ] ] [ sh:property [ sh:path ex:q ; sh:minCount 1 ] ] )',
    'ex:r 1',
    'neither is',
    'Or',
  ),
  node(
    '4.6 logic',
    'sh:xone ( [ sh:path ex:p ; sh:minCount 1 ] [ sh:path ex:q ; sh:minCount 1 ] )',
    'ex:p 1 ; ex:q 1',
    'property shapes as members',
    'Xone',
  ),
  node(
    '4.6 logic',
    'sh:not [ sh:property [ sh:path ex:p ; sh:hasValue 1 ] , [ sh:path ex:q ; sh:hasValue 2 ] ]',
    'ex:p 1 ; ex:q 3',
    'all of it must hold to be denied',
    '',
  ),
  node(
    '4.6 logic',
    'sh:not [ sh:property [ sh:path ex:p ; sh:maxCount 1 ] ]',
    'ex:p "a", "a"',
    'said twice is one value',
    'Not',
  ),
  node(
    '4.6 logic',
    'sh:not [ sh:property [ sh:path ex:p ; sh:minCount 2 ] ]',
    'ex:p "a", "b"',
    'two are two',
    'Not',
  ),
  node(
    '4.6 logic',
    'sh:or ( [ sh:not [ sh:xone ( [ sh:pattern "/1$" ] [ sh:nodeKind sh:IRI ] ) ] ] )',
    '',
    'nested three deep',
    '',
  ),
  logic(
    'sh:or ( [ sh:property [ sh:path ex:q ; sh:minCount 1 ] ] [ sh:nodeKind sh:Literal ] )',
    'ex:p <1>, "a" ; ex:q 1',
    'members look at what is said of the value',
    '',
  ),
  logic(
    'sh:or ( [ sh:property [ sh:path ex:q ; sh:minCount 1 ] ] [ sh:nodeKind sh:Literal ] )',
    'ex:p <2>',
    'nothing is said of that',
    'Or',
  ),
  logic(
    'sh:not [ sh:closed true ; sh:ignoredProperties ( rdf:type ex:p ) ]',
    'ex:p <1>',
    'a closed shape, denied',
    'Not',
  ),
  logic(
    'sh:not [ sh:closed true ; sh:ignoredProperties ( rdf:type ex:p ) ]',
    'ex:p <1> ; ex:q 1',
    'a closed shape, denied',
    '',
  ),

  logic('sh:not [ sh:minInclusive 1 ]', 'ex:p "2"^^xsd:int', 'more, denied', 'Not'),
  logic('sh:not [ sh:maxInclusive 1 ]', 'ex:p "0"^^xsd:int', 'less, denied', 'Not'),
  denied('sh:lessThan ex:q', 'ex:p "1"^^xsd:int ; ex:q "2"^^xsd:int', 'less, denied', 'Not'),
  denied('sh:lessThan ex:q', 'ex:p 1e999 ; ex:q 1e999', 'no more than infinite', '', 'Not'),
  needed('sh:uniqueLang true', 'ex:p "a"@en, "b"@en', 'twice', 'Or'),
  needed('sh:uniqueLang true', 'ex:p "a"@en, "b"@ga', 'once', ''),
  needed('sh:minCount 2', 'ex:p "a", "a"', 'said twice is one value, and one is not two', 'Or'),
  needed('sh:maxCount 2', 'ex:p "a", "b"', 'two', ''),

  node('4.8.1 closed', 'sh:nodeKind sh:IRI', 'ex:p 1 ; ex:q 2', 'what is named may be said', ''),
  node('4.8.1 closed', 'sh:nodeKind sh:IRI', 'ex:x 1, 2', 'nothing else', 'Closed Closed'),
  node('4.8.1 closed', 'sh:nodeKind sh:IRI', 'a ex:U', 'except what is ignored', ''),
  property('4.8.2 hasValue', 'sh:hasValue 1', 'ex:p 1, 2', 'is among them', ''),
  property(
    '4.8.2 hasValue',
    'sh:hasValue 1',
    'ex:p "1", "01"^^xsd:integer',
    'the same number, another term',
    'HasValue',
  ),
  property('4.8.2 hasValue', 'sh:hasValue "a"@en', 'ex:p "a", "a"@ga', 'another language', 'HasValue'),
  property('4.8.2 hasValue', 'sh:hasValue ex:a', '', 'nothing is there', 'HasValue'),
  property(
    '4.8.2 hasValue',
    'sh:hasValue ex:a',
    'ex:p "https://example.org/a"',
    'text is no IRI',
    'HasValue',
  ),
  node('4.8.2 hasValue', 'sh:hasValue <1>', '', 'the node itself', ''),
  node('4.8.2 hasValue', 'sh:hasValue <2>', '', 'the node itself', 'HasValue'),
  property('4.8.3 in', 'sh:in ( ex:a "b" 1 "c"@en )', 'ex:p ex:a, "b", 1, "c"@en', 'members', ''),
  property('4.8.3 in', 'sh:in ( 1 )', 'ex:p "1", "01"^^xsd:integer, 1.0', 'equal in value only', 'In In In'),
  property('4.8.3 in', 'sh:in ( "c"@en "c" )', 'ex:p "c"@ga', 'another language', 'In'),
  property('4.8.3 in', 'sh:in ( ex:a )', 'ex:p "https://example.org/a"', 'text is no IRI', 'In'),
];

/** ex:S and ex:T of a case, told from those of the others. */
const numbered = (text: string, number: number): string =>
  text.replaceAll(/\bex:([ST])\b/g, `ex:$1${number}`);

export const CASES: readonly ConstraintCase[] = SAID.map((one, number) => ({
  ...one,
  shapes: numbered(one.shapes, number),
  data: numbered(one.data, number),
}));
