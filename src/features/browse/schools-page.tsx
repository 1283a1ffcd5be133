import { entry } from '../../base/map-entry.js';
import { formatCount } from '../../base/text.js';
import { type ResourceSummary, SUMMARY } from './index/release-index.js';
import { addressOf, Layout, labelOf, type PageProps } from './layout.js';
import { type Page, sendPage } from './page.js';
import type { FileTarget } from './page-files.js';
import { Trail } from './page-parts.js';
import { byName, facetValueName, searchAddress } from './search/search-address.js';
import type { Site } from './site.js';

/** A school in one volume of the collection. */
interface School extends ResourceSummary {
  readonly school: string;
  readonly roll_number: string | null;
  readonly stories: number;
}

/** The schools of each county, by name. */
export const schoolsByCounty = ({ index, search }: Site): ReadonlyMap<string, readonly School[]> =>
  index.remembered(['schools by county'], () => {
    const schools = index.all<School>(
      `SELECT ${SUMMARY}, school, roll_number, coalesce(stories, 0) AS stories FROM parts
       JOIN resource ON resource.path = parts.iri
       LEFT JOIN (SELECT part, count(*) AS stories FROM items GROUP BY part) AS told ON told.part = parts.iri
       WHERE school IS NOT NULL ORDER BY school, parts.iri`,
    );
    const counties = new Map<string, School[]>();
    for (const school of schools)
      for (const county of search.countiesOf(school.path))
        entry(counties, county, (): School[] => []).push(school);
    return counties;
  });

/** Schools as a way in: county, school, stories. */
export const schoolsPage: Page = {
  path: '/schools',
  link: {
    in: 'menu',
    text: (words) => words('schools'),
    isShown: ({ site }) => hasSchools(site),
  },
  files: {
    folders: ['schools'],
    addresses: ({ site }) =>
      hasSchools(site) ? ['/schools', ...[...schoolsByCounty(site).keys()].map(countyAddress)] : [],
    targetOf: ({ query }, { site }) => fileOf(site, query.get('county')),
  },
  answer: (c, context) => sendPage(c, <SchoolsPage context={context} county={c.req.query('county')} />),
};

/** Whether a release has schools. */
export const hasSchools = ({ index }: Site): boolean =>
  index.remembered(
    ['has schools'],
    () => index.numbers('SELECT 1 FROM parts WHERE school IS NOT NULL LIMIT 1').length > 0,
  );

/** The file of the schools of a county; without one, of the counties. */
function fileOf(site: Site, county: string | null): FileTarget | undefined {
  if (!hasSchools(site)) return undefined;
  return county === null || !schoolsByCounty(site).has(county)
    ? { file: 'schools.html' }
    : { file: `schools/${county.replace(/[^A-Za-z0-9_-]+/g, '-')}.html` };
}

/** The address of the schools of a county. */
export const countyAddress = (county: string): string => `/schools?${new URLSearchParams({ county })}`;

function SchoolsPage({ context, county }: PageProps & { readonly county: string | undefined }) {
  const { site, words, language } = context;
  const counties = schoolsByCounty(site);
  const schools = county === undefined ? undefined : counties.get(county);
  if (county === undefined || schools === undefined)
    return (
      <Layout context={context} title={words('schools')}>
        <h1>{words('schools')}</h1>
        <p>{words('schoolsNote')}</p>
        <ul class="near">
          {byName(
            context,
            'county',
            [...counties].map(([value, all]) => ({ value, count: all.length })),
          ).map(({ value, name, count }) => (
            <li>
              <a href={countyAddress(value)}>{name}</a> <span class="count">{formatCount(count)}</span>
            </li>
          ))}
        </ul>
      </Layout>
    );
  const title = `${words('schools')}: ${facetValueName(context, 'county', county)}`;
  return (
    <Layout context={context} title={title}>
      <Trail context={context} steps={[['/schools', words('schools')]]} />
      <h1>{title}</h1>
      <p>
        <a href={searchAddress({ words: '', facets: { kind: ['item'], county: [county] } })}>
          {words('allWorks')}
        </a>
      </p>
      <ul class="schools">
        {schools.map((one) => (
          <li>
            <a href={addressOf(one.path)}>{one.school}</a>{' '}
            <span class="quiet">
              {[
                labelOf(one, language).replace(`, ${one.school}`, ''),
                ...(one.roll_number === null ? [] : [`${words('rollNumber')} ${one.roll_number}`]),
              ].join(' · ')}
            </span>{' '}
            <span class="count">{formatCount(one.stories)}</span>
          </li>
        ))}
      </ul>
    </Layout>
  );
}
