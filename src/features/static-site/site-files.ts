import { entry } from '../../base/map-entry.js';
import { sha256 } from '../../base/sha256.js';
import { compactIri } from '../../model/rdf/iri-syntax.js';
import { webAddress } from '../../model/rdf/iris.js';
import { datasetsOf } from '../browse/described-records.js';
import { DESCRIPTIONS } from '../browse/index/build-index.js';
import { SMALL_FACETS } from '../browse/index/facet-statements.js';
import { INDEXED_KINDS } from '../browse/index/index-words.js';
import type { ResourceSummary } from '../browse/index/release-index.js';
import type { SearchRequest } from '../browse/index/result-search.js';
import { LANGUAGES, type Language } from '../browse/interface-words.js';
import { isOtherAddress } from '../browse/layout.js';
import { decoded } from '../browse/page.js';
import { citedPath, isCitationFormat } from '../browse/record/citations.js';
import { RELEASED_PAGE_NAMES } from '../browse/released-page.js';
import { chosenIn, searchAddress, searchIn } from '../browse/search/search-address.js';
import type { Site } from '../browse/site.js';
import { IIIF_FOLDER } from '../iiif/iiif-addresses.js';
import { describedCapitals, describedRecord, describedTerms } from './site-queries.js';

/* Which address of the pages is which file of a site without a server. */

/** Formats in which each record can be a file beside its page. Those of citations are in the language of the page. */
export const RECORD_FORMATS = ['ttl', 'jsonld', 'nt', 'bib', 'ris', 'csl.json'] as const;
export type RecordFormat = (typeof RECORD_FORMATS)[number];

/** Kinds whose records are written: all but pages and transcripts, whose content is on the pages of their items. */
export const KINDS_WRITTEN: readonly string[] = INDEXED_KINDS.filter(
  (kind) => kind !== 'page' && kind !== 'transcript',
);

/** Pages that are in every site. Their files have the name of the address. */
const PAGES = ['search', 'map', 'timeline', 'people', 'about'] as const;
/** Folders of the site that are not those of records. */
const FOLDERS = [
  'assets',
  'files',
  'released',
  'lists',
  'linked',
  'works',
  'id',
  'search-index',
  'new-records',
  IIIF_FOLDER,
] as const;
/** Files of the release that are offered, and that no manifest lists. */
const UNLISTED: ReadonlySet<string> = new Set(['manifest.json', 'README.md']);

/** First names of paths that are the site's own. */
const RESERVED: ReadonlySet<string> = new Set([
  ...PAGES,
  ...RELEASED_PAGE_NAMES,
  ...FOLDERS,
  ...LANGUAGES,
  'index',
  'sitemap',
  'tables',
  'new',
  'ask',
  'sparql',
  'find',
  'explain',
  'referring',
  'language',
]);

/** A name in a path of a record: no sign that leads elsewhere, and none that begins hidden files. */
const NAME = /^[\p{L}\p{N}_~-][\p{L}\p{N}._~-]*$/u;
/** Bytes of a name, at most: eCryptfs has 143, and a path of Windows 260 characters in all. */
const MOST_BYTES = 100;
/** Names that Windows keeps for devices, with any ending (Microsoft, Naming Files). The category of counties is `CON`. */
const DEVICE = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?:\.|$)/i;

/** Letters that tell two sources with the same name apart. */
const mark = (source: string): string => `--${sha256(source).slice(0, 8)}`;

/** A name as Windows, macOS and Linux all take it: no device, no full stop at its end, not too long. */
function portable(name: string): string {
  if (Buffer.byteLength(name) > MOST_BYTES) return [...name].slice(0, MOST_BYTES / 4).join('') + mark(name);
  return `${DEVICE.test(name) ? '_' : ''}${name}${name.endsWith('.') ? '_' : ''}`;
}

/** The file of a path of a record, without its ending; undefined where it has signs that no file of a site may have. */
export function fileOfPath(path: string): string | undefined {
  // A web server looks for the file by its name without escapes.
  const names = decoded(path).split('/');
  if (RESERVED.has((names[0] ?? '').toLowerCase()) || !names.every((name) => NAME.test(name)))
    return undefined;
  return names.map(portable).join('/');
}

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

/** Where an address leads: to a file of the site, with a query and a fragment, or to another site. */
export type Target = { readonly file: string; readonly more: string } | { readonly iri: string };

interface SiteFilesOptions {
  readonly site: Site;
  /** The first is that of the files at the root; the others have a folder each. */
  readonly languages: readonly Language[];
  /** Kinds of records that are written. */
  readonly kinds: ReadonlySet<string>;
  readonly formats: ReadonlySet<RecordFormat>;
  /** Whether manifests and collections of IIIF are written. */
  readonly withManifests: boolean;
  /** Whether the files of the release are part of the site. */
  readonly withFiles: boolean;
  /** Pages of the release that are shown with the header of the site. */
  readonly released: ReadonlySet<string>;
  /** Paths of pages of other features, such as `/untranscribed`. */
  readonly added: readonly string[];
  /** Pages of lists of changes, as `change kind`, with the number of their pages. */
  readonly changes: ReadonlyMap<string, number>;
}

/** The files of a site: which are written, and where each address leads. */
export class SiteFiles {
  readonly #options: SiteFilesOptions;
  readonly #datasets: readonly string[];
  /** The files of lists by facet and value, of terms by IRI, and of the records whose names some disk does not tell apart. */
  readonly #lists: ReadonlyMap<string, string>;
  readonly #terms: ReadonlyMap<string, string>;
  readonly #records: ReadonlyMap<string, string>;
  readonly #known = new Map<string, boolean>();
  /** Files of the interface that pages use, met so far: the same for all languages. */
  readonly assets = new Set<string>();

  constructor(options: SiteFilesOptions) {
    this.#options = options;
    const { search } = options.site;
    // Also what the release says about itself has pages.
    this.#datasets = [...datasetsOf(options.site), ...DESCRIPTIONS];
    this.#terms = toldApart(new Map(this.terms().map(({ path }) => [path, termFile(path)])));
    this.#lists = toldApart(
      new Map(
        SMALL_FACETS.flatMap((facet) =>
          search
            .allValues(facet)
            .map(({ value }) => [
              `${facet} ${value}`,
              `lists/${facet}/${portable(value.replace(/[^A-Za-z0-9_-]+/g, '-'))}`,
            ]),
        ),
      ),
    );
    const capitals = describedCapitals(options.site, this.#datasets);
    // A name that is not among these is in small letters.
    const paths = new Set(capitals.flatMap((path) => [path, foldedName(path)]));
    this.#records = toldApart(
      new Map(
        [...paths].flatMap((path) => {
          const file = this.hasRecord(path) ? fileOfPath(path) : undefined;
          return file === undefined ? [] : [[path, file]];
        }),
      ),
    );
  }

  /** The file of a record without its ending; undefined where it has none. */
  fileOf(path: string): string | undefined {
    return this.#records.get(path) ?? fileOfPath(path);
  }

  /** The datasets and files whose records have pages. */
  get datasets(): readonly string[] {
    return this.#datasets;
  }

  /** Terms of the vocabulary of the release. */
  terms(): readonly ResourceSummary[] {
    return describedTerms(this.#options.site, ['ontology.ttl', 'codes.ttl']);
  }

  /** Whether records of a kind are written. */
  hasKind(kind: string | null): boolean {
    return kind === null || this.#options.kinds.has(kind);
  }

  /** Whether a record has a page in the site. */
  hasRecord(path: string): boolean {
    const before = this.#known.get(path);
    if (before !== undefined) return before;
    const record = describedRecord(this.#options.site, this.#datasets, path);
    const has = record !== undefined && this.hasKind(record.kind) && fileOfPath(path) !== undefined;
    if (this.#known.size >= MOST_KNOWN) this.#known.clear();
    this.#known.set(path, has);
    return has;
  }

  #inLanguage(language: Language, file: string): string {
    return language === this.#options.languages[0] ? file : `${language}/${file}`;
  }

  /** Addresses of the pages that are not of one record. */
  pages(): readonly string[] {
    const released = RELEASED_PAGE_NAMES.filter((name) => this.#options.released.has(name));
    return [...['', ...PAGES, ...released].map((name) => `/${name}`), ...this.#options.added];
  }

  /**
   * The file of a record in a format of programs: the same in all languages, but for citations. It never has the name of another
   * record, such as of a file of a dataset: a web host would take it for that one.
   */
  formatFile(language: Language, path: string, format: RecordFormat): string {
    const isTaken = isOtherAddress(this.#options.site, path, format);
    const file = `${this.fileOf(path)}.${isTaken ? `data.${format}` : format}`;
    return isCitationFormat(format) ? this.#inLanguage(language, file) : file;
  }

  /** Where an address of the pages leads; undefined where no file of the site answers it. */
  targetOf(address: string, language: Language): Target | undefined {
    const { pathname, searchParams, hash } = new URL(address, 'http://127.0.0.1');
    const here = (file: string, query = ''): Target => ({
      file: this.#inLanguage(language, file),
      more: query + hash,
    });
    const page = Number(searchParams.get('page') ?? 1);
    const shared = (file: string): Target => ({ file, more: hash });
    const [, first = '', rest = ''] = /^\/([^/]*)\/?(.*)$/s.exec(pathname) ?? [];
    switch (first) {
      case '':
        return rest === '' ? here('index.html') : undefined;
      case 'assets':
      case 'released':
        this.assets.add(pathname.slice(1));
        return shared(pathname.slice(1));
      case 'search-index':
        return shared(pathname.slice(1));
      case IIIF_FOLDER:
        return this.#options.withManifests ? shared(pathname.slice(1)) : undefined;
      case 'files':
        return this.#fileOfRelease(rest, hash);
      case 'feed':
        return this.#options.withFiles && this.#options.site.hasFeed ? shared(pathname.slice(1)) : undefined;
      case 'language': {
        const other = LANGUAGES.find((one) => one === rest);
        if (other === undefined || !this.#options.languages.includes(other)) return undefined;
        return this.targetOf(searchParams.get('to') ?? '/', other);
      }
      case 'find':
        return here('search.html', searchParams.size === 0 ? '' : `?${searchParams}`);
      case 'search':
      case 'map':
      case 'timeline':
        // The counties of a search are counted by a server.
        return rest !== '' ? undefined : this.#targetOfSearch(first, searchParams, here);
      case 'referring': {
        const file = this.#linkedFile(searchParams.get('to') ?? '', searchParams.get('by') ?? '', page);
        return file === undefined ? undefined : here(file);
      }
      case 'people': {
        const kind = searchParams.get('kind');
        if (kind === null) return here('people.html');
        return here(peopleFile(kind, searchParams.get('letter') ?? undefined, page));
      }
      case 'new': {
        const list = `${searchParams.get('change')} ${searchParams.get('kind')}`;
        if (searchParams.get('change') === null) return here('new.html');
        return page <= (this.#options.changes.get(list) ?? 0) ? here(changesFile(list, page)) : undefined;
      }
      case 'tables': {
        const table = this.#options.site.tables.named(rest);
        if (rest === '') return here('tables.html');
        return table === undefined ? undefined : this.#fileOfRelease(`derived/${table.file}`, '');
      }
      case 'id':
        return this.#targetOfIri(searchParams, language, here);
    }
    if (this.pages().includes(pathname)) return here(`${first}.html`);
    return this.#targetOfRecord(pathname.slice(1), language, hash);
  }

  #targetOfSearch(
    page: 'search' | 'map' | 'timeline',
    parameters: URLSearchParams,
    here: (file: string, query?: string) => Target,
  ): Target | undefined {
    const request = searchIn(parameters);
    if (request.of !== undefined) {
      const file =
        page === 'search' ? this.#worksFile(request, Number(parameters.get('page') ?? 1)) : undefined;
      return file === undefined ? undefined : here(file);
    }
    const list = this.listFile(request, Number(parameters.get('page') ?? 1));
    if (list !== undefined) return here(list);
    const address = searchAddress({ ...request, order: undefined, box: undefined });
    // The map and the timeline show everything. What they would narrow is found by the search.
    return address === '/search'
      ? here(`${page}.html`)
      : here('search.html', address.slice('/search'.length));
  }

  /** The file of all records with one value of one facet; undefined when that is not what is searched. */
  listFile({ words, facets }: SearchRequest, page: number): string | undefined {
    const [chosen, ...others] = chosenIn(facets);
    if (words.trim() !== '' || chosen === undefined || others.length > 0) return undefined;
    if (chosen[0] === 'kind' && !this.hasKind(chosen[1])) return undefined;
    const file = this.#lists.get(chosen.join(' '));
    return file === undefined ? undefined : numbered(file, page);
  }

  /** The file of all works of a record; undefined when that is not what is searched. */
  #worksFile({ words, facets, of = '' }: SearchRequest, page: number): string | undefined {
    if (words.trim() !== '' || Object.keys(facets).length > 0 || !this.hasRecord(of)) return undefined;
    return numbered(`works/${this.fileOf(of)}`, page);
  }

  /** The file of the records that refer to one by a property. */
  #linkedFile(path: string, property: string, page: number): string | undefined {
    const file = this.hasRecord(path) ? this.fileOf(path) : undefined;
    if (file === undefined) return undefined;
    const name = compactIri(property, this.#options.site.language.prefixes) ?? property;
    return numbered(`linked/${file}/${name.replace(/[^A-Za-z0-9_-]+/g, '-')}`, page);
  }

  #targetOfIri(
    parameters: URLSearchParams,
    language: Language,
    here: (file: string) => Target,
  ): Target | undefined {
    const iri = parameters.get('iri') ?? '';
    const format = parameters.get('format');
    const { base } = this.#options.site.manifest;
    if (format !== null && iri.startsWith(base)) {
      const path = iri.slice(base.length);
      if (this.hasRecord(path)) return this.#fileOfRecord(path, format, language, '');
    }
    if (format !== null && format !== 'html') return undefined;
    const term = this.#terms.get(iri);
    if (term !== undefined) return here(`${term}.html`);
    const address = webAddress(iri);
    return address === undefined ? undefined : { iri: address };
  }

  #targetOfRecord(path: string, language: Language, hash: string): Target | undefined {
    if (this.hasRecord(path))
      return { file: this.#inLanguage(language, `${this.fileOf(path)}.html`), more: hash };
    const [name = '', suffix = ''] = citedPath(path) ?? /^(.*)\.([a-z]+)$/.exec(path)?.slice(1) ?? [];
    if (!this.hasRecord(name)) return undefined;
    return this.#fileOfRecord(name, suffix, language, hash);
  }

  #fileOfRecord(path: string, format: string, language: Language, hash: string): Target | undefined {
    if (format === 'html')
      return { file: this.#inLanguage(language, `${this.fileOf(path)}.html`), more: hash };
    return this.#options.formats.has(format as RecordFormat)
      ? { file: this.formatFile(language, path, format as RecordFormat), more: '' }
      : undefined;
  }

  #fileOfRelease(escaped: string, hash: string): Target | undefined {
    const path = decoded(escaped);
    const { withFiles, site } = this.#options;
    return withFiles && (site.files.has(path) || UNLISTED.has(path))
      ? { file: `files/${path}`, more: hash }
      : undefined;
  }
}

/** Records whose presence is remembered. */
const MOST_KNOWN = 100_000;

/** The file of a page of a list, from 1. */
const numbered = (name: string, page: number): string => (page > 1 ? `${name}.${page}.html` : `${name}.html`);

/** The file of a page of people, from 1; of the first letter unless one is given. */
const peopleFile = (kind: string, letter: string | undefined, page: number): string =>
  numbered(
    `people/${kind === 'person' ? 'person' : 'schools-person'}${letter === undefined ? '' : `/${letter || 'none'}`}`,
    page,
  );

/** The file of a page of a list of changes. */
const changesFile = (list: string, page: number): string =>
  numbered(`new-records/${list.replace(/[^a-z-]+/g, '-')}`, page);

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
