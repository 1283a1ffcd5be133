import { describe, expect, it } from 'vitest';
import { Checker } from '../../../src/model/shacl/checker.js';
import { readShapes, SHAPES_DIRECTORY } from '../../../src/model/shacl/shapes.js';
import { turtle } from './turtle.js';

/** What a finding says would be right, for each constraint that a shape may have (SHACL, section 4). */

const LETTERS = [...'abcdefghijklmno'].map((letter) => `"${letter}"`).join(' ');

/** A constraint on ex:p, the values it is broken by, and what would be right instead. */
const CASES: readonly (readonly [constraint: string, said: string, expected: string | undefined])[] = [
  ['sh:minCount 1', 'ex:other 1', 'at least 1 value'],
  ['sh:minCount 2', 'ex:p 1', 'at least 2 values'],
  ['sh:maxCount 1', 'ex:p 1 , 2', 'at most 1 value'],
  ['sh:maxCount 0', 'ex:p 1', 'none'],
  ['sh:datatype xsd:integer', 'ex:p "x"', 'a whole number'],
  ['sh:datatype xsd:date', 'ex:p "1.3.1938"', 'a date such as 1938-03-01'],
  ['sh:datatype rdf:langString', 'ex:p "x"', 'a text with its language'],
  ['sh:datatype xsd:hexBinary', 'ex:p "x"', 'a value of the datatype hexBinary'],
  ['sh:nodeKind sh:IRI', 'ex:p "x"', 'an IRI'],
  ['sh:nodeKind sh:Literal', 'ex:p ex:x', 'a literal'],
  ['sh:pattern "^[0-9]+$"', 'ex:p "x"', 'of the form ^[0-9]+$'],
  ['sh:in ( ex:Female ex:Male )', 'ex:p ex:female', 'one of Female, Male'],
  ['sh:in ( "a" 2 )', 'ex:p "A"', 'one of a, 2'],
  [`sh:in ( ${LETTERS} )`, 'ex:p "z"', 'one of a, b, c, d, e, f, g, h, i, j, k, l and 3 more'],
  ['sh:languageIn ( "ga" "en" )', 'ex:p "x"@de', 'a text in one of the languages ga, en'],
  ['sh:hasValue ex:Photograph', 'ex:p ex:Drawing', 'Photograph among the values'],
  ['sh:uniqueLang true', 'ex:p "x"@ga , "y"@ga', 'one text for each language'],
  ['sh:minInclusive 1700', 'ex:p 1699', '1700 or more'],
  ['sh:maxInclusive 12', 'ex:p 13', '12 or less'],
  ['sh:lessThan ex:end', 'ex:p 2 ; ex:end 2', 'less than the value of end'],
  ['sh:lessThanOrEquals ex:ageMax', 'ex:p 70 ; ex:ageMax 60', 'at most the value of ageMax'],
  ['sh:equals ex:end', 'ex:p 2 ; ex:end 2 , 3', 'the same as the value of end'],
  ['sh:not [ sh:hasValue 2 ]', 'ex:p 2', undefined],
];

it.each(CASES)('%s', async (constraint, said, expected) => {
  const others = ['other', 'end', 'ageMax']
    .map((name) => `[ sh:path ex:${name} ; sh:minCount 0 ]`)
    .join(' , ');
  const checker = new Checker(
    turtle(`ex:S a sh:NodeShape ; sh:targetClass ex:T ; sh:closed true ; sh:ignoredProperties ( rdf:type ) ;
      sh:property ${others} , [ sh:path ex:p ; sh:name "rud"@ga , "thing"@en ; ${constraint} ] .`),
  );
  const findings = await checker.check(turtle(`<1> a ex:T ; ${said} .`));
  expect(findings.map((one) => [one.name, one.expected])).toEqual([['thing', expected]]);
});

it('tells of a property that a closed shape does not have that there is none such', async () => {
  const checker = new Checker(
    turtle(`ex:S a sh:NodeShape ; sh:targetClass ex:T ; sh:closed true ; sh:ignoredProperties ( rdf:type ) ;
      sh:property [ sh:path ex:p ; sh:maxCount 1 ] .`),
  );
  const [finding] = await checker.check(turtle('<1> a ex:T ; ex:q 1 .'));
  expect(finding).toMatchObject({ constraint: 'Closed', expected: 'no such property' });
  expect(finding).not.toHaveProperty('name');
});

describe('the shapes of this package', () => {
  it('say of a photograph without a reference number what it lacks', async () => {
    const checker = new Checker(await readShapes(SHAPES_DIRECTORY));
    const found = await checker.check(
      turtle(`@prefix lore: <https://w3id.org/folklore-ld/ns#> . @prefix schema: <https://schema.org/> .
        <cbeg/photograph/7> a lore:Photograph , schema:Photograph , schema:ArchiveComponent .`),
    );
    expect(found.filter(({ path }) => path?.endsWith('identifier'))).toMatchObject([
      { name: 'reference number expected', expected: 'at least 1 value' },
    ]);
  });
});
