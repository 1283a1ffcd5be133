import { rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Quad } from '@rdfjs/types';
import { COMPRESSIONS } from '../../model/rdf/formats/format.js';
import { type DumpRecord, readDump } from '../../model/rdf/formats/read-dump.js';
import type { KnownVocabulary } from '../../model/rdf/formats/read-jsonld.js';
import { TurtleWriter, turtleHeader } from '../../model/rdf/formats/turtle.js';
import { dataPrefixes, inVocabularyBase, VOCABULARY_BASE } from '../../model/rdf/iris.js';
import { publicationOf } from '../../model/records/datasets.js';
import type { BuildPlan } from '../../pipeline/plan/build-plan.js';
import type { CompiledVocabulary } from '../../pipeline/plan/compiled-vocabulary.js';
import { TextFile } from '../../release/dumps/compressed-file.js';
import type { Dump } from '../../release/dumps/dataset-writer.js';
import type { DerivedFile } from '../../release/tables/derived-file.js';
import { heldInTables, withHeld } from './held-statements.js';
import { linkedArtDocuments } from './linked-art.js';
import { prefixesOf, readView, type View, viewMapper } from './view.js';
import type { ViewName } from './view-names.js';

/** The formats that are read, the fastest first. */
const READ = ['jsonld', 'nt', 'nq', 'ttl'] as const;

/**
 * Writes the datasets in other models: for each view and each dataset that has something in it `derived/VIEW-DATASET.ttl`, and
 * the documents of Linked Art as `derived/linked-art-DATASET.ndjson`. Each dump is read once, after the tables. A file has the licence of its dataset.
 *
 * @param directory the folder of the release, with the dumps in `data` and the tables in `derived`
 * @throws FolkloreError FILE_UNREADABLE; the error of the file system
 */
export async function writeViews(
  directory: string,
  dumps: readonly Dump[],
  views: readonly ViewName[],
  { base, vocabularyBase = VOCABULARY_BASE }: Pick<BuildPlan, 'base' | 'vocabularyBase'>,
  { context, toQuads }: Pick<CompiledVocabulary, 'context' | 'toQuads'>,
): Promise<readonly DerivedFile[]> {
  const own = { context: context.document, toQuads };
  const inBase = (text: string): string => inVocabularyBase(text, vocabularyBase);
  const models = views.map((name) => modelOf(readView(name, base, inBase), base));
  const withFacts = withHeld(await heldInTables(directory), base, context);
  const files: DerivedFile[] = [];
  for (const dump of sources(dumps)) {
    const writers = models.map((model) => new ViewWriter(model, dump, join(directory, 'derived')));
    try {
      for (const writer of writers) await writer.begin();
      for await (const record of recordsOf(dump, directory, own)) {
        const quads = withFacts(record);
        for (const writer of writers) await writer.add(quads);
      }
      for (const writer of writers) files.push(...(await writer.close()));
    } catch (thrown) {
      for (const writer of writers) await writer.abandon();
      throw thrown;
    }
  }
  return files;
}

/** A format of a view: text before the records, and the text of what the view says of one record. */
interface ViewFormat {
  readonly extension: string;
  readonly mediaType: string;
  readonly head: string;
  text(made: readonly Quad[]): string;
}

/** A view that can be written. */
interface Model {
  readonly name: ViewName;
  readonly map: (quads: readonly Quad[]) => Quad[];
  readonly formats: readonly ViewFormat[];
}

function modelOf(view: View, base: string): Model {
  const prefixes = new Set([...prefixesOf(view), ...dataPrefixes(base).keys()]);
  const known = [...view.prefixes, ...dataPrefixes(base)].filter(([prefix]) => prefixes.has(prefix));
  const language = { base, prefixes: new Map(known) };
  const turtle = new TurtleWriter(language);
  const formats: ViewFormat[] = [
    {
      extension: 'ttl',
      mediaType: 'text/turtle',
      head: turtleHeader(language, prefixes),
      text: (made) => `\n${turtle.record(made)}`,
    },
  ];
  if (view.name === 'linked-art') {
    const documents = linkedArtDocuments(view);
    formats.push({
      extension: 'ndjson',
      mediaType: 'application/x-ndjson',
      head: '',
      text: (made) =>
        documents(made)
          .map((one) => `${JSON.stringify(one)}\n`)
          .join(''),
    });
  }
  return { name: view.name, map: viewMapper(view), formats };
}

/** Writes a dataset in another model, in each format of the model. */
class ViewWriter {
  readonly #model: Model;
  readonly #dump: Dump;
  readonly #folder: string;
  readonly #files: TextFile[] = [];
  #triples = 0;

  constructor(model: Model, dump: Dump, folder: string) {
    this.#model = model;
    this.#dump = dump;
    this.#folder = folder;
  }

  async begin(): Promise<void> {
    const { name, formats } = this.#model;
    for (const { extension, head } of formats) {
      const path = join(this.#folder, `${name}-${this.#dump.dataset}.${extension}`);
      const file = await TextFile.create(path, this.#dump.compression);
      this.#files.push(file);
      await file.write(head);
    }
  }

  /** @param quads of one record, in our model, with what holds for it */
  async add(quads: readonly Quad[]): Promise<void> {
    const made = this.#model.map(quads);
    if (made.length === 0) return;
    this.#triples += made.length;
    for (const [at, file] of this.#files.entries())
      await file.write(this.#model.formats[at]?.text(made) ?? '');
  }

  /** @returns the files; none when the dataset has nothing in this model */
  async close(): Promise<DerivedFile[]> {
    const made: DerivedFile[] = [];
    for (const { mediaType } of this.#model.formats) {
      const written = await this.#files[0]?.close();
      this.#files.shift();
      if (written === undefined) continue;
      if (this.#triples === 0) await rm(join(this.#folder, written.file));
      else
        made.push({
          ...written,
          mediaType,
          publication: publicationOf(this.#dump.dataset),
          triples: this.#triples,
        });
    }
    return made;
  }

  /** Closes the files that are open, half-written as they are. */
  async abandon(): Promise<void> {
    for (const file of this.#files) await file.abandon();
  }
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
