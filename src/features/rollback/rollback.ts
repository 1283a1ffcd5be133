import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { writingInto } from '../../base/disk-errors.js';
import { renameDurably, replaceFile } from '../../base/durable.js';
import { FolkloreError } from '../../base/errors.js';
import { exists, makeFolder } from '../../base/files.js';
import { measureFile } from '../../base/sha256.js';
import { formatCount } from '../../base/text.js';
import {
  linkTarget,
  lockReleases,
  moveLink,
  repairLeftovers,
  whatIs,
} from '../../pipeline/publish/staging.js';
import { CHANGES_FILE } from '../../release/delta/difference.js';
import { suppressedOf } from '../../release/delta/suppressed-list.js';
import { MANIFEST, readManifestIfValid } from '../../release/description/manifest.js';
import { changesFileOf, ROLLED_BACK, type Rollback, rollbacksOf, writeRollbacks } from './rollbacks.js';

interface RollbackOrder {
  /** The folder of the releases. */
  readonly out: string;
  /** The release that `latest` leads to. */
  readonly label: string;
  /** The release that it is to lead to; absent: the one before. */
  readonly to?: string | undefined;
  /** Whether records may be published again that the release has withheld. */
  readonly mayRepublish: boolean;
  /** `YYYY-MM-DD` */
  readonly today: string;
  /** For the lock of the folder. */
  readonly pid: number;
}

/** What was done. */
interface RolledBack {
  /** The label that `latest` leads to. */
  readonly to: string;
  /** Where the release is now. */
  readonly folder: string;
  /** Whether the release was taken back before. */
  readonly isRepeated: boolean;
}

/**
 * Takes back the release that `latest` leads to: writes it into the list of releases that were taken back, moves `latest`, then
 * moves the folder of the release away, unchanged. When this process is killed, the same call goes on.
 *
 * @throws FolkloreError RECORD_UNKNOWN when `latest` leads to another release, or there is no release to go back to; GATE_FAILED
 *   when records would be published again; STORE_UNUSABLE when another process writes into the folder; OUTPUT_UNWRITABLE
 */
export async function rollback(order: RollbackOrder): Promise<RolledBack> {
  const { out, label, pid } = order;
  if (!(await exists(out)))
    throw refused(`There is no folder ${out}`, 'Give the folder of the releases after the label.');
  return writingInto(out, async () => {
    const lock = await lockReleases(out, pid);
    try {
      await repairLeftovers(out);
      const latest = basename((await linkTarget(out)) ?? '');
      const before = await rollbacksOf(out);
      if (latest !== label) return { ...(await finish(order, latest, before)), isRepeated: true };
      // A killed run may have listed the release, and is done again.
      const kept: Rollback[] = [];
      for (const one of before)
        if (
          one.label !== label ||
          !(await isSame(order, one)) ||
          (await exists(join(out, ROLLED_BACK, one.folder)))
        )
          kept.push(one);
      const one = await rollbackOf(order, kept);
      await makeFolder(join(out, ROLLED_BACK));
      // The list of changes stays when the folder of the release is removed.
      const changes = join(out, label, CHANGES_FILE);
      if (await exists(changes))
        await replaceFile(join(out, ROLLED_BACK, changesFileOf(one)), await readFile(changes));
      await writeRollbacks(out, [...kept, one]);
      await moveLink(out, one.to);
      return { to: one.to, folder: await moveAway(out, one), isRepeated: false };
    } finally {
      await lock?.release();
    }
  });
}

/** The release as it is listed. */
async function rollbackOf(
  { out, label, to, mayRepublish, today }: RollbackOrder,
  before: readonly Rollback[],
): Promise<Rollback> {
  const path = join(out, label);
  const manifest = await readManifestIfValid(path);
  const target = to ?? manifest?.previous ?? undefined;
  if (target === undefined)
    throw refused(
      `The release ${label} states no release before it`,
      'A first release cannot be taken back: build the right one with --replace. If there is an earlier one, name it with --to.',
    );
  const isPlain = /^[A-Za-z0-9][A-Za-z0-9._-]*$/.test(target) && target !== label;
  if (
    !isPlain ||
    (await whatIs(join(out, target))) !== 'release' ||
    (await readManifestIfValid(join(out, target))) === undefined
  )
    throw refused(
      `There is no release ${target} in ${out} that can be read, for ${label} to give way to`,
      'Name another earlier release with --to.',
    );
  const known = await suppressedOf(join(out, target));
  const withheld = [...(await suppressedOf(path))].filter((one) => !known.has(one));
  if (withheld.length > 0 && !mayRepublish)
    throw new FolkloreError(
      'GATE_FAILED',
      `The release ${label} has withdrawn ${formatCount(withheld.length)} records and properties that may be confidential, and that ${target} publishes.`,
      {
        hint: `They are in ${join(path, 'delta/suppressed.txt')}. If they may be public until the next build, give --republish; otherwise build a right release in place of this one.`,
      },
    );
  const folders = before.map(({ folder }) => folder);
  let folder = label;
  for (let times = 2; folders.includes(folder) || (await exists(join(out, ROLLED_BACK, folder))); times += 1)
    folder = `${label}~${times}`;
  const day = [today, manifest?.issued ?? today].toSorted().at(-1) as string;
  return { label, folder, manifest: await digestOf(path), base: manifest?.base ?? '', to: target, day };
}

/** The checksum of a manifest; empty when there is none. */
async function digestOf(release: string): Promise<string> {
  const path = join(release, MANIFEST);
  return (await exists(path)) ? measureFile(path).sha256 : '';
}

/** Whether the release in its place is the one of the list. */
const isSame = async ({ out, label }: RollbackOrder, { manifest }: Rollback): Promise<boolean> =>
  (await digestOf(join(out, label))) === manifest;

/** Moves a release away whose taking back was killed after `latest` was moved; nothing where it was moved, too. */
async function finish(
  order: RollbackOrder,
  latest: string,
  before: readonly Rollback[],
): Promise<Omit<RolledBack, 'isRepeated'>> {
  const { out, label } = order;
  const one = before.findLast((rollback) => rollback.label === label);
  const path = join(out, label);
  const isThere = await exists(path);
  if (one === undefined || (isThere && !(await isSame(order, one))))
    throw refused(
      latest === ''
        ? `There is no release in ${out} that \`latest\` leads to`
        : `\`latest\` leads to ${latest}, not to ${label}`,
      'Only the newest release can be taken back; take back those after it first.',
    );
  return { to: latest, folder: isThere ? await moveAway(out, one) : join(out, ROLLED_BACK, one.folder) };
}

async function moveAway(out: string, { label, folder }: Rollback): Promise<string> {
  const to = join(out, ROLLED_BACK, folder);
  await renameDurably(join(out, label), to);
  return to;
}

const refused = (what: string, hint: string): FolkloreError =>
  new FolkloreError('RECORD_UNKNOWN', `${what}.`, { hint });
