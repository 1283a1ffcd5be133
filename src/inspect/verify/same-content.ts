import type { DumpRecord } from '../../rdf/formats/read-dump.js';
import type { ManifestDump } from '../../release/manifest.js';
import { ContentDigest } from './content.js';
import type { Tell } from './problem.js';
import { dumpRecords, type ReadableRelease } from './release-dump.js';

/** Records that are named when two files differ. */
const MOST_NAMED = 3;
/** Parts of a file in which records that differ are looked for. */
const MOST_PARTS = 8;

/** A dump that was read to its end, and what it says. */
export interface ReadDump {
  readonly file: ManifestDump;
  readonly content: ContentDigest;
}

/** The dump that most others of the same dataset agree with: the first of them. */
export function mostAgreed(dumps: readonly ReadDump[]): ReadDump | undefined {
  const agreeing = (one: ReadDump): number => dumps.filter((other) => isSame(one, other)).length;
  return dumps.reduce<ReadDump | undefined>(
    (best, one) => (best === undefined || agreeing(one) > agreeing(best) ? one : best),
    undefined,
  );
}

export const isSame = (one: ReadDump, other: ReadDump): boolean =>
  one === other || one.content.differing(other.content).length === 0;

/**
 * Tells of which records a dump says something else than another one: both are read once more, and only what is in
 * the parts that differ is remembered.
 *
 * @param onRecord told every record of both
 */
export async function tellDifferences(
  release: ReadableRelease,
  right: ReadDump,
  wrong: ReadDump,
  onRecord: (file: string, record: DumpRecord) => void,
  tell: Tell,
): Promise<void> {
  const parts = right.content.differing(wrong.content);
  const looked = parts.slice(0, MOST_PARTS);
  const said = await kept(release, right.file, looked, onRecord);
  const also = await kept(release, wrong.file, looked, onRecord);
  const few = parts.length > looked.length ? 'at least ' : '';
  const name = right.file.path;
  const tellOf = (iris: readonly string[], wording: (count: string) => string): void => {
    if (iris.length === 0) return;
    const count = `${few}${iris.length} ${iris.length === 1 ? 'record' : 'records'}`;
    tell(wrong.file.path, `${wording(count)}: ${iris.slice(0, MOST_NAMED).join(', ')}`);
  };
  const [ours, theirs] = [[...said.keys()], [...also.keys()]];
  tellOf(
    ours.filter((iri) => !also.has(iri)),
    (count) => `lacks ${count} of ${name}`,
  );
  tellOf(
    theirs.filter((iri) => !said.has(iri)),
    (count) => `holds ${count} that ${name} does not hold`,
  );
  tellOf(
    ours.filter((iri) => also.has(iri) && also.get(iri) !== said.get(iri)),
    (count) => `does not say the same as ${name} of ${count}`,
  );
}

async function kept(
  release: ReadableRelease,
  file: ManifestDump,
  parts: readonly number[],
  onRecord: (file: string, record: DumpRecord) => void,
): Promise<ReadonlyMap<string, number>> {
  const content = new ContentDigest(release.base, parts);
  for await (const record of dumpRecords(release, file)) {
    onRecord(file.path, record);
    content.add(record);
  }
  return content.kept;
}
