import { formatCount } from '../../../base/text.js';
import type { SearchRequest } from '../index/result-search.js';
import { facetName } from '../interface-words.js';
import type { PageProps } from '../layout.js';
import { recordsOfSuchName } from './names-alike.js';
import { Results } from './result-card.js';
import { chosenIn, facetValueName, searchAddress, toggled } from './search-address.js';

/** Instead of results: the same search without one of its filters, and names that sound alike. */
export function NothingFound({ context, request }: PageProps & { readonly request: SearchRequest }) {
  const { site, words, language } = context;
  const total = (other: SearchRequest): number => site.search.found(other).ids.length;
  const others: { readonly text: string; readonly request: SearchRequest }[] = [
    ...chosenIn(request.facets).map(([facet, value]) => ({
      text: `${words('without')} ${facetName(facet, language)}: ${facetValueName(context, facet, value)}`,
      request: toggled(request, facet, value),
    })),
    ...(request.of === undefined ? [] : [{ text: words('without'), request: { ...request, of: undefined } }]),
    ...(request.box === undefined
      ? []
      : [{ text: words('overview'), request: { ...request, box: undefined } }]),
  ];
  const helpful = others
    .map((other) => ({ ...other, count: total(other.request) }))
    .filter(({ count }) => count > 0)
    .slice(0, MOST_SUGGESTIONS);
  const named = recordsOfSuchName(site, request.words);
  return (
    <div class="nothing-found">
      <p>
        {words('noResults')} {words('noResultsHint')} <a href="/search-help">{words('searchHelp')}</a>
      </p>
      {helpful.length > 0 && (
        <>
          <h2>{words('insteadSearch')}</h2>
          <ul>
            {helpful.map(({ text, request: other, count }) => (
              <li>
                <a href={searchAddress(other)}>{text}</a> <span class="count">{formatCount(count)}</span>
              </li>
            ))}
          </ul>
        </>
      )}
      {named.length > 0 && (
        <>
          <h2>{words('namesAlike')}</h2>
          <Results context={context} records={named} />
        </>
      )}
    </div>
  );
}

const MOST_SUGGESTIONS = 8;
