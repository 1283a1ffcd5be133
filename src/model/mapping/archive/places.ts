import type { Node } from '../../rdf/node.js';
import type { Country, County, LocationAbroad, LocationIreland } from '../../schema/archive/places.js';
import type { Coordinates } from '../../schema/fields.js';
import { geometry } from '../coordinates.js';
import { byLanguage } from '../language.js';
import type { MappingContext } from '../mapping-context.js';
import { isAmong, pointsOf } from '../placenames/geography.js';

interface Location {
  readonly logainmID: number;
  readonly nameEN?: string | undefined;
  readonly nameGA?: string | undefined;
  readonly coordinates?: Coordinates | undefined;
}

/**
 * Name and point of a place that the folklore collections refer to, as the archive states them: the data of the place-names
 * database has another licence and dataset. If the database is in the same release and has other points, the point is left
 * out, so that a place has one geometry. That a place was merged is stated here too.
 */
function placeReference(self: string, location: Location, context: MappingContext) {
  const names = byLanguage(location.nameEN, location.nameGA);
  const place = context.placeRecord(location.logainmID);
  const databasePoints = place === undefined ? [] : pointsOf(place);
  const points = [location.coordinates ?? []]
    .flat()
    .filter(
      (point) =>
        databasePoints.length === 0 || (databasePoints.length === 1 && isAmong(point, databasePoints)),
    );
  const replacement = place?.replacementID;
  return {
    label: names,
    name: names,
    isReplacedBy: replacement && context.iri.place(replacement),
    ...geometry(self, points),
  };
}

/** An Irish county as the folklore collections state it, with the IRI of the place-names data (model 3.6). */
export const describeCounty = (county: County, context: MappingContext): Node => {
  const self = context.iri.place(county.logainmID);
  return {
    id: self,
    type: ['Place', 'County', 'schema:Place', 'schema:AdministrativeArea', 'geo:Feature'],
    ...placeReference(self, county, context),
    qualifiedName: byLanguage(county.qualifiedNameEN, county.qualifiedNameGA),
  };
};

/** A country, or one of the four parts of the United Kingdom (model 3.6). */
export const describeCountry = (country: Country, { iri }: MappingContext): Node => {
  const self = iri.country(country.isoCode);
  return {
    id: self,
    type: ['Country', 'schema:Country'],
    label: byLanguage(country.nameEN, country.nameGA),
    name: byLanguage(country.nameEN, country.nameGA),
    identifier: country.isoCode.toUpperCase(),
    ...geometry(self, [country.coordinates ?? []].flat()),
  };
};

/** A place in Ireland as the folklore collections state it (model 3.6). */
export const describeLocationIreland = (location: LocationIreland, context: MappingContext): Node => {
  const self = context.iri.place(location.logainmID);
  return {
    id: self,
    type: ['Place', 'schema:Place', 'geo:Feature'],
    ...placeReference(self, location, context),
    containedInPlace: location.counties.map((county) => context.iri.place(county.logainmID)),
  };
};

/** A place outside Ireland, identified by the geographic gazetteer (model 3.6). */
export const describeLocationAbroad = (location: LocationAbroad, { iri }: MappingContext): Node => {
  const self = iri.abroad(location.geoNameID);
  return {
    id: self,
    type: ['PlaceAbroad', 'schema:Place'],
    label: byLanguage(location.nameEN, location.nameGA),
    name: byLanguage(location.nameEN, location.nameGA),
    containedInPlace: [location.country ?? []].flat().map((country) => iri.country(country.isoCode)),
    ...geometry(self, [location.coordinates ?? []].flat()),
  };
};
