import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Checker } from '../../../src/model/shacl/checker.js';
import { anyRecord, anyShape } from './any-shape.js';
import { runs } from './runs.js';
import { turtle } from './turtle.js';

/** In one graph, each with a class of its own: an engine is slow to make. */
const SHAPES = 80;

const shapes = fc.sample(anyShape, { seed: fc.readConfigureGlobal().seed ?? Date.now(), numRuns: SHAPES });
const graph = shapes.map(
  (said, number) =>
    `ex:S${number} a sh:NodeShape ; sh:targetClass ex:T${number} ; sh:closed true ; sh:ignoredProperties ( rdf:type ) ;
      sh:property [ sh:path ex:p ] , [ sh:path ex:q ] , [ sh:path ex:r ] .
     ex:R${number} a sh:NodeShape ; sh:targetClass ex:T${number} ; ${said} .`,
);

it('of random shapes and records what the first pass leaves of the questions finds what all of them find', async () => {
  const checker = new Checker(turtle(graph.join('\n')));
  let accepted = 0;
  await fc.assert(
    fc.asyncProperty(fc.nat(SHAPES - 1), anyRecord, async (number, said) => {
      const quads = turtle(`<1> a ex:T${number} . <2> a ex:T${number} . ${said}`);
      if (checker.isClean(quads)) accepted += 1;
      expect(await checker.check(quads), shapes[number]).toEqual(await checker.ask(quads));
    }),
    { numRuns: runs(800) },
  );
  expect(accepted).toBeGreaterThan(runs(800) / 10);
});
