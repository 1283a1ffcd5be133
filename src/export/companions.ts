import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { entriesBelow, pathOf } from '../base/entries-below.js';
import { DATA_BASE, inVocabularyBase, VOCABULARY_BASE } from '../rdf/iris.js';
import { makeFolder } from '../store/make-folder.js';
import type { BuildPlan } from './settings.js';
import { COMPANIONS, SHAPES_LEFT_OUT } from './vocabulary.js';

/** The settings that what goes beside the data depends on. */
export type CompanionSettings = Pick<BuildPlan, 'base' | 'vocabularyBase' | 'personsProfile'>;

/** Gives a query, by the name of its file, examples of the release. */
export type RewriteQuery = (file: string, text: string) => string;

/**
 * Writes what goes beside the data into a release: word for word, but in the bases that the release has, and with its
 * examples in the queries.
 */
export async function writeCompanions(
  directory: string,
  { base, vocabularyBase = VOCABULARY_BASE, personsProfile = 'full' }: CompanionSettings,
  rewrite: RewriteQuery,
): Promise<void> {
  const leftOut = SHAPES_LEFT_OUT[personsProfile].map((file) => join('shapes', file));
  const inBases = (text: string): string =>
    text
      .split(DATA_BASE)
      .map((part) => inVocabularyBase(part, vocabularyBase))
      .join(base);
  for (const [name, source] of Object.entries(COMPANIONS)) {
    for (const { from, below } of await filesOf(fileURLToPath(source))) {
      const file = join(name, below);
      if (leftOut.includes(file)) continue;
      await makeFolder(dirname(join(directory, file)));
      const text = await readFile(from, 'utf8');
      await writeFile(join(directory, file), inBases(name === 'queries' ? rewrite(below, text) : text));
    }
  }
}

/** A file, or every file of a folder, and where it is below that. */
async function filesOf(
  source: string,
): Promise<readonly { readonly from: string; readonly below: string }[]> {
  if (!source.endsWith('/')) return [{ from: source, below: '' }];
  const entries = await entriesBelow(source);
  return entries
    .filter((entry) => entry.isFile())
    .map(pathOf)
    .sort()
    .map((from) => ({ from, below: from.slice(source.length) }));
}
