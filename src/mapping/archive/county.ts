import type { County } from '../../dictionary/archive/county.js';
import { external } from '../../rdf/iris.js';
import type { Node } from '../../rdf/node.js';
import { geometry } from '../coordinates.js';
import { byLanguage } from '../language.js';
import type { Setting } from '../setting.js';

/** An Irish county as the folklore collections know it: the same IRI as in the place-names data (model 3.6). */
export const describeCounty = (county: County, { iri }: Setting): Node => {
  const self = iri.place(county.logainmID);
  return {
    id: self,
    type: ['Place', 'County', 'schema:Place', 'AdministrativeArea', 'Feature'],
    label: byLanguage(county.nameEN, county.nameGA),
    name: byLanguage(county.nameEN, county.nameGA),
    qualifiedName: byLanguage(county.qualifiedNameEN, county.qualifiedNameGA),
    ...geometry(self, [county.coordinates ?? []].flat()),
    sameAs: external.linkedPlace(county.logainmID),
    sourceId: String(county.logainmID),
  };
};
