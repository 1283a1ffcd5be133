import { FolkloreError } from '../base/errors.js';
import type { Service } from '../base/origin.js';
import type { Group } from '../records/datasets.js';
import type { FoundEntry } from '../response-store/entry.js';
import { archive } from '../services/archive.js';
import { placenames } from '../services/placenames.js';
import type { Service as ServiceTable } from '../services/service.js';

/** A service that says that a request is wrong, or that it knows no such list: that request only, not the run. */
export function isRefusal(thrown: unknown): boolean {
  return (
    thrown instanceof FolkloreError &&
    (thrown.code === 'REQUEST_REFUSED' || thrown.code === 'ANSWER_UNREADABLE')
  );
}

export type { Service } from '../base/origin.js';

/** One thing a harvest wants to know of a service. */
export interface CrawlRequest {
  readonly service: Service;
  /** Path and query below the service's prefix. */
  readonly request: string;
  readonly body: 'list' | 'record';
  /** The first page of the list this is a page of; the request itself where it is that. */
  readonly list?: string;
  /** Something else tells that the answer has changed: no filter by date need be asked. */
  readonly changed?: boolean;
  /** Asked on suspicion only: that there is nothing is asked again in a sweep, not in every run. */
  readonly seldom?: true;
  /** Asked to see whether something is gone: that it is needs no place in the store. */
  readonly isProbe?: true;
}

/** An answer with a body, which is parsed when it is needed. */
export interface FoundReply {
  readonly body: unknown;
  /** Its place in the store; absent: it is in none. */
  readonly entry?: FoundEntry | undefined;
}

/** A stored answer; "missing": the service answered 404; "unknown": not requested yet (plans only). */
export type Reply = FoundReply | 'missing' | 'unknown';

/** Where the answers of a harvest come from. */
export interface ResponseFetcher {
  /** @throws FolkloreError when there is no answer to be had */
  ask(question: CrawlRequest): Promise<Reply>;
  /** What the last harvest was answered; "unknown" when it was not asked, or nothing is to be leant on. */
  before(service: Service, request: string): Promise<Reply>;
}

/** Which kinds an answer is asked for the sake of, by the first step of its path. */
const GROUPS_OF: Readonly<Record<string, readonly Group[]>> = {
  cbe: ['manuscripts'],
  cbes: ['schools'],
  cbeg: ['photographs'],
  cbed: ['people'],
  counties: ['manuscripts', 'schools', 'photographs', 'people'],
  countries: ['manuscripts', 'schools', 'photographs', 'people'],
};

/** Which kinds an answer is asked for the sake of. */
export function groupsOf(service: Service, request: string): readonly Group[] {
  return service === 'placenames' ? ['places'] : (GROUPS_OF[/^\/(\w+)/.exec(request)?.[1] ?? ''] ?? []);
}

/** Adds a parameter to a request that may or may not have some. */
export function withParameter(request: string, name: string, value: string | number): string {
  return `${request}${request.includes('?') ? '&' : '?'}${name}=${inQuery(String(value))}`;
}

/** A value as it stands in a query; half characters as what stands for them. */
export const inQuery = (value: string): string => encodeURIComponent(value.toWellFormed());

/** Whether a volume or a place can be asked for by an id: a service may list what is none. */
export const isPlainId = (id: string): boolean => /^\d+$/.test(id);

/** The paths of lists that can be asked for what changed since a day, by service (archive-service 4, place-names-service 4). */
const FILTERED: Readonly<Record<Service, ReadonlySet<string>>> = {
  archive: pathsWithChanges(archive, '/api/v0.6'),
  placenames: pathsWithChanges(placenames, '/api/v0.9'),
};

function pathsWithChanges({ endpoints }: ServiceTable, prefix: string): Set<string> {
  return new Set(
    Object.values(endpoints)
      .filter(({ parameters }) => 'ModifiedSince' in parameters)
      .map(({ path }) => path.slice(prefix.length) || '/'),
  );
}

/** Whether a list can be asked for what changed since a day. */
export function knowsChanges(service: Service, request: string): boolean {
  return FILTERED[service].has(request.split('?')[0] ?? '');
}
