import { mkdir, readdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Ended, endOf } from './kill/ended.js';
import { DOING, type Doing, filesOf, isSame, type Left, lookAt } from './kill/left.js';
import { awaitMoment, hookFor, type Moment, momentsOf } from './kill/moment.js';
import { BEGINNINGS, type Beginning, type Scene, setScene } from './kill/scene.js';
import { markdown, type Row } from './table.js';

const POINTS = 50;
const SEED = 1;

/** Whoever begins again then begins the next harvest, and asks for everything that may have changed. */
const DONE: Doing = 'ending: the new harvest in its place';

/** What a harvest leaves: its store, and its status beside it. */
const THERE: ReadonlySet<string> = new Set(['store', 'store.status.json']);

/** More runs than a point can need: something does not end. */
const MOST_RUNS = 8;

/** One run that was ended from outside. */
interface Kill {
  readonly doing: Doing;
  readonly signal: Moment['signal'];
  readonly kept: number;
  /** Requests that the runs after it made again, whose answers it had not written down. */
  readonly repeated: number;
  /** Requests that they made again although it had. */
  readonly unkept: number;
}

/** What happened at one point. */
interface Point {
  readonly beginning: Beginning;
  readonly kills: readonly Kill[];
  readonly faults: readonly string[];
}

/** What a bench of kills came to. */
export interface KillReport {
  readonly points: number;
  readonly seed: number;
  readonly requests: readonly number[];
  readonly rows: readonly Row[];
  /** Points whose moment came too late. */
  readonly missed: number;
  /** Whatever was not as promised, in words. */
  readonly faults: readonly string[];
}

/**
 * Ends harvests at seeded moments over and over, lets them be gone on with, and sees that nothing is lost, left or
 * asked for twice.
 */
export async function kill(points = POINTS, seed = SEED): Promise<KillReport> {
  const scene = await setScene();
  const done: Point[] = [];
  try {
    for (let point = 0; point < points; point += 1) {
      done.push(await runPoint(scene, point, points, seed));
      process.stderr.write(`\r${point + 1} of ${points} points`);
    }
    process.stderr.write('\n');
  } finally {
    await scene.close();
  }
  return {
    points,
    seed,
    requests: BEGINNINGS.map((one) => scene.undisturbed[one].course.answers),
    rows: [...DOING.map((doing) => rowOf(doing, done)), rowOf(undefined, done)],
    missed: done.filter(({ kills }) => kills.length === 0).length,
    faults: done.flatMap(({ faults }, point) => faults.map((fault) => `point ${point}: ${fault}`)),
  };
}

/** `npm run bench -- kill [points] [seed]`. */
export async function benchKill(points?: string, seed?: string): Promise<void> {
  const report = await kill(Number(points ?? POINTS), Number(seed ?? SEED));
  console.log(
    `kill: ${report.points} points, seed ${report.seed}, ${report.missed} of them too late\n${markdown(report.rows)}`,
  );
  for (const fault of report.faults) console.error(fault);
  if (report.faults.length > 0) process.exitCode = 1;
}

async function runPoint(scene: Scene, point: number, points: number, seed: number): Promise<Point> {
  const beginning: Beginning = BEGINNINGS[point % BEGINNINGS.length] ?? 'nothing';
  const { before, after } = scene.undisturbed[beginning];
  const store = join(scene.folder, 'point', 'store');
  await rm(dirname(store), { recursive: true, force: true });
  await mkdir(dirname(store), { recursive: true });
  await scene.prepare(beginning, store);

  const faults: string[] = [];
  const killed: {
    left: Left;
    signal: Moment['signal'];
    asked: ReadonlySet<string>;
    repeated: number;
    unkept: number;
  }[] = [];
  const moments = momentsOf(point, points, seed);
  for (let run = 0; ; run += 1) {
    if (run === MOST_RUNS) throw new Error(`point ${point}: still not done after ${run} runs`);
    const moment = moments[run];
    const ended = await runOnce(scene, beginning, store, moment, killed.at(-1)?.left.kept.size ?? 0);
    const asked = new Set(scene.relay.passed);
    if (asked.size < scene.relay.passed.length) faults.push(`run ${run} asked something twice`);
    const previous = killed.at(-1);
    if (previous !== undefined && previous.left.doing !== DONE) {
      const lost = [...asked].filter((request) => previous.left.kept.has(request));
      previous.unkept = lost.length;
      if (lost.length > 0) faults.push(`run ${run} asked again what was kept: ${lost.join(', ')}`);
      previous.repeated = [...asked].filter((request) => previous.asked.has(request)).length;
    }
    if (ended.code === 0) break;
    const isOneMore = killed.some((one) => one.left.doing === DONE);
    const seen = lookAt(store, before, after, isOneMore);
    // A harvest over one that is the same leaves what was there: killed in its last steps with nothing unfinished, it has ended.
    const hasEnded = isOneMore && seen.kept.size === 0 && moment?.after === 'steps';
    const left: Left = hasEnded ? { ...seen, doing: DONE } : seen;
    if (moment === undefined || !endedBy(moment, ended)) {
      faults.push(`run ${run} ended with ${ended.code ?? ended.signal}: ${ended.said.slice(-500)}`);
      break;
    }
    if (!left.hasWhole) faults.push(`run ${run} left no whole harvest`);
    killed.push({ left, signal: moment.signal, asked, repeated: 0, unkept: 0 });
  }
  if (!isSame(filesOf(store), after)) faults.push('the store is not that of an undisturbed harvest');
  const beside = (await readdir(dirname(store))).filter((name) => !THERE.has(name));
  if (beside.length > 0) faults.push(`left beside the store: ${beside.join(', ')}`);
  const kills = killed.map(({ left: { doing, kept }, signal, repeated, unkept }) => ({
    doing,
    signal,
    kept: kept.size,
    repeated,
    unkept,
  }));
  return { beginning, kills, faults };
}

const endedBy = ({ signal }: Moment, { code, signal: by }: Ended): boolean =>
  signal === 'SIGINT' ? code === 130 : by === 'SIGKILL';

/** Runs one harvest to its end, or to a moment. */
async function runOnce(
  scene: Scene,
  beginning: Beginning,
  store: string,
  moment: Moment | undefined,
  kept: number,
): Promise<Ended> {
  const { course } = scene.undisturbed[beginning];
  const left = { ...course, answers: Math.max(1, course.answers - kept) };
  scene.relay.watch(() => {});
  const child = scene.harvest(store, hookFor(moment, course));
  const stop =
    moment === undefined ? () => {} : awaitMoment(moment, left, scene.relay, () => child.kill(moment.signal));
  const ended = await endOf(child);
  stop();
  return ended;
}

/** One row of the table; the last one, of everything. */
function rowOf(doing: Doing | undefined, points: readonly Point[]): Row {
  const about = points.filter(({ kills }) => doing === undefined || kills.some((one) => one.doing === doing));
  const kills = about.flatMap((point) =>
    point.kills.filter((one) => doing === undefined || one.doing === doing),
  );
  const numbers = (of: (one: Kill) => number): string => {
    const all = kills.map(of);
    return all.length === 0 ? '–' : `${Math.min(...all)}–${Math.max(...all)}`;
  };
  const sound = about.filter(({ faults }) => faults.length === 0).length;
  return {
    'ended while the harvest was': doing ?? '**all of them**',
    SIGKILL: kills.filter(({ signal }) => signal === 'SIGKILL').length,
    SIGINT: kills.filter(({ signal }) => signal === 'SIGINT').length,
    'answers kept': numbers(({ kept }) => kept),
    'asked again: in flight': `${kills.reduce((sum, { repeated }) => sum + repeated, 0)} (${numbers(({ repeated }) => repeated)} each)`,
    'asked again: kept': kills.reduce((sum, { unkept }) => sum + unkept, 0),
    'same store, no debris': `${sound} of ${about.length}`,
  };
}
