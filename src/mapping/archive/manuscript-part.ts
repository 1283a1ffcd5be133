import type { ManuscriptPart } from '../../dictionary/archive/manuscript-part.js';
import type { Published } from '../../dictionary/privileged.js';
import type { Node } from '../../rdf/node.js';
import { cast, contributions } from '../contribution.js';
import { workDate } from '../date.js';
import { byLanguage } from '../language.js';
import { entry, ordered } from '../record.js';
import type { Setting } from '../setting.js';
import { spatial } from '../spatial.js';
import { type InVolume, partLabel } from './volume.js';

/** A part without its items, and the volume around it. */
export type ManuscriptPartInVolume = Omit<ManuscriptPart, 'items'> & InVolume;

/** A section of a manuscripts volume. Its people and places are not copied onto its items (model 3.2). */
export const describeManuscriptPart = (part: Published<ManuscriptPartInVolume>, setting: Setting): Node => {
  const { iri, link, latestYear } = setting;
  const self = iri.part('cbe', part.id);
  return {
    id: self,
    type: ['Part', 'ArchiveComponent'],
    label: partLabel('cbe', part),
    url: link.manuscriptPart({ partID: part.id }),
    isPartOf: iri.volume('cbe', part.volumeID),
    ...ordered(part.listingOrder),
    titlePage: part.titlePages.map((page) => iri.page('cbe', page)),
    description: byLanguage(part.extraInfoEN, part.extraInfoGA),
    ...workDate(self, part.date, latestYear),
    ...spatial(part, setting),
    ...contributions(
      self,
      cast('collector', part.collectors, iri.person),
      cast('informant', part.informants, iri.person),
      cast('relevantPerson', part.relevantPersons, iri.person),
    ),
    ...entry(part),
  };
};
