import type { Quad } from '@rdfjs/types';
import { DataFactory } from 'n3';
import { describe, expect, it } from 'vitest';
import { Checker } from '../../../../src/model/shacl/checker.js';
import { turtle } from '../turtle.js';

const THING = `
ex:Thing-shape a sh:NodeShape ; sh:targetClass ex:Thing ; sh:closed true ; sh:ignoredProperties ( rdf:type ) ;
  sh:property [ sh:path ex:label ; sh:minCount 1 ; sh:message "Ainm ar iarraidh."@ga , "A name is missing."@en ] ,
    [ sh:path ex:movedTo ] .`;
const MOVED = `
ex:Moved-shape a sh:NodeShape ; sh:targetSubjectsOf ex:movedTo ; sh:property [ sh:path ex:label ; sh:maxCount 1 ] .
ex:Goal-shape a sh:NodeShape ; sh:targetObjectsOf ex:movedTo ; sh:nodeKind sh:IRI .`;
const GOOD = '<1> a ex:Thing ; ex:label "one" .';
const checkerOf = (shapes = THING) => new Checker(turtle(shapes));
/** Whether records are clean by shapes. */
const isClean = (shapes: string, data: string): boolean => checkerOf(shapes).isClean(turtle(data));

describe('the first pass', () => {
  it('accepts a record that nothing can be said against, and an empty one', () => {
    expect(isClean(THING, GOOD)).toBe(true);
    expect(isClean(THING, '')).toBe(true);
  });

  it('is in doubt about nodes that no closed shape covers', () => {
    expect(isClean(THING, `${GOOD} <2> ex:label "two" .`)).toBe(false);
    expect(isClean(THING, `${GOOD} <2> a ex:Other .`)).toBe(false);
    expect(isClean(`${THING} ${MOVED}`, '<1> ex:movedTo <2> .')).toBe(false);
  });

  it('is in doubt about what has no place in a record', () => {
    const [type, label] = turtle(GOOD) as [Quad, Quad];
    const { quad, blankNode, variable } = DataFactory;
    const accepts = (...quads: Quad[]) => checkerOf().isClean(quads);
    expect(accepts(type, label)).toBe(true);
    expect(accepts(type, label, quad(blankNode(), label.predicate, label.object))).toBe(false);
    expect(accepts(type, label, quad(type.subject, label.predicate, variable('x')))).toBe(false);
    expect(accepts(type, label, quad(type.subject, label.predicate, label as never))).toBe(false);
    expect(accepts(type, label, quad(type.subject, variable('x'), label.object))).toBe(false);
  });

  it('is in doubt where every value would have to be known', () => {
    const other = `${THING} ex:Rule a sh:NodeShape ; sh:targetClass ex:Thing ; sh:not [ sh:property [ sh:path ex:label ; sh:datatype xsd:date ] ] .`;
    expect(isClean(other, '<1> a ex:Thing ; ex:label "1938-02-30"^^xsd:date .')).toBe(false);
    expect(isClean(other, '<1> a ex:Thing ; ex:label "one" .')).toBe(true);
  });

  it('is in doubt about a shape that uses itself', () => {
    const itself = `${THING} ex:Rule a sh:NodeShape ; sh:targetClass ex:Thing ; sh:or ( [ sh:nodeKind sh:IRI ] ex:Rule ) .
      ex:Loop a sh:NodeShape ; sh:targetClass ex:Thing ; sh:or ( [ sh:nodeKind sh:Literal ] ex:Loop ) .`;
    expect(isClean(itself, GOOD)).toBe(false);
  });

  it('asks what each of several shapes asks, and forbids what one of them forbids', () => {
    const two = `${THING} ex:Old-shape a sh:NodeShape ; sh:targetClass ex:Old ; sh:closed true ; sh:ignoredProperties ( rdf:type ) ;
      sh:property [ sh:path ex:label ; sh:maxCount 1 ] .`;
    const both = '<1> a ex:Thing , ex:Old ; ex:label "one"';
    expect(isClean(two, `${both} .`)).toBe(true);
    expect(isClean(two, `${both} , "two" .`)).toBe(false);
    expect(isClean(two, `${both} ; ex:movedTo <2> .`)).toBe(false);
    expect(isClean(two, '<1> a ex:Old , ex:Thing .')).toBe(false);
  });

  it('knows targets by subject and by object, literals too', async () => {
    const shapes = `${THING} ${MOVED}`;
    expect(isClean(shapes, '<1> a ex:Thing ; ex:label "one" ; ex:movedTo <2> .')).toBe(true);
    expect(isClean(shapes, '<1> a ex:Thing ; ex:label "one" , "two" ; ex:movedTo <2> .')).toBe(false);
    const texts = turtle('<1> a ex:Thing ; ex:label "one" ; ex:movedTo "2" , "2"@en , 2 .');
    expect(checkerOf(shapes).isClean(texts)).toBe(false);
    expect(await checkerOf(shapes).check(texts)).toMatchObject(
      Array.from({ length: 3 }, () => ({ constraint: 'NodeKind', shape: 'https://example.org/Goal-shape' })),
    );
  });

  it('takes no text for a class', async () => {
    const record = turtle('<1> a "https://example.org/Thing" ; ex:label "one" .');
    expect(checkerOf().isClean(record)).toBe(false);
    expect(await checkerOf().check(record)).toMatchObject([{ constraint: 'Coverage' }]);
  });

  it('bears ever new combinations of classes', () => {
    const letters = Array.from({ length: 11 }, (_, index) => `ex:C${index}`);
    const shapes = letters.map(
      (name) =>
        `${name}-shape a sh:NodeShape ; sh:targetClass ${name} ; sh:closed true ; sh:ignoredProperties ( rdf:type ) ; sh:property [ sh:path ex:label ; sh:minCount 1 ] .`,
    );
    const checker = checkerOf(shapes.join('\n'));
    for (let number = 1; number < 2 ** letters.length; number += 1) {
      const classes = letters.filter((_, bit) => (number >> bit) % 2 === 1).join(' , ');
      expect(checker.isClean(turtle(`<1> a ${classes} ; ex:label "one" .`))).toBe(true);
      expect(checker.isClean(turtle(`<1> a ${classes} .`))).toBe(false);
    }
  });
});

describe('the shapes met', () => {
  const shapes = `${THING} ${MOVED}`;
  const met = (checker: Checker) => Object.fromEntries(checker.shapesMet());
  const names = (thing: number, moved: number, goal: number) => ({
    'https://example.org/Thing-shape': thing,
    'https://example.org/Moved-shape': moved,
    'https://example.org/Goal-shape': goal,
  });

  it('are all there from the beginning', () => {
    expect(met(checkerOf(shapes))).toEqual(names(0, 0, 0));
  });

  it('count nodes, of records that are clean and of records that are not', async () => {
    const checker = checkerOf(shapes);
    expect(await checker.check(turtle(`${GOOD} <2> a ex:Thing ; ex:label "two" .`))).toEqual([]);
    expect(met(checker)).toEqual(names(2, 0, 0));
    expect(await checker.check(turtle('<1> a ex:Thing ; ex:movedTo <2> , <3> .'))).toHaveLength(1);
    expect(met(checker)).toEqual(names(3, 1, 2));
  });

  it('count a record once, whether it is asked for by one door or by both', async () => {
    const checker = checkerOf(shapes);
    const [good, bad] = [turtle(GOOD), turtle('<1> a ex:Thing .')];
    for (const record of [good, bad]) if (!checker.isClean(record)) await checker.check(record);
    expect(met(checker)).toEqual(names(2, 0, 0));
  });
});

describe('a finding', () => {
  it('says it in English and, where the shape does, in Irish', async () => {
    expect(await checkerOf().check(turtle('<1> a ex:Thing .'))).toMatchObject([
      { message: 'A name is missing.', messageGA: 'Ainm ar iarraidh.' },
    ]);
    const [closed] = await checkerOf().check(turtle(`${GOOD} <1> ex:unknown 1 .`));
    expect(closed).not.toHaveProperty('messageGA');
  });
});
