import type { Page } from '../../dictionary/archive/page.js';
import type { Published } from '../../dictionary/privileged.js';
import { fragment, type VolumeCollection } from '../../rdf/iris.js';
import type { Node } from '../../rdf/node.js';
import { entry, ordered } from '../record.js';
import type { Setting } from '../setting.js';
import { type InVolume, volumeName } from './volume.js';

/** A page, blank ones included, and the scan of it (model 3.2). */
export const describePage = (
  collection: VolumeCollection,
  page: Published<Page> & InVolume,
  setting: Setting,
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
const scan = (self: string, page: Published<Page>, { link }: Setting): Node | undefined => {
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
