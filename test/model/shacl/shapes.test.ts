import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readShapes } from '../../../src/model/shacl/shapes.js';

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'shapes-'));
});
afterEach(() => rm(directory, { recursive: true }));

const write = (file: string, text: string) => writeFile(join(directory, file), text);

describe('reading shapes', () => {
  it('takes every .ttl file at every depth, in the order of their names', async () => {
    await mkdir(join(directory, 'deep'));
    await write('b.ttl', '<urn:b> <urn:p> 1 .');
    await write('a.ttl', '<urn:a> <urn:p> 1 .');
    await write('deep/c.ttl', '<urn:c> <urn:p> 1 .');
    await write('notes.txt', 'not Turtle');
    const subjects = (await readShapes(directory)).map(({ subject }) => subject.value);
    expect(subjects).toEqual(['urn:a', 'urn:b', 'urn:c']);
    expect((await readShapes(pathToFileURL(`${directory}/`))).length).toBe(3);
  });

  it('keeps blank nodes of different files apart', async () => {
    await write('a.ttl', '_:x <urn:p> [ <urn:q> 1 ] .');
    await write('b.ttl', '_:x <urn:p> [ <urn:q> 1 ] .');
    await write('a-b.ttl', '_:x <urn:p> [ <urn:q> 1 ] .');
    const subjects = (await readShapes(directory)).map(({ subject }) => subject.value);
    expect(new Set(subjects).size).toBe(6);
  });

  it('names the file and the line of bad Turtle', async () => {
    await write('good.ttl', '<urn:a> <urn:p> 1 .');
    await write('wrong.ttl', '<urn:a> <urn:p> 1 .\n\n<urn:b> <urn:p> .');
    await expect(readShapes(directory)).rejects.toMatchObject({
      code: 'SHAPES_UNUSABLE',
      message: expect.stringMatching(/wrong\.ttl.*line 3/),
    });
  });

  it('refuses a directory without shapes, or none', async () => {
    await expect(readShapes(directory)).rejects.toMatchObject({ code: 'SHAPES_UNUSABLE' });
    await expect(readShapes(join(directory, 'nowhere'))).rejects.toMatchObject({ code: 'SHAPES_UNUSABLE' });
  });
});
