import { z } from 'zod';
import { address, code, coordinates, id, name, recordFields, timestamp } from '../fields.js';
import { category, glossary } from './reference-lists.js';

/** The research and approval status of a name. */
export const acceptability = z.object({ id, textEN: name.optional(), textGA: name.optional() });

export type Acceptability = z.infer<typeof acceptability>;

/** One name of one place (wire-format 4, placename). */
export const placename = z.object({
  id,
  /** ISO 639-1; absent when it is not known. */
  language: code.optional(),
  wording: name,
  genitive: name.optional(),
  main: z.boolean(),
  acceptability: acceptability.optional(),
  audio: z.object({ fileName: code.optional(), uri: address.optional() }).optional(),
  subNames: z.array(z.object({ text: name, disambiguates: z.boolean().optional() })),
});

export type Placename = z.infer<typeof placename>;
export type SubName = Placename['subNames'][number];

export const placeSummary = z.object({
  id,
  nameEN: name.optional(),
  nameGA: name.optional(),
  category: category.optional(),
});

export type PlaceSummary = z.infer<typeof placeSummary>;

const extent = z.object({
  /** `all` or `part`. */
  extent: code,
});

/** An Irish Grid reference, as given. */
const gridReference = z.object({
  square: code,
  easting: z.int().optional(),
  northing: z.int().optional(),
});

export type GridReference = z.infer<typeof gridReference>;

/** A scan or document on the place's name. */
export const resource = z.object({
  id,
  /** `jpg`, `pdf` or `zip`. */
  typeID: code.optional(),
  titleEN: name.optional(),
  titleGA: name.optional(),
  pageReference: name.optional(),
  supplier: z.object({ id, nameEN: name.optional(), nameGA: name.optional() }).optional(),
});

export type Resource = z.infer<typeof resource>;
export type Supplier = NonNullable<Resource['supplier']>;

export const cluster = z.object({
  focusID: id,
  members: z.array(z.object({ placeID: id, category: category.optional() })),
});

export type Cluster = z.infer<typeof cluster>;

const image = z.object({
  fileName: code.optional(),
  labelEN: name.optional(),
  labelGA: name.optional(),
  uri: address.optional(),
});

export type Image = z.infer<typeof image>;

const placeLink = z.object({
  /** `Geonames`, `Osi`, `OsNi`, `PlacenamesNi`, `WikipediaEn`, `WikipediaGa`, `CavanTownlands`. */
  type: code,
  /** A URL or a bare identifier. */
  target: code,
});

const geography = z.object({
  /** Believed precise; false: extrapolated from neighbouring places. */
  accurate: z.boolean().optional(),
  source: code.optional(),
  coordinates: z.array(coordinates),
});

/** A place of the place-names database (wire-format 4, place). */
export const place = z.object({
  ...recordFields,
  /** The place this one was merged into. */
  replacementID: id.optional(),
  permalink: address.optional(),
  featured: z.array(timestamp),
  cluster: cluster.optional(),
  placenames: z.array(placename),
  glossary: z.array(glossary),
  categories: z.array(category),
  includedIn: z.array(placeSummary),
  includes: z.array(category),
  geography: geography.optional(),
  gridReferences: z.array(gridReference),
  gaeltacht: extent.optional(),
  postOffice: extent.optional(),
  northernIreland: extent.optional(),
  images: z.array(image),
  resources: z.array(resource),
  links: z.array(placeLink),
  /** Biographies that name this place as birthplace; titles carry HTML. */
  bornHere: z.array(z.object({ id, title: name.optional(), uri: address.optional() })),
  folklore: z.array(
    z.object({ type: code.optional(), uriEN: address.optional(), uriGA: address.optional() }),
  ),
  sameAs: z.array(z.object({ uri: address })),
});

export type Place = z.infer<typeof place>;
