import { createHash } from 'node:crypto';
import { sha256 } from '../../base/sha256.js';
import { decode, encode } from '../../harvest/answers/indexed-record.js';
import { indexFingerprint } from '../../harvest/answers/program-fingerprint.js';
import type { StoredHarvest } from '../../harvest/store/stored-harvest.js';
import { recordSetOf } from '../../model/records/record.js';
import type { BuildPlan } from '../plan/build-plan.js';
import type { GlobalIndex, IndexSettings } from './global-index.js';

/** The settings that a global index depends on. */
type IndexPlan = Pick<BuildPlan, 'kinds' | 'profile' | keyof IndexSettings>;

/** Hexadecimal digits of a SHA-256. */
const DIGEST_LENGTH = 64;

/**
 * Keeps a global index in the store, so that one record can be explained without reading all indexes. The file begins with
 * the digest of what the index was made from, and its own checksum; the rest is JSON, a line for each part. Like the indexes
 * of answers it is a cache: it is not written where the store is read-only.
 */
export async function saveGlobalIndex(
  store: StoredHarvest,
  plan: IndexPlan,
  index: GlobalIndex,
): Promise<void> {
  const checksum = createHash('sha256');
  const lines: Buffer[] = [];
  // One after another: at the size of the whole archive all texts at once are some hundred MiB.
  for (const part of Object.entries(plainIndex(index))) {
    const text = encode(part);
    if (text === undefined) return;
    const line = Buffer.from(lines.length === 0 ? text : `\n${text}`);
    checksum.update(line);
    lines.push(line);
  }
  const head = Buffer.from(keyOf(store, plan) + checksum.digest('hex'));
  await store.writeGlobalIndexFile(Buffer.concat([head, ...lines])).catch(() => {});
}

/** The global index in the store; undefined when there is none of this harvest, program and plan, or it is damaged. */
export async function readGlobalIndex(
  store: StoredHarvest,
  plan: IndexPlan,
): Promise<GlobalIndex | undefined> {
  const file = await store.readGlobalIndexFile();
  const content = file?.subarray(2 * DIGEST_LENGTH);
  const head = file?.toString('latin1', 0, 2 * DIGEST_LENGTH);
  if (content === undefined || head !== keyOf(store, plan) + sha256(content)) return undefined;
  // A part without an undefined value is only parsed.
  const parts = content.toString('utf8').split('\n').map(decode) as [string, unknown][];
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
  { kinds, profile, personsProfile, placeholders, base, links, operatorLinks }: IndexPlan,
): string =>
  sha256(
    JSON.stringify([
      ...[indexFingerprint(), store.digest()],
      ...[kinds, profile, personsProfile, placeholders, base, links, operatorLinks],
    ]),
  );
