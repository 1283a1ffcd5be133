import type { County } from '../../dictionary/archive/county.js';
import type { Node } from '../../rdf/node.js';
import { byLanguage } from '../language.js';
import type { Setting } from '../setting.js';
import { nameAndPoint } from './stub.js';

/** An Irish county as the folklore collections know it: the same IRI as in the place-names data (model 3.6). */
export const describeCounty = (county: County, setting: Setting): Node => {
  const self = setting.iri.place(county.logainmID);
  return {
    id: self,
    type: ['Place', 'County', 'SchemaPlace', 'AdministrativeArea', 'Feature'],
    ...nameAndPoint(self, county, setting),
    qualifiedName: byLanguage(county.qualifiedNameEN, county.qualifiedNameGA),
    sourceId: String(county.logainmID),
  };
};
