import { fragment } from '../../rdf/iris.js';
import type { LanguageMap, Node } from '../../rdf/node.js';
import type { SchoolsTopic } from '../../schema/archive/reference-lists.js';
import type { School, SchoolsItem, SchoolsPart } from '../../schema/archive/schools.js';
import type { Published } from '../../schema/privileged.js';
import { coded } from '../coded-fields.js';
import { contributions, schoolsCast } from '../contribution.js';
import { withoutLanguage } from '../language.js';
import type { MappingContext } from '../mapping-context.js';
import { entry, ordered, spatial } from '../shared-fields.js';
import { languages, onPages, titleAndLabel } from './item.js';
import { informantAge, recordedAge } from './schools-person.js';
import { type InVolume, partLabel, volumeName } from './volume.js';

/** A part without its items, with its volume. */
export type SchoolsPartInVolume = Omit<SchoolsPart, 'items'> & InVolume;

/** A school's section of a volume (model 3.3). */
export const describeSchoolsPart = (part: Published<SchoolsPartInVolume>, context: MappingContext): Node => {
  const { iri, link } = context;
  const self = iri.part('cbes', part.id);
  const label =
    part.school?.name === undefined
      ? partLabel('cbes', part)
      : withoutLanguage(`${volumeName('cbes', part)}, ${part.school.name}`);
  return {
    id: self,
    type: ['Part', 'schema:ArchiveComponent'],
    label,
    url: link.schoolsPart({ partID: part.id }),
    isPartOf: iri.volume('cbes', part.volumeID),
    ...ordered(part.listingOrder),
    titlePage: part.titlePages.map((page) => iri.page('cbes', page)),
    school: part.school && describeSchool(self, part.school, label, context),
    ...contributions(
      self,
      schoolsCast('teacher', part.teachers, context, (person) => recordedAge(person, context)),
    ),
    ...entry(part),
  };
};

/**
 * A school as recorded in one part; parts of one school share the roll number.
 *
 * @param labelOfPart the label of a school without a name
 */
const describeSchool = (
  part: string,
  school: School,
  labelOfPart: LanguageMap,
  { iri }: MappingContext,
): Node => ({
  id: fragment.school(part),
  type: ['School', 'schema:School'],
  label: school.name === undefined ? labelOfPart : withoutLanguage(school.name),
  name: withoutLanguage(school.name),
  rollNumber: school.rollNumber,
  place: school.locations.map((location) => iri.place(location.logainmID)),
});

/** An item with its part. */
export type SchoolsItemInPart = SchoolsItem & { readonly partID: number };

/** An item of the schools collection. It has no date (model 3.1, 3.3). */
export const describeSchoolsItem = (item: Published<SchoolsItemInPart>, context: MappingContext): Node => {
  const { iri, link } = context;
  const self = iri.item('cbes', item.id);
  return {
    id: self,
    type: ['Item', 'schema:ArchiveComponent'],
    ...titleAndLabel(item),
    url: link.schoolsItem({ partID: item.partID, firstPageID: item.firstPageID, itemID: item.id }),
    isPartOf: iri.part('cbes', item.partID),
    listingOrder: item.listingOrder,
    ...onPages('cbes', item, context),
    subject: item.topics.flatMap(leaves).map((topic) => iri.schoolsTopic(topic.id)),
    ...coded({ language: item.languages }, context),
    inLanguage: languages(item, context),
    ...spatial(item, context),
    ...contributions(
      self,
      schoolsCast('collector', item.collectors, context, (person) => recordedAge(person, context)),
      schoolsCast('informant', item.informants, context, (person) => informantAge(person, context)),
    ),
    featuredOn: item.editorsPick,
    ...entry(item),
  };
};

/** The narrowest topics of a chain; the list of topics has the broader ones (model 3.3). */
const leaves = (topic: SchoolsTopic): SchoolsTopic[] =>
  topic.subTopics.length === 0 ? [topic] : topic.subTopics.flatMap(leaves);
