import type { Node } from '../../rdf/node.js';
import type { ManuscriptItem, ManuscriptPart } from '../../schema/archive/manuscripts.js';
import type { Published } from '../../schema/privileged.js';
import { coded } from '../coded-fields.js';
import { cast, contributions } from '../contribution.js';
import { workDate } from '../date.js';
import { byLanguage } from '../language.js';
import type { MappingContext } from '../mapping-context.js';
import { entry, ordered, spatial } from '../shared-fields.js';
import { languages, onPages, titleAndLabel } from './item.js';
import { type InVolume, partLabel } from './volume.js';

/** A part without its items, with its volume. */
export type ManuscriptPartInVolume = Omit<ManuscriptPart, 'items'> & InVolume;

/** A section of a manuscripts volume. Its people and places are not copied to its items (model 3.2). */
export const describeManuscriptPart = (
  part: Published<ManuscriptPartInVolume>,
  context: MappingContext,
): Node => {
  const { iri, link, latestYear } = context;
  const self = iri.part('cbe', part.id);
  return {
    id: self,
    type: ['Part', 'schema:ArchiveComponent'],
    label: partLabel('cbe', part),
    url: link.manuscriptPart({ partID: part.id }),
    isPartOf: iri.volume('cbe', part.volumeID),
    ...ordered(part.listingOrder),
    titlePage: part.titlePages.map((page) => iri.page('cbe', page)),
    description: byLanguage(part.extraInfoEN, part.extraInfoGA),
    ...workDate(self, part.date, latestYear),
    ...spatial(part, context),
    ...contributions(
      self,
      cast('collector', part.collectors, iri.person),
      cast('informant', part.informants, iri.person),
      cast('relevantPerson', part.relevantPersons, iri.person),
    ),
    ...entry(part),
  };
};

/** An item with its part. */
export type ManuscriptItemInPart = ManuscriptItem & { readonly partID: number };

/** A story, diary entry, letter or questionnaire (model 3.2). */
export const describeManuscriptItem = (
  item: Published<ManuscriptItemInPart>,
  context: MappingContext,
): Node => {
  const { iri, link, latestYear } = context;
  const self = iri.item('cbe', item.id);
  return {
    id: self,
    type: ['Item', 'schema:ArchiveComponent'],
    ...titleAndLabel(item),
    url: link.manuscriptItem({ partID: item.partID, firstPageID: item.firstPageID, itemID: item.id }),
    isPartOf: iri.part('cbe', item.partID),
    listingOrder: item.listingOrder,
    ...onPages('cbe', item, context),
    ...coded(
      {
        contentType: item.contentType,
        contentMode: item.contentModes,
        script: item.contentScripts,
        language: item.languages,
      },
      context,
      unknownSequences(item),
    ),
    inLanguage: languages(item, context),
    description: byLanguage(item.extraInfoEN, item.extraInfoGA),
    ...workDate(self, item.date, latestYear),
    ...spatial(item, context),
    ...contributions(
      self,
      cast('collector', item.collectors, iri.person),
      cast('informant', item.informants, iri.person),
      cast('relevantPerson', item.relevantPersons, iri.person),
    ),
    previousItem: linked(item, 'PREV', context),
    nextItem: linked(item, 'NEXT', context),
    relatedItem: linked(item, undefined, context),
    featuredOn: item.editorsPick,
    ...entry(item),
  };
};

/** Previous and next item (wire-format 3, manuscriptItemLink). */
const SEQUENCES: readonly (string | undefined)[] = ['PREV', 'NEXT'];

/** The items linked with a sequence; an unknown sequence counts as none. */
const linked = (
  item: Published<ManuscriptItem>,
  sequence: string | undefined,
  { iri }: MappingContext,
): string[] =>
  item.linkedItems
    .filter((link) => (SEQUENCES.includes(link.sequence) ? link.sequence : undefined) === sequence)
    .map((link) => iri.item('cbe', link.itemID));

/** Unknown sequences, as unmapped codes (model 3.10). */
const unknownSequences = (item: Published<ManuscriptItem>): string[] =>
  item.linkedItems.flatMap(({ sequence }) =>
    sequence === undefined || SEQUENCES.includes(sequence) ? [] : [`Sequence=${sequence}`],
  );
