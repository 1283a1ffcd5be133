import type { Node } from '../../../model/rdf/node.js';
import { column, inLanguage, type Table } from '../column.js';
import { textsOf } from '../node-values.js';
import { ID, IRI, OMISSION } from './shared-columns.js';

/** The list of a topic. */
const listOf = ({ id }: Node): readonly string[] => [id.includes('/handbook/') ? 'handbook' : 'schools'];

/** No values here: the topics above are other records. */
const FROM_OTHER_ROWS = (): readonly string[] => [];

/** Topics of the schools collection and of the handbook (model 3.3, 3.4). The trail leads from the broadest to the topic. */
export const TOPICS: Table = {
  en: 'Topics of the schools collection and of the handbook',
  ga: 'Ábhair bhailiúchán na scol agus an lámhleabhair',
  columns: [
    IRI,
    ID,
    column('list', 'list: schools or handbook', 'liosta: schools nó handbook', 'code', listOf, {
      required: true,
    }),
    column('label_en', 'label in English', 'lipéad as Béarla', 'text', 'prefLabel', { lang: 'en' }),
    column('label_ga', 'label in Irish', 'lipéad as Gaeilge', 'text', 'prefLabel', { lang: 'ga' }),
    column('label_other', 'label in another language', 'lipéad i dteanga eile', 'text', (node) =>
      ['en', 'ga'].some((language) => inLanguage(node, 'prefLabel', language).length > 0)
        ? []
        : textsOf(node, 'prefLabel').map(({ text }) => text),
    ),
    column('broader', 'broader topic', 'ábhar níos leithne', 'iri', 'broader', { references: 'topics.csv' }),
    column('trail', 'trail', 'rian', 'iris', FROM_OTHER_ROWS),
    column('trail_en', 'trail in English', 'rian as Béarla', 'texts', FROM_OTHER_ROWS, { lang: 'en' }),
    column('trail_ga', 'trail in Irish', 'rian as Gaeilge', 'texts', FROM_OTHER_ROWS, { lang: 'ga' }),
    ...OMISSION,
  ],
};
