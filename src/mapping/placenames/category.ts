import type { Category } from '../../dictionary/placenames/category.js';
import type { Node } from '../../rdf/node.js';
import { asRecorded, byLanguage, byLanguageOr } from '../language.js';
import type { Setting } from '../setting.js';

/** A category of places; how many there are changes monthly and is no part of it (model 3.9). */
export const describeCategory = (category: Category, { iri, link }: Setting): Node => ({
  id: iri.category(category.id),
  type: ['Concept'],
  inScheme: iri.scheme('category'),
  code: category.id,
  prefLabel: byLanguageOr(asRecorded(category.id), category.nameEN, category.nameGA),
  pluralLabel: byLanguage(category.namePluralEN, category.namePluralGA),
  exactMatch: [link.linkedCategory({ id: category.id })],
});
