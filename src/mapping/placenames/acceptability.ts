import type { Acceptability } from '../../dictionary/placenames/placename.js';
import type { Node } from '../../rdf/node.js';
import { asRecorded, byLanguageOr } from '../language.js';
import type { Setting } from '../setting.js';

/** A research and approval status of names (model 3.9). */
export const describeAcceptability = (status: Acceptability, { iri }: Setting): Node => ({
  id: iri.acceptability(status.id),
  type: ['Concept'],
  inScheme: iri.scheme('acceptability'),
  code: String(status.id),
  prefLabel: byLanguageOr(asRecorded(String(status.id)), status.textEN, status.textGA),
});
