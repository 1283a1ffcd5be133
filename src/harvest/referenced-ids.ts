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
  readonly referent: ReferencedKind;
  readonly id: string;
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

/** What records refer to. */
export class ReferencedIds {
  readonly #mentions = new Map<ReferencedKind, Map<string, Mention>>(
    REFERENCED_KINDS.map((one) => [one, new Map()]),
  );

  /** Counts what a record refers to. */
  add(mentions: readonly Mention[]): void {
    for (const mention of mentions) {
      const known = this.#mentions.get(mention.referent);
      const before = known?.get(mention.id);
      if (before === undefined) {
        known?.set(mention.id, { ...mention });
        continue;
      }
      before.times += mention.times;
      // Not the one met first: answers come in any order, and the report is to be the same.
      if (compareRefs(mention.by, before.by) < 0) before.by = mention.by;
    }
  }

  /** Everything of a sort that was referred to, in no order. */
  of(referent: ReferencedKind): ReadonlyMap<string, Mention> {
    return this.#mentions.get(referent) ?? new Map();
  }

  /** Everything that was referred to. */
  all(): Mention[] {
    return [...this.#mentions.values()].flatMap((mentions) => [...mentions.values()]);
  }
}

/**
 * What a record refers to, at any depth, and which record in it does. A withheld record is skipped: what it refers to
 * is not public either.
 *
 * @param dialect is shown each field
 */
export function mentionsIn(
  source: ResponseSource,
  record: unknown,
  dialect: DialectDetector = new DialectDetector(),
): Mention[] {
  const found = new MentionFinder(dialect);
  found.look(record, source, '', { kind: source.kind, id: '' });
  return found.mentions.all();
}

/** A mention in few characters; the record that refers is left out where it is that of the mention before. */
export type EncodedMention = readonly [
  referent: number,
  id: string,
  times: number,
  kind?: Kind,
  by?: RecordRef['id'],
];

/** Writes mentions in few characters. */
export const encodeMentions = (mentions: readonly Mention[]): EncodedMention[] =>
  mentions.map(({ referent, id, times, by }, position) => {
    const mention = [REFERENCED_KINDS.indexOf(referent), id, times] as const;
    const before = mentions[position - 1]?.by;
    return before?.kind === by.kind && before.id === by.id ? mention : [...mention, by.kind, by.id];
  });

/** Reads what {@link encodeMentions} wrote. */
export function decodeMentions(encoded: readonly EncodedMention[]): Mention[] {
  let last: RecordRef = { kind: 'place', id: '' };
  return encoded.map(([referent, id, times, kind, by]) => {
    if (kind !== undefined && by !== undefined) last = { kind, id: by };
    return { referent: REFERENCED_KINDS[referent] ?? 'place', id, times, by: last };
  });
}

class MentionFinder {
  readonly mentions = new ReferencedIds();
  readonly #dialect: DialectDetector;

  constructor(dialect: DialectDetector) {
    this.#dialect = dialect;
  }

  /** A hot path: every field of a harvest. */
  look(value: unknown, source: ResponseSource, path: string, by: RecordRef): void {
    if (Array.isArray(value)) {
      for (const entry of value) this.look(entry, source, path, by);
      return;
    }
    if (typeof value !== 'object' || value === null || isMarkedWithheld(value)) return;
    const kind = path === '' ? source.kind : pieceAt(source, path);
    const record = kind === undefined ? by : nameOf(value, kind);
    for (const key of Object.keys(value)) {
      const entry = (value as Readonly<Record<string, unknown>>)[key];
      const name = key.toLowerCase();
      this.#dialect.takeField(source.service, key, name, entry);
      if (NOTED.has(name)) this.#note(name, entry, source, record);
      if (typeof entry === 'object' && entry !== null)
        this.look(entry, source, path === '' ? name : `${path}.${name}`, record);
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
    this.mentions.add([{ referent, id, by, times: 1 }]);
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
