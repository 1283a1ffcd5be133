import type { ManuscriptVolume, SchoolsVolume } from '../../dictionary/archive/volume.js';
import type { Published } from '../../dictionary/privileged.js';
import type { VolumeCollection } from '../../rdf/iris.js';
import type { LanguageMap, Node } from '../../rdf/node.js';
import { coded } from '../codes.js';
import { byLanguage } from '../language.js';
import { entry } from '../record.js';
import type { Setting } from '../setting.js';
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
  setting: Setting,
): Node => ({
  id: setting.iri.volume(collection, volume.id),
  type: ['Volume', 'ArchiveComponent'],
  plainLabel: volumeName(collection, { volumeID: volume.id, volumeNumber: volume.volumeNumber }),
  identifier: volume.volumeNumber,
  ...coded({ volumeType: volume.type }, setting),
  isPartOf: setting.iri.collection(collection),
  ...entry(volume),
});
