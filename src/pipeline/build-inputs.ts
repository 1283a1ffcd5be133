import { EXIT, FolkloreError } from '../base/errors.js';
import type { Origin } from '../base/origin.js';
import type { History } from '../harvest/history.js';
import type { BuildPlan } from '../records/build-plan.js';
import type { Group } from '../records/datasets.js';
import type { StoredHarvest } from '../response-store/stored-harvest.js';

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
    exitCode: EXIT.misuse,
  });
}

/**
 * The plan with the year of the harvest as the latest plausible year, so that a release does not depend on the day of the
 * build. A store without a date is built with the year of the run.
 */
export const asOfHarvest = (plan: BuildPlan, { harvested }: History): BuildPlan =>
  harvested === undefined ? plan : { ...plan, latestYear: Number(harvested.slice(0, 4)) };
