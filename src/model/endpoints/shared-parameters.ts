import { code, country, day, identifier, integer, type Parameters, text, year } from './parameter.js';

/** The codes of a date's accuracy (archive-service 2). */
export const accuracy = code('APPROX', 'INFER', 'QUESTION');

/** Present in every list of both services. */
export const changes = {
  CreatedBefore: { type: day, meaning: 'Records created before 00:00 UTC of this day.' },
  CreatedSince: { type: day, meaning: 'Records created at or after 00:00 UTC of this day.' },
  ModifiedBefore: {
    type: day,
    meaning:
      'Records last updated before 00:00 UTC of this day; never updated counts as updated when created.',
  },
  ModifiedSince: { type: day, meaning: 'Records last updated at or after 00:00 UTC of this day.' },
} as const satisfies Parameters;

/** Privileged, in every list of the archive that has an editing status. */
export const editing = {
  Status: {
    type: integer({ maximum: 4 }),
    meaning: 'Editing status, 0 newly ingested to 4 ready to publish.',
    privileged: true,
  },
} as const satisfies Parameters;

export const irishPlaces = {
  CountyID: { type: identifier, meaning: 'County, by place-names database id.' },
  PlaceID: { type: identifier, meaning: 'Place, by place-names database id.' },
} as const satisfies Parameters;

export const placesAbroad = {
  Country: { type: country, meaning: 'Country, by ISO 3166 code.' },
  GazetteerID: { type: identifier, meaning: 'Place, by geographic gazetteer id.', aliases: ['GeoNameID'] },
} as const satisfies Parameters;

export const dates = {
  DateFrom: { type: year, meaning: 'Records dated in this year or later.' },
  DateTo: { type: year, meaning: 'Records dated in this year or earlier.' },
  DateAccuracy: { type: accuracy, meaning: 'Records whose date bears this marker.' },
} as const satisfies Parameters;

export const volumeIdentifiers = {
  VolumeNumber: { type: text, meaning: 'Archive reference of the volume, with its leading zeros.' },
  VolumeID: { type: identifier, meaning: 'Volume identifier.' },
  PageID: { type: identifier, meaning: 'Page identifier; the items on the page, and the page itself.' },
  PartID: { type: identifier, meaning: 'Part identifier; the items of the part, and the part itself.' },
  ItemID: { type: identifier, meaning: 'Item identifier.' },
} as const satisfies Parameters;
