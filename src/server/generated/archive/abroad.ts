import type { Country } from '../../../dictionary/archive/country.js';
import type { LocationAbroad } from '../../../dictionary/archive/location-abroad.js';
import { COUNTRIES as COUNTRY_ROWS, PLACES_ABROAD } from '../words/abroad.js';
import { cell } from '../words/rows.js';

const FIRST_COUNTRY_ID = 990_000_001;
const FIRST_PLACE_ID = 990_001_001;
/** Identifiers of the gazetteer above 2^31 (wire-format 1). */
const HIGH_PLACE_ID = 4_990_001_001;

/** The countries, by code. */
export const COUNTRIES: readonly Country[] = COUNTRY_ROWS.map((row, index) => ({
  isoCode: cell(row, 0),
  geoNameID: FIRST_COUNTRY_ID + index,
  nameEN: cell(row, 1),
  nameGA: cell(row, 2) === '' ? undefined : cell(row, 2),
  coordinates: { latitude: Number(row[3]) / 10, longitude: Number(row[4]) / 10 },
}));

/** Places outside Ireland; one of them has no country stated, another no coordinates. */
export const LOCATIONS_ABROAD: readonly LocationAbroad[] = PLACES_ABROAD.map((row, index) => ({
  geoNameID: (index % 7 === 6 ? HIGH_PLACE_ID : FIRST_PLACE_ID) + index,
  nameEN: cell(row, 1),
  nameGA: cell(row, 2) === '' ? undefined : cell(row, 2),
  coordinates: index === 2 ? undefined : { latitude: Number(row[3]) / 100, longitude: Number(row[4]) / 100 },
  country: index === 4 ? undefined : COUNTRIES.find((country) => country.isoCode === row[0]),
}));
