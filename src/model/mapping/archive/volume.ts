import { fragment, type VolumeCollection } from '../../rdf/iris.js';
import type { LanguageMap, Node } from '../../rdf/node.js';
import type { ManuscriptVolume, Page, SchoolsVolume } from '../../schema/archive/volume.js';
import type { Published } from '../../schema/privileged.js';
import { coded } from '../coded-fields.js';
import { byLanguage, withoutLanguage } from '../language.js';
import type { MappingContext } from '../mapping-context.js';
import { shelfmark } from '../own-records.js';
import { entry, ordered } from '../shared-fields.js';

/** A volume without its pages and parts. */
export type VolumeHead = Omit<ManuscriptVolume, 'pages' | 'parts'> & Pick<SchoolsVolume, 'type'>;

/** The volume of a page or part. */
export interface InVolume {
  readonly volumeID: number;
  readonly volumeNumber?: string | undefined;
}

/** The label of a volume: `CBÉ 0109`. */
export const volumeName = (collection: VolumeCollection, { volumeID, volumeNumber }: InVolume): string =>
  `${shelfmark(collection)} ${volumeNumber ?? `volume ${volumeID}`}`;

/** The label of a part without a name. */
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
  context: MappingContext,
): Node => ({
  id: context.iri.volume(collection, volume.id),
  type: ['Volume', 'schema:ArchiveComponent'],
  label: withoutLanguage(volumeName(collection, { volumeID: volume.id, volumeNumber: volume.volumeNumber })),
  identifier: volume.volumeNumber,
  ...coded({ volumeType: volume.type }, context),
  isPartOf: context.iri.collection(collection),
  manifest: context.link.volumeManifest({ volumeID: volume.id }),
  ...entry(volume),
});

/** The name of a page; one without a number has that of its volume. */
export const pageName = (
  collection: VolumeCollection,
  page: Pick<Published<Page> & InVolume, 'pageNumber' | 'volumeID' | 'volumeNumber'>,
): string =>
  page.pageNumber === undefined
    ? volumeName(collection, page)
    : `${volumeName(collection, page)}, p. ${page.pageNumber}`;

/** A page with the file of its scan, and the scan where its address is configured (model 3.2). */
export const describePage = (
  collection: VolumeCollection,
  page: Published<Page> & InVolume,
  context: MappingContext,
): Node => {
  const { iri, link } = context;
  const self = iri.page(collection, page.id);
  const fileName = page.imageFileName?.replaceAll('\\', '/');
  const ids = { pageID: page.id, fileName };
  return {
    id: self,
    type: ['Page'],
    label: withoutLanguage(pageName(collection, page)),
    isPartOf: iri.volume(collection, page.volumeID),
    pageNumber: page.pageNumber,
    ...ordered(page.listingOrder),
    isTitlePage: page.titlePage === true ? true : undefined,
    imageFileName: fileName,
    associatedMedia:
      fileName && imageOf(self, { file: link.pageImage(ids), service: link.pageImageService(ids) }),
    ...entry(page),
  };
};

/** The addresses of an image: of a file, and of a service (IIIF Image API). */
interface ImageAddresses {
  readonly file: string | undefined;
  readonly service: string | undefined;
}

/** The whole image in its largest size, by the IIIF Image API 2.1 and 3.0, section 4. */
const WHOLE = '/full/max/0/default.jpg';

/** An image that has an address: a file, or the whole of what its service has. */
export function imageOf(record: string, { file, service }: ImageAddresses): Node | undefined {
  const contentUrl = file ?? (service && `${service}${WHOLE}`);
  return contentUrl === undefined
    ? undefined
    : { id: fragment.image(record), type: ['schema:ImageObject'], contentUrl, imageService: service };
}
