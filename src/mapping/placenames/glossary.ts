import type { Glossary } from '../../dictionary/placenames/glossary.js';
import { fragment } from '../../rdf/iris.js';
import type { Node } from '../../rdf/node.js';
import { inLanguage } from '../language.js';
import type { Setting } from '../setting.js';

/** A common word in Irish place-names: a lexical entry, because a name contains the word (model 3.9). */
export const describeGlossary = (word: Glossary, { iri }: Setting): Node => {
  const self = iri.glossary(word.id);
  return {
    id: self,
    type: ['LexicalEntry'],
    label: inLanguage('ga', word.headword),
    canonicalForm: form(fragment.form(self), word.headword),
    otherForm: word.forms.map((other) => form(fragment.form(self, other), other)),
    translation: inLanguage('en', word.translation),
    sense:
      word.translation === undefined
        ? undefined
        : {
            id: fragment.sense(self),
            type: ['LexicalSense'],
            definition: inLanguage('en', word.translation),
          },
    sourceId: String(word.id),
  };
};

const form = (id: string, written: string): Node => ({
  id,
  type: ['Form'],
  writtenRep: inLanguage('ga', written),
});
