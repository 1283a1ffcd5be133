import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { BuildFeature } from '../../pipeline/plan/build-feature.js';
import type { ReleaseFacts } from '../../release/description/facts.js';
import { publicationsOf } from '../../release/description/facts.js';
import { titleOfWhole } from '../../release/description/metadata/texts.js';
import { fillTemplate } from '../../release/description/template.js';

/** The notebook of a release, and the tables without which its questions have no answer. */
const NOTEBOOK = 'notebook/three-questions.ipynb';
const TABLES = ['items', 'roles', 'people', 'topics', 'locations'].map((name) => `${name}.csv`);

/**
 * The notebook with three questions: `templates/three-questions.py`, a script in the percent format, as a Jupyter notebook
 * (nbformat 4.5) without results.
 *
 * @returns undefined when a table is missing
 */
function notebook(facts: Omit<ReleaseFacts, 'others'>): string | undefined {
  const there = new Set(facts.derived?.map(({ file }) => file));
  if (!TABLES.every((file) => there.has(file))) return undefined;
  const title = titleOfWhole(publicationsOf(facts));
  return ofScript(fillTemplate('three-questions.py', { title, label: facts.label }));
}

/** In each release with the tables of the questions. */
export const FILES: BuildFeature = {
  settings: [],
  pages: async (directory, _plan, { release }) => {
    const text = notebook(release);
    if (text === undefined) return;
    await mkdir(dirname(join(directory, NOTEBOOK)), { recursive: true });
    await writeFile(join(directory, NOTEBOOK), text);
  },
};

/** Where a cell begins: a line of its own, with the kind of the cell unless it is code. */
const CELL = /^# %%(?: \[(markdown)\])?\n/m;

/** A script in the percent format as a notebook. The keys are in the order in which Jupyter writes them. */
function ofScript(script: string): string {
  const [, ...parts] = script.split(CELL);
  const cells = parts.flatMap((kind, at) => {
    if (at % 2 === 1) return [];
    const text = (parts[at + 1] ?? '').trim();
    const id = `cell-${at / 2 + 1}`;
    return kind === 'markdown'
      ? { cell_type: 'markdown', id, metadata: {}, source: linesOf(text.replace(/^# ?/gm, '')) }
      : { cell_type: 'code', execution_count: null, id, metadata: {}, outputs: [], source: linesOf(text) };
  });
  const metadata = {
    kernelspec: { display_name: 'Python 3', language: 'python', name: 'python3' },
    language_info: { name: 'python' },
  };
  return `${JSON.stringify({ cells, metadata, nbformat: 4, nbformat_minor: 5 }, undefined, 1)}\n`;
}

/** Lines with their ends, but for the last, as notebooks have them. */
const linesOf = (text: string): string[] => text.split(/(?<=\n)/);
