import { writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { makeFolder } from '../../base/files.js';
import { COMPRESSIONS, type Compression, FORMATS } from '../../model/rdf/formats/format.js';
import type { Publication } from '../../model/rdf/iris.js';
import type { DeltaFile } from '../description/facts.js';
import { fillTemplate } from '../description/template.js';
import { TextFile } from '../dumps/compressed-file.js';
import { csvRow, listOfNames } from '../tables/csv.js';
import { catalogueOf, datasetsOf, type GraphLayoutOf, type Releases } from './comparison.js';
import type { Difference } from './difference.js';
import {
  PATCH_FILE,
  PATCH_MEDIA_TYPE,
  PatchFile,
  PROPERTIES_FILE,
  patchIdOf,
  patchRows,
  propertyRows,
} from './rdf-patch.js';
import { asText } from './sorted-release.js';
import { deleteSuppressedUpdate, listText } from './suppressed-list.js';

const MEDIA_TYPES = {
  'removed-properties': 'text/plain',
  removed: FORMATS.nt.mediaType,
  added: FORMATS.nt.mediaType,
  patch: PATCH_MEDIA_TYPE,
} as const;

/** The kinds of files of one publication. */
type PublicationFile = keyof typeof MEDIA_TYPES;

/** Where a delta is written. */
interface DeltaDestination {
  /** The folder `delta` of a release. */
  readonly folder: string;
  readonly compression: Compression;
  /** The folder of the earlier release. */
  readonly previous: string;
  readonly releases: Releases;
  readonly placeOf: GraphLayoutOf;
}

/** The open files of one publication. */
interface PublicationFiles {
  readonly publication: Publication;
  readonly files: Record<Exclude<PublicationFile, 'patch'>, TextFile> & { readonly patch: PatchFile };
  readonly lines: Record<PublicationFile, number>;
}

/** Writes a delta, record by record. */
export class DeltaFiles {
  readonly #to: DeltaDestination;
  readonly #changes: TextFile;
  readonly #publications: readonly PublicationFiles[];

  private constructor(to: DeltaDestination, changes: TextFile, publications: readonly PublicationFiles[]) {
    this.#to = to;
    this.#changes = changes;
    this.#publications = publications;
  }

  static async create(to: DeltaDestination): Promise<DeltaFiles> {
    const { folder, compression, releases, placeOf, previous } = to;
    await makeFolder(folder);
    const changes = await TextFile.create(join(folder, 'changes.csv'));
    await changes.write(csvRow(['record', 'change', 'datasets', 'added', 'removed']));
    const publications: PublicationFiles[] = [];
    for (const publication of new Set(datasetsOf(releases).map((dataset) => placeOf(dataset).publication))) {
      const beneath = join(folder, publication);
      await makeFolder(beneath);
      publications.push({
        publication,
        files: {
          'removed-properties': await TextFile.create(join(beneath, PROPERTIES_FILE), compression),
          removed: await TextFile.create(join(beneath, 'removed.nt'), compression),
          added: await TextFile.create(join(beneath, 'added.nt'), compression),
          patch: await PatchFile.create(join(beneath, PATCH_FILE), await patchIdOf(previous, publication)),
        },
        lines: { 'removed-properties': 0, removed: 0, added: 0, patch: 0 },
      });
    }
    return new DeltaFiles(to, changes, publications);
  }

  async write({ record, kind, datasets, publications }: Difference): Promise<void> {
    if (kind !== undefined) {
      const touched = datasets.filter(({ added, taken }) => added.length + taken > 0);
      const added = touched.reduce((sum, one) => sum + one.added.length, 0);
      const removed = touched.reduce((sum, { taken }) => sum + taken, 0);
      const names = listOfNames(touched.map(({ dataset }) => dataset));
      await this.#changes.write(csvRow([asText(record), kind, names, String(added), String(removed)]));
    }
    for (const { publication, lines, files } of this.#publications) {
      const here = publications.get(publication);
      if (here === undefined) continue;
      for (const way of ['removed', 'added'] as const) {
        lines[way] += here[way].length;
        await files[way].write(asText(here[way].map((line) => `${line}\n`).join('')));
      }
      for (const one of datasets) {
        const { publication: own, graph } = this.#to.placeOf(one.dataset);
        if (own !== publication) continue;
        lines['removed-properties'] += one.properties.length;
        await files['removed-properties'].write(asText(propertyRows(one, graph)));
        lines.patch += one.added.length + one.removed.length;
        await files.patch.write(asText(patchRows(one, graph)));
      }
    }
  }

  /**
   * Writes the files about the whole release, and closes all.
   *
   * @param suppressed the list of suppressed records, as text
   * @returns the files of the publications
   */
  async close(suppressed: ReadonlySet<string>): Promise<DeltaFile[]> {
    const { folder, releases, placeOf, compression } = this.#to;
    const datasets = datasetsOf(releases);
    const graphs = new Set(datasets.flatMap((one) => [placeOf(one).graph, catalogueOf(placeOf(one))]));
    await this.#changes.close();
    await writeFile(join(folder, 'README.md'), readmeText(this.#to));
    await writeFile(join(folder, 'suppressed.txt'), listText(suppressed));
    await writeFile(join(folder, 'suppressed.ru'), deleteSuppressedUpdate(suppressed, graphs));
    const files: DeltaFile[] = [];
    for (const { publication, lines, files: open } of this.#publications) {
      for (const kind of ['added', 'removed', 'removed-properties', 'patch'] as const) {
        const { file, ...written } = await (kind === 'patch'
          ? open.patch.close(compression)
          : open[kind].close());
        const about = {
          path: `delta/${publication}/${file}`,
          publication,
          kind,
          mediaType: MEDIA_TYPES[kind],
        };
        files.push({
          ...about,
          ...written,
          ...(kind === 'removed-properties' ? {} : { triples: lines[kind] }),
        });
      }
    }
    return files;
  }

  /** Closes the files as they are; who made the folder removes them. */
  async abandon(): Promise<void> {
    const files = this.#publications.flatMap((one) => Object.values(one.files));
    await Promise.allSettled([this.#changes, ...files].map((file) => file.abandon()));
  }
}

/** The text of delta/README.md: how to bring the release before to this one. */
function readmeText({ releases, placeOf, compression }: DeltaDestination): string {
  const gz = COMPRESSIONS[compression];
  const places = datasetsOf(releases).map((dataset) => ({ dataset, ...placeOf(dataset) }));
  const publications = [...new Set(places.map(({ publication }) => publication))].sort();
  const choices = publications.map((publication, at) => {
    const files = releases.before.filter(({ dataset }) => placeOf(dataset).publication === publication);
    const names = files.map(({ path }) => basename(path)).join(' ');
    return `${at === 0 ? '' : '# '}publication=${publication} files='${names}'`;
  });
  const folders = publications.map(
    (one) =>
      `| \`${one}/\` | \`${PROPERTIES_FILE}${gz}\`: subject, property and graph, row by row; \`removed.nt${gz}\` and \`added.nt${gz}\`: the publication as one graph; \`patch.rdfp${gz}\`: the same for a graph a dataset |`,
  );
  const graphs = places.map((one) => `| \`${one.dataset}\` | \`${one.publication}\` | \`${one.graph}\` |`);
  const catalogues = new Set(places.map(catalogueOf));
  return fillTemplate('delta-README.md', {
    gz,
    folders: folders.join('\n'),
    choices: choices.join('\n'),
    first: publications[0] ?? '',
    graphs: [
      ...graphs,
      ...[...catalogues].map((graph) => `| what describes the release | | \`${graph}\` |`),
    ].join('\n'),
  });
}
