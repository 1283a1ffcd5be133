import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { silent } from '../../../src/base/events.js';
import { RECORD_OUTCOMES } from '../../../src/model/records/record-counts.js';
import type { BuildPlan } from '../../../src/pipeline/plan/build-plan.js';
import { type BuildResult, build } from '../../../src/pipeline/publish/build.js';
import type { ServiceKeys } from '../../../src/services/server/keys.js';
import { loadWorld, SAMPLE_WORLD, type World } from '../../../src/services/server/world.js';
import { features } from '../../support/build-features.js';
import { makeFolder } from '../../support/files.js';
import { harvestSample, PLAN } from '../../support/sample-release.js';

/** The same with everything in it free to be changed. */
export type Draft<T> =
  T extends ReadonlyMap<infer K, infer V>
    ? Map<K, Draft<V>>
    : T extends readonly (infer E)[]
      ? Draft<E>[]
      : T extends object
        ? { -readonly [K in keyof T]: Draft<T[K]> }
        : T;

/** The sample world with something done to it. */
export async function sampleWorld(alter: (draft: Draft<World>) => void = () => {}): Promise<World> {
  const draft = structuredClone(await loadWorld(SAMPLE_WORLD)) as Draft<World>;
  alter(draft);
  return draft as World;
}

/** What must be there for a test to mean anything. */
export function there<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('the sample world has changed: this test is about something else');
  return value;
}

const partsOf = ({ archive }: Draft<World>) => [...archive.cbe.values()].flatMap(({ parts }) => parts);
const schoolsOf = ({ archive }: Draft<World>) => [...archive.cbes.values()].flatMap(({ parts }) => parts);

/** A part of a manuscripts volume. */
export const partOf = (draft: Draft<World>, id: number) => there(partsOf(draft).find((one) => one.id === id));

/** An item of a manuscripts volume. */
export const itemOf = (draft: Draft<World>, id: number) =>
  there(
    partsOf(draft)
      .flatMap(({ items }) => items)
      .find((one) => one.id === id),
  );

/** An item of a schools volume. */
export const schoolsItemOf = (draft: Draft<World>, id: number) =>
  there(
    schoolsOf(draft)
      .flatMap(({ items }) => items)
      .find((one) => one.id === id),
  );

/** A page of a schools volume. */
export const schoolsPageOf = ({ archive }: Draft<World>, id: number) =>
  there([...archive.cbes.values()].flatMap(({ pages }) => pages).find((one) => one.id === id));

export const photographOf = ({ archive }: Draft<World>, id: number) => there(archive.cbeg.get(id));

export const personOf = ({ archive }: Draft<World>, id: number) => there(archive.cbed.get(id));

export const placeOf = ({ placenames }: Draft<World>, id: number) => there(placenames.places.get(id));

/** A store with the harvest of a world, and a folder beside it. */
export interface Harvest {
  readonly folder: string;
  readonly profile: 'public' | 'privileged';
}

/** Serves a world, and harvests it into a folder of its own. The caller removes it. */
export async function harvestOf(world: World, key: keyof ServiceKeys = 'public'): Promise<Harvest> {
  const folder = await makeFolder();
  await harvestSample(folder, world, key);
  return { folder, profile: key === 'public' ? 'public' : 'privileged' };
}

/** Makes a release of a harvest. */
export const releaseOf = (
  { folder, profile }: Harvest,
  changes: Partial<BuildPlan> = {},
): Promise<BuildResult> =>
  build(
    { ...PLAN, store: join(folder, 'store'), out: join(folder, 'out'), label: 'test', profile, ...changes },
    () => ({}),
    silent,
    { features },
  );

/** What the report says of one finding, as far as the model decides it. */
export interface Line {
  readonly severity: string;
  readonly shape: string;
  readonly kind: string;
  readonly id?: number | string;
  readonly focus: string;
  readonly path?: string;
  readonly value?: string;
  readonly outcome: string;
}

/** The findings of a release, one by one, as they stand in `findings.ndjson`. */
export async function findingsIn(report: string): Promise<Line[]> {
  const lines = (await readFile(join(report, 'findings.ndjson'), 'utf8')).split('\n').filter(Boolean);
  return lines.map((line) => {
    const { severity, shape, kind, id, focus, path, value, outcome } = JSON.parse(line) as Line;
    return {
      ...{ severity, shape, kind, focus, outcome },
      ...(id === undefined ? {} : { id }),
      ...(path === undefined ? {} : { path }),
      ...(value === undefined ? {} : { value }),
    };
  });
}

/** The findings of a release that was made. */
export const reportIn = ({ directory }: BuildResult): Promise<Line[]> =>
  findingsIn(join(directory, 'report'));

/** What is in one list of findings and not in another, each as often as it is there more often, in a defined order. */
export function beyond(findings: readonly Line[], others: readonly Line[]): Line[] {
  const left = new Map<string, number>();
  for (const one of others) left.set(keyOf(one), (left.get(keyOf(one)) ?? 0) + 1);
  return sorted(
    findings.filter((one) => {
      const count = left.get(keyOf(one)) ?? 0;
      left.set(keyOf(one), count - 1);
      return count <= 0;
    }),
  );
}

const keyOf = (one: Line): string => JSON.stringify(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1)));

/** Findings in an order of their own: which comes first in the report is nobody's promise. */
export const sorted = (lines: readonly Line[]): Line[] =>
  [...lines].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : keyOf(a) > keyOf(b) ? 1 : 0));

/** Kinds of which more or fewer records were fetched than ended somewhere (architecture 4): there must be none. */
export const lostIn = ({ ledger }: BuildResult): readonly string[] =>
  ledger
    .rows()
    .filter((row) => row.fetched !== RECORD_OUTCOMES.reduce((sum, end) => sum + row[end], 0))
    .map(({ kind }) => kind);
