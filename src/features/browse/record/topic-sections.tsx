import { formatCount } from '../../../base/text.js';
import { type ResourceSummary, SUMMARY } from '../index/release-index.js';
import type { SearchRequest } from '../index/result-search.js';
import { addressOf, labelOf, type PageProps } from '../layout.js';
import { searchAddress } from '../search/search-address.js';
import { WorksByYear } from '../search/timeline-page.js';
import type { Site } from '../site.js';
import type { RecordProps } from './record-statements.js';

/* The sections of the page of a topic: when its works are from, and the topics beside it. */

/** Topics beside another, at most. */
const MOST_BESIDE = 60;

/** The works on a topic. */
export const onTopic = (path: string): SearchRequest => ({ words: '', facets: { topic: [path] } });

/** The works on a topic by year, with the way to the map and to the timeline of them. */
export function TopicInTime({ context, path }: PageProps & { readonly path: string }) {
  const { words } = context;
  const request = onTopic(path);
  return (
    <>
      <nav class="views" aria-label={words('showAs')}>
        <a href={searchAddress(request, { path: '/map' })}>{words('map')}</a>
        <a href={searchAddress(request, { path: '/timeline' })}>{words('timeline')}</a>
      </nav>
      <WorksByYear context={context} request={request} />
    </>
  );
}

/** The topics with the same broader topic, or those of the first level of the same list, in the order of the list. */
const topicsBeside = ({ index }: Site, path: string): readonly ResourceSummary[] =>
  index.all(
    `SELECT ${SUMMARY} FROM topics AS this JOIN topics AS other ON other.list IS this.list AND other.broader IS this.broader
     JOIN resource ON resource.path = other.iri WHERE this.iri = ? ORDER BY resource.id LIMIT ?`,
    [path, MOST_BESIDE],
  );

/** The topics beside a topic in its classification, each with the number of its works. */
export function TopicsBeside({ record }: RecordProps) {
  const { context, path } = record;
  const { site, words, language } = context;
  const topics = topicsBeside(site, path);
  if (topics.length < 2) return null;
  return (
    <section>
      <h2>{words('topicsBeside')}</h2>
      <ul class="near">
        {topics.map((topic) => (
          <li>
            {topic.path === path ? (
              <strong>{labelOf(topic, language)}</strong>
            ) : (
              <a href={addressOf(topic.path)}>{labelOf(topic, language)}</a>
            )}{' '}
            <span class="count">
              {formatCount(site.search.facetValue({ words: '', facets: {} }, 'topic', topic.path).count)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
