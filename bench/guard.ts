import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { acceptedCommit, RECORD, treeOf } from './guard/base.js';
import { type Verdict, verdictOn } from './guard/judge.js';
import type { Seconds } from './guard/rows.js';
import { run } from './processes.js';
import { ROOT, type Room } from './results.js';
import { median } from './rounds.js';
import { markdown } from './table.js';

/** Times as slow as another commit that fail. Between 1.1, which passes, and 1.25, which fails. */
const LIMIT = 1.17;
/** The same where there is only the record, which is of another machine and another Node.js. */
const LIMIT_OF_RECORD = 2;
/** Pairs after which what is not clear stays so. */
const MOST_PAIRS = 15;

/** Worlds with some dirt, so that the authority is asked too. A small build is little more than the start of the program. */
const SCALES = { memory: '0.002', build: '0.005' } as const;
type Task = keyof typeof SCALES;
const TASKS = Object.keys(SCALES) as Task[];

/** Rows of a task, measured in a process of their own. */
type Rows = (task: Task) => Promise<Seconds>;

/** What this tree is compared with. */
interface Opponent {
  readonly name: string;
  readonly rows: Rows;
  /** Times as slow as that this tree is expected to be, by row. */
  readonly expected: Seconds;
  readonly limit: number;
}

/** A row, and how often it was measured. */
interface Judged {
  readonly row: string;
  readonly ratios: readonly number[];
  readonly verdict: Verdict;
}

/**
 * `npm run bench -- guard [commit]`: has something become 1.25 times as slow since then? Compares processor time in pairs
 * until that is clear, prints a table, and ends with 1 when it has. `guard --record` accepts the speed of now: the commit of
 * the changed record is compared with from then on.
 */
export async function benchGuard(room: Room, ...args: readonly string[]): Promise<void> {
  const here = fileURLToPath(ROOT);
  const ours = await measuring(room, here, 'ours');
  const limits = await measuring(room, here, 'limit', '-limit');
  const against = { rows: limits, limit: Number.POSITIVE_INFINITY, expected: {}, name: 'what never changes' };
  if (args.includes('--record')) return record(await compare(room, ours, against));
  const opponent = (await opponentOf(room, args[0])) ?? {
    ...against,
    expected: JSON.parse(await readFile(new URL(RECORD, ROOT), 'utf8')) as Seconds,
    limit: LIMIT_OF_RECORD,
  };
  const judged = await compare(room, ours, opponent);
  console.log(summaryOf(judged, opponent));
  if (judged.some(({ verdict }) => verdict === 'slower')) process.exitCode = 1;
}

/** The accepted commit or the one asked for; nothing where it is not there and none was asked for. */
async function opponentOf(room: Room, asked: string | undefined): Promise<Opponent | undefined> {
  try {
    const commit = asked ?? (await acceptedCommit());
    room.log(`building ${commit}`);
    const tree = await treeOf(commit, room.worlds.path('base'));
    const rows = await measuring(room, tree, 'base');
    // It may be unable to read this store.
    await rows('memory');
    return { name: commit, rows, expected: {}, limit: LIMIT };
  } catch (thrown) {
    if (asked !== undefined) throw thrown;
    room.log(
      `no commit to compare with, only ${RECORD} at a limit of ${LIMIT_OF_RECORD}: ${thrown instanceof Error ? thrown.message : thrown}`,
    );
    return undefined;
  }
}

/** Measures with the program of a tree, each time with a store of its own. */
async function measuring({ worlds }: Room, tree: string, side: string, way = ''): Promise<Rows> {
  const script = join(tree, 'dist/bench/guard/rows.js');
  const stores = new Map<Task, string>();
  for (const task of TASKS) {
    const store = worlds.path(`${side}-${task}`);
    await cp((await worlds.harvested(SCALES[task])).store, store, { recursive: true });
    stores.set(task, store);
  }
  return async (task) => {
    const { config, environment } = await worlds.harvested(SCALES[task]);
    const out = worlds.path('out');
    const args = [script, `${task}${way}`, stores.get(task) ?? '', config, out];
    const { code, stdout, stderr } = await run(process.execPath, args, environment);
    await rm(out, { recursive: true, force: true });
    if (code === 0) return JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as Seconds;
    throw new Error(`${args.slice(0, 2).join(' ')} ended with ${code}:\n${stderr.slice(-2_000)}`);
  };
}

/**
 * Measures pairs until every row is clear. Both of a pair run at the same time: what disturbs one disturbs the other.
 */
async function compare(
  { log }: Room,
  ours: Rows,
  { rows, expected, limit }: Opponent,
): Promise<readonly Judged[]> {
  const judged: Judged[] = [];
  for (const task of TASKS) {
    const ratios = new Map<string, number[]>();
    const verdicts = () =>
      [...ratios].map(([row, all]) => ({ row, ratios: all, verdict: verdictOn(all, limit) }));
    for (let pair = 1; pair <= MOST_PAIRS; pair += 1) {
      const [mine, other] = await Promise.all([ours(task), rows(task)]);
      const words: string[] = [];
      for (const [row, seconds] of Object.entries(other)) {
        const ratio = (mine[row] ?? Number.NaN) / seconds / (expected[row] ?? 1);
        ratios.set(row, [...(ratios.get(row) ?? []), ratio]);
        words.push(`${row} ${ratio.toFixed(2)}`);
      }
      log(`pair ${pair}: ${words.join(', ')}`);
      if (verdicts().every(({ verdict }) => verdict !== 'not clear')) break;
    }
    judged.push(...verdicts());
  }
  return judged;
}

async function record(judged: readonly Judged[]): Promise<void> {
  const ratios = judged.map(({ row, ratios: all }) => [row, Number(median(all).toPrecision(3))]);
  await writeFile(new URL(RECORD, ROOT), `${JSON.stringify(Object.fromEntries(ratios), undefined, 2)}\n`);
}

const summaryOf = (judged: readonly Judged[], { name, limit }: Opponent): string => {
  const table = judged.map(({ row, ratios, verdict }) => ({
    row,
    pairs: ratios.length,
    'times as slow': median(ratios).toFixed(2),
    least: Math.min(...ratios).toFixed(2),
    most: Math.max(...ratios).toFixed(2),
    verdict,
  }));
  return `${markdown(table)}\n\nProcessor time beside ${name}. Slower: the median is over ${limit}, by a sign test.`;
};
