import { existsSync } from 'node:fs';
import { mkdir, realpath } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { EXIT, FolkloreError, messageOf } from '../base/errors.js';
import type { Report } from '../base/events.js';
import { contentHash } from '../rdf/content-hash.js';
import { readContext } from '../rdf/context.js';
import type { SerialisationContext } from '../rdf/formats/format.js';
import { dataPrefixes, mintIris, type Publication } from '../rdf/iris.js';
import { suppressedOf } from '../release/delta/suppressed-list.js';
import {
  filesBesideDumps,
  type ManifestFile,
  type ReleaseManifest,
  readManifest,
} from '../release/manifest.js';
import { buildIndex, INDEX_VERSION } from './index/build-index.js';
import { ReleaseIndex } from './index/release-index.js';
import type { Language } from './interface-words.js';
import { shownProperties } from './property-table.js';

/** What describes a publication in a release. */
export interface PublicationNotice {
  readonly title: Readonly<Record<Language, string>>;
  readonly credit: string;
  readonly licence: string;
}

/** A release that is open for the pages. */
export interface Site {
  /** The folder of the release. */
  readonly release: string;
  readonly manifest: ReleaseManifest;
  readonly index: ReleaseIndex;
  readonly language: SerialisationContext;
  readonly iriOf: (term: string) => string;
  readonly properties: ReturnType<typeof shownProperties>;
  readonly publications: ReadonlyMap<Publication, PublicationNotice>;
  /** IRIs of records that releases had and this one has withdrawn. */
  readonly withdrawn: ReadonlySet<string>;
  /** The files that are offered for download, by path. */
  readonly files: ReadonlyMap<string, ManifestFile>;
  /** Changes whenever anything that is served changes. */
  readonly version: string;
}

/**
 * Opens a release for the pages, and makes its index if there is none of this manifest.
 *
 * @param folder of the release, such as `output/latest`
 * @param indexFolder where indexes are kept; beside the release unless given
 * @param pid of this process, which is in the name of an unfinished index
 * @throws FolkloreError FILE_UNREADABLE when the folder is no release, or a dump cannot be read
 */
export async function openSite(
  folder: string,
  indexFolder: string | undefined,
  pid: number,
  report: Report,
): Promise<Site> {
  const release = await realpath(folder).catch((cause: unknown) => {
    throw noRelease(folder, messageOf(cause), cause);
  });
  const manifest = await readManifest(release).catch((cause: unknown) => {
    throw noRelease(folder, messageOf(cause), cause);
  });
  const context = readContext(undefined, manifest.vocabularyBase);
  const version = contentHash({ manifest: JSON.stringify(manifest), index: INDEX_VERSION });
  const indexes = indexFolder ?? join(dirname(release), '.browse');
  const file = join(indexes, `${basename(release)}-${version}.sqlite`);
  if (!existsSync(file)) {
    await mkdir(indexes, { recursive: true });
    await buildIndex({ release, manifest, context }, file, pid, report);
  }
  const index = new ReleaseIndex(file, { manifest, context });
  const iriOf = (term: string): string => context.terms.get(term)?.iri ?? term;
  return {
    release,
    manifest,
    index,
    language: {
      base: manifest.base,
      prefixes: new Map([...context.prefixes, ...dataPrefixes(manifest.base)]),
      context: context.document,
      graphOf: (dataset) => manifest.datasets.find(({ name }) => name === dataset)?.graph ?? manifest.base,
    },
    iriOf,
    properties: shownProperties(iriOf),
    publications: noticesOf(index, manifest, iriOf),
    withdrawn: await suppressedOf(release),
    files: new Map(
      [...manifest.datasets.flatMap(({ files }) => files), ...filesBesideDumps(manifest)].map((one) => [
        one.path,
        one,
      ]),
    ),
    version,
  };
}

/** The titles, credit lines and licences of the publications, from the description of the release. */
function noticesOf(
  index: ReleaseIndex,
  { base, label, datasets }: ReleaseManifest,
  iriOf: (term: string) => string,
): ReadonlyMap<Publication, PublicationNotice> {
  const iris = mintIris(base);
  const publications = [...new Set(datasets.map(({ publication }) => publication))];
  return new Map(
    publications.map((publication) => {
      const quads = index.documents(iris.publication(publication)).flatMap((document) => document.quads);
      const version = index.documents(iris.release(publication, label)).flatMap((document) => document.quads);
      const named = (language: Language): string =>
        quads.find(
          ({ predicate, object }) =>
            predicate.value === iriOf('name') &&
            object.termType === 'Literal' &&
            object.language === language,
        )?.object.value ?? publication;
      const credit = version.find(({ predicate }) => predicate.value.endsWith('creditText'))?.object.value;
      const licence = datasets.find((dataset) => dataset.publication === publication)?.licence ?? '';
      return [
        publication,
        { title: { en: named('en'), ga: named('ga') }, credit: credit ?? named('en'), licence },
      ];
    }),
  );
}

const noRelease = (folder: string, why: string, cause: unknown): FolkloreError =>
  new FolkloreError('FILE_UNREADABLE', `${folder} is not a release: ${why.replace(/\.$/, '')}.`, {
    hint: 'Give the folder of a release, such as output/latest; "folklore-ld export --sample" makes one in output/sample.',
    exitCode: EXIT.misuse,
    cause,
  });
