import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { MappedNode, SerialisationContext } from '../../src/model/rdf/formats/format.js';
import { DatasetChunkBuilder, type StoredChunk, storeChunk } from '../../src/release/dumps/dataset-chunk.js';
import { type DatasetFiles, type Dump, writeDataset } from '../../src/release/dumps/dataset-writer.js';
import { writePartsFile } from '../../src/release/dumps/parts-file.js';

/**
 * Writes records to the files of a dataset, by way of chunks in temporary files, as a build does.
 *
 * @param chunks records of each chunk
 */
export async function writeRecords(
  to: Omit<DatasetFiles, 'chunks'>,
  chunks: readonly (readonly MappedNode[])[],
  language: SerialisationContext,
): Promise<readonly Dump[]> {
  const folder = await mkdtemp(join(tmpdir(), 'folklore-ld-chunks-'));
  try {
    const builder = new DatasetChunkBuilder(to.formats, language);
    const stored: StoredChunk[] = [];
    for (const [at, records] of chunks.entries()) {
      for (const record of records) builder.add(record);
      writePartsFile(join(folder, `${at}`), (add) => stored.push(storeChunk(builder.take(), add)));
    }
    return await writeDataset({ ...to, chunks: stored }, language);
  } finally {
    await rm(folder, { recursive: true });
  }
}
