import { FolkloreError } from '../../../base/errors.js';
import type { Origin } from '../../../base/origin.js';
import { nearest } from '../../../base/text.js';
import { type IndexedRecord, openFacts } from '../../../harvest/answers/indexed-record.js';
import type { UnreadableRecord } from '../../../harvest/answers/read-records.js';
import type { StoredHarvest } from '../../../harvest/store/stored-harvest.js';
import { type Ids, type Kind, type RecordRef, RecordSet } from '../../../model/records/record.js';
import { SOURCES } from '../../../model/records/sources.js';
import type { WhyWithheld } from '../../../pipeline/global-index/access-control.js';
import type { GlobalIndex, IndexListener } from '../../../pipeline/global-index/global-index.js';
import { readGlobalIndex } from '../../../pipeline/global-index/stored-global-index.js';
import { constants } from '../../../pipeline/map-records/constant-records.js';
import type { BuildPlan } from '../../../pipeline/plan/build-plan.js';
import { named } from './why-withheld.js';

/** Whether an id is the requested one. */
const isRequested = (id: number | string, requested: string): boolean =>
  String(id).toLowerCase() === requested.trim().toLowerCase();

/** A withheld record. */
export interface WithheldRecord {
  readonly ref: RecordRef;
  readonly why: WhyWithheld;
}

/** Collects, while the harvest is read, the records of some kinds, and the occurrences of the requested one. */
export class RecordFinder implements IndexListener {
  readonly #kinds: readonly Kind[];
  readonly #requestedId: string;
  readonly #withheldRecords: WithheldRecord[] = [];
  readonly #publishable = new RecordSet();
  readonly #places = new Set<string>();
  /** Where records with the requested id were read first. */
  readonly #origins = new Map<Kind, Origin>();
  readonly #requests = new Set<string>();
  readonly #unreadableRecords: { readonly ref: RecordRef; readonly record: UnreadableRecord }[] = [];

  constructor(kinds: readonly Kind[], requested: string) {
    this.#kinds = kinds;
    this.#requestedId = requested;
  }

  /** Requested records that are withheld. */
  get withheldRecords(): readonly WithheldRecord[] {
    return this.#withheldRecords;
  }

  /** Where a requested record was read first; undefined when it cannot be read. */
  originOf({ kind }: RecordRef): Origin | undefined {
    return this.#origins.get(kind);
  }

  /** Requested records that cannot be read, or that are in one that cannot be read. */
  get unreadableRecords(): readonly { readonly ref: RecordRef; readonly record: UnreadableRecord }[] {
    return this.#unreadableRecords;
  }

  /** The publishable ids of a kind that the services have lists of. */
  idsOf(kind: Kind): Ids {
    return this.#publishable.of(kind);
  }

  /** The answers of a store that hold the requested record. */
  answersOf(store: StoredHarvest): Pick<StoredHarvest, 'requests' | 'read'> {
    return {
      requests: (service) =>
        store.requests(service).filter((request) => this.#requests.has(`${service} ${request}`)),
      read: (service, request) => store.read(service, request),
    };
  }

  /** Whether a record was read in this place, not only in an answer that is skipped. */
  wasReadAt({ service, request, pointer }: Origin): boolean {
    return this.#places.has(`${service} ${request} ${pointer}`);
  }

  read(one: IndexedRecord): void {
    const isRecorded =
      this.#kinds.includes('cbes.person') && one.people.some(({ id }) => isRequested(id, this.#requestedId));
    if (!isRecorded && !this.#isRequested(one)) return;
    if (this.#isRequested(one) && !this.#origins.has(one.kind)) this.#origins.set(one.kind, one.origin);
    const { service, request, pointer } = one.origin;
    this.#requests.add(`${service} ${request}`);
    this.#places.add(`${service} ${request} ${pointer}`);
  }

  publishable(unit: RecordRef): void {
    if (this.#kinds.includes(unit.kind)) this.#publishable.add(unit);
  }

  withheld(ref: RecordRef, why: WhyWithheld): void {
    if (this.#isRequested(ref)) this.#withheldRecords.push({ ref, why });
  }

  unreadable(record: UnreadableRecord): void {
    for (const { kind, id } of [record, ...record.inside]) {
      const ref = { kind, id: id ?? '' };
      if (this.#isRequested(ref)) this.#unreadableRecords.push({ ref, record });
    }
  }

  #isRequested({ kind, id }: RecordRef): boolean {
    return this.#kinds.includes(kind) && isRequested(id, this.#requestedId);
  }
}

/** Suggested records at most. */
const MOST = 5;

/** The records whose ids are nearest to one that does not exist: numbers by their size, codes by their letters. */
export function nearestIds(requested: string, refs: readonly RecordRef[]): RecordRef[] {
  const number = Number(requested);
  const distance = ({ id }: RecordRef): number => Math.abs(Number(id) - number);
  if (refs.every((ref) => !Number.isNaN(distance(ref)))) {
    return refs.toSorted((a, b) => distance(a) - distance(b)).slice(0, MOST);
  }
  const ids = refs.map(({ id }) => String(id));
  const mistyped = nearest(requested, ids);
  const [first, others] = [
    refs.filter(({ id }) => id === mistyped),
    refs.filter(({ id }) => id !== mistyped),
  ];
  return [...first, ...others.toSorted((a, b) => compareTo(requested, String(a.id), String(b.id)))].slice(
    0,
    MOST,
  );
}

/** Codes with more letters in common at their beginning come first, then the alphabet. */
function compareTo(requested: string, a: string, b: string): number {
  const common = (code: string) => {
    let length = 0;
    while (length < code.length && code[length]?.toLowerCase() === requested[length]?.toLowerCase())
      length += 1;
    return length;
  };
  return common(b) - common(a) || (a < b ? -1 : 1);
}

/** A request: the kinds that the typed word may mean, and an id. */
export interface RecordRequest {
  readonly kinds: readonly Kind[];
  readonly id: string;
}

/**
 * The requested record. Of several kinds that the word may mean, only one may have the id.
 *
 * @throws FolkloreError RECORD_UNKNOWN when there is none, or more than one
 */
export function chooseRecord(
  requested: RecordRequest,
  plan: BuildPlan,
  globalIndex: GlobalIndex,
  finder: RecordFinder,
): RecordRef {
  const found = foundRecords(requested, plan, globalIndex, finder);
  const [one, ...others] = found.values();
  if (one === undefined)
    throw unknownRecord(requested, publishableOf(requested, plan, globalIndex, finder), plan);
  if (others.length === 0) return one;
  throw new FolkloreError(
    'RECORD_UNKNOWN',
    `There is more than one record ${requested.id}: ${[...found.values()].map(named).join(', ')}.`,
    { hint: `Give the kind, as in \`folklore-ld explain ${named(one)}\`.` },
  );
}

/**
 * The error for a record that is not there.
 *
 * @param publishable the publishable records of its kind
 */
export function unknownRecord(
  { kinds, id }: RecordRequest,
  publishable: readonly RecordRef[],
  { store }: BuildPlan,
): FolkloreError {
  const nearest = nearestIds(id, publishable).map(named);
  return new FolkloreError(
    'RECORD_UNKNOWN',
    `There is no ${kinds.join(' or ')} ${id} in the harvest in ${store}.`,
    {
      hint:
        nearest.length === 0
          ? 'No record of that kind is in it at all: was it harvested?'
          : `The nearest are ${nearest.join(', ')}.`,
    },
  );
}

/** The records with the id, by kind. */
export function foundRecords(
  requested: RecordRequest,
  plan: BuildPlan,
  globalIndex: GlobalIndex,
  finder: RecordFinder,
): ReadonlyMap<Kind, RecordRef> {
  const publishable = publishableOf(requested, plan, globalIndex, finder);
  const apart = [...finder.withheldRecords, ...finder.unreadableRecords].map(({ ref }) => ref);
  const all = [...apart, ...publishable];
  return new Map(all.filter(({ id }) => isRequested(id, requested.id)).map((ref) => [ref.kind, ref]));
}

/**
 * Finds a publishable record by its number, with the global index that is in the store: only the answers whose facts
 * contain the number are looked through.
 *
 * @returns undefined when the whole harvest must be read: there is no such index or record, or the record is withheld or
 *   unreadable
 */
export async function findByIndex(
  requested: RecordRequest,
  store: StoredHarvest,
  plan: BuildPlan,
): Promise<{ readonly finder: RecordFinder; readonly globalIndex: GlobalIndex } | undefined> {
  const id = requested.id.trim();
  if (!/^\d+$/.test(id)) return undefined;
  const globalIndex = readGlobalIndex(store, plan);
  if (globalIndex === undefined) return undefined;
  const facts = openFacts(store);
  const { withheld, answers } = globalIndex;
  const finder = new RecordFinder(requested.kinds, id);
  if (requested.kinds.some((kind) => [...withheld.of(kind)].some((one) => isRequested(one, id))))
    return undefined;
  for (const { source: position, request, passedOver } of answers) {
    const source = SOURCES[position];
    const isCandidate = source && facts.contains(source, request, id);
    if (source === undefined || isCandidate === undefined) return undefined;
    if (!isCandidate) continue;
    const skipped = new Set(passedOver);
    for (const [place, { units }] of [...(await facts.read(source, request))].entries()) {
      if (skipped.has(place)) continue;
      for (const one of units) {
        finder.read(one);
        if (isRequested(one.id, id) && !withheld.has(one)) finder.publishable(one);
      }
    }
  }
  return foundRecords(requested, plan, globalIndex, finder).size === 0 ? undefined : { finder, globalIndex };
}

/** Every publishable record of some kinds, those without a list of their own included. */
function publishableOf(
  { kinds }: RecordRequest,
  plan: BuildPlan,
  globalIndex: GlobalIndex,
  finder: RecordFinder,
): readonly RecordRef[] {
  const other = [...constants(plan.kinds, globalIndex), ...globalIndex.shared];
  return kinds.flatMap((kind) => [
    ...[...finder.idsOf(kind)].map((id) => ({ kind, id })),
    ...(kind === 'cbes.person' ? [...globalIndex.occurrences.keys()].map((id) => ({ kind, id })) : []),
    ...other.filter((one) => one.kind === kind),
  ]);
}
