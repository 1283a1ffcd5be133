import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import type { ShardOutput } from '../../src/pipeline/shard-output.js';
import type { Shard } from '../../src/pipeline/shards.js';
import { ThreadRunner } from '../../src/pipeline/thread-runner.js';
import { RecordSet, sourceRecord } from '../../src/records/record.js';
import { scratch } from '../support/files.js';
import { PLAN } from '../support/sample-release.js';

/** Threads that fail are an error with a name and a remedy, never a wait without end. */

const plan = { ...PLAN, store: '', out: '', label: 'x' };
const index = {
  withheld: new RecordSet(),
  unreadable: new RecordSet(),
  genders: { cbed: new Set<string>(), cbes: new Set<string>() },
  ambiguousPeople: new Map(),
  personsProfile: 'full',
} as const;
const origin = { service: 'archive', request: '/', pointer: '' } as const;
const batchOf = (collection: 'cbe' | 'cbes'): Shard => ({
  units: [sourceRecord('collection', collection, { collection }, origin)],
  places: [],
});

/** Threads of a script that is told what threads are told, and answers what it likes. */
async function threadsOf(count: number, body: string): Promise<ThreadRunner> {
  const script = join(await scratch(), 'thread.mjs');
  await writeFile(
    script,
    `import { parentPort } from 'node:worker_threads';
     parentPort.on('message', (told) => { if (told.number !== undefined) answer(told); });
     function answer({ number, batch }) { ${body} }`,
  );
  const threads = new ThreadRunner(count, plan, pathToFileURL(script));
  threads.useIndex(index);
  return threads;
}
const why = (output: Promise<ShardOutput>): Promise<unknown> =>
  output.then(
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
      why(threads.run(batch)),
    ),
  );
  for (const failure of [...failures, await why(threads.run(batchOf('cbe')))]) {
    expect(failure).toMatchObject({ code: 'WORKER_FAILED', exitCode: 1 });
    expect(String(failure)).toMatch(message);
  }
  expect(failures[0]).toMatchObject({ hint: expect.stringContaining('--workers 1') });
  await threads.close();
});

test('one thread that ends fails what others are at', async () => {
  const threads = await threadsOf(2, 'if (batch.units[0].id === "cbes") process.exit(1);');
  const failures = await Promise.all([why(threads.run(batchOf('cbe'))), why(threads.run(batchOf('cbes')))]);
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
       : { number, output: { triples: 7 } });`,
  );
  expect(await why(threads.run(batchOf('cbe')))).toMatchObject({ ...own, message: 'It is damaged.' });
  expect(await threads.run(batchOf('cbe'))).toMatchObject({ triples: 7 });
  await threads.close();
});
