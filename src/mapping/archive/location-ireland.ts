import type { LocationIreland } from '../../dictionary/archive/location-ireland.js';
import type { Node } from '../../rdf/node.js';
import type { Setting } from '../setting.js';
import { nameAndPoint } from './stub.js';

/** A place in Ireland as the folklore collections know it (model 3.6). */
export const describeLocationIreland = (location: LocationIreland, setting: Setting): Node => {
  const self = setting.iri.place(location.logainmID);
  return {
    id: self,
    type: ['Place', 'SchemaPlace', 'Feature'],
    ...nameAndPoint(self, location, setting),
    containedInPlace: location.counties.map((county) => setting.iri.place(county.logainmID)),
    sourceId: String(location.logainmID),
  };
};
