import { readdir, rm, stat } from 'node:fs/promises';
import { join, posix, sep } from 'node:path';
import { type Entry, entryKey } from './entry.js';
import { journalFile, readJournal } from './journal.js';

/**
 * What an unfinished harvest has gained, without what is no longer there; nothing of one under another plan, or
 * of one that gained nothing since `staleBefore`.
 */
export async function leftBehind(
  next: string,
  plan: string,
  staleBefore = Number.NEGATIVE_INFINITY,
): Promise<Map<string, Entry>> {
  const told = await readJournal(next);
  const isFresh = told !== undefined && (await stat(journalFile(next))).mtimeMs >= staleBefore;
  const known = byKey(isFresh && told.plan === plan ? told.entries : []);
  const entries = new Map<string, Entry>();
  for (const [key, entry] of known) {
    if ('missing' in entry || (await hasContent(join(next, entry.file)))) entries.set(key, entry);
  }
  return entries;
}

function byKey(entries: readonly Entry[]): Map<string, Entry> {
  return new Map(entries.map((entry) => [entryKey(entry), entry]));
}

async function hasContent(file: string): Promise<boolean> {
  const found = await stat(file).catch(() => undefined);
  return found?.isFile() === true && found.size > 0;
}

/** The files of a store and the folders they are in, as paths below it. */
export function filesOf(entries: Iterable<Entry>): Set<string> {
  const kept = new Set<string>();
  for (const entry of entries) {
    if ('missing' in entry) continue;
    for (let path = entry.file; path !== '.'; path = posix.dirname(path)) kept.add(path);
  }
  return kept;
}

/** Takes away what an earlier end left half written or never told the journal; the journal itself stays. */
export async function removeAllBut(directory: string, kept: ReadonlySet<string>): Promise<void> {
  for (const path of await readdir(directory, { recursive: true })) {
    const file = join(directory, path);
    if (kept.has(path.split(sep).join('/')) || file === journalFile(directory)) continue;
    await rm(file, { recursive: true, force: true });
  }
}
