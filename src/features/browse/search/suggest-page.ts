import { formatCount } from '../../../base/text.js';
import { SUGGESTED, type SuggestedKind, type Suggestion, suggestionsOf } from '../index/suggestions.js';
import { kindName } from '../interface-words.js';
import { addressOf, labelOf, type PageContext } from '../layout.js';
import { type Page, VARY } from '../page.js';
import { searchAddress } from './search-address.js';

/** Suggestions of an answer. */
const MOST = 8;
/** Characters of a text that is looked up. */
const LONGEST = 100;

/** The suggestions that `assets/suggest.js` shows below the search. Without script the form has none. */
export const suggestPage: Page = {
  path: '/suggest',
  isNotForCrawlers: true,
  answer: (c, context) => {
    const groups = groupsFor(context, (c.req.query('q') ?? '').slice(0, LONGEST));
    const count = groups.reduce((sum, { suggestions }) => sum + suggestions.length, 0);
    const summary = `${count} ${context.words(count === 1 ? 'suggestion' : 'suggestions')}`;
    return c.json({ summary, groups }, 200, { Vary: VARY });
  },
};

/** The suggestions for a text by kind, in words of the page. Kinds take turns; what one does not need is for the others. */
function groupsFor(context: PageContext, text: string) {
  const { site, words, language } = context;
  const kinds = Object.keys(SUGGESTED) as SuggestedKind[];
  const found = kinds.map((kind) => ({ kind, all: suggestionsOf(site.index, kind, text, MOST) }));
  const turns = Array.from({ length: MOST }, (_, at) => found.filter(({ all }) => at < all.length)).flat();
  return found.flatMap(({ kind, all }) => {
    const shown = all.slice(0, turns.slice(0, MOST).filter((one) => one.kind === kind).length);
    return shown.length === 0
      ? []
      : {
          kind,
          title: kind === 'title' ? words('titles') : kindName(kind, 'many', language),
          suggestions: shown.map((one) => ({
            label: labelOf(one, language),
            note: noteOf(context, one),
            href: hrefOf(context, kind, one),
          })),
        };
  });
}

/** How many works have a topic, or how many records have a name. */
function noteOf({ site, words, language }: PageContext, { kind, path, records }: Suggestion): string {
  if (records > 1) return `${kindName(kind ?? '', 'many', language)} (${formatCount(records)})`;
  if (kind !== 'topic') return '';
  const { count } = site.search.facetValue({ words: '', facets: {} }, 'topic', path);
  return `${formatCount(count)} ${words(count === 1 ? 'oneWork' : 'severalWorks')}`;
}

/** The page of the only record of a name; of several the search for the name. */
const hrefOf = ({ language }: PageContext, kind: SuggestedKind, one: Suggestion): string =>
  one.records === 1
    ? addressOf(one.path)
    : searchAddress({
        words: `"${labelOf(one, language).replaceAll('"', ' ')}"`,
        facets: { kind: SUGGESTED[kind] },
      });
