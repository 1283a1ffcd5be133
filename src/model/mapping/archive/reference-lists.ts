import type { Node } from '../../rdf/node.js';
import type { HandbookTopic, Occupation, SchoolsTopic } from '../../schema/archive/reference-lists.js';
import { asRecorded, byLanguage, byLanguageOr } from '../language.js';
import type { MappingContext } from '../mapping-context.js';

/** The heading of a code: its leading letters (model 3.4; rule X19 checks it). */
export const handbookHeading = (code: string): string => /^[A-Za-z]+/.exec(code)?.[0] ?? code;

/** A topic of the folklore handbook, of either level (model 3.4). */
export const describeHandbookTopic = (topic: HandbookTopic, { iri }: MappingContext): Node => {
  const heading = handbookHeading(topic.id);
  const isHeading = heading === topic.id;
  return {
    id: iri.handbookTopic(topic.id),
    type: ['skos:Concept'],
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

/** A topic without its narrower topics, with the broader one. */
export type TopicInTree = Omit<SchoolsTopic, 'subTopics'> & { readonly parentID?: number | undefined };

/** A heading of the schools collection's table of contents (model 3.3). */
export const describeSchoolsTopic = (topic: TopicInTree, { iri, link }: MappingContext): Node => ({
  id: iri.schoolsTopic(topic.id),
  type: ['skos:Concept'],
  url: link.schoolsTopic({ topicID: topic.id }),
  inScheme: iri.scheme('cbes/topics'),
  topConceptOf: topic.parentID === undefined ? iri.scheme('cbes/topics') : undefined,
  broader: topic.parentID === undefined ? undefined : iri.schoolsTopic(topic.parentID),
  code: String(topic.id),
  prefLabel: byLanguageOr(asRecorded(String(topic.id)), topic.titleEN, topic.titleGA),
});

/** An occupation of the people database's list (model 3.5). */
export const describeOccupation = (occupation: Occupation, { iri }: MappingContext): Node => ({
  id: iri.occupation(occupation.id),
  type: ['skos:Concept', 'schema:Occupation'],
  inScheme: iri.scheme('cbed/occupations'),
  code: occupation.id,
  prefLabel: byLanguageOr(asRecorded(occupation.id), occupation.nameEN, occupation.nameGA),
  name: byLanguage(occupation.nameEN, occupation.nameGA),
});
