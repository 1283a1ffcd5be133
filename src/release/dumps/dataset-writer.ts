import { join } from 'node:path';
import {
  type Compression,
  FORMATS,
  type Format,
  type SerialisationContext,
  type SortedFormat,
} from '../../model/rdf/formats/format.js';
import { inGraph } from '../../model/rdf/formats/ntriples.js';
import { isSortedFormat, TEXT_FORMATS, type TextFormatName } from '../../model/rdf/formats/text-format.js';
import { TextFile, type WrittenFile, writeTextFile } from './compressed-file.js';
import type { StoredChunk } from './dataset-chunk.js';
import { readParts } from './parts-file.js';
import { mergeRuns } from './sort/merge-runs.js';

/** A file of a dataset in one format. */
export interface Dump extends WrittenFile {
  readonly dataset: string;
  readonly format: Format;
  readonly mediaType: string;
  readonly records: number;
  /** Statements in the file. */
  readonly quads: number;
}

/** What one dataset is written from, and where to. Plain data. */
export interface DatasetFiles {
  readonly directory: string;
  readonly dataset: string;
  readonly compression: Compression;
  /** Formats to write. */
  readonly formats: readonly Format[];
  /** In the order of the files. */
  readonly chunks: readonly StoredChunk[];
}

/**
 * Writes the files of a dataset from chunks that are stored.
 *
 * @throws the error of the file system; `EEXIST` when a file is there
 */
export async function writeDataset(
  files: DatasetFiles,
  language: SerialisationContext,
): Promise<readonly Dump[]> {
  const dumps: Dump[] = [];
  for (const format of files.formats) {
    if (!isSortedFormat(format)) dumps.push(await writeText(format, files, language));
  }
  const sorted = files.formats.filter(isSortedFormat);
  return sorted.length === 0 ? dumps : [...dumps, ...(await writeSorted(sorted, files, language))];
}

const pathOf = ({ directory, dataset }: DatasetFiles, format: Format): string =>
  join(directory, `${dataset}.${format}`);

async function writeText(
  format: TextFormatName,
  files: DatasetFiles,
  language: SerialisationContext,
): Promise<Dump> {
  const { head, first, between, foot } = TEXT_FORMATS[format];
  const texts = files.chunks.flatMap(({ records, quads, texts }) => {
    const text = texts[format];
    return text === undefined || records === 0 ? [] : [{ records, quads, ...text }];
  });
  const used = new Set(texts.flatMap((text) => text.used));
  let [records, quads] = [0, 0];
  const written = await writeTextFile(pathOf(files, format), files.compression, async (file) => {
    await file.write(head(language, used));
    for (const text of texts) {
      await file.write(records === 0 ? first : between);
      await readParts(text.bytes.path, [text.bytes], (bytes) => file.write(bytes));
      records += text.records;
      quads += text.quads;
    }
    await file.write(foot);
  });
  return dumpOf(files, format, written, { records, quads });
}

/** From canonical N-Triples to the lines of a sorted format. */
const LINES: Readonly<
  Record<SortedFormat, (dataset: string, language: SerialisationContext) => (lines: Uint8Array) => Uint8Array>
> = {
  nt: () => (lines) => lines,
  nq: (dataset, { graphOf }) => inGraph(graphOf(dataset)),
};

/** The sorted formats of a dataset share one merge. */
async function writeSorted(
  formats: readonly SortedFormat[],
  files: DatasetFiles,
  language: SerialisationContext,
): Promise<readonly Dump[]> {
  const runs = files.chunks.flatMap(({ run }) => (run === undefined ? [] : [run]));
  const records = files.chunks.reduce((sum, chunk) => sum + chunk.records, 0);
  const outputs: { format: SortedFormat; file: TextFile; lines: (lines: Uint8Array) => Uint8Array }[] = [];
  try {
    for (const format of formats) {
      const file = await TextFile.create(pathOf(files, format), files.compression);
      outputs.push({ format, file, lines: LINES[format](files.dataset, language) });
    }
    const repeated = await mergeRuns(
      runs.map(({ frames }) => frames),
      join(files.directory, `.${files.dataset}`),
      async (triples) => {
        for (const { file, lines } of outputs) await file.write(lines(triples));
      },
    );
    const quads = runs.reduce((sum, { lines }) => sum + lines, 0) - repeated;
    const dumps: Dump[] = [];
    for (const { format, file } of outputs)
      dumps.push(dumpOf(files, format, await file.close(), { records, quads }));
    return dumps;
  } catch (thrown) {
    await Promise.allSettled(outputs.map(({ file }) => file.abandon()));
    throw thrown;
  }
}

const dumpOf = (
  { dataset }: DatasetFiles,
  format: Format,
  written: WrittenFile,
  counts: Pick<Dump, 'records' | 'quads'>,
): Dump => ({ dataset, format, mediaType: FORMATS[format].mediaType, ...written, ...counts });
