import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Compression, Format, MappedNode } from '../src/model/rdf/formats/format.js';
import type { CompiledVocabulary } from '../src/pipeline/plan/compiled-vocabulary.js';
import type { StoredChunk } from '../src/release/dumps/dataset-chunk.js';
import type { Dump } from '../src/release/dumps/dataset-writer.js';
import { built } from './built.js';

/** The dataset that benches write everything to. */
const DATASET = 'schools';

/** Records of a chunk. */
const CHUNK = 1000;

/**
 * Writes records to files of one dataset as a build does: chunks in temporary files, and then the files of the dataset.
 *
 * @param directory made if need be; it must hold no dumps yet
 */
export async function writeDumps(
  formats: readonly Format[],
  directory: string,
  records: Iterable<MappedNode> | AsyncIterable<MappedNode>,
  { language }: Pick<CompiledVocabulary, 'language'>,
  compression: Compression = 'none',
): Promise<readonly Dump[]> {
  const { writeDataset } = await built('release/dumps/dataset-writer');
  const { DatasetChunkBuilder, storeChunk } = await built('release/dumps/dataset-chunk');
  const { writePartsFile } = await built('release/dumps/parts-file');
  const temporary = join(directory, '.chunks');
  await mkdir(temporary, { recursive: true });
  const builder = new DatasetChunkBuilder(formats, language);
  const chunks: StoredChunk[] = [];
  const store = (): void =>
    writePartsFile(join(temporary, `${chunks.length}`), (add) =>
      chunks.push(storeChunk(builder.take(), add)),
    );
  for await (const { node, quads } of records) {
    builder.add({ node, quads });
    if (builder.records === CHUNK) store();
  }
  store();
  const dumps = await writeDataset({ directory, dataset: DATASET, compression, formats, chunks }, language);
  await rm(temporary, { recursive: true });
  return dumps;
}
