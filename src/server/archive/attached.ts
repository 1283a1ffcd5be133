import type { Country } from '../../dictionary/archive/country.js';
import type { County } from '../../dictionary/archive/county.js';
import type { LocationAbroad } from '../../dictionary/archive/location-abroad.js';
import type { LocationIreland } from '../../dictionary/archive/location-ireland.js';

/** The places attached to a record, whatever its fields for them are called. */
export interface Attached {
  readonly counties: readonly County[];
  readonly locationsIreland: readonly LocationIreland[];
  readonly countries: readonly Country[];
  readonly locationsAbroad: readonly LocationAbroad[];
}

/** Rows of the four place filters, for records whose places `of` gathers (wire-format 2). */
export function placeRows<R>(of: (record: R) => readonly Attached[]) {
  const some = (test: (places: Attached) => boolean) => (record: R) => of(record).some(test);
  return {
    CountyID: (id: number) => some((places) => inCounty(places, id)),
    PlaceID: (id: number) => some((places) => atPlace(places, id)),
    Country: (code: string) => some((places) => inCountry(places, code)),
    GazetteerID: (id: number) => some((places) => places.locationsAbroad.some((one) => one.geoNameID === id)),
  };
}

/** A county attached directly, or the county of an attached place. */
export function inCounty(places: Pick<Attached, 'counties' | 'locationsIreland'>, id: number): boolean {
  const counties = [...places.counties, ...places.locationsIreland.flatMap((place) => place.counties)];
  return counties.some((county) => county.logainmID === id);
}

export function atPlace(places: Pick<Attached, 'locationsIreland'>, id: number): boolean {
  return places.locationsIreland.some((place) => place.logainmID === id);
}

/** A country attached directly, or the country of an attached place. */
function inCountry(places: Attached, code: string): boolean {
  const countries = [...places.countries, ...places.locationsAbroad.map((place) => place.country)];
  return countries.some((country) => country?.isoCode.toUpperCase() === code);
}
