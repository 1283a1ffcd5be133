import type { SchoolsTopic } from '../../dictionary/archive/schools-topic.js';
import type { Node } from '../../rdf/node.js';
import { asRecorded, byLanguageOr } from '../language.js';
import type { Setting } from '../setting.js';

/** A topic without those below it, and the one above. */
export type TopicInTree = Omit<SchoolsTopic, 'subTopics'> & { readonly parentID?: number | undefined };

/** A heading of the schools collection's table of contents (model 3.3). */
export const describeSchoolsTopic = (topic: TopicInTree, { iri, link }: Setting): Node => ({
  id: iri.schoolsTopic(topic.id),
  type: ['Concept'],
  url: link.schoolsTopic({ topicID: topic.id }),
  inScheme: iri.scheme('cbes/topics'),
  topConceptOf: topic.parentID === undefined ? iri.scheme('cbes/topics') : undefined,
  broader: topic.parentID === undefined ? undefined : iri.schoolsTopic(topic.parentID),
  code: String(topic.id),
  prefLabel: byLanguageOr(asRecorded(String(topic.id)), topic.titleEN, topic.titleGA),
});
