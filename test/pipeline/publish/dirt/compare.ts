import type { Place } from '../../../../src/model/schema/placenames/place.js';
import { PLAN } from '../../../support/sample-release.js';
import { groupedBy } from './grouped.js';
import { isOwn, namesOf, stubOf } from './kinds.js';
import { type Outcome, outcomeOf } from './outcomes.js';
import { findingsOfPeople } from './people.js';
import type { Released, Told } from './released.js';

/** What differs from what ought to be, one line each; none when all is well. */
interface Differences {
  /** Findings that are missing or not expected: `cbe.item 1: missing warning date dateProblem`. */
  readonly findings: readonly string[];
  readonly quarantine: readonly string[];
  /** Records that say something else than without dirt, and neither they nor what they speak of is dirty. */
  readonly records: readonly string[];
  /** Records that are gone, or that nobody knows. */
  readonly gone: readonly string[];
}

/** What is told of records together, once they are in the release (model 7.3). */
const IN_RELEASE = /^X(?:1|2|3|4|8|9|10|11|12|13|21|22)$/;

/** Kinds of records that dirt.yaml names without an id, by the beginnings of their IRIs. */
const BESIDE: Readonly<Record<string, string>> = { 'cbeg.topic': 'handbook', 'cbe.item': 'cbe/item' };

const refOf = ({ kind, id }: Pick<Told, 'kind' | 'id'>): string => `${kind} ${id}`;
const localOf = (iri: string): string => iri.replace(/^.*[#/]/, '');

/** A node of a record by its sort: `role-informant `, `pt `; nothing for the record itself, or a person in a work. */
const sortOf = (iri: string): string => {
  const [, fragment = ''] = /#(.*)$/.exec(iri) ?? [];
  const sort = fragment.replace(/-?(?:\d.*|[0-9a-f]{12}.*|[A-Z]{1,3}-?\d*.*)$/, '');
  return sort === '' || sort === 'person' ? '' : `${sort} `;
};

/** Where a finding is, in the words of dirt.yaml: `date dateProblem`, `X8 relatedItem`, `reading`. */
function placeOf({ focus, path, shape }: Told): string {
  if (/^(gate|reading)$/.test(shape)) return shape;
  const rule = /^X\d+$/.test(shape) ? `${shape} ` : '';
  return `${sortOf(focus)}${rule}${path === undefined ? (rule === '' ? localOf(shape) : '') : localOf(path)}`.trim();
}
const inWords = (told: Told): string => `${told.severity} ${placeOf(told)}`;

/** The records that are spoken of in lines of N-Quads, by their paths below the base. */
const spokenOf = (lines: readonly string[]): ReadonlySet<string> =>
  new Set(
    lines.flatMap((line) =>
      [...line.matchAll(/<([^>#]*)/g)].map(([, iri = '']) => iri.replace(PLAN.base, '')),
    ),
  );

/** A merged place has only a link to the place that it was merged into (model 3.9). */
const MERGED: Partial<Outcome> = { becomes: 'clean', findings: [] };

/** What becomes of the records that were made dirty and that the public may see. */
function outcomesIn(clean: Released, { soiled, world }: Released) {
  return soiled.flatMap((one) => {
    const names = namesOf(one);
    if (!clean.records.has(names.key)) return [];
    const place = one.kind === 'place' ? world.placenames.places.get(one.id) : undefined;
    const outcome = outcomeOf(one.kind, one.way);
    const isMerged = place?.replacementID !== undefined;
    return [
      {
        ...one,
        ...names,
        ...outcome,
        ...(isMerged ? MERGED : {}),
        inStub: place === undefined ? [] : stubFindings(outcome, place),
      },
    ];
  });
}

/**
 * What is found in the archive's own words about a place, which are those of the database with the same dirt. What the
 * archive does not name it does not describe. Where the database has several points the archive's is left to it; of a
 * merged place it has none.
 */
function stubFindings(
  { becomes, findings }: Outcome,
  { replacementID, geography }: Place,
): readonly string[] {
  if (becomes === 'rejected' || (replacementID === undefined && geography?.coordinates.length !== 1))
    return [];
  return findings.map(({ finding }) => finding).filter((one) => / pt (?:PointInIreland|latitude)$/.test(one));
}

/** What is found in a dirty record without the dirt, and still is. */
function stillFound(found: readonly Told[], { becomes, noMore }: Outcome): readonly Told[] {
  if (becomes === 'unreadable' || becomes === 'withheld') return [];
  return found.filter(
    (one) => !noMore.includes(placeOf(one)) && (becomes !== 'rejected' || !IN_RELEASE.test(one.shape)),
  );
}

/** Compares the release of a dirty world with that of its clean twin. Tells the rows met to `meet`. */
export function compare(clean: Released, dirty: Released, meet: (row: string) => void): Differences {
  const outcomes = outcomesIn(clean, dirty);
  const byKey = new Map(outcomes.map((one) => [one.key, one]));
  for (const { row } of outcomes) meet(row);
  return {
    findings: findingsThatDiffer(clean, dirty, outcomes, meet),
    quarantine: differing(
      'quarantine',
      outcomes.flatMap(({ becomes, ref }) =>
        /rejected|unreadable/.test(becomes) ? [`${becomes} ${ref}`] : [],
      ),
      dirty.quarantine.map((one) => `${one.outcome} ${refOf(one)}`),
    ),
    records: recordsThatDiffer(clean, dirty, outcomes),
    gone: [
      ...[...clean.records.keys()].filter(
        (key) =>
          !dirty.records.has(key) && !/rejected|unreadable|withheld/.test(byKey.get(key)?.becomes ?? ''),
      ),
      ...[...dirty.records.keys()].filter((key) => !clean.records.has(key)),
    ].filter(isOwn),
  };
}

function findingsThatDiffer(
  clean: Released,
  dirty: Released,
  outcomes: ReturnType<typeof outcomesIn>,
  meet: (row: string) => void,
): string[] {
  const before = groupedBy(clean.findings, refOf);
  const wanted = new Map([...before].map(([ref, found]) => [ref, found.map(inWords)]));
  for (const one of outcomes) wanted.set(one.ref, stillFound(before.get(one.ref) ?? [], one).map(inWords));
  for (const ref of wanted.keys()) if (ref.startsWith('cbes.person ')) wanted.delete(ref);
  const want = (ref: string, ...findings: readonly string[]) =>
    wanted.set(ref, [...(wanted.get(ref) ?? []), ...findings]);
  if (clean.records.has('collections cbes'))
    for (const [ref, findings] of findingsOfPeople(dirty.world)) want(ref, ...findings);

  // Who refers to a rejected record has a remark.
  const rejected = new Set(
    outcomes.filter(({ becomes }) => becomes === 'rejected').map(({ path }) => PLAN.base + path),
  );
  const isRemark = ({ shape, severity, value = '' }: Told): boolean =>
    shape === 'X8' && severity === 'info' && rejected.has(value.replace(/#.*/, ''));
  const actual = groupedBy(
    dirty.findings.filter((one) => !isRemark(one)),
    refOf,
  );

  for (const { row, ref, key, kind, id, findings, inStub } of outcomes) {
    if (clean.records.has(stubOf(id).key) && kind === 'place') want(stubOf(id).ref, ...inStub);
    for (const { finding, perhaps, where = ref } of findings) {
      for (const other of where in BESIDE ? beside(where, dirty.records.get(key) ?? [], ref) : [where]) {
        const isFound = actual.get(other)?.some((told) => inWords(told) === finding) === true;
        if (perhaps && isFound) meet(`${row}, perhaps ${finding}`);
        if (!perhaps || isFound) want(other, finding);
      }
    }
  }
  return [...new Set([...wanted.keys(), ...actual.keys()])].flatMap((ref) =>
    differing(ref, wanted.get(ref) ?? [], (actual.get(ref) ?? []).map(inWords)),
  );
}

/** Clean and healed records that say something else, although nothing dirty makes them say it. */
function recordsThatDiffer(
  clean: Released,
  dirty: Released,
  outcomes: ReturnType<typeof outcomesIn>,
): string[] {
  const changed = new Set(outcomes.flatMap(({ key, becomes }) => (becomes === 'clean' ? [] : [key])));
  const soiled = (kind: string, way = /./) =>
    new Set(outcomes.flatMap((one) => (one.kind === kind && way.test(one.way) ? [one.path] : [])));
  const places = soiled('place');
  /** Records that may say something else when they speak of one of these. */
  const MAY: readonly (readonly [record: RegExp, of: ReadonlySet<string>])[] = [
    // Schools are called after a place.
    [/^schools cbes\/part\//, places],
    // People are who the items say that they are.
    [/^schools-people cbes\/person\//, soiled('schools item')],
    // A transcript is in the languages of its item.
    [/^transcripts /, soiled('schools item', /^language unknown$/)],
    // A person of two names is two people.
    [/./, new Set(dirty.findings.filter(({ shape }) => shape === 'X7').map(({ id }) => `cbes/person/${id}`))],
    // Lists and whatever else names what is in one of the releases only.
    [/^\S+ (?:cbes\/topics|handbook|cbed\/occupations|category|acceptability)$/, onlyInOne(clean, dirty)],
  ];
  return [...clean.records].flatMap(([key, lines]) => {
    const now = dirty.records.get(key);
    if (now === undefined || changed.has(key) || now.join('\n') === lines.join('\n')) return [];
    if (places.has(key.replace(/^locations /, ''))) return [];
    const spoken = spokenOf([...lines, ...now]);
    return MAY.some(([record, of]) => record.test(key) && [...of].some((path) => spoken.has(path)))
      ? []
      : [key];
  });
}

const onlyInOne = ({ records: one }: Released, { records: other }: Released): ReadonlySet<string> =>
  new Set(
    [...one.keys(), ...other.keys()].flatMap((key) =>
      one.has(key) && other.has(key) ? [] : [key.replace(/^\S+ /, '')],
    ),
  );

/** The other records of a kind that the lines of a record speak of. */
function beside(kind: string, lines: readonly string[], self: string): string[] {
  const start = `${BESIDE[kind]}/`;
  return [...spokenOf(lines)]
    .flatMap((path) => (path.startsWith(start) ? [`${kind} ${path.slice(start.length)}`] : []))
    .filter((ref) => ref !== self);
}

function differing(what: string, wanted: Iterable<string>, found: Iterable<string>): string[] {
  const [ought, is] = [new Set(wanted), new Set(found)];
  return [
    ...[...ought].filter((one) => !is.has(one)).map((one) => `${what}: missing ${one}`),
    ...[...is].filter((one) => !ought.has(one)).map((one) => `${what}: unexpected ${one}`),
  ];
}
