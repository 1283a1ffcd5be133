import type { Occupation } from '../../dictionary/archive/occupation.js';
import type { Node } from '../../rdf/node.js';
import { asRecorded, byLanguage, byLanguageOr } from '../language.js';
import type { Setting } from '../setting.js';

/** An occupation of the people database's list (model 3.5). */
export const describeOccupation = (occupation: Occupation, { iri }: Setting): Node => ({
  id: iri.occupation(occupation.id),
  type: ['Concept', 'Occupation'],
  inScheme: iri.scheme('cbed/occupations'),
  code: occupation.id,
  prefLabel: byLanguageOr(asRecorded(occupation.id), occupation.nameEN, occupation.nameGA),
  name: byLanguage(occupation.nameEN, occupation.nameGA),
});
