import { metresBetween } from '../../base/great-circle.js';
import { type Evidence, evidenceFor, PlaceFinder } from './candidates.js';
import { kindLabel } from './link-kinds.js';
import type { LinkablePlace, LinkableRecords } from './linkable-records.js';
import type { LinkState } from './links-folder.js';
import { type LinkedKind, type LinkRow, type Links, relationOf } from './links-table.js';
import type { OutsideRow, OutsideThing, StatedId } from './outside-thing.js';
import { keyOf, type Proposal } from './proposals.js';

/** What an import leaves out, and why. */
export interface LeftOut {
  readonly at: string;
  readonly iri: string;
  readonly why: string;
  readonly what: 'conflict' | 'unknown id' | 'unreadable';
}

/** What an import changes. */
export interface ImportResult {
  /** New rows of the table, in the order of their records. */
  readonly added: readonly LinkRow[];
  readonly proposals: readonly Proposal[];
  readonly leftOut: readonly LeftOut[];
  /** Links by a shared identifier whose points are far from each other: a person should look at them. */
  readonly farApart: readonly string[];
  readonly counts: {
    /** Things of the files. */
    readonly things: number;
    /** Links of shared identifiers that the table has already. */
    readonly present: number;
    /** Ids in the authority file that no person of the release has. */
    readonly strangers: number;
    readonly newProposals: number;
  };
}

/** Metres from which a shared identifier is doubtful. */
const FAR = 50_000;
/** Proposals for one thing, at most: more namesakes than that are no help. */
const MOST_PROPOSED = 5;

/** A link of a shared identifier. */
interface Claim {
  readonly row: LinkRow;
  readonly at: string;
  readonly place: LinkablePlace | undefined;
  readonly thing: OutsideThing;
}

/**
 * Finds the links that things of other datasets share an identifier for, and proposes those that only look alike.
 *
 * @param rows of the files
 * @param date of new rows: `2026-11-23`
 */
export async function importLinks(
  rows: AsyncIterable<OutsideRow>,
  records: LinkableRecords,
  { table, proposals: before }: LinkState,
  date: string,
): Promise<ImportResult> {
  const finder = new PlaceFinder(records.places.values());
  const claims = new Map<string, Claim>();
  const leftOut: LeftOut[] = [];
  const lookalikes: { readonly thing: OutsideThing; readonly evidence: readonly Evidence[] }[] = [];
  let [things, strangers] = [0, 0];
  for await (const row of rows) {
    if ('fault' in row) {
      leftOut.push({ at: row.at, iri: '', why: row.fault, what: 'unreadable' });
      continue;
    }
    things += 1;
    for (const stated of row.ids) {
      const found = recordsOf(stated, records);
      // The whole world has ids of authority files. They are counted, not listed.
      if (found.length === 0 && stated.by === 'authority') strangers += 1;
      if (found.length === 0 && stated.by === 'id')
        leftOut.push({
          at: row.at,
          iri: row.iri,
          what: 'unknown id',
          why: `the release has no ${stated.kind} ${stated.value}`,
        });
      for (const { id, place } of found) {
        const link = { kind: stated.kind, id, iri: row.iri, relation: relationOf(stated.kind) };
        const claim = { row: { ...link, source: row.statedBy, date }, at: row.at, place, thing: row };
        if (!claims.has(keyOf(link))) claims.set(keyOf(link), claim);
      }
    }
    if (row.ids.length === 0 && row.names.length > 0) {
      const evidence = finder.candidates(row);
      if (evidence.length > 0) lookalikes.push({ thing: row, evidence: evidence.slice(0, MOST_PROPOSED) });
    }
  }
  const { added, conflicts, present } = settle([...claims.values()], table.links);
  const links = table.linksWithout(new Set());
  for (const { row } of added) links.add(row);
  const proposed = new Map<string, Proposal>();
  const propose = (proposal: Proposal): void => {
    const key = keyOf(proposal);
    // The record, or the address, has its link already.
    const { kind, id, iri } = proposal;
    const isOpen = links.conflict({ kind, id, iri, relation: '', source: '', date }) === undefined;
    if (isOpen && !proposed.has(key)) proposed.set(key, proposal);
  };
  for (const { claim, why } of conflicts) {
    leftOut.push({ at: claim.at, iri: claim.row.iri, why, what: 'conflict' });
    if (claim.place !== undefined)
      propose(proposalOf(claim.thing, evidenceFor(claim.place, claim.thing), claim.row.source));
  }
  for (const { thing, evidence } of lookalikes)
    for (const one of evidence) propose(proposalOf(thing, one, undefined));
  const merged = new Map(before.map((proposal) => [keyOf(proposal), proposal]));
  let newProposals = 0;
  for (const [key, proposal] of proposed) {
    const known = merged.get(key);
    if (known === undefined) newProposals += 1;
    // What a person has decided stays as it was when it was decided.
    if (known === undefined || known.decision === '') merged.set(key, proposal);
  }
  return {
    added: added.map(({ row }) => row),
    proposals: [...merged.values()],
    leftOut,
    farApart: [...claims.values()].flatMap(farApart),
    counts: { things, present, strangers, newProposals },
  };
}

/** The records that have an identifier. */
function recordsOf(
  { kind, by, value }: StatedId,
  { places, people, byAuthority }: LinkableRecords,
): readonly { readonly id: string; readonly place?: LinkablePlace }[] {
  if (by === 'authority') return byAuthority.get(value) ?? [];
  if (kind === 'person') return people.has(value) ? [{ id: value }] : [];
  const place = places.get(value);
  return place === undefined ? [] : [{ id: value, place }];
}

/** Which claims agree with each other and with the table. Of those that contradict each other none is taken. */
function settle(claims: readonly Claim[], links: Links) {
  const byAddress = groupsOf(claims, ({ row }) => row.iri);
  const byHost = groupsOf(claims, ({ row }) => `${row.kind} ${row.id} ${new URL(row.iri).host}`);
  const added: Claim[] = [];
  const conflicts: { readonly claim: Claim; readonly why: string }[] = [];
  let present = 0;
  for (const claim of claims) {
    const { row } = claim;
    if (links.find(row) !== undefined) {
      present += 1;
      continue;
    }
    const others = (group: readonly Claim[] | undefined): string =>
      (group ?? [])
        .filter((one) => one !== claim)
        .map((one) => `${one.row.kind} ${one.row.id} ${one.row.iri} (${one.at})`)
        .slice(0, MOST_PROPOSED)
        .join(', ');
    const [sameAddress, sameHost] = [
      others(byAddress.get(row.iri)),
      others(byHost.get(`${row.kind} ${row.id} ${new URL(row.iri).host}`)),
    ];
    const inTable = links.conflict(row);
    const why =
      (inTable === undefined ? undefined : `in the table of links: ${inTable}`) ??
      (sameAddress === ''
        ? undefined
        : `${row.kind} ${row.id}: the address is also that of ${sameAddress}`) ??
      (sameHost === ''
        ? undefined
        : `${row.kind} ${row.id} has several addresses of one host: also ${sameHost}`);
    if (why === undefined) added.push(claim);
    else conflicts.push({ claim, why });
  }
  return { added: added.toSorted(byRecord), conflicts, present };
}

const byRecord = ({ row: a }: Claim, { row: b }: Claim): number =>
  (a.kind === b.kind ? 0 : a.kind < b.kind ? 1 : -1) ||
  Number(a.id) - Number(b.id) ||
  (a.iri < b.iri ? -1 : 1);

function groupsOf(claims: readonly Claim[], key: (claim: Claim) => string): ReadonlyMap<string, Claim[]> {
  const groups = new Map<string, Claim[]>();
  for (const claim of claims) groups.set(key(claim), [...(groups.get(key(claim)) ?? []), claim]);
  return groups;
}

function farApart({ row, at, place, thing }: Claim): string[] {
  if (place?.point === undefined || thing.point === undefined) return [];
  const metres = metresBetween(place.point, thing.point);
  return metres < FAR
    ? []
    : [`${at}: place ${row.id} and ${row.iri} are ${Math.round(metres / 1000)} km from each other`];
}

const KIND: LinkedKind = 'place';
/** Names of a thing that a proposal shows. */
const MOST_SHOWN = 6;

/** @param statedBy the source of a shared identifier that something else contradicts; undefined for what looks alike */
function proposalOf(thing: OutsideThing, evidence: Evidence, statedBy: string | undefined): Proposal {
  const { place, score, metres } = evidence;
  return {
    decision: '',
    score: String(score),
    kind: KIND,
    id: place.id,
    record: place.iri,
    iri: thing.iri,
    name_en: place.nameEn,
    name_ga: place.nameGa,
    is_a: place.kindText,
    county: place.county,
    names_there: thing.names.slice(0, MOST_SHOWN).join(' / '),
    is_a_there: thing.kinds.map(kindLabel).join(', '),
    basis: statedBy === undefined ? 'names' : 'identifier',
    matched_name: evidence.ourName,
    matched_column: evidence.ourColumn,
    matched_there: evidence.theirName,
    match: evidence.match,
    kind_match: evidence.kind,
    metres: metres === undefined ? '' : String(metres),
    source: statedBy ?? thing.title,
    decided_by: '',
    decided_on: '',
  };
}
