import { entry } from '../../base/map-entry.js';
import { isMarkedWithheld } from '../../model/mapping/access.js';
import { compareRefs, type Kind, type RecordRef } from '../../model/records/record.js';
import type { ResponseSource } from '../../model/records/sources.js';
import { DialectDetector } from './dialect-detection.js';
import type { Service } from './request.js';

/** Kinds of references that lead to requests. */
const REFERENCED_KINDS = ['place', 'person', 'photograph', 'county', 'country', 'gazetteer'] as const;
export type ReferencedKind = (typeof REFERENCED_KINDS)[number];

/** How often an id is referred to, and the first record in order that does. */
interface Mention {
  readonly referent: ReferencedKind;
  readonly id: string;
  by: RecordRef;
  times: number;
}

/** What the entries of a list refer to, and the keys of their ids. */
interface Entries {
  readonly referent: ReferencedKind;
  readonly under: readonly string[];
}

/** Keys with the id of a place (wire-format 3 and 4). */
const PLACE_IDS: ReadonlySet<string> = new Set([
  'logainmid',
  'placeid',
  'countyid',
  'replacementid',
  'focusid',
]);

/** Keys with one or several references. */
const ENTRIES: ReadonlyMap<string, Entries> = new Map([
  ['includedin', { referent: 'place', under: ['id'] }],
  ...each(['county', 'counties', 'birthcounty'], { referent: 'county', under: ['logainmid', 'countyid'] }),
  ...each(['country', 'countries', 'birthcountry'], { referent: 'country', under: ['isocode'] }),
  ...each(['locationsabroad', 'birthplaceabroad', 'addressesabroad'], {
    referent: 'gazetteer',
    under: ['geonameid', 'gazetteerid'],
  }),
]);

/** Keys with people of the people database in manuscripts and photographs; those of schools are other people. */
const PEOPLE: ReadonlySet<string> = new Set(['collectors', 'informants', 'relevantpersons', 'photographer']);

/** The id in the URL of a photograph. */
const PHOTOGRAPH_PAGE = /\/cbeg\/(\d+)(?:[/?#]|$)/;
const PAGES: ReadonlySet<string> = new Set(['uri', 'urien', 'uriga']);

/** All keys with references. */
const REFERRING: ReadonlySet<string> = new Set([...PLACE_IDS, ...ENTRIES.keys(), ...PEOPLE, ...PAGES]);

function each(keys: readonly string[], entries: Entries): [key: string, entries: Entries][] {
  return keys.map((key) => [key, entries]);
}

/** The references of records. */
export class ReferencedIds {
  readonly #mentions: Partial<Record<ReferencedKind, Map<string, Mention>>> = {};

  /** Adds the references of a record. */
  add(mentions: readonly Mention[]): void {
    for (const mention of mentions) {
      const known = this.#mentions[mention.referent] ?? new Map<string, Mention>();
      this.#mentions[mention.referent] = known;
      const before = known.get(mention.id);
      if (before === undefined) {
        known.set(mention.id, { ...mention });
        continue;
      }
      before.times += mention.times;
      // Answers come in any order, and the report must not depend on it.
      if (compareRefs(mention.by, before.by) < 0) before.by = mention.by;
    }
  }

  /** The references of one kind by id, in no order. */
  of(referent: ReferencedKind): ReadonlyMap<string, Mention> {
    return this.#mentions[referent] ?? new Map();
  }

  /** All references. */
  all(): Mention[] {
    return REFERENCED_KINDS.flatMap((referent) => [...this.of(referent).values()]);
  }
}

/**
 * The references in a record, at any depth, with the nested record that has them. Withheld records are skipped: their
 * references are not public either.
 *
 * @param dialect receives each field
 */
export function mentionsIn(
  source: ResponseSource,
  record: unknown,
  dialect: DialectDetector = new DialectDetector(),
): Mention[] {
  const found = new MentionFinder(dialect);
  found.look(record, source, pieceTree(source), new Referrer({}, source.kind));
  return found.mentions.all();
}

/** A compact mention, without the referring record when that is the same as in the mention before. */
export type EncodedMention = readonly [
  referent: number,
  id: string,
  times: number,
  kind?: Kind,
  by?: RecordRef['id'],
];

/** Encodes mentions compactly. */
export const encodeMentions = (mentions: readonly Mention[]): EncodedMention[] =>
  mentions.map(({ referent, id, times, by }, position) => {
    const mention = [REFERENCED_KINDS.indexOf(referent), id, times] as const;
    const before = mentions[position - 1]?.by;
    return before?.kind === by.kind && before.id === by.id ? mention : [...mention, by.kind, by.id];
  });

/** Decodes mentions of {@link encodeMentions}. */
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

  /**
   * A hot path: every field of a harvest.
   *
   * @param piece what the value is, if it is a record
   */
  look(value: unknown, source: ResponseSource, piece: Piece | undefined, by: Referrer): void {
    if (Array.isArray(value)) {
      for (const entry of value) this.look(entry, source, piece, by);
      return;
    }
    if (typeof value !== 'object' || value === null || isMarkedWithheld(value)) return;
    const record = piece?.kind === undefined ? by : new Referrer(value, piece.kind);
    for (const key of Object.keys(value)) {
      const entry = (value as Readonly<Record<string, unknown>>)[key];
      const name = lowerCase(key);
      this.#dialect.takeField(source.service, key, name, entry);
      if (REFERRING.has(name)) this.#note(name, entry, source, record);
      if (typeof entry === 'object' && entry !== null)
        this.look(entry, source, piece?.below.get(name), record);
    }
  }

  #note(name: string, value: unknown, { service, kind }: ResponseSource, by: Referrer): void {
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

  #mention(referent: ReferencedKind, value: unknown, { ref: by }: Referrer): void {
    const id = String(value ?? '').trim();
    // Only plain identifiers of records are put into requests.
    if (!(referent === 'country' ? /^[A-Za-z]{2}(-[A-Za-z]{3})?$/ : /^[1-9]\d{0,15}$/).test(id)) return;
    this.mentions.add([{ referent, id, by, times: 1 }]);
  }
}

/** A place in a record: the kind of the records there, if there are some, and the places below it by their keys. */
interface Piece {
  readonly kind?: Kind;
  readonly below: Map<string, Piece>;
}

const PIECE_TREES = new Map<ResponseSource, Piece>();

function pieceTree(source: ResponseSource): Piece {
  return entry(PIECE_TREES, source, () => {
    const root: Piece = { kind: source.kind, below: new Map() };
    // A list comes before those in its records.
    for (const [path, kind] of Object.entries(source.pieces)) {
      const steps = path.split('.');
      const name = steps.pop() ?? '';
      const holder = steps.reduce<Piece | undefined>((piece, step) => piece?.below.get(step), root);
      holder?.below.set(name, { kind, below: new Map() });
    }
    return root;
  });
}

/** A record that may refer to others. Most do not, and need no name. */
class Referrer {
  #ref: RecordRef | undefined;

  constructor(
    readonly value: object,
    readonly kind: Kind,
  ) {}

  get ref(): RecordRef {
    this.#ref ??= { kind: this.kind, id: identifiers([this.value], 'id', 'logainmid', 'isocode')[0] ?? '' };
    return this.#ref;
  }
}

/** Lower case by key: the same keys come in every record. */
const LOWER_CASE = new Map<string, string>();
/** A service has some hundred keys. */
const MOST_KEYS = 10_000;

function lowerCase(key: string): string {
  const known = LOWER_CASE.get(key);
  if (known !== undefined) return known;
  const name = key.toLowerCase();
  if (LOWER_CASE.size < MOST_KEYS) LOWER_CASE.set(key, name);
  return name;
}

/** The schools collection has people and ids of its own. */
const isOfPeopleDatabase = (service: Service, kind: Kind): boolean =>
  service === 'archive' && !kind.startsWith('cbes');

/** The distinct values of records under some keys, in any letter case. */
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
