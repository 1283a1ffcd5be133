import { renameSync } from 'node:fs';
import { cp, mkdir, readFile, rename, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { type HarvestStore, openForHarvest } from '../../../src/harvest/store/harvest-store.js';
import { type VerifiedStore, verifyStore } from '../../../src/harvest/store/verify.js';
import { filesBelow, scratch } from '../../support/files.js';

/** A verification lists problems by file, with remedies. */

const BODIES = {
  '/volumes': '[{"id":9},{"id":10}]',
  '/cbe?VolumeID=9': '[{"id":9,"title":"Béaloideas ⁊ seanchas"}]',
  '/cbe?VolumeID=10': '[{"id":10}]',
};
const VOLUMES = 'archive/volumes.json.gz';
const NINE = 'archive/cbe/VolumeID=9.json.gz';
const TEN = 'archive/cbe/VolumeID=10.json.gz';

async function fill(store: HarvestStore): Promise<void> {
  for (const [request, body] of Object.entries(BODIES)) {
    await store.put('archive', request, Buffer.from(body));
  }
  await store.putMissing('archive', '/cbed/404');
  await store.put('placenames', '/counties', Buffer.from('[]'));
}

/** A small intact store. */
async function makeStore(): Promise<string> {
  const directory = join(await scratch(), 'store');
  const store = await openForHarvest(directory, { pid: process.pid });
  await fill(store);
  await store.finish();
  return directory;
}

test('a store of an older version is none that is damaged: one note, with the next step', async () => {
  const directory = await makeStore();
  await mkdir(join(directory, 'index'), { recursive: true });
  for (const index of ['records', 'crawl']) await writeFile(join(directory, `index/${index}.tsv`), 'x');
  const { problems, notes } = await verifyStore(directory);
  expect(problems).toEqual([]);
  expect(notes).toEqual([
    expect.stringMatching(/another version .*index\/crawl\.tsv and index\/records\.tsv.*folklore-ld harvest/),
  ]);
  // The next harvest does what the note says.
  const store = await openForHarvest(directory, { pid: process.pid });
  await fill(store);
  await store.finish();
  expect(await verifyStore(directory)).toMatchObject({ problems: [], notes: [] });
});

const wrongIn = ({ problems }: VerifiedStore) => problems.map(({ file, wrong }) => `${file} ${wrong}`);

/** Expects a problem of one file only, with a remedy. */
async function expectWrong(directory: string, file: string, wrong: RegExp): Promise<string> {
  const { problems } = await verifyStore(directory);
  expect(problems).toEqual([
    { file, wrong: expect.stringMatching(wrong), remedy: expect.stringMatching(/^[A-Z].*\.$/) },
  ]);
  return problems[0]?.remedy ?? '';
}

interface Listed {
  file?: string;
  bytes?: number;
  sha256?: string;
}

/** Rewrites the entries of the manifest. */
async function editManifest(directory: string, edit: (requests: Listed[]) => Listed[]): Promise<void> {
  const file = join(directory, 'store.json');
  const manifest = JSON.parse(await readFile(file, 'utf8'));
  await writeFile(file, JSON.stringify({ ...manifest, requests: edit(manifest.requests) }));
}

describe('an intact store', () => {
  test('has no problems; sizes and progress are reported, and nothing is written', async () => {
    const directory = await makeStore();
    const before = await filesBelow(directory);
    const bodies = [...Object.values(BODIES), '[]'];
    const packed = [...before].filter(([file]) => file.endsWith('.gz'));
    const progress: (readonly [done: number, total: number])[] = [];
    expect(await verifyStore(directory, (done, total) => progress.push([done, total]))).toEqual({
      directory,
      answers: 5,
      missing: 1,
      packed: packed.reduce((sum, [, content]) => sum + content.length, 0),
      unpacked: bodies.reduce((sum, body) => sum + Buffer.byteLength(body), 0),
      problems: [],
      notes: [],
    });
    // In bytes of the bodies, unpacked.
    const all = bodies.reduce((sum, body) => sum + Buffer.byteLength(body), 0);
    expect(progress.map(([, total]) => total)).toEqual(Array(5).fill(all));
    expect(progress.map(([done]) => done)).toEqual(progress.map(([done]) => done).toSorted((a, b) => a - b));
    expect([progress[0], progress.at(-1)]).toEqual([
      [0, all],
      [all, all],
    ]);
    expect(await filesBelow(directory)).toEqual(before);
  });

  test('may be empty', async () => {
    const directory = join(await scratch(), 'store');
    await (await openForHarvest(directory, { pid: process.pid })).finish();
    expect(await verifyStore(directory)).toMatchObject({ answers: 0, packed: 0, problems: [] });
  });

  test('may have documents', async () => {
    const directory = await makeStore();
    for (const name of ['coverage.json', 'history.json']) await writeFile(join(directory, name), '{}');
    expect(await verifyStore(directory)).toMatchObject({ problems: [], notes: [] });
  });

  test('may be behind a link, and have links to its own files', async () => {
    const directory = await makeStore();
    await rename(join(directory, NINE), join(directory, 'archive/cbe/nine'));
    await symlink('nine', join(directory, NINE));
    await symlink(directory, `${directory}-link`);
    expect(wrongIn(await verifyStore(`${directory}-link`))).toEqual([
      'archive/cbe/nine is not in the manifest',
    ]);
  });

  test('may have a body with a byte order mark', async () => {
    const directory = join(await scratch(), 'store');
    const store = await openForHarvest(directory, { pid: process.pid });
    await store.put('archive', '/volumes', Buffer.from('\uFEFF[]'));
    await store.finish();
    expect((await verifyStore(directory)).problems).toEqual([]);
  });
});

describe('an answer', () => {
  test('that is missing', async () => {
    const directory = await makeStore();
    await rm(join(directory, VOLUMES));
    expect(await expectWrong(directory, VOLUMES, /missing/)).toContain('folklore-ld harvest');
  });

  test.each([0, 1, 15, 30])('that is truncated after %i bytes', async (length) => {
    const directory = await makeStore();
    await truncate(join(directory, VOLUMES), length);
    await expectWrong(directory, VOLUMES, /cannot be unpacked/);
  });

  test('with any byte flipped, in the packed body or in the checksum of gzip', async () => {
    const directory = await makeStore();
    const file = join(directory, VOLUMES);
    const whole = await readFile(file);
    // RFC 1952, 2.3: of the ten bytes of the header, the last seven say nothing of the body.
    for (const at of [0, 1, 2, ...Array.from(whole.keys()).slice(10)]) {
      const flipped = Buffer.from(whole);
      flipped[at] = (flipped[at] ?? 0) ^ 0xff;
      await writeFile(file, flipped);
      const { problems } = await verifyStore(directory);
      expect(problems, `byte ${at}`).toMatchObject([{ file: VOLUMES }]);
    }
  });

  test('that is another one', async () => {
    const directory = await makeStore();
    await cp(join(directory, TEN), join(directory, VOLUMES));
    await expectWrong(directory, VOLUMES, /11 bytes long.*20/);
  });

  test('of the same length, that is another one', async () => {
    const directory = await makeStore();
    await writeFile(join(directory, VOLUMES), gzipSync('[{"id":8},{"id":10}]'));
    await expectWrong(directory, VOLUMES, /checksum/);
  });

  test('that was swapped with another', async () => {
    const directory = await makeStore();
    await rename(join(directory, TEN), join(directory, 'ten'));
    await rename(join(directory, NINE), join(directory, TEN));
    await rename(join(directory, 'ten'), join(directory, NINE));
    expect((await verifyStore(directory)).problems.map(({ file }) => file)).toEqual([TEN, NINE]);
  });

  test('that is longer than recorded: it is not unpacked to its end', async () => {
    const directory = await makeStore();
    const packed = await readFile(join(directory, VOLUMES));
    for (const more of ['x', Buffer.alloc(100_000_000)]) {
      await writeFile(join(directory, VOLUMES), Buffer.concat([packed, gzipSync(more)]));
      await expectWrong(directory, VOLUMES, /longer.*20 bytes/);
    }
  });

  test('that is not gzip', async () => {
    const directory = await makeStore();
    await writeFile(join(directory, VOLUMES), BODIES['/volumes']);
    await expectWrong(directory, VOLUMES, /cannot be unpacked/);
  });

  test.each([
    ['HTML', Buffer.from('<html>')],
    ['nothing', Buffer.alloc(0)],
    ['not UTF-8', Buffer.from('["\xe9"]', 'latin1')],
  ])('that is %s, and was so when it was stored (wire-format 1)', async (_, body) => {
    const directory = join(await scratch(), 'store');
    const store = await openForHarvest(directory, { pid: process.pid });
    await store.put('archive', '/volumes', body);
    await store.finish();
    await expectWrong(directory, VOLUMES, /not JSON/);
  });

  test('that is a folder', async () => {
    const directory = await makeStore();
    await rm(join(directory, VOLUMES));
    await mkdir(join(directory, VOLUMES));
    await expectWrong(directory, VOLUMES, /not a file/);
  });

  test('with another entry in the manifest', async () => {
    for (const [change, wrong] of [
      [{ bytes: 19 }, /longer.*19 bytes/],
      [{ bytes: 21 }, /20 bytes.*21/],
      [{ sha256: '0'.repeat(64) }, /checksum/],
    ] as const) {
      const directory = await makeStore();
      await editManifest(directory, (requests) =>
        requests.map((entry) => (entry.file === VOLUMES ? { ...entry, ...change } : entry)),
      );
      await expectWrong(directory, VOLUMES, wrong);
    }
  });

  test('with a problem does not hide others: all are listed, by file', async () => {
    const directory = await makeStore();
    await rm(join(directory, VOLUMES));
    await truncate(join(directory, TEN), 12);
    await writeFile(join(directory, 'notes.txt'), '');
    expect(wrongIn(await verifyStore(directory))).toEqual([
      expect.stringMatching(`^${TEN} cannot be unpacked`),
      `${VOLUMES} is missing`,
      'notes.txt is not in the manifest',
    ]);
  });
});

describe('files that do not belong to the store', () => {
  test.each(['notes.txt', 'archive/cbes/VolumeID=1.json.gz', `${VOLUMES}.partial`, 'archive/store.json'])(
    'the file %s',
    async (file) => {
      const directory = await makeStore();
      await mkdir(join(directory, 'archive/cbes'));
      await writeFile(join(directory, file), 'x');
      expect(await expectWrong(directory, file, /not in the manifest/)).toContain('next harvest deletes it');
    },
  );

  test('an answer that is not in the manifest', async () => {
    const directory = await makeStore();
    await editManifest(directory, (requests) => requests.filter(({ file }) => file !== VOLUMES));
    await expectWrong(directory, VOLUMES, /not in the manifest/);
  });

  test('a repeated entry', async () => {
    const directory = await makeStore();
    await editManifest(directory, (requests) => [...requests, ...requests.slice(0, 1)]);
    await expectWrong(directory, 'store.json', /"archive \/cbe\?VolumeID=9" 2 times/);
  });

  test('links that lead out of the store, or are broken, are not followed', async () => {
    const directory = await makeStore();
    await rename(join(directory, VOLUMES), join(directory, '../volumes'));
    await symlink('../../volumes', join(directory, VOLUMES));
    await rename(join(directory, 'archive/cbe'), join(directory, '../cbe'));
    await symlink('../../cbe', join(directory, 'archive/cbe'));
    await symlink('/dev/zero', join(directory, 'zero'));
    await symlink('nowhere', join(directory, 'nothing'));
    const { problems, ...facts } = await verifyStore(directory);
    expect(problems.map(({ file, wrong }) => [file, /leads out/.test(wrong)])).toEqual([
      ['archive/cbe', true],
      [VOLUMES, true],
      ['nothing', true],
      ['zero', true],
    ]);
    expect(facts).toMatchObject({ answers: 5, unpacked: 2 });
  });
});

describe('notes that are not problems', () => {
  test('the journal of the harvest that filled the store', async () => {
    const directory = await makeStore();
    await writeFile(join(directory, 'journal.ndjson'), '');
    const { problems, notes } = await verifyStore(directory);
    expect(problems).toEqual([]);
    expect(notes).toEqual([expect.stringMatching(/journal\.ndjson.*next one/)]);
  });

  test('an unfinished harvest: its answers, and how to continue it', async () => {
    const directory = await makeStore();
    const next = await openForHarvest(directory, { pid: process.pid, plan: 'the same' });
    await next.put('archive', '/volumes', Buffer.from('[]'));
    await next.putMissing('archive', '/cbed/404');
    await next.close();
    const { problems, notes } = await verifyStore(directory);
    expect(problems).toEqual([]);
    expect(notes).toEqual([
      expect.stringMatching(/store\.next .* 2 answers.*`folklore-ld harvest` continues it/),
    ]);
  });

  test('a folder of other files in place of the next harvest', async () => {
    const directory = await makeStore();
    await mkdir(`${directory}.next`);
    await writeFile(`${directory}.next/thesis.docx`, '');
    const { problems, notes } = await verifyStore(directory);
    expect(problems).toEqual([]);
    expect(notes).toEqual([expect.stringMatching(/store\.next has files that do not belong/)]);
  });

  test('an earlier harvest that was not deleted', async () => {
    const directory = await makeStore();
    await cp(directory, `${directory}.replaced`, { recursive: true });
    expect((await verifyStore(directory)).notes).toEqual([expect.stringContaining('.replaced')]);
  });
});

describe('no store at all', () => {
  const unusable = (message: RegExp) => ({
    code: 'STORE_UNUSABLE',
    exitCode: 2,
    message: expect.stringMatching(message),
  });

  test.each([
    ['none', undefined, /has answers and no manifest/],
    ['another program’s', '{"name":"folklore-ld"}', /does not belong to a store/],
    ['a newer one', '{"format":"folklore-ld-store","version":2}', /version 2/],
    ['cut off', '{"format":"folklore-ld-sto', /store\.json cannot be read/],
  ])('its manifest is %s', async (_, manifest, message) => {
    const directory = await makeStore();
    const file = join(directory, 'store.json');
    await (manifest === undefined ? rm(file) : writeFile(file, manifest));
    await expect(verifyStore(directory)).rejects.toMatchObject(unusable(message));
  });

  test('an entry of its manifest leads out of it', async () => {
    const directory = await makeStore();
    await editManifest(directory, (requests) => [...requests, { ...requests[0], file: '../x' }]);
    await expect(verifyStore(directory)).rejects.toMatchObject(unusable(/entry 6/));
  });

  test('it does not exist', async () => {
    const directory = join(await scratch(), 'none');
    await expect(verifyStore(directory)).rejects.toMatchObject(unusable(/There is no harvest/));
  });

  test('a new harvest replaces it during the verification', async () => {
    const directory = await makeStore();
    await cp(directory, `${directory}.other`, { recursive: true });
    let calls = 0;
    const replaced = verifyStore(directory, () => {
      calls += 1;
      if (calls !== 2) return;
      renameSync(directory, `${directory}.gone`);
      renameSync(`${directory}.other`, directory);
    });
    await expect(replaced).rejects.toMatchObject(unusable(/has replaced the store/));
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
