import type { ResourceSummary } from './index/release-index.js';
import type { Language } from './interface-words.js';
import type { Site } from './site.js';

/* What a site without a server has of a page: the member `files` of the page. */

/** Pages that are files: no address of theirs is answered by a program. */
export interface PagesAsFiles {
  readonly site: Site;
  /** The pages in the first one are at the root of the site; each other one has a folder. */
  readonly languages: readonly Language[];
  /** The formats in which each record is a file beside its page, by suffix. */
  readonly formats: ReadonlySet<string>;
  /** Whether the files of the release are part of the site. */
  readonly withFiles: boolean;
  /** Whether a record has a page. */
  hasPage(path: string): boolean;
  /** The file of a record without its suffix; undefined where no file can have the name. */
  nameOf(path: string): string | undefined;
  /** The file of the page of a term of a vocabulary; undefined where the release does not describe the term. */
  termFile(iri: string): string | undefined;
}

/** Where an address of the pages leads in a site without a server. */
export type FileTarget =
  /** A file of each language, or one that all languages share; with the parameters of a script. */
  | { readonly file: string; readonly isShared?: boolean; readonly query?: string }
  /** What another address leads to. */
  | { readonly address: string }
  /** Another site. */
  | { readonly iri: string };

/** An address of a page. */
export interface PageAddress {
  readonly path: string;
  readonly query: URLSearchParams;
  /** The page of a list, from 1. */
  readonly page: number;
}

/** A list in pages, from 1. */
export interface PagedList {
  readonly pages: number;
  readonly addressOf: (page: number) => string;
}

/** A file that is copied as the server sends it. */
export interface CopiedFile {
  readonly address: string;
  readonly bytes: number;
}

/** What a site without a server has of a page. With `{}` it has one file in each language, named after the path of the page. */
export interface FilesOfPage {
  /** First names of the paths of the files, besides that of the page: no record has a file there. */
  readonly folders?: readonly string[];
  /** Whether all languages share the files, which have the names of their addresses. */
  readonly isShared?: boolean;
  /** Whether the file is written where a page leads to it only, such as a style. */
  readonly isWhereLinked?: boolean;
  /** The addresses that a site has whatever its records are; the path of the page unless given. */
  readonly addresses?: (asFiles: PagesAsFiles) => readonly string[] | Promise<readonly string[]>;
  /** The lists that a site has whatever its records are. */
  readonly lists?: (asFiles: PagesAsFiles) => Iterable<PagedList> | Promise<Iterable<PagedList>>;
  /** The addresses of the pages and data of a record. */
  readonly ofRecord?: (asFiles: PagesAsFiles, record: ResourceSummary) => readonly string[];
  /** How many records of each kind `ofRecord` has addresses of; all that have pages unless given. */
  readonly records?: (asFiles: PagesAsFiles) => readonly (readonly [kind: string, count: number])[];
  /** The lists of a record that has a page. */
  readonly listsOfRecord?: (asFiles: PagesAsFiles, record: ResourceSummary) => Iterable<PagedList>;
  /** Files of any size. */
  readonly copies?: (asFiles: PagesAsFiles) => readonly CopiedFile[] | Promise<readonly CopiedFile[]>;
  /** Where an address leads; undefined where the site has nothing for it. Unless given, each of `addresses` has a file. */
  readonly targetOf?: (address: PageAddress, asFiles: PagesAsFiles) => FileTarget | undefined;
}

/** Files that other files than pages name, such as a typeface. */
export const SHARED_FILE: FilesOfPage = { isShared: true };

/** Files that pages name, such as a style. */
export const LINKED_FILE: FilesOfPage = { isShared: true, isWhereLinked: true };

/** The file of a page of a list, from 1. */
export const numbered = (name: string, page: number): string =>
  page > 1 ? `${name}.${page}.html` : `${name}.html`;

/** A path as the path of an address. */
export const escapedPath = (path: string): string => path.split('/').map(encodeURIComponent).join('/');
