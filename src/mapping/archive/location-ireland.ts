import type { LocationIreland } from '../../dictionary/archive/location-ireland.js';
import { external } from '../../rdf/iris.js';
import type { Node } from '../../rdf/node.js';
import { geometry } from '../coordinates.js';
import { byLanguage } from '../language.js';
import type { Setting } from '../setting.js';

/** A place in Ireland as the folklore collections know it (model 3.6). */
export const describeLocationIreland = (location: LocationIreland, { iri }: Setting): Node => {
  const self = iri.place(location.logainmID);
  return {
    id: self,
    type: ['Place', 'schema:Place', 'Feature'],
    label: byLanguage(location.nameEN, location.nameGA),
    name: byLanguage(location.nameEN, location.nameGA),
    containedInPlace: location.counties.map((county) => iri.place(county.logainmID)),
    ...geometry(self, [location.coordinates ?? []].flat()),
    sameAs: external.linkedPlace(location.logainmID),
    sourceId: String(location.logainmID),
  };
};
