import type { MappingContext } from '../mapping/context.js';
import { pointsOf } from '../mapping/placenames/geography.js';
import type { Coordinates } from '../schema/fields.js';
import type { CheckedRecord, ConsistencyCheck, CrossRecordFinding, IriNaming } from './check.js';
import { quoted, ruleFinding } from './rules.js';

/** Degrees between two points of one place that may be two measurements of it: some hundred metres. */
const NEAR = 0.001;

/** One place, of which both services speak: is it one still (X21), named alike (X9), and at one point (X22)? */
export class PlaceNames implements ConsistencyCheck<readonly CrossRecordFinding[]> {
  readonly #naming: IriNaming;
  readonly #placeRecord: MappingContext['placeRecord'];
  #remarks: CrossRecordFinding[] = [];

  constructor(naming: IriNaming, placeRecord: MappingContext['placeRecord']) {
    this.#naming = naming;
    this.#placeRecord = placeRecord;
  }

  add({ one }: CheckedRecord): void {
    if (one.kind !== 'county' && one.kind !== 'location-ireland') return;
    const { logainmID, nameEN, nameGA, coordinates } = one.record;
    const place = this.#placeRecord(logainmID);
    if (place === undefined) return;
    const record = { kind: one.kind, id: one.id, origin: one.origin };
    const focus = this.#naming.iri(record);
    if (place.replacementID !== undefined) {
      const value = this.#naming.iri({ kind: 'place', id: place.replacementID });
      const at = { focus, path: this.#naming.word('isReplacedBy'), value };
      this.#remarks.push({ record, finding: ruleFinding('X21', at) });
      return;
    }
    for (const [language, name] of [
      ['en', nameEN],
      ['ga', nameGA],
    ] as const) {
      const names = place.placenames.filter((other) => other.language?.toLowerCase() === language);
      if (name === undefined || names.length === 0) continue;
      if (names.some(({ wording }) => isAlike(wording, name))) continue;
      const at = { focus, path: this.#naming.word('name') };
      this.#remarks.push({ record, finding: ruleFinding('X9', { ...at, value: quoted(name, language) }) });
    }
    const others = pointsOf(place);
    if (coordinates === undefined || others.length === 0) return;
    if (others.some((other) => isNear(coordinates, other))) return;
    const { latitude, longitude } = coordinates;
    const at = { focus, path: this.#naming.word('coordinates'), value: quoted(`${latitude}, ${longitude}`) };
    this.#remarks.push({ record, finding: ruleFinding('X22', at) });
  }

  takeState(): readonly CrossRecordFinding[] {
    const remarks = this.#remarks;
    this.#remarks = [];
    return remarks;
  }

  mergeState(remarks: readonly CrossRecordFinding[]): void {
    this.#remarks.push(...remarks);
  }

  findings(): Iterable<CrossRecordFinding> {
    return this.#remarks;
  }
}

const isNear = (one: Coordinates, other: Coordinates): boolean =>
  Math.abs(one.latitude - other.latitude) <= NEAR && Math.abs(one.longitude - other.longitude) <= NEAR;

/** Neither letter case nor what stands between the words makes another name of it. */
const isAlike = (one: string, other: string): boolean => bare(one) === bare(other);
const bare = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
