import type { Country, County, LocationAbroad, LocationIreland } from '../schema/archive/places.js';
import type { MappingContext } from './context.js';

/** The places a work is associated with: no stronger claim (model 3.2). */
export const spatial = (
  work: {
    readonly counties: readonly County[];
    readonly locationsIreland: readonly LocationIreland[];
    readonly countries?: readonly Country[];
    readonly locationsAbroad?: readonly LocationAbroad[];
  },
  { iri }: MappingContext,
) => {
  const county = work.counties.map((county) => iri.place(county.logainmID));
  const place = work.locationsIreland.map((location) => iri.place(location.logainmID));
  const country = (work.countries ?? []).map((country) => iri.country(country.isoCode));
  const placeAbroad = (work.locationsAbroad ?? []).map((location) => iri.abroad(location.geoNameID));
  return { county, place, country, placeAbroad, spatial: [...county, ...place, ...country, ...placeAbroad] };
};
