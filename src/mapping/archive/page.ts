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
  { iri }: Setting,
): Node => {
  const self = iri.page(collection, page.id);
  return {
    id: self,
    type: 'Page',
    plainLabel: `${volumeName(collection, page)}, p. ${page.pageNumber}`,
    isPartOf: iri.volume(collection, page.volumeID),
    pageNumber: page.pageNumber,
    ...ordered(page.listingOrder),
    isTitlePage: page.titlePage === true ? true : undefined,
    associatedMedia: scan(self, page.imageFileName),
    ...entry(page),
  };
};

const scan = (page: string, fileName: string | undefined): Node | undefined =>
  fileName === undefined
    ? undefined
    : { id: fragment.image(page), type: 'ImageObject', imageFileName: fileName.replaceAll('\\', '/') };
