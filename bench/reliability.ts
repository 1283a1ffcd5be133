import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { kill } from './kill.js';
import { summaryOf, syscallKill } from './syscall-kill.js';
import { markdown, putBetween, type Row } from './table.js';

const ROOT = new URL('../../', import.meta.url);
const VITEST = fileURLToPath(new URL('node_modules/vitest/vitest.mjs', ROOT));
const DOCUMENT = new URL('bench/results/reliability.md', ROOT);

/** What the tests of faults note of themselves. */
interface Noted {
  readonly table: string;
  readonly row: Row;
}

/** `npm run bench -- reliability [points] [seed]`: makes the tables of bench/results/reliability.md anew. */
export async function benchReliability(points?: string, seed?: string): Promise<void> {
  const noted = await runTests();
  for (const table of new Set(noted.map((one) => one.table))) {
    const rows = noted.filter((one) => one.table === table).map(({ row }) => row);
    await putBetween(DOCUMENT, table, markdown(rows));
  }
  const report = await kill(
    points === undefined ? undefined : Number(points),
    seed === undefined ? undefined : Number(seed),
  );
  const [afresh, again] = report.requests;
  const sentences = [
    `${report.points} points (seed ${report.seed}; ${report.missed} came too late, when the harvest had ended by itself).`,
    `A harvest from nothing makes ${afresh} requests, one over the harvest of last month ${again}.`,
  ];
  await putBetween(DOCUMENT, 'kills', `${sentences.join(' ')}\n\n${markdown(report.rows)}`);
  const calls = await syscallKill();
  await putBetween(DOCUMENT, 'syscall-kills', `${summaryOf(calls)}\n\n${markdown(calls.rows)}`);
  const faults = [...report.faults, ...calls.faults];
  for (const fault of faults) console.error(fault);
  if (faults.length > 0) process.exitCode = 1;
}

/** Runs the tests of faults, and gathers what they note; a test that fails ends everything. */
async function runTests(): Promise<Noted[]> {
  const folder = await mkdtemp(join(tmpdir(), 'folklore-ld-reliability-'));
  const file = join(folder, 'results.json');
  try {
    const child = spawn(
      process.execPath,
      [VITEST, 'run', 'test/harvest/crawl/fault-', '--reporter=json', `--outputFile=${file}`],
      {
        cwd: fileURLToPath(ROOT),
        env: { ...process.env, ALL_FAULTS: '1' },
        stdio: ['ignore', 'ignore', 'inherit'],
      },
    );
    const [code] = (await once(child, 'close')) as [number | null];
    if (code !== 0)
      throw new Error('the tests of faults failed: run npx vitest run test/harvest/crawl/fault-');
    const { testResults }: Results = JSON.parse(await readFile(file, 'utf8'));
    return testResults.flatMap(({ assertionResults }) =>
      assertionResults.flatMap(({ meta }) => meta.reliability ?? []),
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

interface Results {
  readonly testResults: readonly {
    readonly assertionResults: readonly { readonly meta: { readonly reliability?: Noted } }[];
  }[];
}
