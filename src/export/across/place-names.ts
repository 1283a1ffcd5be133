import type { Gathered } from '../gather.js';
import type { AcrossCheck, Filed, Naming, Remark } from './check.js';
import { breach, quoted } from './rules.js';

/** One place, named by both services: do they mean the same (X9)? */
export class PlaceNames implements AcrossCheck {
  readonly #naming: Naming;
  readonly #places: Gathered['places'];
  readonly #remarks: Remark[] = [];

  constructor(naming: Naming, places: Gathered['places']) {
    this.#naming = naming;
    this.#places = places;
  }

  see({ one }: Filed): void {
    if (one.kind !== 'county' && one.kind !== 'location-ireland') return;
    const { logainmID, nameEN, nameGA } = one.record;
    const place = this.#places.get(logainmID);
    if (place === undefined) return;
    for (const [language, name] of [
      ['en', nameEN],
      ['ga', nameGA],
    ] as const) {
      const names = place.placenames.filter((other) => other.language?.toLowerCase() === language);
      if (name === undefined || names.length === 0) continue;
      if (names.some(({ wording }) => isSameName(wording, name))) continue;
      const record = { kind: one.kind, id: one.id, origin: one.origin };
      const at = { focus: this.#naming.iri(record), path: this.#naming.word('name') };
      this.#remarks.push({ record, finding: breach('X9', { ...at, value: quoted(name, language) }) });
    }
  }

  end(): Iterable<Remark> {
    return this.#remarks;
  }
}

/** Neither letter case nor what stands between the words makes another name of it. */
const isSameName = (one: string, other: string): boolean => bare(one) === bare(other);
const bare = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
