import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { draw } from './kill/dice.js';
import { type Files, isSame } from './kill/left.js';
import { endOf } from './kill/scene.js';
import {
  AGAIN,
  BEGINNINGS,
  contentOf,
  EARLIER,
  filesOf,
  finished,
  namesIn,
  type Scene,
  setScene,
} from './release-kill/scene.js';
import { markdown, type Row } from './table.js';

const POINTS = 30;
const SEED = 1;
/** The smallest world with some of everything: a build of some seconds. */
const SCALE = '0.0005';

/** Of all points, the share that lies before the release is written; the others are steps of its way to its place. */
const WHILE_WRITING = 0.5;

/** What a build was doing when it was killed, as the disk shows it. */
const DOING = [
  'starting: nothing on the disk yet',
  'writing',
  'taking its place: the old release is in it',
  'taking its place: the old release has given way',
  'tidying up: the new release is in its place',
  'too late: it had ended',
] as const;
type Doing = (typeof DOING)[number];

/** What happened at one point. */
interface Point {
  readonly doing: Doing;
  /** Whether each thing promised held. */
  readonly untouched: boolean;
  readonly isWhole: boolean;
  readonly isCleared: boolean;
  readonly faults: readonly string[];
}

/** What a bench of kills came to. */
export interface ReleaseKillReport {
  readonly points: number;
  readonly seed: number;
  readonly scale: string;
  readonly seconds: number;
  readonly rows: readonly Row[];
  readonly faults: readonly string[];
}

/**
 * Kills builds that replace a release, at seeded points of their way, and sees that nothing that was there is damaged,
 * that `latest` leads to a whole release, and that the next run clears up and writes the same bytes as any other.
 */
export async function releaseKill(points = POINTS, seed = SEED, scale = SCALE): Promise<ReleaseKillReport> {
  const scene = await setScene(scale);
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
    scale,
    seconds: scene.undisturbed[AGAIN].ms / 1000,
    rows: [...DOING.map((doing) => rowOf(doing, done)), rowOf(undefined, done)],
    faults: done.flatMap(({ faults }, point) => faults.map((fault) => `point ${point}: ${fault}`)),
  };
}

/** `npm run bench -- release-kill [points] [seed] [scale]`. */
export async function benchReleaseKill(points = `${POINTS}`, seed = `${SEED}`, scale = SCALE): Promise<void> {
  const report = await releaseKill(Number(points), Number(seed), scale);
  console.log(`release-kill: ${summaryOf(report)}\n${markdown(report.rows)}`);
  for (const fault of report.faults) console.error(fault);
  if (report.faults.length > 0) process.exitCode = 1;
}

/** What was done, in a sentence. */
export const summaryOf = ({ points, seed, scale, seconds }: ReleaseKillReport): string =>
  `${points} points (seed ${seed}) of a build of ${Math.round(seconds)} s, of a generated world of scale ${scale}.`;

async function runPoint(scene: Scene, point: number, points: number, seed: number): Promise<Point> {
  const beginning = BEGINNINGS[point % BEGINNINGS.length] ?? AGAIN;
  const { content, ms, steps } = scene.undisturbed[beginning];
  const out = join(scene.folder, 'point');
  await rm(out, { recursive: true, force: true });
  await scene.prepare(beginning, out);

  const share = (point + draw(seed, 'at', point)) / points;
  const isTimed = share < WHILE_WRITING;
  const step = 1 + Math.floor(((share - WHILE_WRITING) / (1 - WHILE_WRITING)) * steps);
  const when = draw(seed, 'when', point) < 0.3 ? 'within' : 'after';
  const child = scene.build(out, isTimed ? {} : { KILL_AT_STEP: `${step}`, KILL_WHEN: when });
  const timer = isTimed ? setTimeout(() => child.kill('SIGKILL'), (share / WHILE_WRITING) * ms) : undefined;
  const ended = await endOf(child);
  clearTimeout(timer);

  const faults: string[] = [];
  const killed = ended.signal === 'SIGKILL';
  if (!killed && ended.code !== 0 && ended.code !== 5)
    faults.push(`ended with ${ended.code ?? ended.signal}: ${ended.said.slice(-500)}`);
  const old = scene.before[AGAIN];
  const doing = killed ? await doingOf(out, content) : 'too late: it had ended';
  const untouched =
    isSame(await filesOf(join(out, EARLIER)), scene.before[EARLIER]) && (await hasWhole(out, old, content));
  if (!untouched) faults.push('an earlier release is damaged');
  const isWhole = await leadsToWhole(out, [scene.before[EARLIER], old], content);
  if (!isWhole) faults.push(`latest leads to ${(await namesIn(out)).latest}, which is not whole`);

  await finished(scene.build(out));
  const left = await namesIn(out);
  const isCleared =
    left.names.join() === [EARLIER, AGAIN, 'latest'].join() &&
    left.latest === AGAIN &&
    isSame(await contentOf(join(out, AGAIN)), content) &&
    isSame(await filesOf(join(out, EARLIER)), scene.before[EARLIER]);
  if (!isCleared) faults.push(`the next run left ${left.names.join(', ')}, latest to ${left.latest}`);
  return { doing, untouched, isWhole, isCleared, faults };
}

const former = `.folklore-ld.${AGAIN}.former`;
const partial = `.folklore-ld.${AGAIN}.partial`;

/** Whether the release that is replaced is there as it was, in its place or beside, or the new one in its place. */
async function hasWhole(out: string, old: Files, content: Files): Promise<boolean> {
  return (
    isSame(await filesOf(join(out, AGAIN)), old) ||
    isSame(await filesOf(join(out, former)), old) ||
    isSame(await contentOf(join(out, AGAIN)), content)
  );
}

async function leadsToWhole(out: string, before: readonly Files[], content: Files): Promise<boolean> {
  const led = join(out, 'latest');
  // Through the link itself, as readers of the release do.
  const files = await filesOf(`${led}/.`);
  return before.some((one) => isSame(files, one)) || isSame(await contentOf(`${led}/.`), content);
}

async function doingOf(out: string, content: Files): Promise<Doing> {
  const { names } = await namesIn(out);
  if (isSame(await contentOf(join(out, AGAIN)), content))
    return 'tidying up: the new release is in its place';
  if (names.includes(former)) return 'taking its place: the old release has given way';
  if (!names.includes(partial)) return 'starting: nothing on the disk yet';
  return isSame(await contentOf(join(out, partial)), content)
    ? 'taking its place: the old release is in it'
    : 'writing';
}

/** One row of the table; the last one, of everything. */
function rowOf(doing: Doing | undefined, points: readonly Point[]): Row {
  const about = points.filter((point) => doing === undefined || point.doing === doing);
  const of = (holds: (point: Point) => boolean): string => `${about.filter(holds).length} of ${about.length}`;
  return {
    'killed while the build was': doing ?? '**all of them**',
    'earlier releases the same bytes': of(({ untouched }) => untouched),
    '`latest` leads to a whole one': of(({ isWhole }) => isWhole),
    'next run: the same bytes, no debris': of(({ isCleared }) => isCleared),
  };
}
