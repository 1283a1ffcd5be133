import type { Iris, Scheme } from '../rdf/iris.js';
import type { LanguageMap, Node } from '../rdf/node.js';
import type { MappingContext } from './context.js';

type ListOfConcepts = Exclude<Scheme, 'glossary'>;

/** What the small lists are called (model 3.3 to 3.9). */
const TITLES: Readonly<Record<ListOfConcepts, LanguageMap>> = {
  'cbes/topics': { en: ["Schools' Collection Subject List"], ga: ['Clár Ábhar Bhailiúchán na Scol'] },
  // A book that is not translated.
  handbook: { en: ['A Handbook of Irish Folklore'], ga: ['Ceannteidil as A Handbook of Irish Folklore'] },
  'cbed/occupations': { en: ['Occupations'], ga: ['Slite beatha'] },
  category: { en: ['Place categories'], ga: ['Catagóirí áiteanna'] },
  acceptability: { en: ['Acceptability'], ga: ['Inghlacthacht'] },
};

/** How the concepts of a list are named. */
const CONCEPTS: Readonly<Record<ListOfConcepts, (iri: Iris, id: never) => string>> = {
  'cbes/topics': (iri, id) => iri.schoolsTopic(id),
  handbook: (iri, id) => iri.handbookTopic(id),
  'cbed/occupations': (iri, id) => iri.occupation(id),
  category: (iri, id) => iri.category(id),
  acceptability: (iri, id) => iri.acceptability(id),
};

/** A list of concepts, and those of them with which reading it begins. */
export interface SchemeWithTop {
  readonly scheme: ListOfConcepts;
  /** The ids of the concepts that nothing stands above: in a list without levels all. */
  readonly topConcepts: readonly (number | string)[];
}

/** A list of concepts; the concepts name it, and it names those at the top only (containment is said once, model 3). */
export const describeScheme = ({ scheme, topConcepts }: SchemeWithTop, { iri }: MappingContext): Node => ({
  id: iri.scheme(scheme),
  type: ['ConceptScheme'],
  prefLabel: TITLES[scheme],
  hasTopConcept: topConcepts.map((id) => CONCEPTS[scheme](iri, id as never)),
});

/** The glossary as a lexicon, with its entries, as OntoLex wants it (model 3.9). */
export const describeLexicon = (words: readonly number[], { iri }: MappingContext): Node => ({
  id: iri.scheme('glossary'),
  type: ['Lexicon'],
  label: { en: ['Glossary of place-name elements'], ga: ["Gluais d'eilimintí logainmneacha"] },
  lexiconLanguage: 'ga',
  entry: words.map((word) => iri.glossary(word)),
});
