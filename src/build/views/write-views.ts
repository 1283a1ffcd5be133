import { rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { COMPRESSIONS } from '../../model/rdf/formats/format.js';
import { type DumpRecord, readDump } from '../../model/rdf/formats/read-dump.js';
import type { KnownVocabulary } from '../../model/rdf/formats/read-jsonld.js';
import { TurtleWriter, turtleHeader } from '../../model/rdf/formats/turtle.js';
import { dataPrefixes, inVocabularyBase, VOCABULARY_BASE } from '../../model/rdf/iris.js';
import { publicationOf } from '../../model/records/datasets.js';
import { writeTextFile } from '../../release/dumps/compressed-file.js';
import type { Dump } from '../../release/dumps/dataset-writer.js';
import type { DerivedFile } from '../../release/tables/derived-file.js';
import type { BuildPlan } from '../plan/build-plan.js';
import type { CompiledVocabulary } from '../plan/compiled-vocabulary.js';
import { prefixesOf, readView, viewMapper } from './view.js';

/** The formats that are read, the fastest first. */
const READ = ['jsonld', 'nt', 'nq', 'ttl'] as const;

/**
 * Writes a dataset in other models: for each view and each dataset that has something in it `derived/VIEW-DATASET.ttl`, record by
 * record from the dump. A file has the licence of its dataset.
 *
 * @param directory the folder of the release, with the dumps in `data` and a folder `derived`
 * @throws FolkloreError FILE_UNREADABLE; the error of the file system
 */
export async function writeViews(
  directory: string,
  dumps: readonly Dump[],
  {
    views = [],
    base,
    vocabularyBase = VOCABULARY_BASE,
  }: Pick<BuildPlan, 'views' | 'base' | 'vocabularyBase'>,
  { context, toQuads }: Pick<CompiledVocabulary, 'context' | 'toQuads'>,
): Promise<readonly DerivedFile[]> {
  const own = { context: context.document, toQuads };
  const files: DerivedFile[] = [];
  const inBase = (text: string): string => inVocabularyBase(text, vocabularyBase);
  for (const name of views) {
    const view = readView(name, base, inBase);
    const map = viewMapper(view);
    const prefixes = new Set([...prefixesOf(view), ...dataPrefixes(base).keys()]);
    const language = { base, prefixes: new Map([...view.prefixes, ...dataPrefixes(base)]) };
    for (const dump of sources(dumps)) {
      const turtle = new TurtleWriter(language);
      let triples = 0;
      const path = join(directory, 'derived', `${name}-${dump.dataset}.ttl`);
      const written = await writeTextFile(path, dump.compression, async (file) => {
        await file.write(turtleHeader(language, prefixes));
        for await (const { quads } of recordsOf(dump, directory, own)) {
          const made = map(quads);
          if (made.length === 0) continue;
          await file.write(`\n${turtle.record(made)}`);
          triples += made.length;
        }
      });
      if (triples === 0) {
        await rm(path + COMPRESSIONS[dump.compression]);
        continue;
      }
      files.push({
        ...written,
        mediaType: 'text/turtle',
        publication: publicationOf(dump.dataset),
        triples,
      });
    }
  }
  return files;
}

/** One dump of each dataset. */
function sources(dumps: readonly Dump[]): readonly Dump[] {
  const datasets = [...new Set(dumps.map(({ dataset }) => dataset))];
  return datasets.flatMap((dataset) => {
    const all = dumps.filter((dump) => dump.dataset === dataset);
    const format = READ.find((one) => all.some((dump) => dump.format === one));
    return all.filter((dump) => dump.format === format).slice(0, 1);
  });
}

const recordsOf = (
  { file, format, compression, unpacked }: Dump,
  directory: string,
  own: KnownVocabulary,
): AsyncIterable<DumpRecord> =>
  readDump(
    {
      path: join(directory, 'data', basename(file)),
      format,
      isPacked: COMPRESSIONS[compression] !== '',
      most: unpacked,
    },
    own,
  );
