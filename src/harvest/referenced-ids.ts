import { isMarkedWithheld } from '../mapping/access.js';
import { compareRefs, type Kind, type RecordRef } from '../records/record.js';
import type { ResponseSource } from '../records/sources.js';
import { DialectDetector } from './dialect-detection.js';
import type { Service } from './request.js';

/** What records refer to that can be asked for. */
export const REFERENCED_KINDS = ['place', 'person', 'photograph', 'county', 'country', 'gazetteer'] as const;
export type ReferencedKind = (typeof REFERENCED_KINDS)[number];

/** How often something is referred to, and by which record: of several the one first in order. */
export interface Mention {
  by: RecordRef;
  times: number;
}

/** Lists whose entries are places of one sort or another, by the word their identifier stands under. */
interface Entries {
  readonly referent: ReferencedKind;
  readonly under: readonly string[];
}

/** Keys under which a record names a place by its id (wire-format 3 and 4). */
const PLACE_IDS: ReadonlySet<string> = new Set([
  'logainmid',
  'placeid',
  'countyid',
  'replacementid',
  'focusid',
]);

/** Keys whose value, one or several, is what a record refers to, and where in it the identifier stands. */
const ENTRIES: ReadonlyMap<string, Entries> = new Map([
  ['includedin', { referent: 'place', under: ['id'] }],
  ...each(['county', 'counties', 'birthcounty'], { referent: 'county', under: ['logainmid', 'countyid'] }),
  ...each(['country', 'countries', 'birthcountry'], { referent: 'country', under: ['isocode'] }),
  ...each(['locationsabroad', 'birthplaceabroad', 'addressesabroad'], {
    referent: 'gazetteer',
    under: ['geonameid', 'gazetteerid'],
  }),
]);

/** Keys under which manuscripts and photographs name people of the people database; the schools' are others. */
const PEOPLE: ReadonlySet<string> = new Set(['collectors', 'informants', 'relevantpersons', 'photographer']);

/** Web pages about photographs name them by their ids. */
const PHOTOGRAPH_PAGE = /\/cbeg\/(\d+)(?:[/?#]|$)/;
const PAGES: ReadonlySet<string> = new Set(['uri', 'urien', 'uriga']);

/** Keys that name something by what stands under them. */
const NOTED: ReadonlySet<string> = new Set([...PLACE_IDS, ...ENTRIES.keys(), ...PEOPLE, ...PAGES]);

function each(keys: readonly string[], entries: Entries): [key: string, entries: Entries][] {
  return keys.map((key) => [key, entries]);
}

/**
 * Remembers what records refer to, at any depth, and who does. What is not for the public is passed over: that
 * it names something is nobody's business.
 */
export class ReferencedIds {
  readonly manners = new DialectDetector();
  readonly #mentions = new Map<ReferencedKind, Map<string, Mention>>(
    REFERENCED_KINDS.map((one) => [one, new Map()]),
  );

  /** Takes note of what the records of one answer refer to. */
  add(source: ResponseSource, records: readonly unknown[]): void {
    for (const record of records) this.#look(record, source, '', { kind: source.kind, id: '' });
  }

  /** Everything of a sort that was referred to, in no order. */
  of(referent: ReferencedKind): ReadonlyMap<string, Mention> {
    return this.#mentions.get(referent) ?? new Map();
  }

  /** A hot path: every field of a harvest. */
  #look(value: unknown, source: ResponseSource, path: string, by: RecordRef): void {
    if (Array.isArray(value)) {
      for (const entry of value) this.#look(entry, source, path, by);
      return;
    }
    if (typeof value !== 'object' || value === null || isMarkedWithheld(value)) return;
    const kind = path === '' ? source.kind : pieceAt(source, path);
    const record = kind === undefined ? by : nameOf(value, kind);
    for (const key of Object.keys(value)) {
      const entry = (value as Readonly<Record<string, unknown>>)[key];
      const name = key.toLowerCase();
      this.manners.takeField(source.service, key, name, entry);
      if (NOTED.has(name)) this.#note(name, entry, source, record);
      if (typeof entry === 'object' && entry !== null)
        this.#look(entry, source, path === '' ? name : `${path}.${name}`, record);
    }
  }

  #note(name: string, value: unknown, { service, kind }: ResponseSource, by: RecordRef): void {
    if (PLACE_IDS.has(name)) this.#mention('place', value, by);
    const entries = ENTRIES.get(name);
    if (entries !== undefined) {
      for (const id of identifiers([value].flat(), ...entries.under)) this.#mention(entries.referent, id, by);
    }
    if (PEOPLE.has(name) && isOfPeopleDatabase(service, kind)) {
      for (const id of identifiers([value].flat(), 'id')) this.#mention('person', id, by);
    }
    if (PAGES.has(name) && typeof value === 'string') {
      this.#mention('photograph', PHOTOGRAPH_PAGE.exec(value)?.[1], by);
    }
  }

  #mention(referent: ReferencedKind, value: unknown, by: RecordRef): void {
    const id = String(value ?? '').trim();
    // Nothing out of a record is put into a request that is not plainly an identifier.
    if (!(referent === 'country' ? /^[A-Za-z]{2}(-[A-Za-z]{3})?$/ : /^[1-9]\d{0,15}$/).test(id)) return;
    const known = this.#mentions.get(referent);
    const before = known?.get(id);
    if (before === undefined) {
      known?.set(id, { by, times: 1 });
      return;
    }
    before.times += 1;
    // Not the one met first: answers come in any order, and the report is to be the same.
    if (compareRefs(by, before.by) < 0) before.by = by;
  }
}

/** What a record counts as by the path of keys to it; a service may call a field `constructor`. */
const pieceAt = ({ pieces }: ResponseSource, path: string): Kind | undefined =>
  Object.hasOwn(pieces, path) ? pieces[path] : undefined;

/** The schools collection has people of its own, under ids of its own. */
const isOfPeopleDatabase = (service: Service, kind: Kind): boolean =>
  service === 'archive' && !kind.startsWith('cbes');

function nameOf(value: object, kind: Kind): RecordRef {
  return { kind, id: identifiers([value], 'id', 'logainmid', 'isocode')[0] ?? '' };
}

/** The values that records give under one of these keys, in any letter case, each once. */
export function identifiers(records: readonly unknown[], ...keys: readonly string[]): string[] {
  const found = new Set<string>();
  for (const record of records) {
    if (typeof record !== 'object' || record === null) continue;
    for (const name of Object.keys(record)) {
      if (!keys.includes(name.toLowerCase())) continue;
      const value = (record as Readonly<Record<string, unknown>>)[name];
      if (typeof value === 'number' || typeof value === 'string') found.add(String(value));
    }
  }
  return [...found];
}
