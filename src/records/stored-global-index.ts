import { hash } from 'node:crypto';
import { cachedDataVersionTag, deserialize, serialize } from 'node:v8';
import type { StoredHarvest } from '../response-store/stored-harvest.js';
import type { BuildPlan } from './build-plan.js';
import type { GlobalIndex } from './global-index.js';
import { indexFingerprint } from './program-fingerprint.js';
import { type RecordRef, recordSetOf } from './record.js';

/** The settings that a global index depends on. */
type IndexPlan = Pick<BuildPlan, 'kinds' | 'profile' | 'personsProfile' | 'placeholders'>;

/** A global index as plain data. */
type PlainIndex = Omit<GlobalIndex, 'withheld' | 'unreadable'> &
  Readonly<Record<'withheld' | 'unreadable', readonly RecordRef[]>>;

/** Hexadecimal digits of a SHA-256. */
const DIGEST_LENGTH = 64;

/**
 * Keeps a global index in the store, so that one record can be explained without reading all indexes. The file begins with
 * the digest of what the index was made from, and its own checksum. Like the indexes of answers it is a cache: it is not
 * written where the store is read-only.
 */
export async function saveGlobalIndex(
  store: StoredHarvest,
  plan: IndexPlan,
  index: GlobalIndex,
): Promise<void> {
  const plain: PlainIndex = {
    ...index,
    withheld: [...index.withheld.all()],
    unreadable: [...index.unreadable.all()],
  };
  const content = serialize(plain);
  const head = Buffer.from(keyOf(store, plan) + sha256(content));
  await store.writeGlobalIndexFile(Buffer.concat([head, content])).catch(() => {});
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
  const { withheld, unreadable, ...index } = deserialize(content) as PlainIndex;
  return { ...index, withheld: recordSetOf(withheld), unreadable: recordSetOf(unreadable) };
}

/** The digest of everything that the global index is made from. The version of V8 decides the form of the file. */
const keyOf = (store: StoredHarvest, { kinds, profile, personsProfile, placeholders }: IndexPlan): string =>
  sha256(
    JSON.stringify([
      ...[indexFingerprint(), cachedDataVersionTag(), store.digest()],
      ...[kinds, profile, personsProfile, placeholders],
    ]),
  );

const sha256 = (content: string | Buffer): string => hash('sha256', content);
