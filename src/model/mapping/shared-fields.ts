import type { Country, County, LocationAbroad, LocationIreland } from '../schema/archive/places.js';
import type { MappingContext } from './mapping-context.js';

/** The record's entry in the source database: nearly every record has these fields. */
export const entry = (record: { dateCreated?: string | undefined; dateModified?: string | undefined }) => ({
  recordCreated: record.dateCreated,
  recordModified: record.dateModified,
});

/**
 * The order of a page or a part in its parent: as a number, or as given where it is none (model 3.2). Not for items, whose
 * listing order is that on a page.
 */
export const ordered = (listingOrder: string | undefined) =>
  listingOrder !== undefined && /^\d{1,15}$/.test(listingOrder)
    ? { position: Number(listingOrder) }
    : { listingOrder };

/** The places that a work is associated with (model 3.2). */
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
