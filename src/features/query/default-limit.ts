import { keywordOf, QUOTED } from './engine.js';

const LIMIT = /(?<![?$:\w.-])LIMIT\s+\d/i;
const VALUES = /(?<![?$:\w.-])VALUES\b(?!\s*:)/i;

/** A text in which only what is in no brackets is left, each sign in its place. */
function outermost(text: string): string {
  let level = 0;
  return text.replace(/[^\n]/g, (sign) => {
    if ('([{'.includes(sign)) return level++ === 0 ? sign : ' ';
    if (')]}'.includes(sign)) return --level === 0 ? sign : ' ';
    return level === 0 ? sign : ' ';
  });
}

/**
 * A query with a LIMIT for its solutions (SPARQL 1.1, section 19.8, rule SolutionModifier); undefined where it has one of its own,
 * and where it has no pattern or its answer is one value. Lines stay where they are.
 */
export function withDefaultLimit(query: string, most: number): string | undefined {
  const bare = outermost(query.replace(QUOTED, (found) => found.replace(/[^\n]/g, ' ')));
  const keyword = keywordOf(query);
  if (keyword === undefined || keyword === 'ASK' || !bare.includes('{') || LIMIT.test(bare)) return undefined;
  // The values of a whole query come last (rule Query).
  const at = VALUES.exec(bare)?.index;
  return at === undefined
    ? `${query}\nLIMIT ${most}`
    : `${query.slice(0, at)}LIMIT ${most} ${query.slice(at)}`;
}
