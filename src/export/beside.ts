import { lstat, readdir, readFile, readlink, rename, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { RUN_FILE } from '../release/run-json.js';
import { errorCode } from '../store/unusable.js';

/** The name under which the newest release of a folder is found. */
export const LATEST = 'latest';

/** What stands beside releases for a while is hidden, and begins so: nothing else in the folder is ours to clear. */
const OURS = '.folklore-ld';
/** Says which process writes into the folder. */
export const LOCK = `${OURS}.lock`;
const NEXT_LATEST = `${OURS}.latest`;

/** The name of a release while it is written. */
export const partialOf = (label: string): string => `${OURS}.${label}.partial`;

/** The name of a release while another one takes its place. */
export const formerOf = (label: string): string => `${OURS}.${label}.former`;

/** The label of a release that stands beside its place under one of these names; undefined for every other name. */
export const labelBeside = (name: string): string | undefined => BESIDE.exec(name)?.[1];

const BESIDE = /^\.folklore-ld\.(.+)\.(?:partial|former)$/;

/**
 * Puts right what a run that was killed has left: a release that had to give way comes back, `latest` leads to where a
 * release belongs, and half a release goes. May itself be killed at any time.
 */
export async function mend(out: string): Promise<void> {
  const names = await readdir(out);
  const beside = names.flatMap((name) => {
    const label = labelBeside(name);
    return label === undefined ? [] : [{ name, label }];
  });
  for (const { name, label } of beside) {
    if (name !== formerOf(label) || (await isThere(join(out, label)))) continue;
    // Whoever follows `latest` meanwhile finds the one that is whole as well.
    if ((await leadsTo(out)) === name && names.includes(partialOf(label)))
      await pointTo(out, partialOf(label));
    await rename(join(out, name), join(out, label));
  }
  const led = labelBeside((await leadsTo(out)) ?? '');
  if (led !== undefined) await pointTo(out, led);
  for (const name of [...beside.map((one) => one.name), NEXT_LATEST])
    await rm(join(out, name), { recursive: true, force: true });
}

/** What `latest` leads to, as it says so itself; undefined when there is no such link. */
export const leadsTo = (out: string): Promise<string | undefined> =>
  readlink(join(out, LATEST)).catch(() => undefined);

/** Makes `latest` lead to something in its folder, in one step. */
export async function pointTo(out: string, name: string): Promise<void> {
  const next = join(out, NEXT_LATEST);
  await rm(next, { force: true });
  await symlink(name, next, 'dir');
  await rename(next, join(out, LATEST));
}

/** Whether anything has that name, wherever it may lead. */
export const isThere = async (path: string): Promise<boolean> => (await whatIs(path)) !== 'nothing';

/** What has a name in a folder of releases. */
export async function whatIs(path: string): Promise<'nothing' | 'link' | 'release' | 'something else'> {
  try {
    if ((await lstat(path)).isSymbolicLink()) return 'link';
  } catch (thrown) {
    if (errorCode(thrown) === 'ENOENT') return 'nothing';
    throw thrown;
  }
  return isRelease(path);
}

/** Every release has the facts of its run, since the first one. */
async function isRelease(folder: string): Promise<'release' | 'something else'> {
  return readFile(join(folder, RUN_FILE)).then(
    () => 'release',
    () => 'something else',
  );
}
