import { foldWords, matchOf } from './fold-words.js';

export { matchOf };
export const indexedWords = (text: string, _language: string): string => foldWords(text);
export function matcherOf(query: string): (word: string) => boolean {
  const words: readonly string[] = foldWords(query).match(/[\p{L}\p{N}]+/gu) ?? [];
  const last = words.at(-1) ?? '';
  return (word) => {
    const folded = foldWords(word);
    return words.includes(folded) || (last !== '' && folded.startsWith(last));
  };
}
