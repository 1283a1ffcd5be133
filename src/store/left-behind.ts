import { rm, stat } from 'node:fs/promises';
import { join, posix, relative, sep } from 'node:path';
import { entriesBelow, pathOf } from '../base/entries-below.js';
import { type Entry, entryKey } from './entry.js';
import { journalFile, readJournal } from './journal.js';

/** Why an unfinished harvest is not gone on with. */
export type PassedOver = 'other plan' | 'too old';

/** What an unfinished harvest has left. */
export interface LeftBehind {
  /** What it has gained and is gone on with, without what is no longer there. */
  readonly entries: Map<string, Entry>;
  /** What it had gained and is begun anew; absent where nothing was. */
  readonly passedOver?: { readonly answers: number; readonly why: PassedOver };
}

/** Reads what an unfinished harvest has left; one under another plan, or that gained nothing since `staleBefore`, is begun anew. */
export async function leftBehind(
  next: string,
  plan: string,
  staleBefore = Number.NEGATIVE_INFINITY,
): Promise<LeftBehind> {
  const told = await readJournal(next);
  const entries = new Map<string, Entry>();
  if (told === undefined || told.entries.length === 0) return { entries };
  const isOld = (await stat(journalFile(next))).mtimeMs < staleBefore;
  if (isOld || told.plan !== plan) {
    const why = told.plan === plan ? 'too old' : 'other plan';
    return { entries, passedOver: { answers: told.entries.length, why } };
  }
  for (const [key, entry] of byKey(told.entries)) {
    if ('missing' in entry || (await hasContent(join(next, entry.file)))) entries.set(key, entry);
  }
  return { entries };
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
  for (const file of (await entriesBelow(directory)).map(pathOf)) {
    if (kept.has(relative(directory, file).split(sep).join('/')) || file === journalFile(directory)) continue;
    await rm(file, { recursive: true, force: true });
  }
}
