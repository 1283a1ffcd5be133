import { mkdir, readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { run } from '../processes.js';
import { ROOT } from '../results.js';

/** What the guard was last recorded in: its last commit is the one whose speed was accepted. */
export const RECORD = 'bench/guard.json';

const HERE = fileURLToPath(ROOT);

/**
 * The commit that this tree is compared with: the last one that changed {@link RECORD}; in a shallow clone perhaps a later
 * one, the oldest that is there.
 *
 * @throws Error when git cannot say, or when nothing has changed since
 */
export async function acceptedCommit(): Promise<string> {
  const commit = await output(HERE, 'git', 'log', '-1', '--format=%H', '--', RECORD);
  if (commit === '') throw new Error(`no commit has ${RECORD}`);
  if ((await output(HERE, 'git', 'status', '--porcelain', '--untracked-files=no')) !== '') return commit;
  if ((await output(HERE, 'git', 'rev-parse', 'HEAD')) !== commit) return commit;
  throw new Error(
    `${commit.slice(0, 8)} is this commit; an earlier one is not in this clone, or is not meant`,
  );
}

/**
 * Another commit of this repository, compiled.
 *
 * @param folder where it is put; it need not be there yet
 * @returns its folder
 * @throws Error when it is not in this clone, or cannot be built
 */
export async function treeOf(commit: string, folder: string): Promise<string> {
  await mkdir(folder, { recursive: true });
  const archive = join(folder, 'tree.tar');
  await output(HERE, 'git', 'archive', `--output=${archive}`, commit);
  await output(folder, 'tar', '-xf', archive);
  const lock = (tree: string) => readFile(join(tree, 'package-lock.json'), 'utf8');
  if ((await lock(HERE)) === (await lock(folder)))
    await symlink(join(HERE, 'node_modules'), join(folder, 'node_modules'));
  else await output(folder, 'npm', 'ci', '--ignore-scripts', '--no-audit', '--no-fund');
  for (const project of ['tsconfig.build.json', 'bench/tsconfig.json'])
    await output(folder, process.execPath, 'node_modules/typescript/bin/tsc', '-p', project);
  return folder;
}

/**
 * What a program prints.
 *
 * @throws Error when it fails, with what it says
 */
async function output(folder: string, command: string, ...args: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await run(command, args, {}, folder);
  if (code === 0) return stdout.trim();
  throw new Error(`${command} ${args.join(' ')}: ${stderr.trim() || stdout.trim() || `ended with ${code}`}`);
}
