import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import type { Batch } from '../../../src/export/batch.js';
import type { Folio } from '../../../src/export/folio.js';
import { ScribeThreads } from '../../../src/export/scribe-threads.js';
import { UnitSet, unit } from '../../../src/export/unit.js';
import { scratch } from '../../support/files.js';
import { PLAN } from '../../support/sample-release.js';

/** Threads that fail are an error with a name and a remedy, never a wait without end. */

const plan = { ...PLAN, store: '', out: '', label: 'x' };
const knowledge = {
  withheld: new UnitSet(),
  unreadable: new UnitSet(),
  genders: { cbed: new Set<string>(), cbes: new Set<string>() },
  ambiguousPeople: new Map(),
  personsProfile: 'full',
} as const;
const origin = { service: 'archive', request: '/', pointer: '' } as const;
const batchOf = (collection: 'cbe' | 'cbes'): Batch => ({
  units: [unit('collection', collection, { collection }, origin)],
  places: [],
});

/** Threads of a script that is told what threads are told, and answers what it likes. */
async function threadsOf(count: number, body: string): Promise<ScribeThreads> {
  const script = join(await scratch(), 'thread.mjs');
  await writeFile(
    script,
    `import { parentPort } from 'node:worker_threads';
     parentPort.on('message', (told) => { if (told.number !== undefined) answer(told); });
     function answer({ number, batch }) { ${body} }`,
  );
  const threads = new ScribeThreads(count, plan, pathToFileURL(script));
  threads.learn(knowledge);
  return threads;
}
const why = (folio: Promise<Folio>): Promise<unknown> =>
  folio.then(
    () => 'no failure',
    (thrown) => thrown,
  );

test.each([
  ['throws', 'throw new Error("out of ink");', /failed at collection cbe: out of ink/],
  ['throws later', 'setImmediate(() => { throw new Error("out of ink"); });', /out of ink/],
  ['rejects', 'Promise.reject(new Error("out of ink"));', /out of ink/],
  ['ends', 'process.exit(7);', /it ended with 7/],
  [
    'needs more memory than there is',
    'const all = []; for (;;) all.push(new Array(1e6).fill(number));',
    /memory/,
  ],
])('a thread that %s fails what it was at, what waits, and what comes', async (_, body, message) => {
  const threads = await threadsOf(1, body);
  const failures = await Promise.all(
    [batchOf('cbe'), batchOf('cbes'), batchOf('cbes'), batchOf('cbes')].map((batch) =>
      why(threads.write(batch)),
    ),
  );
  for (const failure of [...failures, await why(threads.write(batchOf('cbe')))]) {
    expect(failure).toMatchObject({ code: 'WORKER_FAILED', exitCode: 1 });
    expect(String(failure)).toMatch(message);
  }
  expect(failures[0]).toMatchObject({ hint: expect.stringContaining('--workers 1') });
  await threads.close();
});

test('one thread that ends fails what others are at', async () => {
  const threads = await threadsOf(2, 'if (batch.units[0].id === "cbes") process.exit(1);');
  const failures = await Promise.all([
    why(threads.write(batchOf('cbe'))),
    why(threads.write(batchOf('cbes'))),
  ]);
  expect(failures.map((failure) => (failure as { code?: string }).code)).toEqual([
    'WORKER_FAILED',
    'WORKER_FAILED',
  ]);
  await threads.close();
});

test('an error of ours comes over as it was, and ends no thread', async () => {
  const own = { code: 'STORE_UNUSABLE', hint: 'Harvest again.', exitCode: 2 };
  const threads = await threadsOf(
    1,
    `parentPort.postMessage(number === 0
       ? { number, failure: { message: 'It is damaged.', own: ${JSON.stringify(own)} } }
       : { number, folio: { triples: 7 } });`,
  );
  expect(await why(threads.write(batchOf('cbe')))).toMatchObject({ ...own, message: 'It is damaged.' });
  expect(await threads.write(batchOf('cbe'))).toMatchObject({ triples: 7 });
  await threads.close();
});
