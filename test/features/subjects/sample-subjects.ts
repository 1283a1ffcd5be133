import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readSubjectsTable } from '../../../src/features/subjects/subjects-table.js';
import type { SubjectsTable } from '../../../src/model/mapping/subjects.js';

/** The example of docs/subjects.md, a table of classifications of the sample world, as text. */
export async function exampleSubjects(): Promise<string> {
  const page = await readFile(new URL('../../../docs/subjects.md', import.meta.url), 'utf8');
  const [, table] = /```csv\n(.*?)```/s.exec(page) ?? [];
  if (table === undefined) throw new Error('docs/subjects.md has no table');
  return table;
}

/** The same as a build takes it. */
export async function subjectsOfSample(folder: string): Promise<SubjectsTable> {
  const file = join(folder, 'subjects.csv');
  await writeFile(file, await exampleSubjects());
  return readSubjectsTable(file, 'https://data.example.org/folklore/');
}
