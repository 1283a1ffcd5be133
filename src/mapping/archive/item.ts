import type { VolumeCollection } from '../../rdf/iris.js';
import type { Setting } from '../setting.js';

/** The pages that carry an item: many to many; their order is the pages' own (model 3.2). */
export const onPages = (
  collection: VolumeCollection,
  item: {
    readonly pages: readonly number[];
    readonly firstPageID?: number | undefined;
    readonly lastPageID?: number | undefined;
  },
  { iri }: Setting,
) => {
  const page = (id: number | undefined) => (id === undefined ? undefined : iri.page(collection, id));
  return {
    onPage: item.pages.map((id) => iri.page(collection, id)),
    firstPage: page(item.firstPageID),
    lastPage: page(item.lastPageID),
  };
};

/** The item's languages as plain codes, for tools that do not follow IRIs. */
export const languages = (item: { readonly languages: readonly string[] }, { knows }: Setting): string[] =>
  item.languages.map((code) => code.toLowerCase()).filter((code) => knows('language', code));
