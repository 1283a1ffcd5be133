import { PLAN } from '../../support/sample-release.js';
import { groupedBy } from './grouped.js';
import { isOwn, namesOf, stubOf } from './kinds.js';
import { circumstances, ought } from './ought.js';
import type { Outcome } from './outcomes.js';
import { schoolsPeople } from './people.js';
import type { Released, Told } from './released.js';
import { inWords, notesIn, placeOf } from './words.js';

/** What differs from what ought to be, one line each; none when all is well. */
export interface Differences {
  /** The ways in which records are dirty that the public may see: `person: nameless`; of dates whichever it is of. */
  readonly ways: readonly string[];
  /** Findings that are missing or that nobody expects: `cbe.item 1: missing warning #date dateProblem`. */
  readonly findings: readonly string[];
  readonly quarantine: readonly string[];
  /** Notes of what could not be read. */
  readonly notes: readonly string[];
  /** Records that say something else than without dirt although they are clean, or were healed. */
  readonly records: readonly string[];
  /** Records that are gone, or that nobody knows. */
  readonly gone: readonly string[];
}

/** What is told of records together, once they are in the release (model 7.3). */
const IN_RELEASE = /^X(?:1|2|3|4|8|9|10|11|12|13|21|22)$/;

const isKeptOut = ({ becomes }: Outcome): boolean => becomes === 'rejected' || becomes === 'unreadable';

/** What is found in the record without dirt, and still is. */
function stillFound(found: readonly Told[], { becomes, finds, replaces }: Outcome): readonly Told[] {
  if (becomes === 'unreadable' || becomes === 'withheld') return [];
  // Where a term is not even lawful the shapes are not asked.
  const isAsked = !finds.includes('violation gate');
  return found.filter(
    (one) =>
      !replaces.includes(placeOf(one)) &&
      (becomes !== 'rejected' || !IN_RELEASE.test(one.shape)) &&
      (isAsked || /^X\d+$/.test(one.shape)),
  );
}

const refOf = ({ kind, id }: Pick<Told, 'kind' | 'id'>): string => `${kind} ${id}`;

/** Compares the release of a dirty world with that of its clean twin: what ought to differ, and nothing else. */
export function compare(clean: Released, dirty: Released): Differences {
  const around = circumstances(dirty, clean);
  const oughts = dirty.soiled
    .map((soiled) => ({ ...soiled, ...namesOf(soiled), outcome: ought(soiled, around) }))
    // What the public may not see is in neither release.
    .filter(({ key }) => clean.records.has(key));
  const becoming = (...what: readonly string[]) =>
    oughts.filter(({ outcome }) => what.includes(outcome.becomes));

  const lostItems = new Set(
    becoming('unreadable').flatMap(({ kind, id }) => (kind === 'schools item' ? [id] : [])),
  );
  const people = schoolsPeople(dirty.world, (item) => lostItems.has(item));
  const isThere = (key: string): boolean => dirty.records.has(key);

  // Findings.
  const expected = new Map<string, Set<string>>();
  const expect = (ref: string, findings: Iterable<string>) =>
    expected.set(ref, new Set([...(expected.get(ref) ?? []), ...findings]));
  const before = groupedBy(clean.findings, refOf);
  for (const [ref, found] of before) expect(ref, found.map(inWords));
  const quarantine = new Set<string>();
  for (const { ref, outcome } of oughts) {
    expected.set(
      ref,
      new Set([...stillFound(before.get(ref) ?? [], outcome).map(inWords), ...outcome.finds]),
    );
    if (isKeptOut(outcome)) quarantine.add(`${outcome.becomes} ${ref}`);
  }
  for (const { kind, id, outcome } of oughts) {
    for (const [other, finding] of outcome.elsewhere) expect(other, [finding]);
    const stub = stubOf(id);
    if (kind !== 'place' || !clean.records.has(stub.key)) continue;
    expect(stub.ref, outcome.findsInStub);
  }
  for (const ref of expected.keys()) if (ref.startsWith('cbes.person ')) expected.delete(ref);
  if (clean.records.has('collections cbes')) for (const [ref, found] of people.findings) expect(ref, found);

  // X8: who refers to a rejected record has a remark.
  const rejected = new Set(becoming('rejected').map(({ path }) => `${PLAN.base}${path}`));
  const isConsequence = ({ shape, severity, value = '' }: Told): boolean =>
    shape === 'X8' && severity === 'info' && rejected.has(value.replace(/#.*/, ''));
  const actual = new Map(
    [
      ...groupedBy(
        dirty.findings.filter((one) => !isConsequence(one)),
        refOf,
      ),
    ].map(([ref, found]) => [ref, new Set(found.map(inWords))] as const),
  );

  // Records.
  const outcomes = new Map(oughts.map((one) => [one.key, one]));
  const mentions = new Set([...people.ambiguous].map((id) => `cbes/person/${id}>`));
  const touched = new Set([...touchedBy(oughts, dirty), ...listsBetween(clean, dirty)]);
  const isTouched = (key: string, lines: readonly string[]): boolean => {
    const outcome = outcomes.get(key)?.outcome;
    if (outcome !== undefined && outcome.becomes !== 'clean') return true;
    return (
      touched.has(key) ||
      (mentions.size > 0 && lines.some((line) => [...mentions].some((one) => line.includes(one))))
    );
  };
  return {
    ways: oughts.map(({ kind, way }) => wayOf(kind, way)),
    findings: differing(expected, actual),
    quarantine: differing(
      new Map([['quarantine', quarantine]]),
      new Map([['quarantine', new Set(dirty.quarantine.map((one) => `${one.outcome} ${refOf(one)}`))]]),
    ),
    notes: becoming('published').flatMap(({ key, outcome }) => {
      const kept = notesIn(clean.records.get(key) ?? []).filter(
        (note) => !outcome.replaces.some((place) => note.startsWith(`${place} `)),
      );
      const now = new Set(notesIn(dirty.records.get(key) ?? []));
      return differing(new Map([[key, new Set([...kept, ...outcome.notes])]]), new Map([[key, now]]));
    }),
    records: [...clean.records].flatMap(([key, lines]) => {
      const now = dirty.records.get(key);
      return now === undefined || isTouched(key, lines) || now.join('\n') === lines.join('\n') ? [] : [key];
    }),
    gone: [
      ...[...clean.records.keys()].filter((key) => isOwn(key) && !isThere(key)),
      ...[...dirty.records.keys()].filter((key) => isOwn(key) && !clean.records.has(key)),
    ].filter((key) => {
      const becomes = outcomes.get(key)?.outcome.becomes ?? 'clean';
      const isOut = becomes !== 'clean' && becomes !== 'published';
      return !isOut && !touched.has(key);
    }),
  };
}

/** What a way is called: the same of every date. */
export const wayOf = (kind: string, way: string): string =>
  /^[a-zA-Z]+: /.test(way) ? way.replace(/^\w+: /, 'a date: ') : `${kind}: ${way}`;

/** Records that are clean and say what a dirty one makes them say. */
function touchedBy(
  oughts: readonly { readonly kind: string; readonly id: number; readonly way: string }[],
  { world }: Released,
): ReadonlySet<string> {
  const touched = new Set<string>();
  const soiled = groupedBy(oughts, ({ kind }) => kind);
  const ids = (kind: string, ...ways: readonly string[]): ReadonlySet<number> =>
    new Set(
      (soiled.get(kind) ?? [])
        .filter(({ way }) => ways.length === 0 || ways.includes(way))
        .map(({ id }) => id),
    );
  const [places, items] = [ids('place'), ids('schools item')];
  // An item that nobody could read takes its transcripts along; in another language they are in another language.
  const withTranscripts = ids('schools item', 'informant without any name', 'language unknown');
  for (const id of places) touched.add(stubOf(id).key);
  for (const { pages, parts } of world.archive.cbes.values()) {
    for (const part of parts) {
      // Schools are called after a place.
      if (part.school?.locations.some(({ logainmID }) => places.has(logainmID)))
        touched.add(`schools cbes/part/${part.id}`);
      for (const { id, collectors, informants } of part.items) {
        if (!items.has(id)) continue;
        for (const person of [...collectors, ...informants])
          touched.add(`schools-people cbes/person/${person.id}`);
      }
    }
    for (const { id, itemID } of pages.flatMap((page) => page.transcripts)) {
      if (withTranscripts.has(itemID)) touched.add(`transcripts cbes/transcript/${id}`);
    }
  }
  return touched;
}

/** Lists name what is at their top; what is in them, and the list that names it. */
const LISTS: Readonly<Record<string, string>> = {
  'schools cbes/topic/': 'schools cbes/topics',
  'photographs handbook/': 'photographs handbook',
  'people cbed/occupation/': 'people cbed/occupations',
  'places category/': 'places category',
  'places acceptability/': 'places acceptability',
};

/** Lists that hold what the same list in the other release does not. */
function listsBetween(one: Released, other: Released): string[] {
  const entries = ({ records }: Released, start: string) =>
    [...records.keys()].filter((key) => key.startsWith(start)).join(' ');
  return Object.entries(LISTS).flatMap(([start, list]) =>
    entries(one, start) === entries(other, start) ? [] : [list],
  );
}

function differing(
  expected: ReadonlyMap<string, ReadonlySet<string>>,
  actual: ReadonlyMap<string, ReadonlySet<string>>,
): string[] {
  const none: ReadonlySet<string> = new Set();
  return [...new Set([...expected.keys(), ...actual.keys()])].flatMap((key) => {
    const [wanted, found] = [expected.get(key) ?? none, actual.get(key) ?? none];
    return [
      ...[...wanted].filter((one) => !found.has(one)).map((one) => `${key}: missing ${one}`),
      ...[...found].filter((one) => !wanted.has(one)).map((one) => `${key}: unexpected ${one}`),
    ];
  });
}
