import { readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Quad } from '@rdfjs/types';
import { FolkloreError, messageOf } from '../../base/errors.js';
import { inVocabularyBase, VOCABULARY_BASE } from '../rdf/iris.js';
import { parseTurtle } from '../rdf/parse.js';

/** shapes/ of this package; the same from src/ and from dist/. */
export const SHAPES_DIRECTORY = new URL('../../../shapes/', import.meta.url);

/**
 * Reads every Turtle file below a directory, in the order of their names.
 *
 * @param except files to leave out, by their paths below the directory
 * @param vocabularyBase what the IRIs of our vocabulary begin with
 * @throws FolkloreError SHAPES_UNUSABLE naming the file, and the line if its Turtle is bad
 */
export async function readShapes(
  directory: string | URL,
  except: readonly string[] = [],
  vocabularyBase: string = VOCABULARY_BASE,
): Promise<Quad[]> {
  const root = directory instanceof URL ? fileURLToPath(directory) : directory;
  const quads: Quad[] = [];
  for (const file of await turtleFiles(root)) {
    if (except.includes(file)) continue;
    try {
      const text = inVocabularyBase(readFileSync(join(root, file), 'utf8'), vocabularyBase);
      quads.push(...parseTurtle(text, file));
    } catch (thrown) {
      throw unusable(`Shapes cannot be read: ${messageOf(thrown)}`, 'Mend the file.', thrown);
    }
  }
  return quads;
}

async function turtleFiles(root: string): Promise<string[]> {
  try {
    const files = (await readdir(root, { recursive: true })).filter((name) => name.endsWith('.ttl')).sort();
    if (files.length > 0) return files;
  } catch (thrown) {
    throw unusable(
      `The directory of shapes cannot be read: ${root}`,
      'Check the setting and the rights.',
      thrown,
    );
  }
  throw unusable(
    `There is no .ttl file in the directory of shapes: ${root}`,
    'Reinstall the program: without shapes nothing is published.',
  );
}

/** The error for shapes that cannot be used. */
export function unusable(message: string, hint: string, cause?: unknown): FolkloreError {
  return new FolkloreError('SHAPES_UNUSABLE', message, { hint, cause });
}
