import { mkdir } from 'node:fs/promises';
import type { Dump } from '../src/output/dataset-writer.js';
import type { Compression, Format, MappedNode } from '../src/rdf/formats/format.js';
import type { CompiledVocabulary } from '../src/records/compiled-vocabulary.js';
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
  records: Iterable<MappedNode> | AsyncIterable<MappedNode>,
  { language }: Pick<CompiledVocabulary, 'language'>,
  compression: Compression = 'none',
): Promise<readonly Dump[]> {
  const { openDatasetWriter: openDumps } = await built('output/dataset-writer');
  const { SortMemory } = await built('output/sort/external-sort');
  await mkdir(directory, { recursive: true });
  const memory = new SortMemory();
  const sink = await openDumps(formats, { directory, dataset: DATASET, compression, memory }, language);
  for await (const { node, quads } of records) await sink.write({ node, quads });
  return sink.close();
}
