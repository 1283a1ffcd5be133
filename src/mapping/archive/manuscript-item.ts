import type { ManuscriptItem } from '../../dictionary/archive/manuscript-item.js';
import type { Published } from '../../dictionary/privileged.js';
import type { Node } from '../../rdf/node.js';
import { coded } from '../codes.js';
import { cast, contributions } from '../contribution.js';
import { workDate } from '../date.js';
import { byLanguage } from '../language.js';
import { entry } from '../record.js';
import type { Setting } from '../setting.js';
import { spatial } from '../spatial.js';
import { languages, onPages } from './item.js';
import { titled } from './title.js';

/** An item and the part that holds it. */
export type ManuscriptItemInPart = ManuscriptItem & { readonly partID: number };

/** A story, diary entry, letter or questionnaire (model 3.2). */
export const describeManuscriptItem = (item: Published<ManuscriptItemInPart>, setting: Setting): Node => {
  const { iri, link, latestYear } = setting;
  const self = iri.item('cbe', item.id);
  return {
    id: self,
    type: ['Item', 'ArchiveComponent'],
    ...titled(item),
    url: link.manuscriptItem({ partID: item.partID, firstPageID: item.firstPageID, itemID: item.id }),
    isPartOf: iri.part('cbe', item.partID),
    listingOrder: item.listingOrder,
    ...onPages('cbe', item, setting),
    ...coded(
      {
        contentType: item.contentType,
        contentMode: item.contentModes,
        script: item.contentScripts,
        language: item.languages,
      },
      setting,
      unknownSequences(item),
    ),
    inLanguage: languages(item, setting),
    description: byLanguage(item.extraInfoEN, item.extraInfoGA),
    ...workDate(self, item.date, latestYear),
    ...spatial(item, setting),
    ...contributions(
      self,
      cast('collector', item.collectors, iri.person),
      cast('informant', item.informants, iri.person),
      cast('relevantPerson', item.relevantPersons, iri.person),
    ),
    previousItem: linked(item, 'PREV', setting),
    nextItem: linked(item, 'NEXT', setting),
    relatedItem: linked(item, undefined, setting),
    featuredOn: item.editorsPick,
    ...entry(item),
  };
};

/** Whether a linked item comes before this one or after it (wire-format 3, manuscriptItemLink). */
const SEQUENCES: readonly (string | undefined)[] = ['PREV', 'NEXT'];

/** The items linked with a sequence; one we do not know states no order. */
const linked = (item: Published<ManuscriptItem>, sequence: string | undefined, { iri }: Setting): string[] =>
  item.linkedItems
    .filter((link) => (SEQUENCES.includes(link.sequence) ? link.sequence : undefined) === sequence)
    .map((link) => iri.item('cbe', link.itemID));

/** Told like any code outside its list (model 3.10). */
const unknownSequences = (item: Published<ManuscriptItem>): string[] =>
  item.linkedItems.flatMap(({ sequence }) =>
    sequence === undefined || SEQUENCES.includes(sequence) ? [] : [`Sequence=${sequence}`],
  );
