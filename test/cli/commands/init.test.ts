import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { exampleConfig, fillInExample, writeConfig } from '../../../src/cli/commands/init.js';
import { readConfig } from '../../../src/cli/config/config.js';
import { scratch } from '../../support/files.js';

/** A configuration to begin with is the packaged example, with what was given in its lines. */

const EXAMPLE = fileURLToPath(new URL('../../../folklore-ld.config.yaml', import.meta.url));
const example = () => exampleConfig([]);

describe('values in the example', () => {
  test('nothing: the example, to the byte', async () => {
    expect(await fillInExample(await example(), {})).toBe(await example());
  });

  test('replace those of their lines; all other lines and comments stay', async () => {
    const given = {
      'services.archive.url': 'https://archive.example.org:8443',
      'services.placenames.url': 'https://places.example.org',
      'services.archive.gender': 'english',
      contact: 'The team <team@example.org> # 1',
    };
    const [before, after] = [
      (await example()).split('\n'),
      (await fillInExample(await example(), given)).split('\n'),
    ];
    expect(after).toHaveLength(before.length);
    const changed = after.filter((line, index) => line !== before[index]);
    expect(changed).toHaveLength(4);
    const comments = (lines: readonly string[]) => lines.join('\n').match(/# scheme, host.*|# its gender.*/g);
    expect(comments(after)).toEqual(comments(before));
    const file = join(await scratch(), 'my.yaml');
    expect(await writeConfig(file, given, false)).toEqual(readConfig(file, {}));
    expect(readConfig(file, {})).toMatchObject({
      services: {
        archive: { url: given['services.archive.url'], gender: given['services.archive.gender'] },
        placenames: { url: given['services.placenames.url'] },
      },
      contact: given.contact,
    });
  });

  test.each(['yes', '- a', '"', "it's", '#', 'a: b', '{x}', '$&', '@x', '1'])(
    'a contact such as %j is read back unchanged',
    async (contact) => {
      const file = join(await scratch(), 'my.yaml');
      await writeConfig(file, { contact }, false);
      expect(readConfig(file, {}).contact).toBe(contact);
    },
  );

  test.each([
    [{ 'services.archive.url': 'http://me:s3cret@127.0.0.1' }, 'services.archive.url'],
    [{ 'services.placenames.url': 'somewhere' }, 'services.placenames.url'],
    [{ 'services.placenames.url': 'http://a\nbase: x' }, 'services.placenames.url'],
    [{ 'services.archive.gender': 'irsh' }, '"irish"'],
    [{ contact: 'fáda' }, 'contact'],
    [{ contact: 'two\nlines' }, 'contact'],
  ])('%j is refused, and nothing is written', async (given, named) => {
    const folder = await scratch();
    const thrown: unknown = await writeConfig(join(folder, 'my.yaml'), given, false).catch((why) => why);
    expect(thrown).toMatchObject({
      code: 'CONFIG_INVALID',
      exitCode: 2,
      message: expect.stringContaining(named),
    });
    expect(String(thrown)).not.toContain('s3cret');
    expect(await readdir(folder)).toEqual([]);
  });
});

describe('the file', () => {
  test('that exists is replaced only with --force', async () => {
    const folder = await scratch();
    const file = join(folder, 'my.yaml');
    await writeFile(file, 'mine');
    await expect(writeConfig(file, {}, false)).rejects.toMatchObject({
      exitCode: 2,
      message: expect.stringContaining(file),
      hint: expect.stringContaining('--force'),
    });
    expect(await readFile(file, 'utf8')).toBe('mine');
    await writeConfig(file, {}, true);
    const schema = new URL('../../../folklore-ld.config.schema.json', import.meta.url).href;
    expect(await readFile(file, 'utf8')).toBe(
      (await example()).replace('$schema=./folklore-ld.config.schema.json', `$schema=${schema}`),
    );
    expect(await readdir(folder)).toEqual(['my.yaml']);
  });

  test.each([false, true])('cannot be the example itself (--force: %s)', async (force) => {
    const before = await example();
    await expect(writeConfig(EXAMPLE, { 'services.archive.gender': 'english' }, force)).rejects.toMatchObject(
      { exitCode: 2 },
    );
    expect(await example()).toBe(before);
  });

  test.each([false, true])('that cannot be written leaves no temporary file (--force: %s)', async (force) => {
    const folder = await scratch();
    await expect(writeConfig(join(folder, 'no', 'my.yaml'), {}, force)).rejects.toMatchObject({
      code: 'OUTPUT_UNWRITABLE',
      exitCode: 2,
    });
    await expect(writeConfig(folder, {}, force)).rejects.toMatchObject({ exitCode: 2 });
    expect(await readdir(folder)).toEqual([]);
  });
});
