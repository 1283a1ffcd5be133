import { anyText, column, type Table } from '../column.js';
import { textsOf } from '../node-values.js';
import { ID, IRI } from './shared-columns.js';

/** Transcripts of pages by volunteers, who are given by their IRIs alone (model 3.8). */
export const TRANSCRIPTS: Table = {
  en: 'Transcripts of the schools collection',
  ga: 'Tras-scríbhinní bhailiúchán na scol',
  columns: [
    IRI,
    ID,
    column('item', 'item', 'mír', 'iri', 'transcribesItem', { references: 'items.csv' }),
    column('page', 'page', 'leathanach', 'iri', 'transcribesPage'),
    column('text', 'text', 'téacs', 'text', anyText('text')),
    column('text_language', 'language of the text', 'teanga an téacs', 'language', (node) =>
      textsOf(node, 'text').map(({ language }) => language),
    ),
    column('transcribers', 'transcribers', 'tras-scríobhaithe', 'iris', 'transcriber'),
    column('created', 'created', 'cruthaithe', 'dateTime', 'dateTimeCreated'),
    column('modified', 'modified', 'athraithe', 'dateTime', 'dateTimeModified'),
  ],
};
