import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { loadWorld } from '../../../src/services/server/world.js';
import { scratch } from '../../support/files.js';

/** A folder with these files. */
async function written(files: Readonly<Record<string, unknown>>): Promise<string> {
  const folder = await scratch();
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content));
  }
  return folder;
}

const person = (id: number) => ({ id, names: [{ fullName: 'Nóra' }] });

describe('loadWorld', () => {
  it('reads reference lists and records, in the order of their ids; missing files are empty', async () => {
    const folder = await written({
      'archive/occupations.json': [{ id: 'SAOR' }, { id: 'IASC' }],
      'archive/cbed/10.json': person(10),
      'archive/cbed/9.json': person(9),
      'placenames/places/100010.json': { id: 100010, placenames: [] },
      'README.md': 'a note',
      'archive/NOTES.md': 'another',
    });
    for (const directory of [folder, pathToFileURL(`${folder}/`)]) {
      const world = await loadWorld(directory);
      expect(world.archive.occupations.map((one) => one.id)).toEqual(['IASC', 'SAOR']);
      expect([...world.archive.cbed.keys()]).toEqual([9, 10]);
      expect(world.archive.cbed.get(9)).toMatchObject({ id: 9, names: [{ fullName: 'Nóra' }], counties: [] });
      expect([...world.placenames.places.keys()]).toEqual([100010]);
      expect(world.archive.cbe.size).toBe(0);
    }
  });

  it.each([
    [
      'a missing field',
      { 'archive/cbed/1.json': { id: 1, names: [{ surname: 'Ó' }] } },
      'archive/cbed/1.json /names/0/fullName',
    ],
    [
      'an unknown key',
      { 'archive/cbed/1.json': { ...person(1), shoeSize: 9 } },
      'archive/cbed/1.json : unknown key shoeSize',
    ],
    ['no JSON', { 'archive/cbed/1.json': '{"id": 1,' }, 'archive/cbed/1.json: '],
    [
      'an id unlike the name of the file',
      { 'archive/cbed/1.json': person(2) },
      "archive/cbed/1.json /id: is 2, unlike the file's name",
    ],
    [
      'an id twice',
      { 'archive/occupations.json': [{ id: 'A' }, { id: 'A' }] },
      'archive/occupations.json: A occurs more than once',
    ],
    ['a stray file', { 'archive/county.json': [] }, 'archive/county.json: not a part of a world'],
  ])('%s is WORLD_UNUSABLE, naming file, pointer and reason', async (_, files, message) => {
    await expect(loadWorld(await written(files))).rejects.toMatchObject({
      code: 'WORLD_UNUSABLE',
      exitCode: 2,
      message: expect.stringContaining(message),
      hint: expect.stringMatching(/./),
    });
  });
});
