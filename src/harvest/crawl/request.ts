import { FolkloreError } from '../../base/errors.js';
import type { Service } from '../../base/origin.js';
import type { Group } from '../../model/records/datasets.js';
import { isRefused } from '../client/client-errors.js';
import type { FoundEntry } from '../store/entry.js';

/** Whether an error concerns one request only: the service refused it, or has no such list. */
export function isRefusal(thrown: unknown): boolean {
  return isRefused(thrown) || (thrown instanceof FolkloreError && thrown.code === 'ANSWER_UNREADABLE');
}

export type { Service } from '../../base/origin.js';

/**
 * When a list is requested again that was empty in the last harvest, and whose filter is a value of another record: `always`, or
 * in a sweep only.
 */
export const EMPTY_LISTS = ['always', 'sweep'] as const;
export type EmptyLists = (typeof EMPTY_LISTS)[number];

/** A request of a harvest. */
export interface CrawlRequest {
  readonly service: Service;
  /** Path and query below the service's prefix. */
  readonly request: string;
  readonly body: 'list' | 'record';
  /** The request for the first page of the list; the default is the request itself. */
  readonly list?: string;
  /** A list that says what to request: one of an unfinished harvest that is too old is requested again. */
  readonly isPlan?: boolean;
  /** Whether the answer is requested again, although this harvest has one. */
  readonly isRenewed?: boolean;
  /** A list of one id in another list, which may be older: a 404 is not an error, and is not stored. */
  readonly isListed?: boolean;
  /** An id that may not exist: a 404 is requested again in sweeps only. */
  readonly isSpeculative?: true;
  /** A list whose filter is a value of another record: it may be empty ({@link EmptyLists}). */
  readonly isFiltered?: true;
  /** A record that may be withdrawn: a 404 is not stored. */
  readonly isProbe?: true;
}

/** An answer with a body, which is parsed on access. */
export interface FoundReply {
  readonly body: unknown;
  /** Absent when it is not stored. */
  readonly entry?: FoundEntry | undefined;
  /** Whether this harvest has replaced it by a newer one. */
  readonly isReplaced?: boolean;
}

/** A stored answer; "missing" for 404; "unknown" when it was never requested (dry runs only). */
export type Reply = FoundReply | 'missing' | 'unknown';

/** The source of answers of a harvest. */
export interface ResponseFetcher {
  /** @throws FolkloreError when the request fails */
  fetch(crawlRequest: CrawlRequest): Promise<Reply>;
  /**
   * The answer before this one: that of the unfinished harvest if it was requested again, otherwise that of the last
   * harvest. "unknown" when there is none, or it is not to be used.
   */
  previous(service: Service, request: string): Promise<Reply>;
  /** Leaves an answer out of this harvest: a newer list of what to request does not have it. */
  forget(service: Service, request: string): void;
}

/** The groups that need a request of the archive, by the first step of its path. */
const GROUPS_OF: Readonly<Record<string, readonly Group[]>> = {
  cbe: ['manuscripts'],
  cbes: ['schools'],
  cbeg: ['photographs'],
  cbed: ['people'],
  counties: ['manuscripts', 'schools', 'photographs', 'people'],
  countries: ['manuscripts', 'schools', 'photographs', 'people'],
};

/** The groups that need a request. */
export function groupsOf(service: Service, request: string): readonly Group[] {
  return service === 'placenames' ? ['places'] : (GROUPS_OF[/^\/(\w+)/.exec(request)?.[1] ?? ''] ?? []);
}

/** Adds a parameter to a request. */
export function withParameter(request: string, name: string, value: string | number): string {
  return `${request}${request.includes('?') ? '&' : '?'}${name}=${inQuery(String(value))}`;
}

/** The request for the first page of a list, of the request for any of its pages. */
export const firstPageOf = (request: string): string => request.replace(/[?&]Page=\d+$/, '');

/** A percent-encoded value; lone surrogates are replaced. */
export const inQuery = (value: string): string => encodeURIComponent(value.toWellFormed());

/** Whether an id of a list can be used in a request. */
export const isPlainId = (id: string): boolean => /^\d+$/.test(id);
