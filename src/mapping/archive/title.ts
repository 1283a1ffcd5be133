import type { LanguageMap } from '../../rdf/node.js';
import { byLanguage, inLanguage, itemLanguage } from '../language.js';

/** Characters of an extract that stand in for a missing title (model 3.2, `cbe.item.Title`). */
const LABEL_LENGTH = 80;

/** Title, label and extract of an item, in the item's language if it has exactly one (model 3, `@L`). */
export const titled = (item: {
  readonly id: number;
  readonly title?: string | undefined;
  readonly extract?: string | undefined;
  readonly languages: readonly string[];
}) => {
  const language = itemLanguage(item.languages);
  return {
    label: labelOf(item, language),
    name: inLanguage(language, item.title),
    extract: inLanguage(language, item.extract),
  };
};

function labelOf(
  item: { readonly id: number; readonly title?: string | undefined; readonly extract?: string | undefined },
  language: string,
): LanguageMap {
  if (item.title !== undefined) return inLanguage(language, item.title);
  if (item.extract === undefined) return byLanguage(`Item ${item.id}`, `Mír ${item.id}`);
  return inLanguage(language, `${[...item.extract].slice(0, LABEL_LENGTH).join('').trim()}…`);
}
