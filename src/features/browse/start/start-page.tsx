import { formatCount } from '../../../base/text.js';
import { dateInWords } from '../dates-in-words.js';
import type { SearchRequest } from '../index/result-search.js';
import { kindName } from '../interface-words.js';
import {
  addressOf,
  beginningOf,
  Layout,
  labelOf,
  linksOf,
  type PageContext,
  type PageProps,
  siteName,
} from '../layout.js';
import { clustered } from '../map/map-clusters.js';
import { BordersCredit, MapOfIreland } from '../map/map-of-ireland.js';
import { IRELAND, pictureOf as pictureOfBox } from '../map/map-view.js';
import { workPoints } from '../map/places-on-map.js';
import { type Page, POLICY, sendPage } from '../page.js';
import { type Picture, pictureOf, picturePolicy } from '../pictures/pictures.js';
import { countyAddress, hasSchools, schoolsByCounty } from '../schools-page.js';
import { cardsOf } from '../search/cards.js';
import { broaderTopics } from '../search/facets.js';
import { byName, facetValueName, searchAddress } from '../search/search-address.js';
import { linkField, linksOfRelease } from '../signposting.js';
import type { Site } from '../site.js';
import { digitizedPhotographs, peopleWithMostWorks, storyOf } from './start-queries.js';

const ALL = { words: '', facets: {} } as const;
/** Topics and people that the page names. */
const MOST_NAMED = 12;
/** Characters of the story. */
const MOST_STORY = 600;

/** The first page. */
export const startPage: Page = {
  path: '/',
  files: { folders: ['index'], targetOf: () => ({ file: 'index.html' }) },
  answer: (c, context) => {
    const picture = pictureOfRelease(context);
    c.header('Link', linkField(linksOfRelease(context)));
    if (picture !== undefined) c.header('content-security-policy', picturePolicy(POLICY, [picture]));
    return sendPage(c, <StartPage context={context} picture={picture} />);
  },
};

interface DataSets {
  readonly '@graph': readonly { readonly distribution: readonly { readonly encodingFormat: string }[] }[];
}

/**
 * The data sets in schema.org with every field that search engines and registers ask for. Of the files there are those of one
 * format, which is all data once; `/about` and dataset.jsonld have all files.
 */
function inOneFormat(structuredData: Site['structuredData']): object {
  const { '@graph': sets, ...context } = structuredData as DataSets;
  return {
    ...context,
    '@graph': sets.map(({ distribution, ...set }) => ({
      ...set,
      distribution: distribution.filter(
        ({ encodingFormat }) => encodingFormat === distribution[0]?.encodingFormat,
      ),
    })),
  };
}

/** The first page: what this is, a story to read, and ways in by place, topic, person and decade. */
function StartPage({ context, picture }: PageProps & { readonly picture: Picture | undefined }) {
  const { site, words, language } = context;
  return (
    <Layout context={context} title={siteName(context)} structuredData={inOneFormat(site.structuredData)}>
      <h1>{siteName(context)}</h1>
      <p class="invitation">{words('invitation')}</p>
      <ul class="tiles">
        {site.search.facet(ALL, 'kind').map(({ value, count }) => (
          <li>
            <a href={searchAddress({ words: '', facets: { kind: [value] } })}>
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
            hasBorders
            circles={clustersOf(site).map(({ latitude, longitude, works, points }) => ({
              latitude,
              longitude,
              weight: works,
              ...(works > 0 && { text: formatCount(works) }),
              isSeveral: points.length > 1,
              label: `${words('places')}: ${formatCount(points.length)}, ${words('works')}: ${formatCount(works)}`,
              href: '/map',
            }))}
          />
          <BordersCredit context={context} />
          <Counties context={context} />
          {hasSchools(site) && <SchoolCounties context={context} />}
        </section>
        <Topics context={context} />
        <People context={context} />
        <Decades context={context} />
      </div>
      <p class="whose">
        {words('thisRelease')}: {site.manifest.label !== site.manifest.issued && `${site.manifest.label} · `}
        {dateInWords(site.manifest.issued, undefined, language)}
        {linksOf(context).map(
          ({ isBesideRelease, href, text }) =>
            isBesideRelease === true && (
              <>
                {' '}
                · <a href={href}>{text}</a>
              </>
            ),
        )}
      </p>
    </Layout>
  );
}

/** The circles of the whole country: the same in each language. */
const clustersOf = (site: Site) =>
  site.index.remembered(['circles of the country'], () =>
    clustered(workPoints(site, ALL), IRELAND, pictureOfBox(IRELAND)),
  );

/** A story, and where it is from. Each release has another one. */
function Story({ context }: PageProps) {
  const { site, words, language } = context;
  const story = storyOf(site, seedOf(site.version));
  if (story === undefined) return null;
  const [card] = cardsOf(site, [story.item]);
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
        {beginningOf(story.text, MOST_STORY)}
      </blockquote>
    </section>
  );
}

/** Photographs that are looked at for the first page. */
const MOST_TRIED = 5;

/** A photograph for the first page. Each release has another one; undefined where it names no pictures. */
function pictureOfRelease(context: PageContext): Picture | undefined {
  const { site } = context;
  const photograph = site.index.remembered(['photograph of the release'], () =>
    digitizedPhotographs(site, seedOf(site.version), MOST_TRIED).find(
      (one) => pictureOf(context, one) !== undefined,
    ),
  );
  return photograph === undefined ? undefined : pictureOf(context, photograph);
}

/** A number that each release has another one of. */
const seedOf = (version: string): number => Number.parseInt(version.slice(0, 6), 16) || 0;

/** A photograph, which leads to its record. */
function PictureOfRelease({
  context: { words },
  picture: { record, name, address, service },
}: PageProps & { readonly picture: Picture }) {
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
function Counties({ context }: PageProps) {
  const { site, words } = context;
  const stories: SearchRequest = { words: '', facets: { kind: ['item'] } };
  const counties = byName(context, 'county', site.search.facet(stories, 'county'));
  return (
    <>
      <h3>
        <a href="/map/counties">{words('storiesByCounty')}</a>
      </h3>
      <p class="names">
        {counties.map(({ value, count, name }) => (
          <>
            <a href={searchAddress({ words: '', facets: { kind: ['item'], county: [value] } })}>{name}</a>{' '}
            <span class="count">{formatCount(count)}</span>{' '}
          </>
        ))}
      </p>
    </>
  );
}

/** Counties by the number of their schools, by name: the way from a county to a school. */
function SchoolCounties({ context }: PageProps) {
  const { site, words } = context;
  const counties = [...schoolsByCounty(site)].map(([value, all]) => ({ value, count: all.length }));
  return (
    <>
      <h3>
        <a href="/schools">{words('schoolsByCounty')}</a>
      </h3>
      <p class="names">
        {byName(context, 'county', counties).map(({ value, count, name }) => (
          <>
            <a href={countyAddress(value)}>{name}</a> <span class="count">{formatCount(count)}</span>{' '}
          </>
        ))}
      </p>
    </>
  );
}

/** The topics of the first level with most works. */
function Topics({ context }: PageProps) {
  const { site, words } = context;
  const broader = broaderTopics(site);
  const topics = site.search.facet(ALL, 'topic').filter(({ value }) => !broader.has(value));
  if (topics.length === 0) return null;
  return (
    <section>
      <h2>{words('byTopic')}</h2>
      <ul class="near">
        {topics.slice(0, MOST_NAMED).map(({ value, count }) => (
          <li>
            <a href={searchAddress({ words: '', facets: { topic: [value] } })}>
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
function People({ context }: PageProps) {
  const { site, words, language } = context;
  const people = peopleWithMostWorks(site, MOST_NAMED);
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
function Decades({ context }: PageProps) {
  const { site, words } = context;
  const decades = site.search.facet(ALL, 'decade').toSorted((a, b) => Number(a.value) - Number(b.value));
  const most = Math.max(1, ...decades.map(({ count }) => count));
  const { undated } = site.search.dates(ALL);
  return (
    <section>
      <h2>{words('byDecade')}</h2>
      <table class="bar-table">
        <tbody>
          {decades.map(({ value, count }) => (
            <tr>
              <th scope="row">
                <a href={searchAddress({ words: '', facets: { decade: [value] } })}>
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
        {words('decadeNote')} {undated > 0 && `${words('worksWithoutDate')} ${formatCount(undated)}.`}
      </p>
    </section>
  );
}
