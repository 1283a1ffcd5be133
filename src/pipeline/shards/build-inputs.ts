import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { FolkloreError } from '../../base/errors.js';
import type { Origin } from '../../base/origin.js';
import { programFingerprint } from '../../harvest/answers/program-fingerprint.js';
import { type History, readHistory } from '../../harvest/crawl/history.js';
import { openForBuild, type StoredHarvest } from '../../harvest/store/stored-harvest.js';
import type { Group } from '../../model/records/datasets.js';
import { RUN_FILE } from '../../release/description/checksums.js';
import type { BuildPlan } from '../plan/build-plan.js';
import { digestOf } from './shards.js';

/** A request that every harvest of a group makes, and no other. */
const CHARACTERISTIC_REQUESTS: Readonly<
  Record<Group, readonly [service: Origin['service'], request: string]>
> = {
  manuscripts: ['archive', '/cbe/volumes'],
  schools: ['archive', '/cbes/volumes'],
  photographs: ['archive', '/cbeg/topics/handbook'],
  people: ['archive', '/cbed/occupations'],
  places: ['placenames', '/glossary'],
};

/**
 * Refuses to build kinds that were not harvested: their files would be empty.
 *
 * @throws FolkloreError STORE_UNUSABLE naming them
 */
export function checkHarvested(store: StoredHarvest, { kinds, store: directory }: BuildPlan): void {
  const isThere = (kind: Group) =>
    store.requests(CHARACTERISTIC_REQUESTS[kind][0]).includes(CHARACTERISTIC_REQUESTS[kind][1]);
  const absent = kinds.filter((kind) => !isThere(kind));
  if (absent.length === 0) return;
  const present = kinds.filter(isThere);
  const instead =
    present.length === 0 ? '' : `, or build only what is there with --kinds ${present.join(',')}`;
  throw new FolkloreError('STORE_UNUSABLE', `The harvest in ${directory} holds no ${absent.join(', no ')}.`, {
    hint: `Run \`folklore-ld harvest\` for these kinds too${instead}.`,
  });
}

/**
 * Refuses to make a release of all records from a trial, which has part of them, and the reverse.
 *
 * @throws FolkloreError STORE_UNUSABLE
 */
export function checkExtent({ plan: { store, isTrial = false }, history }: BuildInputs): void {
  if (isTrial === (history.isTrial === true)) return;
  throw isTrial
    ? new FolkloreError('STORE_UNUSABLE', `The harvest in ${store} is no trial.`, {
        hint: 'Run `folklore-ld export --trial` with a --store whose name with -trial after it is free.',
      })
    : new FolkloreError('STORE_UNUSABLE', `The harvest in ${store} is a trial: it has part of the records.`, {
        hint: 'Name the store of all records with --store, or make the release of the trial again: `folklore-ld build --trial`.',
      });
}

/** A plan with the harvest that it is carried out on. */
export interface BuildInputs {
  /**
   * With the year of the harvest as the latest plausible year, so that a release does not depend on the day of the build. A
   * store without a date is built with the year of the run.
   */
  readonly plan: BuildPlan;
  readonly store: StoredHarvest;
  readonly history: History;
}

/**
 * Opens the store of a plan.
 *
 * @throws FolkloreError STORE_UNUSABLE
 */
export async function openInputs(order: BuildPlan): Promise<BuildInputs> {
  const store = await openForBuild(order.store);
  const history = await readHistory(store);
  const { harvested } = history;
  const plan = harvested === undefined ? order : { ...order, latestYear: Number(harvested.slice(0, 4)) };
  return { plan, store, history };
}

/** Settings that do not change the records of a release. */
const NOT_IN_DIGEST = [
  ...['store', 'out', 'label', 'replace', 'isLatest', 'pid', 'previous'],
  ...['workers', 'isProfiled', 'spool', 'maxWithdrawn'],
] as const satisfies readonly (keyof BuildPlan)[];

/** Everything that a release is made from, by name. */
export type Inputs = Readonly<Record<string, unknown>>;

/**
 * Everything that a release is made from: answers, what is known of earlier harvests, settings, and the whole program.
 * Releases with the same inputs differ in their label and in what compares them with the release before.
 */
export function inputsOf({ plan, store, history }: BuildInputs): Inputs {
  const { additions = {}, ...others } = plan;
  const settings: Record<string, unknown> = others;
  for (const name of NOT_IN_DIGEST) delete settings[name];
  for (const [feature, addition] of Object.entries(additions)) settings[`additions.${feature}`] = addition;
  const { harvested, withdrawn } = history;
  const { downloads } = plan.announcement ?? {};
  // The label is part of the address of the downloads.
  const announcement = { ...plan.announcement, downloads: downloads?.replaceAll(plan.label, '') };
  const program = wholeProgram();
  // The machines of a build in parts may have the modules at other paths.
  const modules = plan.modules?.map(({ sha256 }) => sha256);
  return { ...settings, modules, announcement, harvested, withdrawn, program, answers: store.digest() };
}

/** The digest of {@link inputsOf}, in hexadecimal digits. */
export const inputsDigest = (inputs: BuildInputs): string => digestOf(inputsOf(inputs));

const WHOLE_PROGRAM = [
  '.',
  '../contexts',
  '../queries',
  '../reference-data',
  '../shapes',
  '../templates',
  '../views',
  '../vocabulary',
];

/** The fingerprint of the whole program. */
const wholeProgram = (): string => programFingerprint(WHOLE_PROGRAM);

/** The facts of the run that made a release; none where they cannot be read. */
export async function readRun(release: string): Promise<Readonly<Record<string, unknown>>> {
  try {
    return { ...JSON.parse(await readFile(join(release, RUN_FILE), 'utf8')) };
  } catch {
    return {};
  }
}

/**
 * Whether a release was made from what a build would use now.
 *
 * @param release its folder
 */
export async function isMadeFromTheSame(release: string, plan: BuildPlan): Promise<boolean> {
  const { inputs } = await readRun(release);
  return inputs !== undefined && inputs === inputsDigest(await openInputs(plan));
}
