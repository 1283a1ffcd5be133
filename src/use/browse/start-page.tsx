import { formatCount } from '../../base/text.js';
import { dateInWords } from './dates-in-words.js';
import { kindName } from './interface-words.js';
import { addressOf, Layout, labelOf, type PageContext, siteName } from './layout.js';
import { clustered } from './map-clusters.js';
import { MapOfIreland } from './map-of-ireland.js';
import { IRELAND, pictureOf } from './map-view.js';
import { type Picture, seedOf } from './pictures.js';
import { facetValueName, searchAddress } from './search-page.js';
import type { Site } from './site.js';

const ALL = { words: '', facets: {} } as const;
/** Topics and people that the page names. */
const MOST_NAMED = 12;
/** Characters of the story. */
const MOST_STORY = 600;

/** The first page: what this is, a story to read, and ways in by place, topic, person and decade. */
export function StartPage({
  context,
  picture,
}: {
  readonly context: PageContext;
  readonly picture: Picture | undefined;
}) {
  const { site, words, language } = context;
  return (
    <Layout context={context} title={siteName(context)}>
      <h1>{siteName(context)}</h1>
      <p class="invitation">{words('invitation')}</p>
      <ul class="tiles">
        {site.index.facet(ALL, 'kind').map(({ value, count }) => (
          <li>
            <a href={searchAddress({ words: '', facets: { kind: value } })}>
              <strong>{formatCount(count)}</strong> {kindName(value, count === 1 ? 'one' : 'many', language)}
            </a>
          </li>
        ))}
      </ul>
      <div class="ways-in">
        <Story context={context} />
        {picture !== undefined && <PictureOfRelease context={context} picture={picture} />}
        <section>
          <h2>{words('byPlaceOnMap')}</h2>
          <MapOfIreland
            title={words('mapOf')}
            circles={clustersOf(site).map(({ latitude, longitude, works, points }) => ({
              latitude,
              longitude,
              weight: works,
              ...(works > 0 && { text: formatCount(works) }),
              label: `${words('places')}: ${formatCount(points.length)}, ${words('works')}: ${formatCount(works)}`,
              href: '/map',
            }))}
          />
          <Counties context={context} />
        </section>
        <Topics context={context} />
        <People context={context} />
        <Decades context={context} />
      </div>
      <p class="whose">
        {words('thisRelease')}: {site.manifest.label} ·{' '}
        {dateInWords(site.manifest.issued, undefined, language)} · <a href="/new">{words('whatIsNew')}</a>
      </p>
    </Layout>
  );
}

const CLUSTERS = new WeakMap<Site, ReturnType<typeof countryCircles>>();

/** The circles of the whole country: the same in each language. */
function clustersOf(site: Site): ReturnType<typeof countryCircles> {
  const clusters = CLUSTERS.get(site) ?? countryCircles(site);
  CLUSTERS.set(site, clusters);
  return clusters;
}

const countryCircles = ({ index }: Site) => clustered(index.workPoints(ALL), IRELAND, pictureOf(IRELAND));

/** A story, and where it is from. Each release has another one. */
function Story({ context }: { readonly context: PageContext }) {
  const { site, words, language } = context;
  const story = site.index.story(seedOf(site.version));
  if (story === undefined) return null;
  const [card] = site.index.cards([story.item]);
  const where = [...(card?.places ?? []), ...(card?.counties ?? [])].slice(0, 2);
  return (
    <section class="text story">
      <h2>{words('storyToRead')}</h2>
      <p class="card-title">
        <a href={addressOf(story.item.path)}>{labelOf(story.item, language)}</a>
      </p>
      {where.length > 0 && (
        <p class="card-facts">{where.map((place) => labelOf(place, language)).join(', ')}</p>
      )}
      <blockquote lang={story.language === '' ? undefined : story.language}>
        {story.text.length > MOST_STORY ? `${story.text.slice(0, MOST_STORY).toWellFormed()} …` : story.text}
      </blockquote>
    </section>
  );
}

/** A photograph, which leads to its record. */
function PictureOfRelease({
  context: { words },
  picture: { record, name, address, service },
}: {
  readonly context: PageContext;
  readonly picture: Picture;
}) {
  return (
    <section>
      <h2>{words('pictureToSee')}</h2>
      <a href={addressOf(record.path)}>
        <img src={service?.large ?? address} alt={name} class="of-release" loading="lazy" />
      </a>
    </section>
  );
}

/** Works by county, by name. */
function Counties({ context }: { readonly context: PageContext }) {
  const { site, language } = context;
  const counties = site.index
    .facet({ words: '', facets: { kind: 'item' } }, 'county')
    .map(({ value, count }) => ({ value, count, name: facetValueName(context, 'county', value) }))
    .toSorted((a, b) => a.name.localeCompare(b.name, language));
  return (
    <p class="names">
      {counties.map(({ value, count, name }) => (
        <>
          <a href={searchAddress({ words: '', facets: { kind: 'item', county: value } })}>{name}</a>{' '}
          <span class="count">{formatCount(count)}</span>{' '}
        </>
      ))}
    </p>
  );
}

/** The topics of the first level with most works. */
function Topics({ context }: { readonly context: PageContext }) {
  const { site, words } = context;
  const broader = site.index.broaderTopics();
  const topics = site.index.facet(ALL, 'topic').filter(({ value }) => !broader.has(value));
  if (topics.length === 0) return null;
  return (
    <section>
      <h2>{words('byTopic')}</h2>
      <ul class="near">
        {topics.slice(0, MOST_NAMED).map(({ value, count }) => (
          <li>
            <a href={searchAddress({ words: '', facets: { topic: value } })}>
              {facetValueName(context, 'topic', value)}
            </a>{' '}
            <span class="count">{formatCount(count)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The people with most works, and the way to all of them. */
function People({ context }: { readonly context: PageContext }) {
  const { site, words, language } = context;
  const people = site.index.peopleWithMostWorks(MOST_NAMED);
  if (people.length === 0) return null;
  return (
    <section>
      <h2>{words('byPerson')}</h2>
      <ul class="near">
        {people.map((person) => (
          <li>
            <a href={addressOf(person.path)}>{labelOf(person, language)}</a>{' '}
            <span class="count">{formatCount(person.works)}</span>
          </li>
        ))}
      </ul>
      <p>
        <a href="/people">{words('bySurname')}</a>
      </p>
    </section>
  );
}

/** Works by decade as bars, and how many have no date. */
function Decades({ context }: { readonly context: PageContext }) {
  const { site, words } = context;
  const decades = site.index.facet(ALL, 'decade').toSorted((a, b) => Number(a.value) - Number(b.value));
  const most = Math.max(1, ...decades.map(({ count }) => count));
  const { undated } = site.index.dates(ALL);
  return (
    <section>
      <h2>{words('byDecade')}</h2>
      <table class="bar-table">
        <tbody>
          {decades.map(({ value, count }) => (
            <tr>
              <th scope="row">
                <a href={searchAddress({ words: '', facets: { decade: value } })}>
                  {facetValueName(context, 'decade', value)}
                </a>
              </th>
              <td class="bar">
                <svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
                  <rect width={String(Math.max(0.5, (count / most) * 100))} height="10" />
                </svg>
              </td>
              <td class="number">{formatCount(count)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p class="whose">
        {words('decadeNote')} {formatCount(undated)} {words('datesUndated')}.
      </p>
    </section>
  );
}
