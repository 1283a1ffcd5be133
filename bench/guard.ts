import { readFile, rm, writeFile } from 'node:fs/promises';
import type { CompiledVocabulary } from '../src/build/plan/compiled-vocabulary.js';
import type { MappedNode } from '../src/model/rdf/formats/format.js';
import { buildRelease, contentOf } from './building.js';
import { built } from './built.js';
import { lineByHand, writeByHand } from './by-hand.js';
import { type Judged, judge, LARGEST_LOSS, type Ratios } from './guard/judge.js';
import { sampleOf, vocabulary } from './program.js';
import { byJsonld } from './quads.js';
import { ROOT, type Room } from './results.js';
import { inTurn, median, ROUNDS, secondsOf, timed } from './rounds.js';
import { markdown } from './table.js';
import { naiveCheck } from './validation.js';
import type { Harvested } from './worlds.js';

const RECORDED = new URL('bench/guard.json', ROOT);

/** Small, so that it takes seconds; dirty, so that the authority is asked too. */
const SCALE = '0.002';
/** Records that are taken for each comparison in memory: naive validation is slow. */
const SAMPLE = { checked: 60, described: 400, written: 3_000 } as const;
/** What is over in no time is done so many times, so that there is something to measure. */
const TIMES = { checker: 10, quads: 20, hand: 5, turtle: 5 } as const;

/**
 * `npm run bench -- guard [--record]`: has something become twice as slow, against something that never changes, in the
 * same run? Prints a table, and ends with 1 when it has. `--record` writes down what is now.
 */
export async function benchGuard(room: Room, ...args: readonly string[]): Promise<void> {
  const harvested = await room.worlds.harvested(SCALE);
  const speaking = await vocabulary();
  const sample = await sampleOf(harvested.store, speaking, SAMPLE.written);
  const measured = {
    ...(await inMemory(room, speaking, sample)),
    ...(await ofBuild(room, harvested, sample)),
  };
  if (args.includes('--record')) {
    const rounded = Object.entries(measured).map(([name, value]) => [name, Number(value.toPrecision(3))]);
    await writeFile(RECORDED, `${JSON.stringify(Object.fromEntries(rounded), undefined, 2)}\n`);
  }
  const judged = judge(await recordedRatios(), measured);
  console.log(summaryOf(judged));
  if (judged.some(({ verdict }) => verdict === 'lost')) process.exitCode = 1;
}

/** @throws Error when nothing has been recorded */
async function recordedRatios(): Promise<Ratios> {
  try {
    return JSON.parse(await readFile(RECORDED, 'utf8')) as Ratios;
  } catch (cause) {
    throw new Error('bench/guard.json cannot be read: npm run bench -- guard --record writes it', { cause });
  }
}

/** What is compared in one process. */
async function inMemory(
  { log }: Room,
  speaking: CompiledVocabulary,
  sample: readonly MappedNode[],
): Promise<Ratios> {
  const { TurtleWriter: TurtleText } = await built('model/rdf/formats/turtle');
  const written = sample.map(({ quads }) => quads);
  const nodes = spread(sample, SAMPLE.described).map(({ node }) => node);
  const checked = spread(sample, SAMPLE.checked).map(({ quads }) => quads);
  const naive = await naiveCheck();
  const turtle = new TurtleText(speaking.language);
  const took = await secondsOf(
    {
      naive: async () => {
        for (const quads of checked) await naive(quads);
      },
      checker: again(TIMES.checker, async () => {
        for (const quads of checked) if (!speaking.checker.isClean(quads)) await speaking.checker.ask(quads);
      }),
      jsonld: async () => {
        for (const node of nodes) await byJsonld(speaking.context, node);
      },
      quads: again(TIMES.quads, () => {
        for (const node of nodes) speaking.toQuads(node);
      }),
      hand: again(TIMES.hand, () =>
        written.reduce((sum, quads) => sum + quads.map(lineByHand).join('').length, 0),
      ),
      turtle: again(TIMES.turtle, () => written.reduce((sum, quads) => sum + turtle.record(quads).length, 0)),
    },
    log,
    ROUNDS,
  );
  const { naive: naively = 0, checker = 0, jsonld = 0, quads = 0, hand = 0, turtle: asTurtle = 0 } = took;
  return {
    'checking records, against naive rdf-validate-shacl': naively / (checker / TIMES.checker),
    'node to quads, against jsonld.toRDF': jsonld / (quads / TIMES.quads),
    'Turtle text, against N-Triples joined by hand': hand / TIMES.hand / (asTurtle / TIMES.turtle),
  };
}

/** Does something so many times. */
const again = (times: number, act: () => unknown) => async (): Promise<void> => {
  for (let time = 0; time < times; time += 1) await act();
};

/** So many of them, as far from each other as can be. */
const spread = <T>(all: readonly T[], count: number): readonly T[] => {
  const step = Math.max(1, Math.floor(all.length / count));
  return all.filter((_, place) => place % step === 0).slice(0, count);
};

/** What a build in processes of its own is compared with. */
async function ofBuild(
  { worlds, log }: Room,
  harvested: Harvested,
  sample: readonly MappedNode[],
): Promise<Ratios> {
  const quads = sample.map((one) => one.quads);
  const triples = quads.reduce((sum, some) => sum + some.length, 0);
  const byHand = async (): Promise<number> =>
    triples / (await timed(() => writeByHand(worlds.path('limit.nt'), quads)));
  // The first time it is compiled.
  await byHand();
  const results = await inTurn(
    {
      limit: byHand,
      build: async () => {
        const { release, seconds } = await buildRelease(worlds, harvested);
        const content = await contentOf(release);
        await rm(release, { recursive: true });
        return content.triples / seconds;
      },
    },
    ROUNDS,
    log,
  );
  const { limit = [], build = [] } = results;
  return { 'a whole build, against N-Triples joined by hand': median(build) / median(limit) };
}

const summaryOf = (judged: readonly Judged[]): string => {
  const figure = (value: number | undefined) => value?.toPrecision(3) ?? '–';
  const table = markdown(
    judged.map(({ name, recorded, measured, verdict }) => ({
      ratio: name,
      recorded: figure(recorded),
      now: figure(measured),
      verdict,
    })),
  );
  return `${table}\n\nHigher is better. Lost: ${LARGEST_LOSS} times worse than recorded, or more.`;
};
