import { opendir, realpath } from 'node:fs/promises';
import { join, posix, sep } from 'node:path';
import type { StoreProblem } from './body-check.js';
import { DOCUMENTS } from './document.js';
import { journalFile } from './journal.js';
import { manifestFile } from './manifest.js';

/** What lies in a store beside its answers. */
export interface Strangers {
  readonly problems: readonly StoreProblem[];
  /** Links that lead out of the store, as paths below it: what they lead to is nobody's to look at. */
  readonly astray: ReadonlySet<string>;
}

/** What a finished store holds besides answers. A journal is left over, and in nobody's way. */
const KNOWN: readonly string[] = [manifestFile(''), journalFile(''), ...DOCUMENTS];

/**
 * Looks for what does not belong into a store.
 *
 * @param listed the files of the answers and the folders they are in, as paths below the store
 * @throws what the file system throws
 */
export async function strangersIn(store: string, listed: ReadonlySet<string>): Promise<Strangers> {
  const problems: StoreProblem[] = [];
  const astray = new Set<string>();
  for await (const { file, isLink } of filesBelow(store)) {
    if (isLink && !(await staysIn(store, file))) {
      astray.add(file);
      problems.push({
        file,
        wrong: 'is a link that leads out of the store',
        remedy: listed.has(file)
          ? 'Put what it leads to in its place: the store cannot be copied or moved without it.'
          : 'Delete it: nothing in the store needs it.',
      });
    } else if (!listed.has(file) && !KNOWN.includes(file)) {
      problems.push({
        file,
        wrong: 'is not in the manifest',
        remedy: 'Move it elsewhere if it is worth keeping: the next harvest removes it.',
      });
    }
  }
  return { problems, astray };
}

/** Everything below a folder that is no folder itself; links are not followed. */
async function* filesBelow(store: string, folder = ''): AsyncGenerator<{ file: string; isLink: boolean }> {
  for await (const found of await opendir(join(store, folder))) {
    const file = posix.join(folder, found.name);
    if (found.isDirectory()) yield* filesBelow(store, file);
    else yield { file, isLink: found.isSymbolicLink() };
  }
}

async function staysIn(store: string, link: string): Promise<boolean> {
  const target = await realpath(join(store, link)).catch(() => '');
  return target.startsWith(store + sep);
}
