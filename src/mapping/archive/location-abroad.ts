import type { LocationAbroad } from '../../dictionary/archive/location-abroad.js';
import type { Node } from '../../rdf/node.js';
import { geometry } from '../coordinates.js';
import { byLanguage } from '../language.js';
import type { Setting } from '../setting.js';

/** A place outside Ireland, identified by the geographic gazetteer (model 3.6). */
export const describeLocationAbroad = (location: LocationAbroad, { iri }: Setting): Node => {
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
