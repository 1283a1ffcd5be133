import { entry } from '../../base/map-entry.js';
import { sha256 } from '../../base/sha256.js';
import { routesOf } from '../browse/app.js';
import { sourcesOfPages } from '../browse/described-records.js';
import { INDEXED_KINDS } from '../browse/index/index-words.js';
import type { ResourceSummary } from '../browse/index/release-index.js';
import { LANGUAGES, type Language } from '../browse/interface-words.js';
import { decoded, type Page } from '../browse/page.js';
import type { FilesOfPage, FileTarget, PagesAsFiles } from '../browse/page-files.js';
import type { Site } from '../browse/site.js';
import { describedCapitals, describedRecord, describedTerms } from './site-queries.js';

/* The names of the files of a site without a server. Which address leads to which file is in the table of pages. */

/** Formats in which each record can be a file beside its page. Those of citations are in the language of the page. */
export const RECORD_FORMATS = ['ttl', 'jsonld', 'nt', 'bib', 'ris', 'csl.json'] as const;
export type RecordFormat = (typeof RECORD_FORMATS)[number];

/** Kinds whose records are written: all but pages and transcripts, whose content is on the pages of their items. */
export const KINDS_WRITTEN: readonly string[] = INDEXED_KINDS.filter(
  (kind) => kind !== 'page' && kind !== 'transcript',
);

/** A name in a path of a record: no sign that leads elsewhere, and none that begins hidden files. */
const NAME = /^[\p{L}\p{N}_~-][\p{L}\p{N}._~-]*$/u;
/** Bytes of a name, at most: eCryptfs has 143, and a path of Windows 260 characters in all. */
const MOST_BYTES = 100;
/** Names that Windows keeps for devices, with any ending (Microsoft, Naming Files). The category of counties is `CON`. */
const DEVICE = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?:\.|$)/i;

/** Letters that tell two sources with the same name apart. */
const mark = (source: string): string => `--${sha256(source).slice(0, 8)}`;

/** A name as Windows, macOS and Linux all take it: no device, no full stop at its end, not too long. */
export function portable(name: string): string {
  if (Buffer.byteLength(name) > MOST_BYTES) return [...name].slice(0, MOST_BYTES / 4).join('') + mark(name);
  return `${DEVICE.test(name) ? '_' : ''}${name}${name.endsWith('.') ? '_' : ''}`;
}

/**
 * The file of a path of a record, without its ending; undefined where it has signs that no file of a site may have.
 *
 * @param reserved first names of paths that are the site's own
 */
export function fileOfPath(path: string, reserved: ReadonlySet<string>): string | undefined {
  // A web server looks for the file by its name without escapes.
  const names = decoded(path).split('/');
  if (reserved.has((names[0] ?? '').toLowerCase()) || !names.every((name) => NAME.test(name)))
    return undefined;
  return names.map(portable).join('/');
}

/** First names of paths that no record has a file at: those of the pages and their files, and of the languages. */
export const reservedNames = (pages: readonly Page[]): ReadonlySet<string> =>
  new Set([
    ...pages.flatMap(({ path }) => [path].flat().map((one) => one.split('/')[1] ?? '')),
    ...pages.flatMap(({ files }) => files?.folders ?? []),
    ...LANGUAGES,
  ]);

/** What disks do not tell apart: letter case (NTFS, APFS) and Unicode forms (HFS+, APFS), with room to spare. */
export const foldedName = (file: string): string =>
  file.normalize('NFD').toUpperCase().toLowerCase().normalize('NFC');

/**
 * Gives files with names that some disk does not tell apart names of their own, which depend on their sources. A name that is
 * in small letters stays.
 *
 * @param files the name of the file of each source
 * @returns the same, each name once on every disk
 */
export function toldApart(files: ReadonlyMap<string, string>): Map<string, string> {
  const alike = new Map<string, string[]>();
  for (const file of files.values()) entry(alike, foldedName(file), () => []).push(file);
  return new Map(
    [...files].map(([source, file]) => {
      const folded = foldedName(file);
      const others = alike.get(folded) ?? [];
      const isPlain = file === folded && others.filter((one) => one === file).length === 1;
      return [source, others.length === 1 || isPlain ? file : file + mark(source)];
    }),
  );
}

/** A file of the site to which an address leads, with a query and a fragment; or another site. */
export type Target =
  | { readonly file: string; readonly more: string; readonly isShared: boolean }
  | { readonly iri: string };

interface SiteFilesOptions {
  readonly site: Site;
  /** All pages that fit an address, those that have no files, too. */
  readonly pages: readonly Page[];
  readonly languages: readonly Language[];
  /** Kinds of records that are written. */
  readonly kinds: ReadonlySet<string>;
  readonly formats: ReadonlySet<RecordFormat>;
  readonly withFiles: boolean;
}

/** The files of a site: which are written, and where each address leads. */
export class SiteFiles implements PagesAsFiles {
  readonly site: Site;
  readonly languages: readonly Language[];
  readonly formats: ReadonlySet<string>;
  readonly withFiles: boolean;
  /** What the pages that have files say of them. */
  readonly rows: readonly FilesOfPage[];
  readonly #kinds: ReadonlySet<string>;
  readonly #pageOf: (path: string) => Page | undefined;
  readonly #reserved: ReadonlySet<string>;
  /** The datasets and files whose records have pages. */
  readonly datasets: readonly string[];
  /** The files of terms by IRI, and of the records whose names some disk does not tell apart. */
  readonly #terms: ReadonlyMap<string, string>;
  readonly #records: ReadonlyMap<string, string>;
  readonly #known = new Map<string, boolean>();
  #addresses: ReadonlySet<string> = new Set();
  /** Addresses of files that are written where a page leads to them, met so far. */
  readonly linked = new Set<string>();

  private constructor({ site, pages, languages, kinds, formats, withFiles }: SiteFilesOptions) {
    this.site = site;
    this.languages = languages;
    this.formats = formats;
    this.withFiles = withFiles;
    this.rows = inOrder(pages).map(({ files }) => files);
    this.#kinds = kinds;
    this.#pageOf = routesOf(pages);
    this.#reserved = reservedNames(pages);
    this.datasets = sourcesOfPages(site);
    this.#terms = toldApart(new Map(this.terms().map(({ path }) => [path, termFile(path)])));
    const capitals = describedCapitals(site, this.datasets);
    // A name that is not among these is in small letters.
    const paths = new Set(capitals.flatMap((path) => [path, foldedName(path)]));
    this.#records = toldApart(
      new Map(
        [...paths].flatMap((path) => {
          const file = this.hasPage(path) ? fileOfPath(path, this.#reserved) : undefined;
          return file === undefined ? [] : [[path, file]];
        }),
      ),
    );
  }

  /** The files of a site, when the pages have said which addresses the release has. */
  static async of(options: SiteFilesOptions): Promise<SiteFiles> {
    const files = new SiteFiles(options);
    const addresses = await Promise.all(inOrder(options.pages).map((page) => addressesOf(page, files)));
    files.#addresses = new Set(addresses.flat());
    return files;
  }

  /** The addresses that the site has whatever its records are. */
  get addresses(): readonly string[] {
    return [...this.#addresses];
  }

  nameOf(path: string): string | undefined {
    return this.#records.get(path) ?? fileOfPath(path, this.#reserved);
  }

  /** Terms of the vocabulary of the release. */
  terms(): readonly ResourceSummary[] {
    return describedTerms(this.site, ['ontology.ttl', 'codes.ttl']);
  }

  /** Whether records of a kind are written. */
  hasKind(kind: string | null): boolean {
    return kind === null || this.#kinds.has(kind);
  }

  hasPage(path: string): boolean {
    const before = this.#known.get(path);
    if (before !== undefined) return before;
    const record = describedRecord(this.site, this.datasets, path);
    const has =
      record !== undefined && this.hasKind(record.kind) && fileOfPath(path, this.#reserved) !== undefined;
    if (this.#known.size >= MOST_KNOWN) this.#known.clear();
    this.#known.set(path, has);
    return has;
  }

  termFile(iri: string): string | undefined {
    const term = this.#terms.get(iri);
    return term === undefined ? undefined : `${term}.html`;
  }

  /** Where an address of the pages leads; undefined where no file of the site answers it. */
  targetOf(address: string, language: Language): Target | undefined {
    const { pathname, searchParams, hash } = new URL(address, 'http://127.0.0.1');
    const files = this.#pageOf(pathname)?.files;
    if (files === undefined) return undefined;
    if (files.isWhereLinked === true) this.linked.add(pathname);
    const page = Number(searchParams.get('page') ?? 1);
    const target =
      files.targetOf === undefined
        ? this.#fileNamedAfter(pathname, files)
        : files.targetOf({ path: pathname, query: searchParams, page }, this);
    if (target === undefined || 'iri' in target) return target;
    if ('address' in target) return this.targetOf(target.address, language);
    const { file, isShared = false, query = '' } = target;
    if (!isShared && !this.languages.includes(language)) return undefined;
    const isHere = isShared || language === this.languages[0];
    return { file: isHere ? file : `${language}/${file}`, more: query + hash, isShared };
  }

  /** The languages in which the file of an address is written: the first one where all languages share the file. */
  languagesOf(address: string): readonly Language[] {
    const [first = 'en', ...others] = this.languages;
    const target = this.targetOf(address, first);
    return target !== undefined && 'file' in target && target.isShared ? [first] : [first, ...others];
  }

  #fileNamedAfter(path: string, { isShared, isWhereLinked }: FilesOfPage): FileTarget | undefined {
    if (isWhereLinked !== true && !this.#addresses.has(path)) return undefined;
    return isShared === true ? { file: path.slice(1), isShared } : { file: `${path.slice(1)}.html` };
  }
}

type PageWithFiles = Page & { readonly files: FilesOfPage; readonly feature?: string };

/** Pages with files: those that each site has, those of some releases, those of features. */
const inOrder = (pages: readonly Page[]): readonly PageWithFiles[] =>
  pages
    .filter((page): page is PageWithFiles => page.files !== undefined)
    .toSorted((a, b) => placeOf(a) - placeOf(b));

const placeOf = ({ feature, files }: PageWithFiles): number =>
  feature !== undefined ? 2 : files.addresses !== undefined ? 1 : 0;

/** The addresses that a site has of a page whatever its records are. */
async function addressesOf(
  { path, files }: PageWithFiles,
  asFiles: PagesAsFiles,
): Promise<readonly string[]> {
  if (files.addresses !== undefined) return files.addresses(asFiles);
  return files.isWhereLinked === true ? [] : [path].flat().filter(isPlain);
}

/** Whether a path is one address, whose names no file system refuses. */
const isPlain = (path: string): boolean =>
  path === '/' || path.split('/').every((name, at) => (at === 0 ? name === '' : NAME.test(name)));

/** Records whose presence is remembered. */
const MOST_KNOWN = 100_000;

/** The file of a term of a vocabulary, without its ending. */
const termFile = (iri: string): string =>
  `id/${portable(iri.replace(/^[a-z]+:\/*/, '').replace(/[^A-Za-z0-9.-]+/g, '_'))}`;

/** The address of a file of the site from another file of it, as a link has it. */
export function relativeAddress(from: string, { file, more }: Extract<Target, { file: string }>): string {
  const up = from.split('/').slice(0, -1);
  const down = file.split('/');
  let same = 0;
  while (same < up.length && same < down.length - 1 && up[same] === down[same]) same++;
  const steps = [...up.slice(same).map(() => '..'), ...down.slice(same).map(encodeURIComponent)];
  return steps.join('/') + more;
}

/** Whether a word names a format of records. */
export const isRecordFormat = (word: string): word is RecordFormat =>
  (RECORD_FORMATS as readonly string[]).includes(word);
