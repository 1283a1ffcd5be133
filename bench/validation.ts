import type { DatasetCore, Quad, Term } from '@rdfjs/types';
import { DataFactory, Store } from 'n3';
import SHACLValidator from 'rdf-validate-shacl';
import { Validator } from 'shacl-engine';
import { buildRelease } from './building.js';
import { built } from './built.js';
import { percent, ratio, whole } from './figures.js';
import { measureScript, type Ran } from './processes.js';
import { sampleOf, vocabulary } from './program.js';
import type { Room, SpeedBench, Table } from './results.js';
import { inTurn, middle, secondsOf } from './rounds.js';
import type { Checked } from './stage.js';
import type { Row } from './table.js';
import type { Harvested, Worlds } from './worlds.js';

/// <reference path="../test/model/shacl/shacl-engine.d.ts" />

/** One record in so many has lost its first triple after its class: rejected records are in no dump. */
const DAMAGED = 50;

/** A finding: focus, path, component, severity. */
type Found = string;

/** A way to validate a record. */
type Way = (record: readonly Quad[]) => Promise<readonly Found[]>;

const NAIVE = 'rdf-validate-shacl, one call a record (naive)';

/**
 * `npm run bench -- validation [scale] [records] [dirt]`: SHACL over a sample of the records of a generated world, one
 * call a record. All ways must find the same; then they take turns. And the checker over whole worlds, beside one call
 * on the whole graph.
 */
export const benchValidation: SpeedBench = async (room, scale = '0.01', count = '400', dirt = '0.1') => [
  await sampled(room, scale, Number(count), dirt),
  await wholeWorlds(room, scale === '0.01' ? WORLDS : [{ scale, ways: ['check', 'naive'], rounds: 1 }]),
];

async function sampled({ worlds, log }: Room, scale: string, count: number, dirt: string): Promise<Table> {
  const { store } = await worlds.harvested(scale, dirt);
  const records = (await sampleOf(store, await vocabulary(), count)).map(({ quads }, number) =>
    number % DAMAGED === 0 ? quads.filter((_, place) => place !== 1) : quads,
  );
  const triples = records.reduce((sum, quads) => sum + quads.length, 0);
  const { ways, pass } = await makeWays();
  const doubtful = records.filter((record) => !pass(record)).length;
  log('comparing what all ways find');
  const clean = await compare(ways, records);
  const measured = {
    ...ways,
    'compiled pass alone, which only detects that there is a finding': alone(pass),
  };
  const each = Object.entries(measured).map(([name, way]) => [
    name,
    async () => {
      for (const record of records) await way(record);
    },
  ]);
  const took = await secondsOf(Object.fromEntries(each), log);
  return {
    mark: 'validation',
    caption:
      `${whole(records.length)} records, ${whole(triples)} triples: the same seeded sample for all, of a world of scale ${scale} ` +
      `(dirt ${dirt}, one in ${DAMAGED} damaged besides); ${whole(clean)} without findings, ${whole(doubtful)} in doubt. The same ` +
      'findings all ways: checked first. Medians of 3 rounds in turn.',
    rows: Object.entries(took).map(([way, time]) => ({
      way,
      'records/s': whole(records.length / time),
      'triples/s': whole(triples / time),
      'against naive': ratio(took[NAIVE] ?? 0, time),
    })),
  };
}

/** A world that is checked whole, which ways, and how often. */
interface WholeWorld {
  readonly scale: string;
  readonly ways: readonly (keyof typeof WHOLE_WAYS)[];
  readonly rounds: number;
  /** Whether a build is made beside it, to tell the share of its time. */
  readonly isBuilt?: boolean;
}

/** Ways over whole worlds, by the stage that does it. */
const WHOLE_WAYS = {
  naive: 'rdf-validate-shacl, one call on the whole graph',
  check: 'compiled pass, then rdf-validate-shacl where in doubt',
} as const;

/** One graph in memory fits at the smallest alone; the largest takes its time, and is measured once. */
const WORLDS: readonly WholeWorld[] = [
  { scale: '0.002', ways: ['naive', 'check'], rounds: 3 },
  { scale: '0.05', ways: ['check'], rounds: 3, isBuilt: true },
  { scale: '0.2', ways: ['check'], rounds: 1, isBuilt: true },
];

async function wholeWorlds({ worlds, log }: Room, them: readonly WholeWorld[]): Promise<Table> {
  const rows: Row[] = [];
  for (const { scale, ways, rounds, isBuilt = false } of them) {
    const harvested = await worlds.harvested(scale);
    const share = isBuilt ? await shareOfBuild(worlds, harvested, log) : () => '';
    const stages = ways.map((way) => [
      WHOLE_WAYS[way],
      () => measureScript<Checked>('stage', [way, harvested.store]),
    ]);
    const results = await inTurn<Measured>(Object.fromEntries(stages), rounds, (what) =>
      log(`scale ${scale}: ${what}`),
    );
    for (const [way, runs] of Object.entries(results)) {
      const { result, peakMiB } = middle(runs, (run) => run.result.seconds);
      const { records, triples, findings, seconds } = result;
      rows.push({
        scale,
        way,
        records: whole(records),
        findings: whole(findings),
        'records/s': whole(records / seconds),
        'triples/s': whole(triples / seconds),
        'share of the build': share(seconds),
        'peak MiB': whole(peakMiB),
      });
    }
  }
  return {
    mark: 'validation-worlds',
    caption:
      'Every record of whole worlds (dirt 0.01). Each run is a process of its own. Memory is that of reading, mapping and ' +
      'checking; rates are those of checking alone. In one graph the statements of several records about one place are ' +
      'together, which gives more findings. Medians of 3 runs; one run at scale 0.2.',
    rows,
  };
}

type Measured = Ran & { readonly result: Checked };

/** What tells the share of the time of a whole build, both cores idle but for one worker, that so many seconds are. */
async function shareOfBuild(
  worlds: Worlds,
  harvested: Harvested,
  log: Room['log'],
): Promise<(seconds: number) => string> {
  log('a build, to tell the share');
  const built = await buildRelease(worlds, harvested, { workers: 1 });
  return (seconds) => percent(seconds / built.seconds);
}

const alone =
  (pass: (record: readonly Quad[]) => boolean): Way =>
  async (record) =>
    pass(record) ? [] : [''];

async function makeWays(): Promise<{
  ways: Readonly<Record<string, Way>>;
  pass: (record: readonly Quad[]) => boolean;
}> {
  const { readShapes, SHAPES_DIRECTORY } = await built('model/shacl/shapes');
  const { Checker } = await built('model/shacl/checker');
  const shapes = await readShapes(SHAPES_DIRECTORY);

  const checker = new Checker(shapes);
  const second = new Validator(new Store(shapes) as unknown as DatasetCore, { factory: DataFactory });
  const ask: Way = async (record) =>
    (await checker.ask(record))
      .filter(({ constraint }) => constraint !== 'Coverage')
      .map(({ focus, path, constraint, severity }) => found(focus, path, constraint, severity));
  return {
    pass: (record) => checker.isClean(record),
    ways: {
      [NAIVE]: await naiveCheck(),
      'rdf-validate-shacl, nodes and shapes chosen': ask,
      'shacl-engine, one call a record': async (record) => {
        const dataset = new Store([...record]) as unknown as DatasetCore;
        return (await second.validate({ dataset })).results.map(
          ({ focusNode, path, constraintComponent, severity }) =>
            found(
              focusNode.term.value,
              path?.[0]?.predicates[0]?.value,
              local(constraintComponent),
              local(severity),
            ),
        );
      },
      'compiled pass, then rdf-validate-shacl where in doubt': async (record) =>
        checker.isClean(record) ? [] : ask(record),
    },
  };
}

/** rdf-validate-shacl as one would first use it: one validator, one call a record. */
export async function naiveCheck(): Promise<Way> {
  const { readShapes, SHAPES_DIRECTORY } = await built('model/shacl/shapes');
  const shapes = new Store(await readShapes(SHAPES_DIRECTORY)) as unknown as DatasetCore;
  const naive = new SHACLValidator(shapes);
  return async (record) =>
    (await naive.validate(naive.factory.dataset([...record]))).results.map(
      ({ focusNode, path, sourceConstraintComponent, severity }) =>
        found(focusNode?.value, path?.value, local(sourceConstraintComponent), local(severity)),
    );
}

/**
 * Holds all ways to the first.
 *
 * @returns how many records nothing is found in
 * @throws Error naming the record two ways differ on
 */
async function compare(
  ways: Readonly<Record<string, Way>>,
  records: readonly (readonly Quad[])[],
): Promise<number> {
  let clean = 0;
  for (const record of records) {
    const found: string[] = [];
    for (const way of Object.values(ways)) found.push([...new Set(await way(record))].sort().join('\n'));
    if (new Set(found).size > 1) {
      throw new Error(`They differ about ${record[0]?.subject.value}:\n${found.join('\n---\n')}`);
    }
    if (found[0] === '') clean += 1;
  }
  return clean;
}

const found = (focus = '', path = '-', constraint = '', severity = ''): Found =>
  [focus, path, constraint.replace('ConstraintComponent', ''), severity.toLowerCase()].join(' ');

const local = (term: Term | null | undefined): string =>
  term?.value.slice(term.value.lastIndexOf('#') + 1) ?? '';
