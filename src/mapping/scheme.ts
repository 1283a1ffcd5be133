import type { Scheme } from '../rdf/iris.js';
import type { LanguageMap, Node } from '../rdf/node.js';
import type { Setting } from './setting.js';

/** What the small lists are called (model 3.3 to 3.9). */
const TITLES: Readonly<Record<Exclude<Scheme, 'glossary'>, LanguageMap>> = {
  'cbes/topics': { en: ["Schools' Collection Subject List"], ga: ['Clár Ábhar Bhailiúchán na Scol'] },
  handbook: { en: ['A Handbook of Irish Folklore'] },
  'cbed/occupations': { en: ['Occupations'], ga: ['Slite beatha'] },
  category: { en: ['Place categories'] },
  acceptability: { en: ['Acceptability'] },
};

/** A list of concepts; the concepts name it, it does not name them (containment is said once, model 3). */
export const describeScheme = (scheme: Exclude<Scheme, 'glossary'>, { iri }: Setting): Node => ({
  id: iri.scheme(scheme),
  type: ['ConceptScheme'],
  prefLabel: TITLES[scheme],
});

/** The glossary as a lexicon, with its entries, as OntoLex wants it (model 3.9). */
export const describeLexicon = (words: readonly number[], { iri }: Setting): Node => ({
  id: iri.scheme('glossary'),
  type: ['Lexicon'],
  label: { en: ['Glossary of place-name elements'] },
  lexiconLanguage: 'ga',
  entry: words.map((word) => iri.glossary(word)),
});
