import { basename, join } from 'node:path';
import { EXIT, FolkloreError } from '../../base/errors.js';
import { csvRow, listOfNames } from '../../output/derived/csv.js';
import { TextFile, type WrittenFile } from '../../output/text-file.js';
import { type Compression, FORMATS } from '../../rdf/formats/format.js';
import type { Publication } from '../../rdf/iris.js';
import { makeFolder } from '../../response-store/paths.js';
import type { Held } from './comparison.js';
import type { DatasetDifference, Difference, KindOfChange } from './difference.js';
import { catalogueOf, type GraphLayoutOf } from './graph-layout.js';
import { asText, datasetsOf, type Releases } from './ntriples-files.js';
import {
  PATCH_FILE,
  PATCH_MEDIA_TYPE,
  PatchFile,
  PROPERTIES_FILE,
  patchIdOf,
  patchRows,
  propertyRows,
} from './rdf-patch.js';
import { deltaReadme } from './readme.js';
import { forgettingUpdate, listText } from './suppressed-list.js';

/** What has become of one dataset. */
export interface DatasetDelta {
  readonly dataset: string;
  readonly publication: Publication;
  /** Those of one kind of change are no part of the others. */
  readonly records: { readonly before: number; readonly after: number } & Readonly<
    Record<KindOfChange, number>
  >;
  /**
   * `before - forgotten - removed + added` is `after`; forgotten are those that speak of what is suppressed. Where a
   * property goes with all its values, those that stay are removed and added.
   */
  readonly triples: Readonly<Record<'before' | 'after' | 'forgotten' | 'removed' | 'added', number>>;
}

/** Counts what has become of one dataset. */
export class DatasetTally {
  readonly #records: Record<KindOfChange, number> = { added: 0, removed: 0, changed: 0, suppressed: 0 };
  #forgotten = 0;
  #removed = 0;
  #added = 0;

  count({ kind, forgotten, taken, added }: DatasetDifference): void {
    if (kind !== undefined) this.#records[kind] += 1;
    this.#forgotten += forgotten;
    this.#removed += taken;
    this.#added += added.length;
  }

  /**
   * The totals, and whether they come to what the later release holds.
   *
   * @throws FolkloreError COUNT_MISMATCH
   */
  total(
    dataset: string,
    publication: Publication,
    { before, after }: { readonly before: Held; readonly after: Held },
  ): DatasetDelta {
    const triples = {
      before: before.lines,
      after: after.lines,
      forgotten: this.#forgotten,
      removed: this.#removed,
      added: this.#added,
    };
    if (before.lines - this.#forgotten - this.#removed + this.#added !== after.lines) {
      throw new FolkloreError(
        'COUNT_MISMATCH',
        `What has changed in the dataset ${dataset} does not lead from ${before.lines} triples to ${after.lines}.`,
        { hint: 'This is a fault of folklore-ld; please report it.', exitCode: EXIT.fault },
      );
    }
    const records = { before: before.records, after: after.records, ...this.#records };
    return { dataset, publication, records, triples };
  }
}

const MEDIA_TYPES = {
  'removed-properties': 'text/plain',
  removed: FORMATS.nt.mediaType,
  added: FORMATS.nt.mediaType,
  patch: PATCH_MEDIA_TYPE,
} as const;

/** A file of a delta. */
export interface DeltaFile extends Omit<WrittenFile, 'file'> {
  /** Below the folder of the release: `delta/folklore/added.nt.gz`. */
  readonly path: string;
  /** What it is about; undefined when it is about the whole release, and holds no data. */
  readonly publication: Publication | undefined;
  readonly kind:
    | 'added'
    | 'removed'
    | 'removed-properties'
    | 'patch'
    | 'changes'
    | 'suppressed'
    | 'forget'
    | 'readme';
  readonly mediaType: string;
  /** Triples; rows of a patch, a list or a table; lines of any other text. */
  readonly lines: number;
}

/** Where a delta is written. */
export interface DeltaDestination {
  /** The folder `delta` of a release. */
  readonly folder: string;
  readonly compression: Compression;
  /** The folder of the earlier release. */
  readonly previous: string;
  readonly releases: Releases;
  readonly placeOf: GraphLayoutOf;
}

/** The files of one publication. */
interface Opened {
  readonly publication: Publication;
  readonly properties: TextFile;
  readonly removed: TextFile;
  readonly added: TextFile;
  readonly patch: PatchFile;
  readonly lines: { 'removed-properties': number; removed: number; added: number; patch: number };
}

/** Writes a delta, from front to back, a record at a time. */
export class DeltaFiles {
  readonly #to: DeltaDestination;
  readonly #changes: TextFile;
  readonly #publications: readonly Opened[];
  #rows = 0;

  private constructor(to: DeltaDestination, changes: TextFile, publications: readonly Opened[]) {
    this.#to = to;
    this.#changes = changes;
    this.#publications = publications;
  }

  static async create(to: DeltaDestination): Promise<DeltaFiles> {
    const { folder, compression, releases, placeOf, previous } = to;
    await makeFolder(folder);
    const changes = await TextFile.create(join(folder, 'changes.csv'));
    await changes.write(csvRow(['record', 'change', 'datasets', 'added', 'removed']));
    const publications: Opened[] = [];
    for (const publication of new Set(datasetsOf(releases).map((dataset) => placeOf(dataset).publication))) {
      const beneath = join(folder, publication);
      await makeFolder(beneath);
      publications.push({
        publication,
        properties: await TextFile.create(join(beneath, PROPERTIES_FILE), compression),
        removed: await TextFile.create(join(beneath, 'removed.nt'), compression),
        added: await TextFile.create(join(beneath, 'added.nt'), compression),
        patch: await PatchFile.create(join(beneath, PATCH_FILE), await patchIdOf(previous, publication)),
        lines: { 'removed-properties': 0, removed: 0, added: 0, patch: 0 },
      });
    }
    return new DeltaFiles(to, changes, publications);
  }

  async write({ record, kind, datasets, publications }: Difference): Promise<void> {
    if (kind !== undefined) {
      const touched = datasets.filter(({ added, taken }) => added.length + taken > 0);
      const sum = (count: (one: (typeof touched)[number]) => number): number =>
        touched.reduce((total, one) => total + count(one), 0);
      const [added, removed] = [sum((one) => one.added.length), sum(({ taken }) => taken)];
      const names = listOfNames(touched.map(({ dataset }) => dataset));
      await this.#changes.write(csvRow([asText(record), kind, names, String(added), String(removed)]));
      this.#rows += 1;
    }
    for (const { publication, lines, ...files } of this.#publications) {
      const here = publications.get(publication);
      if (here === undefined) continue;
      for (const way of ['removed', 'added'] as const) {
        lines[way] += here[way].length;
        await files[way].write(asText(textOf(here[way])));
      }
      for (const one of datasets) {
        const place = this.#to.placeOf(one.dataset);
        if (place.publication !== publication) continue;
        lines['removed-properties'] += one.properties.length;
        await files.properties.write(asText(propertyRows(one, place.graph)));
        lines.patch += one.added.length + one.removed.length;
        await files.patch.write(asText(patchRows(one, place.graph)));
      }
    }
  }

  /** @param suppressed everything that is announced, as text */
  async close(suppressed: ReadonlySet<string>): Promise<DeltaFile[]> {
    const { folder, releases, placeOf, compression } = this.#to;
    const datasets = datasetsOf(releases);
    const before = new Map(releases.before.map(({ dataset, path }) => [dataset, basename(path)]));
    const files: DeltaFile[] = [];
    const text = async (kind: DeltaFile['kind'], name: string, mediaType: string, content: string) => {
      const file = await TextFile.create(join(folder, name));
      await file.write(content);
      files.push(whole(kind, await file.close(), mediaType, content.split('\n').length - 1));
    };
    files.push(whole('changes', await this.#changes.close(), 'text/csv', this.#rows));
    await text(
      'readme',
      'README.md',
      'text/markdown',
      deltaReadme({ datasets, files: before, placeOf, compression }),
    );
    await text('suppressed', 'suppressed.txt', 'text/plain', listText(suppressed));
    const graphs = new Set(datasets.flatMap((one) => [placeOf(one).graph, catalogueOf(one, placeOf(one))]));
    const forgetting = forgettingUpdate(suppressed, graphs);
    await text('forget', 'suppressed.ru', 'application/sparql-update', forgetting);
    for (const { publication, lines, ...opened } of this.#publications) {
      const of = (kind: keyof typeof lines, { file, ...written }: WrittenFile): DeltaFile => ({
        path: `delta/${publication}/${file}`,
        publication,
        kind,
        mediaType: MEDIA_TYPES[kind],
        lines: lines[kind],
        ...written,
      });
      files.push(of('added', await opened.added.close()), of('removed', await opened.removed.close()));
      files.push(of('removed-properties', await opened.properties.close()));
      files.push(of('patch', await opened.patch.close(compression)));
    }
    return files;
  }

  /** Lets go of what is half-written. The files stay where they are, for whoever made the folder to remove. */
  async abandon(): Promise<void> {
    const files = this.#publications.flatMap(({ added, removed, properties, patch }) => [
      ...[added, removed, properties, patch],
    ]);
    await Promise.allSettled([this.#changes, ...files].map((file) => file.abandon()));
  }
}

const whole = (
  kind: DeltaFile['kind'],
  { file, ...written }: WrittenFile,
  mediaType: string,
  lines: number,
): DeltaFile => ({ path: `delta/${file}`, publication: undefined, kind, mediaType, lines, ...written });

const textOf = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('');
