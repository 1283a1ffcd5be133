import { fragment, type VolumeCollection } from '../../rdf/iris.js';
import type { LanguageMap, Node } from '../../rdf/node.js';
import type { ManuscriptVolume, Page, SchoolsVolume } from '../../schema/archive/volume.js';
import type { Published } from '../../schema/privileged.js';
import { coded } from '../codes.js';
import type { MappingContext } from '../context.js';
import { byLanguage } from '../language.js';
import { entry, ordered } from '../record.js';
import { shelfmark } from './collection.js';

/** A volume without what it contains. */
export type VolumeHead = Omit<ManuscriptVolume, 'pages' | 'parts'> & Pick<SchoolsVolume, 'type'>;

/** What pages and parts know of the volume around them. */
export interface InVolume {
  readonly volumeID: number;
  readonly volumeNumber?: string | undefined;
}

/** How a volume is called in labels: `CBÉ 0109`. */
export const volumeName = (collection: VolumeCollection, { volumeID, volumeNumber }: InVolume): string =>
  `${shelfmark(collection)} ${volumeNumber ?? `volume ${volumeID}`}`;

/** What a part is called that has no name of its own. */
export function partLabel(
  collection: VolumeCollection,
  part: InVolume & { readonly id: number; readonly listingOrder?: string | undefined },
): LanguageMap {
  const [volume, number] = [volumeName(collection, part), part.listingOrder ?? part.id];
  return byLanguage(`${volume}, part ${number}`, `${volume}, cuid ${number}`);
}

/** A bound volume (model 3.2, 3.3). */
export const describeVolume = (
  collection: VolumeCollection,
  volume: Published<VolumeHead>,
  setting: MappingContext,
): Node => ({
  id: setting.iri.volume(collection, volume.id),
  type: ['Volume', 'ArchiveComponent'],
  plainLabel: volumeName(collection, { volumeID: volume.id, volumeNumber: volume.volumeNumber }),
  identifier: volume.volumeNumber,
  ...coded({ volumeType: volume.type }, setting),
  isPartOf: setting.iri.collection(collection),
  ...entry(volume),
});

/** A page, blank ones included, and the scan of it (model 3.2). */
export const describePage = (
  collection: VolumeCollection,
  page: Published<Page> & InVolume,
  setting: MappingContext,
): Node => {
  const { iri } = setting;
  const self = iri.page(collection, page.id);
  return {
    id: self,
    type: ['Page'],
    plainLabel: `${volumeName(collection, page)}, p. ${page.pageNumber}`,
    isPartOf: iri.volume(collection, page.volumeID),
    pageNumber: page.pageNumber,
    ...ordered(page.listingOrder),
    isTitlePage: page.titlePage === true ? true : undefined,
    associatedMedia: scan(self, page, setting),
    ...entry(page),
  };
};

/** The scan, and where it can be fetched if the operator knows: the service documents no address (model 3.2). */
const scan = (self: string, page: Published<Page>, { link }: MappingContext): Node | undefined => {
  const fileName = page.imageFileName?.replaceAll('\\', '/');
  return fileName === undefined
    ? undefined
    : {
        id: fragment.image(self),
        type: ['ImageObject'],
        imageFileName: fileName,
        contentUrl: link.pageImage({ pageID: page.id, fileName }),
      };
};
