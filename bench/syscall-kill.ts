import { join } from 'node:path';
import { draw } from './kill/dice.js';
import { type Files, isSame } from './kill/left.js';
import { killedAt, type Moment, mayInject, momentsOf, runCommand } from './syscall-kill/calls.js';
import { type Course, setCourses } from './syscall-kill/courses.js';
import { markdown, putBetween, type Row } from './table.js';

const DOCUMENT = new URL('../../bench/results/reliability.md', import.meta.url);

/** Points of all commands together. */
const POINTS = 96;
const SEED = 1;

/** What happened at the points of one command. */
interface Tried {
  readonly course: string;
  /** The moments that there are. */
  readonly moments: number;
  readonly killed: number;
  readonly same: number;
  readonly missed: number;
  readonly faults: readonly string[];
}

/** The result of a bench of kills at system calls. */
export interface SyscallKillReport {
  readonly seed: number;
  readonly rows: readonly Row[];
  readonly killed: number;
  readonly faults: readonly string[];
}

/**
 * Kills commands before system calls that change the disk, runs each again, and compares what it leaves, and its exit code, with
 * an undisturbed run.
 *
 * @param only a part of the names of the commands
 * @throws Error where strace cannot inject
 */
export async function syscallKill(points = POINTS, seed = SEED, only = ''): Promise<SyscallKillReport> {
  if (!mayInject())
    throw new Error('strace is not here, or may not trace: install it, and run this as root.');
  const { all, place, folder, close } = await setCourses();
  const courses = all.filter(({ name }) => name.includes(only));
  const tried: Tried[] = [];
  try {
    for (const [at, course] of courses.entries()) {
      const share = Math.ceil(
        (points - sum(tried, (one) => one.killed + one.missed)) / (courses.length - at),
      );
      tried.push(await tryCourse(course, { place, trace: join(folder, 'trace'), points: share, seed }));
    }
  } finally {
    await close();
  }
  const total = {
    course: '**all of them**',
    ...Object.fromEntries(
      (['moments', 'killed', 'same', 'missed'] as const).map((key) => [key, sum(tried, (one) => one[key])]),
    ),
  };
  return {
    seed,
    rows: [...tried, total as Tried].map(rowOf),
    killed: sum(tried, ({ killed }) => killed),
    faults: tried.flatMap(({ faults }) => faults),
  };
}

/** `npm run bench -- syscall-kill [points] [seed] [command]`; without arguments it makes the table of bench/results/reliability.md anew. */
export async function benchSyscallKill(points?: string, seed?: string, only?: string): Promise<void> {
  const report = await syscallKill(Number(points ?? POINTS), Number(seed ?? SEED), only);
  const table = `${summaryOf(report)}\n\n${markdown(report.rows)}`;
  console.log(table);
  if (points === undefined) await putBetween(DOCUMENT, 'syscall-kills', table);
  for (const fault of report.faults) console.error(fault);
  if (report.faults.length > 0) process.exitCode = 1;
}

/** A sentence above the table. */
export const summaryOf = ({ killed, seed }: SyscallKillReport): string => `${killed} points (seed ${seed}).`;

const sum = <T>(values: readonly T[], of: (value: T) => number): number =>
  values.reduce((total, value) => total + of(value), 0);

interface Setting {
  readonly place: string;
  readonly trace: string;
  readonly points: number;
  readonly seed: number;
}

async function tryCourse(course: Course, setting: Setting): Promise<Tried> {
  const { place, trace } = setting;
  await course.prepare();
  const seen = new Set([await course.seen?.()]);
  const { ended, moments } = await momentsOf(
    course.command,
    course.isRemote === true ? undefined : place,
    trace,
  );
  const { code } = ended;
  const left = await course.left();
  seen.add(await course.seen?.());
  const counts = { killed: 0, same: 0, missed: 0 };
  const faults: string[] = [];
  for (const moment of chosen(moments, setting)) {
    process.stderr.write(`${course.name} ${inWords(moment, place)}\n`);
    const of = (fault: string): void => {
      faults.push(`${course.name} killed before ${inWords(moment, place)}: ${fault}`);
      process.stderr.write(`  FAULT ${fault}\n`);
    };
    const before = faults.length;
    await course.prepare();
    const killed = await killedAt(moment, course.command);
    if (killed.signal === 'SIGKILL') counts.killed += 1;
    else counts.missed += 1;
    if (!seen.has(await course.seen?.())) of('readers see something else');
    if (killed.signal === 'SIGKILL') {
      const again = await runCommand(course.command);
      if (again.code !== code)
        of(`the next run ended with ${again.code}, not ${code}: ${again.said.slice(-500)}`);
    }
    const now = await course.left();
    if (!isSame(now, left)) of(differencesOf(left, now));
    if (killed.signal === 'SIGKILL' && faults.length === before) counts.same += 1;
  }
  return { course: course.name, moments: moments.length, ...counts, faults };
}

/** What differs, in words. */
function differencesOf(expected: Files, found: Files): string {
  const names = [...new Set([...Object.keys(expected), ...Object.keys(found)])];
  const differ = names.filter((name) => expected[name] !== found[name]);
  const words = differ.map((name) =>
    found[name] === undefined
      ? `no ${name}`
      : expected[name] === undefined
        ? `${name} is left`
        : `${name} differs`,
  );
  return `${words.slice(0, 8).join(', ')}${words.length > 8 ? ` and ${words.length - 8} more` : ''}`;
}

const inWords = ({ call, path, nth }: Moment, place: string): string =>
  `${call} ${nth}${path === undefined ? '' : ` of ${path.slice(place.length + 1)}`}`;

/** Some moments: of each call in turn, in an order that the seed decides, so that calls that are rare are all tried. */
function chosen(moments: readonly Moment[], { place, points, seed }: Setting): readonly Moment[] {
  const shuffled = [...new Set(moments.map(({ call }) => call))].map((name) =>
    moments
      .filter(({ call }) => call === name)
      .map((moment) => ({
        moment,
        at: draw(seed, inWords(moment, place)),
      }))
      .sort((a, b) => a.at - b.at)
      .map(({ moment }) => moment),
  );
  const some: Moment[] = [];
  for (let turn = 0; some.length < Math.min(points, moments.length); turn += 1)
    some.push(...shuffled.flatMap((queue) => queue[turn] ?? []));
  return some.slice(0, points);
}

const rowOf = ({ course, moments, killed, same }: Tried): Row => ({
  command: course,
  'moments in a run': moments,
  'killed at': killed,
  'next run: the same bytes and code': `${same} of ${killed}`,
});
