import { anyText, coded, column, type Table } from '../column.js';
import { collection, ENTRY, ID, IRI, OMISSION } from './shared-columns.js';

/** Volumes of the manuscripts and of the schools collection (model 3.2, 3.3). */
export const VOLUMES: Table = {
  en: 'Volumes of the manuscripts and of the schools collection',
  ga: 'Imleabhair na lámhscríbhinní agus bhailiúchán na scol',
  columns: [
    IRI,
    ID,
    column('collection', 'collection', 'bailiúchán', 'code', collection, { required: true }),
    column('label', 'label', 'lipéad', 'text', anyText('label')),
    column('number', 'volume number', 'uimhir an imleabhair', 'text', 'identifier'),
    ...coded('volume_type', 'kind of volume', 'cineál imleabhair', 'code', 'volumeType'),
    ...ENTRY,
    ...OMISSION,
  ],
};
