import type { Acceptability } from '../../dictionary/placenames/placename.js';
import type { Node } from '../../rdf/node.js';
import { byLanguage } from '../language.js';
import type { Setting } from '../setting.js';

/** A research and approval status of names (model 3.9). */
export const describeAcceptability = (status: Acceptability, { iri }: Setting): Node => ({
  id: iri.acceptability(status.id),
  type: 'Concept',
  inScheme: iri.scheme('acceptability'),
  code: String(status.id),
  prefLabel: byLanguage(status.textEN, status.textGA),
});
