import { realpath, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { FolkloreError, messageOf } from '../../base/errors.js';
import type { Report } from '../../base/events.js';
import { textBelow } from '../../base/file-bytes.js';
import { contentHash } from '../../model/rdf/content-hash.js';
import { readContext } from '../../model/rdf/context.js';
import type { SerialisationContext } from '../../model/rdf/formats/format.js';
import { dataPrefixes, mintIris, type Publication, webAddress } from '../../model/rdf/iris.js';
import { publisherOf } from '../../release/description/facts.js';
import {
  filesBesideDumps,
  type ManifestFile,
  type ReleaseManifest,
  readManifest,
} from '../../release/description/manifest.js';
import { VIEW } from '../feed/feed-file.js';
import { feedFile } from './feed-files.js';
import { buildIndex } from './index/build-index.js';
import { folderProblem, isWholeIndex } from './index/index-file.js';
import { INDEX_VERSION } from './index/index-tables.js';
import { ReleaseIndex } from './index/release-index.js';
import { ReleaseSearch } from './index/release-search.js';
import { ReleasedTables, tablesOfRelease } from './index/released-tables.js';
import type { Language } from './interface-words.js';
import { INDEX_FOLDER } from './prune-indexes.js';
import { shownProperties } from './record/property-table.js';
import { type Withdrawal, withdrawalsOf } from './withdrawals.js';

/** What describes a publication in a release. */
export interface PublicationNotice {
  readonly title: Readonly<Record<Language, string>>;
  /** In English. */
  readonly credit: string;
  /** In Irish, where the release has no line of its publisher but one of names and the licence. */
  readonly irishCredit?: string | undefined;
  readonly licence: string;
  /** The archive or the place-names database, with its home page. */
  readonly publisher: Named;
}

/** A name in both languages, and where there is one, an address that can be linked: of a page or of mail. */
interface Named {
  readonly iri: string;
  readonly name: Readonly<Record<Language, string>>;
  readonly address?: string | undefined;
}

/** A release that is open for the pages. */
export interface Site {
  /** The folder of the release. */
  readonly release: string;
  readonly manifest: ReleaseManifest;
  readonly index: ReleaseIndex;
  readonly search: ReleaseSearch;
  /** The tables of the release. */
  readonly tables: ReleasedTables;
  readonly language: SerialisationContext;
  readonly iriOf: (term: string) => string;
  readonly properties: ReturnType<typeof shownProperties>;
  readonly publications: ReadonlyMap<Publication, PublicationNotice>;
  /** Whom readers can ask about the release: its contact, else its first publisher. */
  readonly contact: Named | undefined;
  /** Records that releases had and this one has withdrawn, by IRI. */
  readonly withdrawn: ReadonlyMap<string, Withdrawal>;
  /** The files that are offered for download, by path. */
  readonly files: ReadonlyMap<string, ManifestFile>;
  /** The publications in schema.org: dataset.jsonld of the release. */
  readonly structuredData: object;
  /** Whether there are event streams beside the release. */
  readonly hasFeed: boolean;
  /** Changes whenever anything that is served changes. */
  readonly version: string;
  /** Whether the files are still those that were opened. */
  isUnchanged(): Promise<boolean>;
  close(): void;
}

/** A release and its index. */
export interface SiteSource {
  /** The folder that was named, such as `output/latest`. */
  readonly folder: string;
  /** The folder of the release: no link. */
  readonly release: string;
  readonly indexFile: string;
}

export interface SiteOptions {
  readonly folder: string;
  /** Where indexes are kept. Unless given: beside the release, or in `temporary` where that cannot be written. */
  readonly indexFolder?: string | undefined;
  /** A folder of this process, for files that no other process uses. */
  readonly temporary: string;
  /** Of this process. It is in the name of an unfinished index. */
  readonly pid: number;
}

/**
 * Finds a release, and makes its index if there is no undamaged one of this manifest.
 *
 * @throws FolkloreError FILE_UNREADABLE when the folder is no release, or a dump cannot be read; OUTPUT_UNWRITABLE when
 *   `indexFolder` cannot be written
 */
export async function prepareSite(
  { folder, indexFolder, temporary, pid }: SiteOptions,
  report: Report,
): Promise<SiteSource> {
  const { release, manifest, version } = await findRelease(folder);
  const kept = indexFolder ?? join(dirname(release), INDEX_FOLDER);
  const name = `${basename(release)}-${version}.sqlite`;
  const source = { folder, release };
  const before = join(kept, name);
  if (await isWholeIndex(before)) return { ...source, indexFile: before };
  const problem = await folderProblem(kept);
  if (problem !== undefined && indexFolder !== undefined) throw unusable(kept, problem);
  if (problem !== undefined)
    report({
      event: 'note',
      message: `${kept} cannot be written (${messageOf(problem)}): the index is made in the temporary folder, for this run. Give a folder that keeps it: --index-folder.`,
    });
  const indexFile = join(problem === undefined ? kept : temporary, name);
  await buildIndex({ release, manifest }, indexFile, pid, report).catch((thrown: unknown) => {
    throw thrown instanceof FolkloreError ? thrown : unusable(dirname(indexFile), thrown);
  });
  return { ...source, indexFile };
}

/**
 * Opens a release that {@link prepareSite} has found.
 *
 * @throws FolkloreError FILE_UNREADABLE when it is no release any more
 */
export async function openSite({ release, indexFile }: SiteSource): Promise<Site> {
  const { manifest, version, stamp } = await findRelease(release);
  const context = readContext(undefined, manifest.vocabularyBase);
  const iriOf = (term: string): string => context.terms.get(term)?.iri ?? term;
  const tables = await tablesOfRelease(release, manifest);
  const index = new ReleaseIndex(indexFile, manifest.base);
  const publications = noticesOf(index, manifest, iriOf);
  const contact = organisationOf(index, mintIris(manifest.base).agent('contact'), CONTACT_PROPERTIES);
  const isUnchanged = async (): Promise<boolean> => (await stampOf(release)) === stamp;
  return {
    release,
    manifest,
    index,
    search: new ReleaseSearch(index, iriOf),
    tables: new ReleasedTables(index, tables),
    language: {
      base: manifest.base,
      prefixes: new Map([...context.prefixes, ...dataPrefixes(manifest.base)]),
      context: context.document,
      graphOf: (dataset) => manifest.datasets.find(({ name }) => name === dataset)?.graph ?? manifest.base,
    },
    iriOf,
    properties: shownProperties(iriOf),
    publications,
    contact: [contact, ...[...publications.values()].map(({ publisher }) => publisher)].find(
      ({ name }) => name.en !== '',
    ),
    withdrawn: await withdrawalsOf(release, manifest),
    files: new Map(
      [...manifest.datasets.flatMap(({ files }) => files), ...filesBesideDumps(manifest)].map((one) => [
        one.path,
        one,
      ]),
    ),
    structuredData: JSON.parse(await textBelow(release, 'dataset.jsonld')) as object,
    hasFeed: (await feedFile({ release }, VIEW)) !== undefined,
    version,
    isUnchanged,
    close: () => index.close(),
  };
}

interface FoundRelease {
  readonly release: string;
  readonly manifest: ReleaseManifest;
  readonly version: string;
  readonly stamp: string;
}

async function findRelease(folder: string): Promise<FoundRelease> {
  try {
    const release = await realpath(folder);
    // Before the manifest is read: a later one has another stamp.
    const stamp = await stampOf(release);
    const manifest = await readManifest(release);
    const version = contentHash({ manifest: JSON.stringify(manifest), index: INDEX_VERSION });
    return { release, manifest, version, stamp };
  } catch (cause) {
    throw noRelease(folder, messageOf(cause), cause);
  }
}

/** A text that changes when a named folder, such as `output/latest`, leads to another release. */
export async function currentRelease(folder: string): Promise<string> {
  const release = await realpath(folder).catch(() => folder);
  return `${release} ${await stampOf(release)}`;
}

/** Tells one manifest.json from another that has taken its place. */
async function stampOf(release: string): Promise<string> {
  const found = await stat(join(release, 'manifest.json')).catch(() => undefined);
  return found === undefined ? '' : `${found.dev} ${found.ino} ${found.size} ${found.mtimeMs}`;
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
      const title = { en: named('en'), ga: named('ga') };
      const publisher = organisationOf(index, iris.organisation(publisherOf(publication)), [iriOf('url')]);
      const lineOfNames = `${publisher.name.en}: ${title.en}, ${label}, licensed under `;
      const irishCredit = credit?.startsWith(lineOfNames)
        ? `${publisher.name.ga}: ${title.ga}, ${label}, ceadúnaithe faoi ${credit.slice(lineOfNames.length)}`
        : undefined;
      return [publication, { title, credit: credit ?? title.en, irishCredit, licence, publisher }];
    }),
  );
}

/** A publisher, or the contact of a release (DCAT 3, 6.4.12), by what describes it; of several addresses the first one. */
function organisationOf(index: ReleaseIndex, iri: string, addresses: readonly string[]): Named {
  const quads = index.documents(iri).flatMap((document) => document.quads);
  const of = (property: string): string[] =>
    quads.flatMap(({ predicate, object }) => (predicate.value === property ? object.value : []));
  const { label_en: en, label_ga: ga } = index.summary(index.pathOf(iri)) ?? {};
  const [name = ''] = [en ?? ga ?? of(`${VCARD}fn`)].flat();
  const [address] = addresses.flatMap(of).filter((one) => one.startsWith('mailto:') || webAddress(one));
  return { iri, name: { en: en ?? name, ga: ga ?? name }, address };
}

const VCARD = 'http://www.w3.org/2006/vcard/ns#';
const CONTACT_PROPERTIES = [`${VCARD}hasURL`, `${VCARD}hasEmail`];

const unusable = (folder: string, cause: unknown): FolkloreError =>
  new FolkloreError('OUTPUT_UNWRITABLE', `The index cannot be made in ${folder}: ${messageOf(cause)}.`, {
    hint: 'Give a folder that this user can write, with room for about 50 bytes a triple: --index-folder FOLDER.',
    cause,
  });

const noRelease = (folder: string, why: string, cause: unknown): FolkloreError =>
  new FolkloreError('FILE_UNREADABLE', `${folder} is not a release: ${why.replace(/\.$/, '')}.`, {
    hint: 'Give the folder of a release, such as output/latest; "folklore-ld export --sample" makes one in output/sample.',
    cause,
  });
