import { fragment } from '../../rdf/iris.js';
import type { Node } from '../../rdf/node.js';
import type { Acceptability } from '../../schema/placenames/place.js';
import type { Category, Glossary } from '../../schema/placenames/reference-lists.js';
import { asRecorded, byLanguage, byLanguageOr, inLanguage } from '../language.js';
import type { MappingContext } from '../mapping-context.js';

/** A status of names (model 3.9). */
export const describeAcceptability = (status: Acceptability, { iri }: MappingContext): Node => ({
  id: iri.acceptability(status.id),
  type: ['skos:Concept'],
  inScheme: iri.scheme('acceptability'),
  code: String(status.id),
  prefLabel: byLanguageOr(asRecorded(String(status.id)), status.textEN, status.textGA),
});

/** A category of places, without their number (model 3.9). */
export const describeCategory = (category: Category, { iri, link }: MappingContext): Node => ({
  id: iri.category(category.id),
  type: ['skos:Concept'],
  inScheme: iri.scheme('category'),
  code: category.id,
  prefLabel: byLanguageOr(asRecorded(category.id), category.nameEN, category.nameGA),
  pluralLabel: byLanguage(category.namePluralEN, category.namePluralGA),
  exactMatch: [link.linkedCategory({ id: category.id })],
});

/** A common word in Irish place-names, as a lexical entry (model 3.9). */
export const describeGlossary = (word: Glossary, { iri }: MappingContext): Node => {
  const self = iri.glossary(word.id);
  return {
    id: self,
    type: ['ontolex:LexicalEntry'],
    label: inLanguage('ga', word.headword),
    canonicalForm: form(fragment.form(self), word.headword),
    otherForm: word.forms.map((other) => form(fragment.form(self, other), other)),
    translation: inLanguage('en', word.translation),
    sense:
      word.translation === undefined
        ? undefined
        : {
            id: fragment.sense(self),
            type: ['ontolex:LexicalSense'],
            definition: inLanguage('en', word.translation),
          },
  };
};

const form = (id: string, written: string): Node => ({
  id,
  type: ['ontolex:Form'],
  writtenRep: inLanguage('ga', written),
});
