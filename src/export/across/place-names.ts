import type { Setting } from '../../mapping/setting.js';
import type { AcrossCheck, Filed, Naming, Remark } from './check.js';
import { breach, quoted } from './rules.js';

/** One place, named by both services: do they mean the same (X9)? */
export class PlaceNames implements AcrossCheck<readonly Remark[]> {
  readonly #naming: Naming;
  readonly #placeRecord: Setting['placeRecord'];
  #remarks: Remark[] = [];

  constructor(naming: Naming, placeRecord: Setting['placeRecord']) {
    this.#naming = naming;
    this.#placeRecord = placeRecord;
  }

  see({ one }: Filed): void {
    if (one.kind !== 'county' && one.kind !== 'location-ireland') return;
    const { logainmID, nameEN, nameGA } = one.record;
    const place = this.#placeRecord(logainmID);
    if (place === undefined) return;
    for (const [language, name] of [
      ['en', nameEN],
      ['ga', nameGA],
    ] as const) {
      const names = place.placenames.filter((other) => other.language?.toLowerCase() === language);
      if (name === undefined || names.length === 0) continue;
      if (names.some(({ wording }) => isAlike(wording, name))) continue;
      const record = { kind: one.kind, id: one.id, origin: one.origin };
      const at = { focus: this.#naming.iri(record), path: this.#naming.word('name') };
      this.#remarks.push({ record, finding: breach('X9', { ...at, value: quoted(name, language) }) });
    }
  }

  handOver(): readonly Remark[] {
    const remarks = this.#remarks;
    this.#remarks = [];
    return remarks;
  }

  takeOver(remarks: readonly Remark[]): void {
    this.#remarks.push(...remarks);
  }

  end(): Iterable<Remark> {
    return this.#remarks;
  }
}

/** Neither letter case nor what stands between the words makes another name of it. */
const isAlike = (one: string, other: string): boolean => bare(one) === bare(other);
const bare = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
