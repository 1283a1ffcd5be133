import type { Quad } from '@rdfjs/types';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeSyntheticWorld } from '../../../src/features/generated-world/world.js';
import { Checker } from '../../../src/model/shacl/checker.js';
import { readShapes, SHAPES_DIRECTORY } from '../../../src/model/shacl/shapes.js';
import { loadWorld, SAMPLE_WORLD } from '../../../src/services/server/world.js';
import { SecondEngine, testimonies } from './second-engine.js';
import { recordsOf } from './world-records.js';

let shapes: Quad[];
let checker: Checker;
let sample: Quad[][];
let dirty: Quad[][];

beforeAll(async () => {
  shapes = await readShapes(SHAPES_DIRECTORY);
  checker = new Checker(shapes);
  sample = await recordsOf(await loadWorld(SAMPLE_WORLD));
  dirty = await recordsOf(makeSyntheticWorld({ scale: 0.0001, seed: 1, dirt: 0.5 }));
});

/** Enough of many records: all that are in doubt, and some of those that are not. */
const telling = (records: readonly Quad[][]): Quad[][] =>
  records.filter((quads, number) => number % 10 === 0 || !checker.isClean(quads));

describe('of the records of the sample world and of a generated one with dirt', () => {
  it('the first pass accepts exactly those in which the engine finds nothing', async () => {
    const wrong: string[] = [];
    let found = 0;
    for (const quads of [...sample, ...telling(dirty)]) {
      const findings = await checker.ask(quads);
      if (checker.isClean(quads) !== (findings.length === 0)) wrong.push(quads[0]?.subject.value ?? '');
      found += findings.length;
      expect(await checker.check(quads)).toEqual(findings);
    }
    expect(wrong).toEqual([]);
    expect(found).toBeGreaterThan(20);
  });

  it('the second engine finds the same', async () => {
    const second = new SecondEngine(shapes);
    for (const batch of batches([...sample, ...telling(dirty)])) {
      const first = (await Promise.all(batch.map((quads) => checker.ask(quads)))).flat();
      expect(await second.testify(batch.flat())).toEqual(testimonies(first));
    }
  });
});

/** Records that have no subject in common, so that an engine can be asked about several at once. */
function batches(records: readonly Quad[][]): Quad[][][] {
  const made: Quad[][][] = [];
  let batch: Quad[][] = [];
  let subjects = new Set<string>();
  for (const quads of records) {
    if (batch.length === 25 || quads.some(({ subject }) => subjects.has(subject.value))) {
      made.push(batch);
      [batch, subjects] = [[], new Set()];
    }
    batch.push(quads);
    for (const { subject } of quads) subjects.add(subject.value);
  }
  return [...made, batch];
}
