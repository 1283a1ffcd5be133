import { beforeAll, describe, expect, it } from 'vitest';
import { Checker } from '../../src/model/shacl/checker.js';
import { readShapes, SHAPES_DIRECTORY } from '../../src/model/shacl/shapes.js';
import { badExamples, folders, inWords, okExamples } from './examples.js';

let checker: Checker;
beforeAll(async () => {
  checker = new Checker(await readShapes(SHAPES_DIRECTORY));
});

describe.each(folders())('%s', (folder) => {
  it.each(okExamples(folder))('$name is lawful', async ({ quads, expected }) => {
    const findings = await checker.check(quads);
    expect(findings.map(inWords).sort()).toEqual(expected);
    expect(findings.filter(({ severity }) => severity === 'violation')).toEqual([]);
  });

  it.each(badExamples(folder))('is found: $name', async ({ quads, expected }) => {
    expect(expected.length).toBeGreaterThan(0);
    expect((await checker.check(quads)).map(inWords).sort()).toEqual(expected);
  });
});
