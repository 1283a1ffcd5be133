import { spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Store } from 'n3';
import * as oxigraph from 'oxigraph';
import { describe, expect, it } from 'vitest';
import { scratch } from '../../support/files.js';
import { FORMATS, GRAPH, HOSTILE, text, toQuads, write } from './formats.js';

/** Readers that others have written, in other languages, find every statement in every dump. */

const NODES = Object.values(HOSTILE).map((words, id) => text(words, id));
const STATEMENTS = new Store(NODES.flatMap((node) => toQuads(node))).size;

it.each(Object.entries(FORMATS))('Oxigraph reads %s', async (_, { mediaType, format }) => {
  const { bytes } = await write(format, NODES);
  const store = new oxigraph.Store();
  store.load(bytes, { format: mediaType });
  const graph = format === 'nq' ? oxigraph.namedNode(GRAPH) : oxigraph.defaultGraph();
  expect(store.match(null, null, null, graph)).toHaveLength(STATEMENTS);
  expect(store.size).toBe(STATEMENTS);
});

/** Programs of the system: what each calls a format, and how it is asked to write one statement a line. */
const PROGRAMS = {
  serdi: { names: { ttl: 'turtle', nt: 'ntriples', nq: 'nquads' }, output: ['-o', 'nquads'] },
  rapper: { names: { ttl: 'turtle', nt: 'ntriples', nq: 'nquads' }, output: ['-q', '-o', 'ntriples'] },
} as const;

describe.each(Object.entries(PROGRAMS))('%s', (program, { names, output }) => {
  const missing = spawnSync(program, ['-v']).error === undefined ? '' : ` (skipped: ${program} is not here)`;
  const formats = Object.values(FORMATS).filter(({ format }) => format in names);

  it.skipIf(missing !== '').each(formats)(`reads $format${missing}`, async ({ format }) => {
    const { bytes } = await write(format, NODES);
    const file = join(await scratch(), `sample.${format}`);
    await writeFile(file, bytes);
    const read = spawnSync(program, ['-i', names[format as keyof typeof names], ...output, file]);
    expect(String(read.stderr)).toBe('');
    expect(read.status).toBe(0);
    expect(String(read.stdout).match(/\n/g)).toHaveLength(STATEMENTS);
  });
});
