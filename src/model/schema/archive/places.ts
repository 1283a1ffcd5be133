import { z } from 'zod';
import { authorityID, code, coordinates, id, name } from '../fields.js';

/** An Irish county, identified by the place-names database (wire-format 3, common objects). */
export const county = z.object({
  logainmID: id,
  nameEN: name.optional(),
  nameGA: name.optional(),
  qualifiedNameEN: name.optional(),
  qualifiedNameGA: name.optional(),
  coordinates: coordinates.optional(),
});

export type County = z.infer<typeof county>;

/** A country: ISO 3166-1, and the four parts of the United Kingdom (wire-format 3, common objects). */
export const country = z.object({
  isoCode: code,
  geoNameID: authorityID.optional(),
  nameEN: name.optional(),
  nameGA: name.optional(),
  coordinates: coordinates.optional(),
});

export type Country = z.infer<typeof country>;

/** A place in Ireland, identified by the place-names database (wire-format 3, common objects). */
export const locationIreland = z.object({
  logainmID: id,
  nameEN: name.optional(),
  nameGA: name.optional(),
  coordinates: coordinates.optional(),
  counties: z.array(county),
});

export type LocationIreland = z.infer<typeof locationIreland>;

/** A place outside Ireland, identified by the geographic gazetteer (wire-format 3, common objects). */
export const locationAbroad = z.object({
  geoNameID: id,
  nameEN: name.optional(),
  nameGA: name.optional(),
  coordinates: coordinates.optional(),
  country: country.optional(),
});

export type LocationAbroad = z.infer<typeof locationAbroad>;
