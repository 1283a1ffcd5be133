import type { SchoolsItem } from '../../dictionary/archive/schools-item.js';
import type { SchoolsTopic } from '../../dictionary/archive/schools-topic.js';
import type { Published } from '../../dictionary/privileged.js';
import type { Node } from '../../rdf/node.js';
import { coded } from '../codes.js';
import { contributions, schoolsCast } from '../contribution.js';
import { entry } from '../record.js';
import type { Setting } from '../setting.js';
import { spatial } from '../spatial.js';
import { languages, onPages } from './item.js';
import { informantsTelling, telling } from './telling.js';
import { titled } from './title.js';

/** An item and the part that holds it. */
export type SchoolsItemInPart = SchoolsItem & { readonly partID: number };

/** An item of the schools collection. It has no date: the collection's span is not copied (model 3.1, 3.3). */
export const describeSchoolsItem = (item: Published<SchoolsItemInPart>, setting: Setting): Node => {
  const { iri, link } = setting;
  const self = iri.item('cbes', item.id);
  return {
    id: self,
    type: ['Item', 'ArchiveComponent'],
    ...titled(item),
    url: link.schoolsItem({ partID: item.partID, firstPageID: item.firstPageID, itemID: item.id }),
    isPartOf: iri.part('cbes', item.partID),
    listingOrder: item.listingOrder,
    ...onPages('cbes', item, setting),
    subject: item.topics.flatMap(leaves).map((topic) => iri.schoolsTopic(topic.id)),
    ...coded({ language: item.languages }, setting),
    inLanguage: languages(item, setting),
    ...spatial(item, setting),
    ...contributions(
      self,
      schoolsCast('collector', item.collectors, setting, (person) => telling(person, setting)),
      schoolsCast('informant', item.informants, setting, (person) => informantsTelling(person, setting)),
    ),
    featuredOn: item.editorsPick,
    ...entry(item),
  };
};

/** The deepest topics of a chain: the broader ones follow from the reference list (model 3.3). */
const leaves = (topic: SchoolsTopic): SchoolsTopic[] =>
  topic.subTopics.length === 0 ? [topic] : topic.subTopics.flatMap(leaves);
