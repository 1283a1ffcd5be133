import { mkdir } from 'node:fs/promises';
import type { Voice } from '../src/export/voice.js';
import type { Compression, Format } from '../src/sinks/format.js';
import type { Described, Dump } from '../src/sinks/sink.js';
import { built } from './built.js';

/** The dataset that benches write everything to. */
const DATASET = 'schools';

/**
 * Writes records through the program's own sinks, as a build does: into one dataset, whatever they are of. This is all
 * that benches know of sinks.
 *
 * @param directory made if need be; it must hold no dumps yet
 * @returns what became of the dumps
 */
export async function writeDumps(
  formats: readonly Format[],
  directory: string,
  records: Iterable<Described> | AsyncIterable<Described>,
  { language }: Pick<Voice, 'language'>,
  compression: Compression = 'none',
): Promise<readonly Dump[]> {
  const { openDumps } = await built('sinks/open-dumps');
  const { SortMemory } = await built('sinks/sort-memory');
  await mkdir(directory, { recursive: true });
  const memory = new SortMemory();
  const sink = await openDumps(formats, { directory, dataset: DATASET, compression, memory }, language);
  for await (const { node, quads } of records) await sink.write({ node, quads });
  return sink.close();
}
