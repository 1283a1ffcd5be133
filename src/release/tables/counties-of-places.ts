import { entry } from '../../base/map-entry.js';
import { COUNTY } from '../../model/mapping/mapping-context.js';
import { valuesIn } from './csv.js';
import type { TableName } from './tables.js';

/** The counties that the archive or the place-names database puts a place in (model 3.11), from rows of their tables. */
export class CountiesOfPlaces {
  /** The tables whose rows it takes. */
  static readonly FROM: readonly TableName[] = ['locations', 'places'];
  readonly #around = new Map<string, readonly string[]>();
  readonly #isCounty = new Set<string>();
  /** Each IRI once: most places lie in the same few. */
  readonly #known = new Map<string, string>();

  /** Takes a row of those tables. */
  know(cell: (column: string) => string): void {
    const once = (iri: string): string => entry(this.#known, iri, () => iri);
    const iri = once(cell('iri'));
    const inside = valuesIn(cell('contained_in')).map(once);
    if (inside.length > 0) this.#around.set(iri, [...(this.#around.get(iri) ?? []), ...inside]);
    if (cell('kind') === 'county' || valuesIn(cell('category_codes')).includes(COUNTY))
      this.#isCounty.add(iri);
    // The archive puts a place in Ireland into counties only.
    else if (cell('kind') === 'place') for (const county of inside) this.#isCounty.add(county);
  }

  /** The counties of places, each once, when all rows are known. */
  of(places: readonly string[]): readonly string[] {
    const around = places.flatMap((place) => [place, ...(this.#around.get(place) ?? [])]);
    return [...new Set(around.filter((iri) => this.#isCounty.has(iri)))];
  }
}
