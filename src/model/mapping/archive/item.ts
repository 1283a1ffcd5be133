import type { VolumeCollection } from '../../rdf/iris.js';
import type { LanguageMap } from '../../rdf/node.js';
import { byLanguage, inLanguage, itemLanguage } from '../language.js';
import type { MappingContext } from '../mapping-context.js';
import { isNoTitle } from '../placeholder.js';

/** The pages of an item; their order is a property of the pages (model 3.2). */
export const onPages = (
  collection: VolumeCollection,
  item: {
    readonly pages: readonly number[];
    readonly firstPageID?: number | undefined;
    readonly lastPageID?: number | undefined;
  },
  { iri }: MappingContext,
) => {
  const page = (id: number | undefined) => (id === undefined ? undefined : iri.page(collection, id));
  return {
    onPage: item.pages.map((id) => iri.page(collection, id)),
    firstPage: page(item.firstPageID),
    lastPage: page(item.lastPageID),
  };
};

/** The item's languages as plain codes, beside their IRIs. */
export const languages = (
  item: { readonly languages: readonly string[] },
  { hasCode }: MappingContext,
): string[] => item.languages.map((code) => code.toLowerCase()).filter((code) => hasCode('language', code));

/** The beginning of the extract that replaces a missing title in the label (model 3.2): up to the last word that ends in 80 characters. */
const WORDS_OF_LABEL = /^.{1,80}(?=\s|$)/su;
/** The same of a text without blanks. */
const LABEL_LENGTH = 80;

/** Title, label and extract of an item, in the item's language if it has exactly one (model 3, `@L`). */
export const titleAndLabel = (item: {
  readonly id: number;
  readonly title?: string | undefined;
  readonly extract?: string | undefined;
  readonly languages: readonly string[];
}) => {
  const { id, extract } = item;
  const language = itemLanguage(item.languages);
  const title = item.title === undefined || isNoTitle(item.title) ? undefined : item.title;
  return {
    label: labelOf({ id, title, extract }, language),
    name: inLanguage(language, title),
    extract: inLanguage(language, extract),
  };
};

function labelOf(
  item: { readonly id: number; readonly title?: string | undefined; readonly extract?: string | undefined },
  language: string,
): LanguageMap {
  if (item.title !== undefined) return inLanguage(language, item.title);
  if (item.extract === undefined) return byLanguage(`Item ${item.id}`, `Mír ${item.id}`);
  const [words] = WORDS_OF_LABEL.exec(item.extract) ?? [[...item.extract].slice(0, LABEL_LENGTH).join('')];
  return inLanguage(language, `${words.trim()}…`);
}
