import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { RecordSet, sourceRecord } from '../../../src/model/records/record.js';
import type { MapJob } from '../../../src/pipeline/shards/jobs.js';
import { ThreadRunner } from '../../../src/pipeline/shards/thread-runner.js';
import { scratch } from '../../support/files.js';
import { PLAN } from '../../support/sample-release.js';

/** A thread that fails is an error with a remedy, never an endless wait. */

const plan = { ...PLAN, store: '', out: '', label: 'x' };
const index = {
  withheld: new RecordSet(),
  unreadable: new RecordSet(),
  genders: { cbed: new Set<string>(), cbes: new Set<string>() },
  ambiguousPeople: new Map(),
  sharedAddresses: new Map(),
  unnamedLocations: new Set<number>(),
  personsProfile: 'full',
} as const;
const origin = { service: 'archive', request: '/', pointer: '' } as const;
const jobOf = (collection: 'cbe' | 'cbes'): MapJob => ({
  shard: { records: [sourceRecord('collection', collection, { collection }, origin)], places: [] },
  path: '',
});

/** A runner whose threads call a script's `map` with each job's number and shard. */
async function runnerOf(count: number, body: string): Promise<ThreadRunner> {
  const script = join(await scratch(), 'thread.mjs');
  await writeFile(
    script,
    `import { parentPort } from 'node:worker_threads';
     parentPort.on('message', (request) => { if (request.number !== undefined) map(request); });
     function map({ number, input: { input: { shard } } }) { ${body} }`,
  );
  const runner = new ThreadRunner(count, plan, pathToFileURL(script));
  runner.begin(index);
  return runner;
}

/** The failure of a run; what it gives before is thrown away. */
async function failureOf(runner: ThreadRunner, ...jobs: readonly MapJob[]): Promise<unknown> {
  try {
    for await (const _ of runner.run('map', jobs));
  } catch (thrown) {
    return thrown;
  }
  return 'no failure';
}

test.each([
  ['throws', 'throw new Error("out of ink");', /failed at collection cbe: out of ink/],
  ['rejects', 'Promise.reject(new Error("out of ink"));', /out of ink/],
  ['ends', 'process.exit(7);', /it ended with 7/],
  [
    'needs more memory than there is',
    'const all = []; for (;;) all.push(new Array(1e6).fill(number));',
    /memory/,
  ],
])('a thread that %s fails its run and every run after it', async (_, body, message) => {
  // Shards of another thread are never answered.
  const runner = await runnerOf(2, `if (shard.records[0].id === 'cbe') { ${body} }`);
  const failures = [
    await failureOf(runner, jobOf('cbes'), jobOf('cbe'), jobOf('cbes'), jobOf('cbes')),
    await failureOf(runner, jobOf('cbe')),
  ];
  for (const failure of failures) {
    expect(failure).toMatchObject({ code: 'WORKER_FAILED', exitCode: 1 });
    expect(String(failure)).toMatch(message);
  }
  expect(failures[0]).toMatchObject({ hint: expect.stringContaining('--workers 1') });
  await runner.close();
});

test('a FolkloreError of a thread keeps its properties, and ends no thread', async () => {
  const own = { code: 'STORE_UNUSABLE', hint: 'Harvest again.', exitCode: 2 };
  const runner = await runnerOf(
    1,
    `parentPort.postMessage(number === 0
       ? { number, failure: { message: 'It is damaged.', own: ${JSON.stringify(own)} } }
       : { number, output: { triples: 7 } });`,
  );
  expect(await failureOf(runner, jobOf('cbe'))).toMatchObject({ ...own, message: 'It is damaged.' });
  const outputs: unknown[] = [];
  for await (const output of runner.run('map', [jobOf('cbe')])) outputs.push(output);
  expect(outputs).toEqual([{ triples: 7 }]);
  await runner.close();
});
