import type { Country } from '../../dictionary/archive/country.js';
import type { Node } from '../../rdf/node.js';
import { geometry } from '../coordinates.js';
import { byLanguage } from '../language.js';
import type { Setting } from '../setting.js';

/** A country, or one of the four parts of the United Kingdom (model 3.6). */
export const describeCountry = (country: Country, { iri }: Setting): Node => {
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
