import type { HandbookTopic } from '../../dictionary/archive/handbook-topic.js';
import type { Node } from '../../rdf/node.js';
import { asRecorded, byLanguage, byLanguageOr } from '../language.js';
import type { Setting } from '../setting.js';

/** The heading a code stands under: its leading letters (model 3.4, an inference that X19 checks). */
export const handbookHeading = (code: string): string => /^[A-Za-z]+/.exec(code)?.[0] ?? code;

/** A classification heading of the folklore handbook, of either level (model 3.4). */
export const describeHandbookTopic = (topic: HandbookTopic, { iri }: Setting): Node => {
  const heading = handbookHeading(topic.id);
  const isHeading = heading === topic.id;
  return {
    id: iri.handbookTopic(topic.id),
    type: ['Concept'],
    inScheme: iri.scheme('handbook'),
    topConceptOf: isHeading ? iri.scheme('handbook') : undefined,
    broader: isHeading ? undefined : iri.handbookTopic(heading),
    code: topic.id,
    prefLabel:
      isHeading || (topic.subTopicEN === undefined && topic.subTopicGA === undefined)
        ? byLanguageOr(asRecorded(topic.id), topic.topicEN, topic.topicGA)
        : byLanguage(topic.subTopicEN, topic.subTopicGA),
  };
};
