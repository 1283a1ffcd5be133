import { EXIT, FolkloreError } from '../../base/errors.js';
import type { Origin } from '../../base/origin.js';
import { nearest } from '../../base/text.js';
import type { BuildPlan } from '../../records/build-plan.js';
import { constants } from '../../records/constant-records.js';
import type { GlobalIndex, IndexListener } from '../../records/global-index.js';
import type { IndexedRecord } from '../../records/indexed-record.js';
import type { UnreadableRecord } from '../../records/read-records.js';
import { type Kind, type RecordRef, RecordSet } from '../../records/record.js';
import type { StoredHarvest } from '../../response-store/stored-harvest.js';
import { named } from './why-withheld.js';

/** Whether an id is the one that somebody typed. */
export const isAsked = (id: number | string, asked: string): boolean =>
  String(id).toLowerCase() === asked.trim().toLowerCase();

/** Looks out, while the harvest is read, for records of some kinds, and for one of them in particular. */
export class RecordFinder implements IndexListener {
  readonly #kinds: readonly Kind[];
  readonly #asked: string;
  readonly #stayed: RecordRef[] = [];
  readonly #leaving = new RecordSet();
  readonly #places = new Set<string>();
  readonly #requests = new Set<string>();
  readonly #lost: { readonly ref: RecordRef; readonly record: UnreadableRecord }[] = [];

  constructor(kinds: readonly Kind[], asked: string) {
    this.#kinds = kinds;
    this.#asked = asked;
  }

  /** What was asked for and does not leave. */
  get stayed(): readonly RecordRef[] {
    return this.#stayed;
  }

  /** What was asked for and cannot be read, or stands in something that cannot. */
  get lost(): readonly { readonly ref: RecordRef; readonly record: UnreadableRecord }[] {
    return this.#lost;
  }

  /** The ids of a kind that leave, as far as the services have lists of it. */
  idsOf(kind: Kind): ReadonlySet<number | string> {
    return this.#leaving.of(kind);
  }

  /** The answers of a store that hold what was asked for. */
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
      this.#kinds.includes('cbes.person') && one.people.some(({ id }) => isAsked(id, this.#asked));
    if (!isRecorded && !this.#isAsked(one)) return;
    const { service, request, pointer } = one.origin;
    this.#requests.add(`${service} ${request}`);
    this.#places.add(`${service} ${request} ${pointer}`);
  }

  publishable(unit: RecordRef): void {
    if (this.#kinds.includes(unit.kind)) this.#leaving.add(unit);
  }

  withheld(unit: RecordRef): void {
    if (this.#isAsked(unit)) this.#stayed.push(unit);
  }

  revoked(unit: RecordRef): void {
    this.withheld(unit);
  }

  duplicate(): void {}

  unreadable(record: UnreadableRecord): void {
    for (const { kind, id } of [record, ...record.inside]) {
      const ref = { kind, id: id ?? '' };
      if (this.#isAsked(ref)) this.#lost.push({ ref, record });
    }
  }

  unknownFields(): void {}

  #isAsked({ kind, id }: RecordRef): boolean {
    return this.#kinds.includes(kind) && isAsked(id, this.#asked);
  }
}

/** As many as one looks at before giving up. */
const MOST = 5;

/** The records whose ids are nearest to one that does not exist: numbers by their size, codes by their letters. */
export function nearestIds(asked: string, refs: readonly RecordRef[]): RecordRef[] {
  const number = Number(asked);
  const distance = ({ id }: RecordRef): number => Math.abs(Number(id) - number);
  if (refs.every((ref) => !Number.isNaN(distance(ref)))) {
    return refs.toSorted((a, b) => distance(a) - distance(b)).slice(0, MOST);
  }
  const ids = refs.map(({ id }) => String(id));
  const mistyped = nearest(asked, ids);
  const [first, others] = [
    refs.filter(({ id }) => id === mistyped),
    refs.filter(({ id }) => id !== mistyped),
  ];
  return [...first, ...others.toSorted((a, b) => compareTo(asked, String(a.id), String(b.id)))].slice(
    0,
    MOST,
  );
}

/** Codes with more letters in common at their beginning come first, then the alphabet. */
function compareTo(asked: string, a: string, b: string): number {
  const common = (code: string) => {
    let length = 0;
    while (length < code.length && code[length]?.toLowerCase() === asked[length]?.toLowerCase()) length += 1;
    return length;
  };
  return common(b) - common(a) || (a < b ? -1 : 1);
}

/** What somebody typed: the kinds that the word may mean, and an id. */
export interface RecordRequest {
  readonly kinds: readonly Kind[];
  readonly id: string;
}

/**
 * The one record that was asked for: of several kinds that a word may mean, the only one that has the id.
 *
 * @throws FolkloreError RECORD_UNKNOWN when there is none, or more than one
 */
export function chooseRecord(
  asked: RecordRequest,
  plan: BuildPlan,
  globalIndex: GlobalIndex,
  finder: RecordFinder,
): RecordRef {
  const found = foundRecords(asked, plan, globalIndex, finder);
  const [one, ...others] = found.values();
  if (one === undefined) throw unknownRecord(asked, leavingOf(asked, plan, globalIndex, finder), plan);
  if (others.length === 0) return one;
  throw new FolkloreError(
    'RECORD_UNKNOWN',
    `There is more than one record ${asked.id}: ${[...found.values()].map(named).join(', ')}.`,
    { hint: `Say which, as in \`folklore-ld explain ${named(one)}\`.`, exitCode: EXIT.misuse },
  );
}

/**
 * The error for a record that is not there.
 *
 * @param leaving the records of its kind that are there, and may be shown
 */
export function unknownRecord(
  { kinds, id }: RecordRequest,
  leaving: readonly RecordRef[],
  { store }: BuildPlan,
): FolkloreError {
  const nearest = nearestIds(id, leaving).map(named);
  return new FolkloreError(
    'RECORD_UNKNOWN',
    `There is no ${kinds.join(' or ')} ${id} in the harvest in ${store}.`,
    {
      hint:
        nearest.length === 0
          ? 'No record of that kind is in it at all: was it harvested?'
          : `The nearest are ${nearest.join(', ')}.`,
      exitCode: EXIT.misuse,
    },
  );
}

/** The records with the id, by kind. */
export function foundRecords(
  asked: RecordRequest,
  plan: BuildPlan,
  globalIndex: GlobalIndex,
  finder: RecordFinder,
): ReadonlyMap<Kind, RecordRef> {
  const leaving = leavingOf(asked, plan, globalIndex, finder);
  const all = [...finder.stayed, ...finder.lost.map(({ ref }) => ref), ...leaving];
  return new Map(all.filter(({ id }) => isAsked(id, asked.id)).map((ref) => [ref.kind, ref]));
}

/** Every record of some kinds that leaves, those without a list of their own included. */
function leavingOf(
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
