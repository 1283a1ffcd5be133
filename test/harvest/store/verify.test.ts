import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type HarvestStore, openForHarvest } from '../../../src/harvest/store/harvest-store.js';
import { type VerifiedStore, verifyStore } from '../../../src/harvest/store/verify.js';
import { scratch } from '../../support/files.js';
import { spoil, spoilBody } from '../../support/stored.js';

/** A verification lists problems by answer, with remedies. */

const BODIES = {
  '/volumes': '[{"id":9},{"id":10}]',
  '/cbe?VolumeID=9': '[{"id":9,"title":"Béaloideas ⁊ seanchas"}]',
  '/cbe?VolumeID=10': '[{"id":10}]',
};

async function fill(store: HarvestStore): Promise<void> {
  for (const [request, body] of Object.entries(BODIES))
    await store.put('archive', request, Buffer.from(body));
  await store.putMissing('archive', '/cbed/404');
  await store.finish();
}

async function makeStore(): Promise<string> {
  const directory = join(await scratch(), 'store');
  await fill(await openForHarvest(directory, { pid: process.pid }));
  return directory;
}

const wrongIn = ({ problems }: VerifiedStore): string[] =>
  problems.map(({ file, wrong }) => `${file} ${wrong}`);

test('a sound store has no problems; its answers and bytes are counted', async () => {
  const directory = await makeStore();
  const { packed, ...facts } = await verifyStore(directory);
  const unpacked = Object.values(BODIES).reduce((sum, body) => sum + Buffer.byteLength(body), 0);
  expect(facts).toEqual({ directory, answers: 4, missing: 1, unpacked, problems: [], notes: [] });
  expect(packed).toBeGreaterThan(0);
});

describe('an answer', () => {
  test.each([
    ['is no gzip', (store: string) => spoilBody(store, '/cbe?VolumeID=9'), /cannot be unpacked/],
    [
      'is lost',
      (store: string) =>
        spoil(
          store,
          'DELETE FROM body WHERE sha256 IN (SELECT sha256 FROM answer WHERE request = ?)',
          '/cbe?VolumeID=9',
        ),
      /has no body/,
    ],
    [
      'is another one',
      (store: string) =>
        spoil(
          store,
          `UPDATE body SET gzip = (SELECT gzip FROM body JOIN answer USING (sha256) WHERE request = '/cbe?VolumeID=10')
           WHERE sha256 IN (SELECT sha256 FROM answer WHERE request = ?)`,
          '/cbe?VolumeID=9',
        ),
      /bytes long, not the/,
    ],
  ])('that %s is named, with the remedy', async (_, damage, wrong) => {
    const directory = await makeStore();
    damage(directory);
    const [problem, ...others] = (await verifyStore(directory)).problems;
    expect(problem).toEqual({
      file: 'archive /cbe?VolumeID=9',
      wrong: expect.stringMatching(wrong),
      remedy: expect.stringContaining('Run `folklore-ld harvest`'),
    });
    // A body that no row refers to is none of the structure.
    expect(others.map(({ file }) => file).filter((file) => file !== 'store.sqlite')).toEqual([]);
  });

  test('that no row of the list may have changed: the whole store is refused', async () => {
    const directory = await makeStore();
    spoil(directory, "UPDATE answer SET request = '/cbe?VolumeID=11' WHERE request = '/cbe?VolumeID=10'");
    await expect(verifyStore(directory)).rejects.toMatchObject({
      code: 'STORE_UNUSABLE',
      message: expect.stringMatching(/checksum differs/),
      hint: expect.stringMatching(/folklore-ld harvest/),
    });
  });
});

test('a page of the file that is no page of a database', async () => {
  const directory = await makeStore();
  const file = join(directory, 'store.sqlite');
  const bytes = await readFile(file);
  const found: string[] = [];
  for (let page = 1; page < bytes.length / 4096; page += 1) {
    const changed = Buffer.from(bytes).fill(0xa5, page * 4096, page * 4096 + 16);
    await writeFile(file, changed);
    const verified = await verifyStore(directory).then(wrongIn, ({ message }) => [message]);
    found.push(...verified.slice(0, 1));
  }
  expect(found).toHaveLength(bytes.length / 4096 - 1);
});

describe('notes that are not problems', () => {
  test('an unfinished harvest: its answers, and how to continue it', async () => {
    const directory = await makeStore();
    const next = await openForHarvest(directory, { pid: process.pid, plan: 'the same' });
    await next.put('archive', '/volumes', Buffer.from('[]'));
    await next.putMissing('archive', '/cbed/404');
    await next.close();
    const { problems, notes } = await verifyStore(directory);
    expect(problems).toEqual([]);
    expect(notes).toEqual([expect.stringMatching(/with 2 answers.*`folklore-ld harvest` continues it/)]);
  });

  test('other files in the folder', async () => {
    const directory = await makeStore();
    await writeFile(join(directory, 'thesis.docx'), 'years of work');
    const { problems, notes } = await verifyStore(directory);
    expect([problems, notes]).toEqual([[], [expect.stringMatching(/not of the store: thesis\.docx/)]]);
  });
});

describe('no store at all', () => {
  test.each([
    ['it does not exist', async () => join(await scratch(), 'none'), /There is no harvest/],
    [
      'it has other files',
      async () => {
        const folder = await scratch();
        await writeFile(join(folder, 'thesis.docx'), '');
        return folder;
      },
      /is not a store/,
    ],
  ])('%s', async (_, make, message) => {
    await expect(verifyStore(await make())).rejects.toMatchObject({
      code: 'STORE_UNUSABLE',
      exitCode: 2,
      message: expect.stringMatching(message),
    });
  });

  test('a new harvest replaces it during the verification', async () => {
    const directory = await makeStore();
    let calls = 0;
    let next: Promise<void> | undefined;
    const replaced = verifyStore(directory, () => {
      calls += 1;
      if (calls === 2) next = openForHarvest(directory, { pid: process.pid }).then(fill);
    });
    // The verification waits for zlib and for the harvest by turns; it may be over first.
    const ended = await replaced.then(wrongIn, ({ message }: Error) => message);
    await next;
    expect(ended).toSatisfy((found) => String(found) === '' || /has replaced/.test(String(found)));
  });
});

test('a listener that throws ends it', async () => {
  const directory = await makeStore();
  const stop = new Error('stop');
  const stopped = verifyStore(directory, () => {
    throw stop;
  });
  await expect(stopped).rejects.toBe(stop);
});
