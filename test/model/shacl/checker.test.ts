import type { Quad } from '@rdfjs/types';
import { DataFactory } from 'n3';
import { describe, expect, it } from 'vitest';
import { Checker } from '../../../src/model/shacl/checker.js';
import { turtle } from './turtle.js';

const THING = `
ex:Thing-shape a sh:NodeShape ; sh:targetClass ex:Thing ; sh:closed true ; sh:ignoredProperties ( rdf:type ) ;
  sh:property ex:name , [ sh:path ex:size ; sh:datatype xsd:integer ; sh:severity sh:Info ] ,
    [ sh:path ex:movedTo ] ,
    [ sh:path ex:kind ; sh:in ( ex:Big ex:Small ) ; sh:message "Mór nó beag."@ga , "Big or small."@en ] .
ex:name a sh:PropertyShape ; sh:path ex:label ; sh:minCount 1 ; sh:maxCount 1 .
`;
const checker = () => new Checker(turtle(THING));

describe('a check', () => {
  it('says where, what, by which shape, and in English', async () => {
    const findings = await checker().check(
      turtle('<1> a ex:Thing ; ex:label "one" ; ex:kind ex:Odd ; ex:size "two"@en .'),
    );
    expect(findings).toEqual([
      {
        severity: 'violation',
        focus: 'https://data.example.org/folklore/1',
        path: 'https://example.org/kind',
        value: 'https://example.org/Odd',
        constraint: 'In',
        shape: 'https://example.org/Thing-shape',
        message: 'Big or small.',
        messageGA: 'Mór nó beag.',
        expected: 'one of Big, Small',
      },
      {
        severity: 'info',
        focus: 'https://data.example.org/folklore/1',
        path: 'https://example.org/size',
        value: '"two"@en',
        constraint: 'Datatype',
        shape: 'https://example.org/Thing-shape',
        message: expect.stringContaining('datatype'),
        expected: 'a whole number',
      },
    ]);
  });

  it('names the shared property shape where that has a name', async () => {
    const [finding] = await checker().check(turtle('<1> a ex:Thing .'));
    expect(finding).toMatchObject({ constraint: 'MinCount', shape: 'https://example.org/name' });
    expect(finding).not.toHaveProperty('value');
  });

  it('finds in one order, whatever the order of the quads', async () => {
    const quads = turtle(
      '<2> a ex:Thing ; ex:kind ex:Odd , ex:Even . <1> a ex:Thing ; ex:comment "x" , "y" .',
    );
    const findings = await checker().check(quads);
    expect(findings).toHaveLength(6);
    expect(await checker().check(quads.reverse())).toEqual(findings);
    const places = findings.map(({ focus, path, value }) => `${focus} ${path} ${value ?? ''}`);
    expect(places).toEqual([...places].sort());
  });

  it('counts a quad that is said twice once', async () => {
    const quads = turtle('<1> a ex:Thing ; ex:label "one" .');
    expect(await checker().check([...quads, ...quads])).toEqual([]);
  });

  it('keeps checks apart that run at the same time', async () => {
    const one = checker();
    const [bad, good] = await Promise.all([
      one.check(turtle('<1> a ex:Thing .')),
      one.check(turtle('<1> a ex:Thing ; ex:label "one" .')),
    ]);
    expect([bad.length, good.length]).toEqual([1, 0]);
  });

  it('goes on after 50 visits to one node (the engine stops there unless told otherwise)', async () => {
    const things = Array.from({ length: 120 }, (_, index) => `<${index}> a ex:Thing ; ex:kind ex:Odd .`);
    const findings = await checker().check(turtle(things.join('\n')));
    expect(findings).toHaveLength(240);
  });
});

describe('an engine that gives up', () => {
  it('is an error, and the next record is checked as if nothing had been', async () => {
    const one = checker();
    const [type, size] = turtle('<1> a ex:Thing ; ex:size "two" .');
    const equals = () => {
      throw new Error('a datatype that cannot be compared');
    };
    const datatype = { termType: 'NamedNode', value: 'urn:x', equals };
    const object = { termType: 'Literal', value: 'two', language: '', datatype, equals: () => false };
    const quads = [type, { subject: size?.subject, predicate: size?.predicate, object }] as Quad[];
    await expect(one.check(quads)).rejects.toMatchObject({ code: 'SHAPES_UNUSABLE' });
    expect(await one.check(turtle('<1> a ex:Thing .'))).toMatchObject([{ constraint: 'MinCount' }]);
  });
});

describe('a subject that no closed shape targets', () => {
  const uncovered = { severity: 'violation', constraint: 'Coverage' };

  it('is a violation: another class', async () => {
    const findings = await checker().check(turtle('<1> a ex:Other .'));
    expect(findings).toMatchObject([
      { ...uncovered, message: expect.stringContaining('https://example.org/Other') },
    ]);
  });

  it('is a violation: no type', async () => {
    expect(await checker().check(turtle('<1> ex:label "one" .'))).toMatchObject([uncovered]);
  });

  it('is a violation: a blank node', async () => {
    const findings = await checker().check(turtle('<1> a ex:Thing ; ex:label [ ex:label "one" ] .'));
    expect(findings).toMatchObject([uncovered]);
  });

  it('is a violation: targeted only by a shape that is not closed', async () => {
    const open = `${THING} ex:Open a sh:NodeShape ; sh:targetClass ex:Other ; sh:property [ sh:path ex:label ; sh:minCount 0 ] .`;
    expect(await new Checker(turtle(open)).check(turtle('<1> a ex:Other .'))).toMatchObject([uncovered]);
  });

  it('is none where it is targeted as subject or object of a predicate', async () => {
    const shapes = `${THING}
      ex:Old a sh:NodeShape ; sh:targetSubjectsOf ex:movedTo ; sh:closed true ; sh:property [ sh:path ex:movedTo ; sh:maxCount 1 ] .
      ex:Page a sh:NodeShape ; sh:targetObjectsOf ex:movedTo ; sh:closed true ; sh:property [ sh:path ex:label ; sh:maxCount 1 ] .`;
    expect(
      await new Checker(turtle(shapes)).check(turtle('<1> ex:movedTo <2> . <2> ex:label "two" .')),
    ).toEqual([]);
  });
});

describe('the first pass', () => {
  it('is in doubt about what has no place in a record', () => {
    const [type, label] = turtle('<1> a ex:Thing ; ex:label "one" .') as [Quad, Quad];
    const { quad, blankNode, variable } = DataFactory;
    const accepts = (...quads: Quad[]) => checker().isClean(quads);
    expect(accepts(type, label)).toBe(true);
    expect(accepts(type, label, quad(blankNode(), label.predicate, label.object))).toBe(false);
    expect(accepts(type, label, quad(type.subject, label.predicate, variable('x')))).toBe(false);
    expect(accepts(type, label, quad(type.subject, label.predicate, label as never))).toBe(false);
    expect(accepts(type, label, quad(type.subject, variable('x'), label.object))).toBe(false);
  });
});

const MOVED = `
ex:Moved-shape a sh:NodeShape ; sh:targetSubjectsOf ex:movedTo ; sh:property [ sh:path ex:label ; sh:maxCount 1 ] .
ex:Goal-shape a sh:NodeShape ; sh:targetObjectsOf ex:movedTo ; sh:nodeKind sh:IRI .`;
const GOOD = '<1> a ex:Thing ; ex:label "one" .';

describe('the shapes met', () => {
  const shapes = `${THING} ${MOVED}`;
  const met = (checker: Checker) => Object.fromEntries(checker.shapesMet());
  const names = (thing: number, moved: number, goal: number) => ({
    'https://example.org/Thing-shape': thing,
    'https://example.org/Moved-shape': moved,
    'https://example.org/Goal-shape': goal,
  });

  it('count nodes, of records that are clean and of records that are not', async () => {
    const checker = new Checker(turtle(shapes));
    expect(met(checker)).toEqual(names(0, 0, 0));
    expect(await checker.check(turtle(`${GOOD} <2> a ex:Thing ; ex:label "two" .`))).toEqual([]);
    expect(met(checker)).toEqual(names(2, 0, 0));
    expect(await checker.check(turtle('<1> a ex:Thing ; ex:movedTo <2> , <3> .'))).toHaveLength(1);
    expect(met(checker)).toEqual(names(3, 1, 2));
  });

  it('count a record once, whether it is asked for by one door or by both', async () => {
    const checker = new Checker(turtle(shapes));
    const [good, bad] = [turtle(GOOD), turtle('<1> a ex:Thing .')];
    for (const record of [good, bad]) if (!checker.isClean(record)) await checker.check(record);
    expect(met(checker)).toEqual(names(2, 0, 0));
  });
});
