import { CONTEXT } from './lawful-nodes.js';

/** Model 8.1: what can repeat is always a list, and nothing else is. The context says which words those are. */

const containersOf = (word: string): readonly unknown[] => {
  const definition = CONTEXT[word];
  return typeof definition === 'object' ? [definition['@container'] ?? []].flat() : [];
};

/** Whether a word takes texts by language: a list for each, because a language may have several. */
export const isByLanguage = (word: string): boolean => containersOf(word).includes('@language');

/** Whether a word always takes a list. */
export const isList = (word: string): boolean => containersOf(word).includes('@set') && !isByLanguage(word);

/** The words of a node, and of all in it, that are lists and must not be, or must be and are not. */
export function strayLists(node: object): string[] {
  const stray = Object.entries(node).flatMap(([word, value]) => {
    const lists = isByLanguage(word) ? Object.values(value as object) : [value];
    const inner = isByLanguage(word) ? [] : [value].flat();
    return [
      ...(lists.every((one) => Array.isArray(one) === (isByLanguage(word) || isList(word))) ? [] : [word]),
      // A value that shows its datatype is no node.
      ...inner.flatMap((one) =>
        typeof one === 'object' && one !== null && !('@value' in one) ? strayLists(one) : [],
      ),
    ];
  });
  return [...new Set(stray)];
}
