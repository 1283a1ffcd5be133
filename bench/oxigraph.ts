import { createReadStream } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import oxigraph from 'oxigraph';
import { median, ROUNDS } from './rounds.js';

/** What Oxigraph alone needs, in seconds. */
export interface Oxigraph {
  readonly loading: number;
  /** Medians, in the order of the queries. */
  readonly questions: readonly number[];
}

/** Characters that are loaded at a time. */
const PIECE = 8 << 20;

/** Loads the N-Triples of a folder and answers queries: `oxigraph.js <folder> <query file> …`. Prints JSON. */
const [folder = '', ...files] = process.argv.slice(2);
const store = new oxigraph.Store();
const begin = performance.now();
const load = (text: string): void =>
  store.load(text, { format: 'application/n-triples', lenient: true, no_transaction: true });
for (const name of await readdir(folder)) {
  if (!name.endsWith('.nt')) continue;
  let text = '';
  for await (const piece of createReadStream(join(folder, name), {
    encoding: 'utf8',
    highWaterMark: PIECE,
  })) {
    text += piece;
    const end = text.lastIndexOf('\n') + 1;
    load(text.slice(0, end));
    text = text.slice(end);
  }
}
const loading = (performance.now() - begin) / 1000;
const questions: number[] = [];
for (const file of files) {
  const query = await readFile(file, 'utf8');
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const asked = performance.now();
    store.query(query, { results_format: 'text/csv' });
    times.push((performance.now() - asked) / 1000);
  }
  questions.push(median(times));
}
console.log(JSON.stringify({ loading, questions } satisfies Oxigraph));
