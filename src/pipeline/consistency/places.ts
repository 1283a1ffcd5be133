import { IdSet, type IdSetState } from '../../base/id-set.js';
import type { Origin } from '../../base/origin.js';
import type { MappingContext } from '../../model/mapping/mapping-context.js';
import { pointsOf } from '../../model/mapping/placenames/geography.js';
import type { Coordinates } from '../../model/schema/fields.js';
import {
  type CheckedRecord,
  type ConsistencyCheck,
  type CrossRecordFinding,
  factsCheck,
  type IriNaming,
  tablesCheck,
} from './check.js';
import { NumberIndex } from './number-table.js';
import { quoted, ruleFinding } from './rules.js';

const PLACE = { id: 0, mergedInto: 1, request: 2 } as const;
const CONTAINED = { place: 0, parent: 1 } as const;

/** Places lie in other places, and are merged into others: neither may lead in a circle (X11). */
export function placeHierarchy({ word, iri }: IriNaming): ConsistencyCheck {
  return tablesCheck(
    { places: PLACE, contained: CONTAINED },
    (one, tables) => {
      if (one.kind !== 'place') return;
      const { id, replacementID, includedIn } = one.record;
      tables.get('places').add(id, replacementID ?? Number.NaN, tables.numberOf(one.origin));
      if (replacementID !== undefined) return;
      for (const parent of includedIn) tables.get('contained').add(id, parent.id);
    },
    function* (tables) {
      const [places, contained] = [tables.get('places'), tables.get('contained')];
      const rows = new NumberIndex(places, PLACE.id);
      const findingAt = (id: number, term: string, other?: number): CrossRecordFinding => {
        const place = { kind: 'place', id } as const;
        const at = { focus: iri(place), path: word(term) };
        const value = other === undefined ? {} : { value: iri({ kind: 'place', id: other }) };
        const request = places.at(rows.row(id) ?? -1, PLACE.request);
        return {
          record: { ...place, ...tables.originOf(request) },
          finding: ruleFinding('X11', { ...at, ...value }),
        };
      };
      const edges = Array.from(
        { length: contained.size },
        (_, row) => [contained.at(row, CONTAINED.place), contained.at(row, CONTAINED.parent)] as const,
      );
      const circular = new Set(circularNodes(edges));
      for (const id of circular) {
        const [, parent] = edges.find(([from, to]) => from === id && circular.has(to)) ?? [];
        yield findingAt(id, 'containedInPlace', parent);
      }
      const merges = new Map<number, number>();
      for (let row = 0; row < places.size; row += 1) {
        const into = places.at(row, PLACE.mergedInto);
        if (!Number.isNaN(into)) merges.set(places.at(row, PLACE.id), into);
      }
      for (const [id, into] of [...merges].sort(([a], [b]) => a - b)) {
        // Whether the place at the end of a chain of merges is there is a matter of X8.
        if (merges.has(endOfMerges(id, merges))) yield findingAt(id, 'isReplacedBy', into);
      }
    },
  );
}

interface Merge {
  readonly id: number;
  readonly mergedInto: number | undefined;
}

const mergesOf = (places: readonly Merge[]): Map<number, number> =>
  new Map(
    places.flatMap(({ id, mergedInto }) => (mergedInto === undefined ? [] : [[id, mergedInto] as const])),
  );

/** The place that a place has become part of; in a circle, the last one before it closes. */
function endOfMerges(id: number, merges: ReadonlyMap<number, number>): number {
  const seen = new Set<number>();
  let at = id;
  for (let next = merges.get(at); next !== undefined && !seen.has(at); next = merges.get(at)) {
    seen.add(at);
    at = next;
  }
  return at;
}

/**
 * Every node on a way back to itself. Nodes without a way in or a way out are removed until none is left; from each of
 * the others the ways are then followed.
 */
export function circularNodes(all: readonly (readonly [from: number, to: number])[]): number[] {
  let edges = all;
  for (let before = Number.POSITIVE_INFINITY; edges.length < before; ) {
    before = edges.length;
    const sources = new Set(edges.map(([from]) => from));
    const targets = new Set(edges.map(([, to]) => to));
    edges = edges.filter(([from, to]) => sources.has(to) && targets.has(from));
  }
  const after = new Map<number, number[]>();
  for (const [from, to] of edges) after.set(from, [...(after.get(from) ?? []), to]);
  return [...after.keys()].filter((node) => leadsTo(node, node, after)).sort((a, b) => a - b);
}

function leadsTo(from: number, to: number, after: ReadonlyMap<number, readonly number[]>): boolean {
  const seen = new Set<number>();
  const open = [...(after.get(from) ?? [])];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (at === to) return true;
    if (seen.has(at)) continue;
    seen.add(at);
    open.push(...(after.get(at) ?? []));
  }
  return false;
}

/** A place with its cluster. */
interface Clustered {
  readonly id: number;
  readonly focus: number;
  readonly members: readonly number[];
  readonly origin: Origin;
}

interface ClustersState {
  readonly clustered: readonly Clustered[];
  readonly alone: IdSetState;
}

/** Clusters of places: the focus is one of the places, and all of them name the same focus (X12). */
export class Clusters implements ConsistencyCheck<ClustersState> {
  readonly #naming: IriNaming;
  #clustered: Clustered[] = [];
  /** Places without a cluster. */
  #alone = new IdSet();

  constructor(naming: IriNaming) {
    this.#naming = naming;
  }

  add({ one }: CheckedRecord): void {
    // A merged place has no statements of its own any more.
    if (one.kind !== 'place' || one.record.replacementID !== undefined) return;
    const { id, cluster } = one.record;
    if (cluster === undefined) {
      this.#alone.add(id);
      return;
    }
    const members = cluster.members.map(({ placeID }) => placeID);
    this.#clustered.push({ id, focus: cluster.focusID, members, origin: one.origin });
  }

  take(): ClustersState {
    const state = { clustered: this.#clustered, alone: this.#alone.state };
    [this.#clustered, this.#alone] = [[], new IdSet()];
    return state;
  }

  merge({ clustered, alone }: ClustersState): void {
    for (const one of clustered) this.#clustered.push(one);
    this.#alone.merge(alone);
  }

  *findings(): Iterable<CrossRecordFinding> {
    const { word, iri } = this.#naming;
    const focusOf = new Map(this.#clustered.map(({ id, focus }) => [id, focus]));
    for (const { id, focus, members, origin } of this.#clustered.sort((a, b) => a.id - b.id)) {
      const isFocusIn = focus === id || members.includes(focus);
      const isAgreed = members.every(
        (member) => !this.#alone.has(member) && (focusOf.get(member) ?? focus) === focus,
      );
      if (isFocusIn && isAgreed) continue;
      const record = { kind: 'place', id, origin } as const;
      const value = iri({ kind: 'cluster', id: focus });
      yield { record, finding: ruleFinding('X12', { focus: iri(record), path: word('inCluster'), value }) };
    }
  }
}

/** Birthplaces of a person or a place, or the place that a place was merged into. */
type Birth =
  | { readonly id: number; readonly biography: number; readonly place: number; readonly origin: Origin }
  | (Merge & { readonly biographies: readonly number[] });

/** Both databases name birthplaces of people who have a biography: they should be the same (X13). */
export function birthplaces({ word, iri }: IriNaming): ConsistencyCheck {
  return factsCheck<Birth>(
    (one) => {
      if (one.kind === 'cbed.person') {
        const { id, ainmID: biography, birthPlaceIreland } = one.record;
        if (biography === undefined || birthPlaceIreland === undefined) return undefined;
        return { id, biography, place: birthPlaceIreland.logainmID, origin: one.origin };
      }
      if (one.kind !== 'place') return undefined;
      const { id, replacementID: mergedInto, bornHere } = one.record;
      if (mergedInto === undefined && bornHere.length === 0) return undefined;
      return { id, mergedInto, biographies: bornHere.map((person) => person.id) };
    },
    function* (facts) {
      const people = facts.flatMap((fact) => ('place' in fact ? [fact] : []));
      const places = facts.flatMap((fact) => ('place' in fact ? [] : [fact]));
      const merges = mergesOf(places);
      const placesOf = new Map<number, number[]>();
      for (const { id, biographies } of places)
        for (const biography of biographies)
          placesOf.set(biography, [...(placesOf.get(biography) ?? []), id]);
      for (const { id, biography, place, origin } of people.sort((a, b) => a.id - b.id)) {
        const named = placesOf.get(biography) ?? [];
        const isSame = (other: number): boolean => endOfMerges(other, merges) === endOfMerges(place, merges);
        const [other] = named;
        if (other === undefined || named.some(isSame)) continue;
        const record = { kind: 'cbed.person', id, origin } as const;
        const value = iri({ kind: 'place', id: other });
        yield {
          record,
          finding: ruleFinding('X13', { focus: iri(record), path: word('birthPlace'), value }),
        };
      }
    },
  );
}

/** Degrees between two points that may be two measurements of one place: some hundred metres. */
const NEAR = 0.001;

/** A place that both services have: is it still one place (X21), with the same name (X9), at one point (X22)? */
export function placeNames(
  { word, iri }: IriNaming,
  placeRecord: MappingContext['placeRecord'],
): ConsistencyCheck {
  return factsCheck<readonly CrossRecordFinding[]>(
    (one) => {
      if (one.kind !== 'county' && one.kind !== 'location-ireland') return undefined;
      const { logainmID, nameEN, nameGA, coordinates } = one.record;
      const place = placeRecord(logainmID);
      if (place === undefined) return undefined;
      const record = { kind: one.kind, id: one.id, origin: one.origin };
      const found = (rule: 'X9' | 'X21' | 'X22', term: string, value: string): CrossRecordFinding => ({
        record,
        finding: ruleFinding(rule, { focus: iri(record), path: word(term), value }),
      });
      if (place.replacementID !== undefined)
        return [found('X21', 'isReplacedBy', iri({ kind: 'place', id: place.replacementID }))];
      const findings: CrossRecordFinding[] = [];
      for (const [language, name] of Object.entries({ en: nameEN, ga: nameGA })) {
        const names = place.placenames.filter((other) => other.language?.toLowerCase() === language);
        if (name === undefined || names.length === 0) continue;
        if (!names.some(({ wording }) => isAlike(wording, name)))
          findings.push(found('X9', 'name', quoted(name, language)));
      }
      const points = pointsOf(place);
      if (coordinates !== undefined && points.length > 0 && !points.some((at) => isNear(coordinates, at))) {
        const { latitude, longitude } = coordinates;
        findings.push(found('X22', 'coordinates', quoted(`${latitude}, ${longitude}`)));
      }
      return findings.length === 0 ? undefined : findings;
    },
    (findings) => findings.flat(),
  );
}

const isNear = (one: Coordinates, other: Coordinates): boolean =>
  Math.abs(one.latitude - other.latitude) <= NEAR && Math.abs(one.longitude - other.longitude) <= NEAR;

/** Names that differ in letter case or separators only are the same. */
const isAlike = (one: string, other: string): boolean => bare(one) === bare(other);
const bare = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
