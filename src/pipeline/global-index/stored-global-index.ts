import { sha256 } from '../../base/sha256.js';
import { indexFingerprint } from '../../harvest/answers/program-fingerprint.js';
import type { StoredHarvest } from '../../harvest/store/stored-harvest.js';
import { recordSetOf } from '../../model/records/record.js';
import type { BuildPlan } from '../plan/build-plan.js';
import type { GlobalIndex, IndexSettings } from './global-index.js';

/** The settings that a global index depends on. */
type IndexPlan = Pick<BuildPlan, 'kinds' | 'profile' | keyof IndexSettings>;

/** The name of the global index among what the store keeps. */
const NAME = 'global index';

/**
 * Keeps a global index in the store, so that one record can be explained without reading the facts of all answers. Each part is
 * a line of JSON. Like the facts of answers it can be made again: it is not written where the store is read-only.
 */
export async function saveGlobalIndex(
  store: StoredHarvest,
  plan: IndexPlan,
  index: GlobalIndex,
): Promise<void> {
  // One after another: at the size of the whole archive all texts at once are some hundred MiB.
  const lines = Object.entries(plainIndex(index)).map((part) => Buffer.from(`${JSON.stringify(part)}\n`));
  await store.saveDerived(NAME, keyOf(store, plan), Buffer.concat(lines)).catch(() => {});
}

/** The global index in the store; undefined when there is none of this harvest, program and plan, or it is damaged. */
export function readGlobalIndex(store: StoredHarvest, plan: IndexPlan): GlobalIndex | undefined {
  const content = store.derived(NAME, keyOf(store, plan));
  if (content === undefined) return undefined;
  const lines = content.toString('utf8').trimEnd().split('\n');
  const parts = lines.map((line) => JSON.parse(line)) as [string, unknown][];
  const index = Object.fromEntries(parts) as ReturnType<typeof plainIndex>;
  return {
    ...index,
    withheld: recordSetOf(index.withheld),
    unreadable: recordSetOf(index.unreadable),
    occurrences: new Map(index.occurrences),
    ambiguousPeople: new Map(index.ambiguousPeople),
    places: new Map(index.places),
    sharedAddresses: new Map(index.sharedAddresses),
    unnamedLocations: new Set(index.unnamedLocations),
    genders: { cbed: new Set(index.genders.cbed), cbes: new Set(index.genders.cbes) },
    lists: new Map(index.lists),
  };
}

/** A global index with lists in place of sets and maps. */
const plainIndex = (index: GlobalIndex) => ({
  ...index,
  withheld: [...index.withheld.all()],
  unreadable: [...index.unreadable.all()],
  occurrences: [...index.occurrences],
  ambiguousPeople: [...index.ambiguousPeople],
  places: [...index.places],
  sharedAddresses: [...index.sharedAddresses],
  unnamedLocations: [...index.unnamedLocations],
  genders: { cbed: [...index.genders.cbed], cbes: [...index.genders.cbes] },
  lists: [...index.lists],
});

/** The digest of everything that the global index is made from. */
const keyOf = (
  store: StoredHarvest,
  { kinds, profile, personsProfile, placeholders, base, links, additions }: IndexPlan,
): string =>
  sha256(
    JSON.stringify([
      ...[indexFingerprint(), store.digest()],
      ...[kinds, profile, personsProfile, placeholders, base, links, additions?.links],
    ]),
  );
