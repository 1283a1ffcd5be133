import type { Node } from '../../rdf/node.js';
import type { Country, County, LocationAbroad, LocationIreland } from '../../schema/archive/places.js';
import type { Coordinates } from '../../schema/fields.js';
import type { MappingContext } from '../context.js';
import { geometry } from '../coordinates.js';
import { byLanguage } from '../language.js';
import { isAmong, pointsOf } from '../placenames/geography.js';

interface Location {
  readonly logainmID: number;
  readonly nameEN?: string | undefined;
  readonly nameGA?: string | undefined;
  readonly coordinates?: Coordinates | undefined;
}

/**
 * Name and point of a place that the folklore collections refer to, in the words of the archive: what the place-names
 * database says comes under another licence and stands in its own files. Where the database is in the same release and
 * gives other points, the point is left to it: one place, one geometry. Where the place was merged into another there, that
 * is said here too: readers of this file alone would take it for a place.
 */
export function placeReference(self: string, location: Location, setting: MappingContext) {
  const names = byLanguage(location.nameEN, location.nameGA);
  const place = setting.placeRecord(location.logainmID);
  const others = place === undefined ? [] : pointsOf(place);
  const points = [location.coordinates ?? []]
    .flat()
    .filter((point) => others.length === 0 || (others.length === 1 && isAmong(point, others)));
  const replacement = place?.replacementID;
  return {
    label: names,
    name: names,
    isReplacedBy: replacement && setting.iri.place(replacement),
    ...geometry(self, points),
  };
}

/** An Irish county as the folklore collections know it: the same IRI as in the place-names data (model 3.6). */
export const describeCounty = (county: County, setting: MappingContext): Node => {
  const self = setting.iri.place(county.logainmID);
  return {
    id: self,
    type: ['Place', 'County', 'SchemaPlace', 'AdministrativeArea', 'Feature'],
    ...placeReference(self, county, setting),
    qualifiedName: byLanguage(county.qualifiedNameEN, county.qualifiedNameGA),
    sourceId: String(county.logainmID),
  };
};

/** A country, or one of the four parts of the United Kingdom (model 3.6). */
export const describeCountry = (country: Country, { iri }: MappingContext): Node => {
  const self = iri.country(country.isoCode);
  return {
    id: self,
    type: ['Country', 'SchemaCountry'],
    label: byLanguage(country.nameEN, country.nameGA),
    name: byLanguage(country.nameEN, country.nameGA),
    identifier: country.isoCode.toUpperCase(),
    ...geometry(self, [country.coordinates ?? []].flat()),
  };
};

/** A place in Ireland as the folklore collections know it (model 3.6). */
export const describeLocationIreland = (location: LocationIreland, setting: MappingContext): Node => {
  const self = setting.iri.place(location.logainmID);
  return {
    id: self,
    type: ['Place', 'SchemaPlace', 'Feature'],
    ...placeReference(self, location, setting),
    containedInPlace: location.counties.map((county) => setting.iri.place(county.logainmID)),
    sourceId: String(location.logainmID),
  };
};

/** A place outside Ireland, identified by the geographic gazetteer (model 3.6). */
export const describeLocationAbroad = (location: LocationAbroad, { iri }: MappingContext): Node => {
  const self = iri.abroad(location.geoNameID);
  return {
    id: self,
    type: ['PlaceAbroad', 'SchemaPlace'],
    label: byLanguage(location.nameEN, location.nameGA),
    name: byLanguage(location.nameEN, location.nameGA),
    containedInPlace: [location.country ?? []].flat().map((country) => iri.country(country.isoCode)),
    ...geometry(self, [location.coordinates ?? []].flat()),
    sourceId: String(location.geoNameID),
  };
};
