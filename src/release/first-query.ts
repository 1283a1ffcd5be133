import type { ReleaseFacts } from './facts.js';
import type { Words } from './words.js';

/** Classes to begin with, and how their number is asked for; the first that the release holds. */
const FIRST = [
  ['Item', 'how many stories, diary entries and other items there are.'],
  ['Photograph', 'how many photographs there are.'],
  ['PersonRecord', 'how many people are in the people database.'],
  ['Placename', 'how many place-names there are.'],
] as const;

/** A first question to a store that holds the data, and the answer that it must give. */
export function firstQuery(
  { datasets, statistics }: Pick<ReleaseFacts, 'datasets' | 'statistics'>,
  words: Words,
): { readonly asks: string; readonly query: string; readonly answer: number } | undefined {
  for (const [name, asks] of FIRST) {
    const counts = datasets.map((dataset) => statistics.of(dataset.name).classes.get(words.ours(name)) ?? 0);
    const answer = counts.reduce((sum, count) => sum + count, 0);
    if (answer === 0) continue;
    const query = `SELECT (COUNT(DISTINCT ?one) AS ?number) WHERE { ?one a <${words.ours(name)}> }`;
    return { asks, query, answer };
  }
  return undefined;
}
