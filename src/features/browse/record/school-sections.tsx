import { entry } from '../../../base/map-entry.js';
import { formatCount } from '../../../base/text.js';
import { type ResourceSummary, SUMMARY } from '../index/release-index.js';
import { addressOf, labelOf, type PageProps } from '../layout.js';
import { type PlaceOnMap, pointsOf } from '../map/places-on-map.js';
import { joined } from '../page-parts.js';
import { countyAddress } from '../schools-page.js';
import { facetValueName, searchAddress } from '../search/search-address.js';
import type { Site } from '../site.js';
import { Neighbour } from './record-sections.js';
import type { RecordProps } from './record-statements.js';

/* The sections of the page of a school, which is a part of a volume: its place, its pupils, and the schools around it. */

/** Works that stand beside a pupil. */
const MOST_WORKS = 3;

/** What the page of a school has more than that of another part. */
export interface School {
  /** The points of the places where it stood. */
  readonly points: readonly PlaceOnMap[];
  /** Its counties. */
  readonly counties: readonly string[];
  /** The schools before and after it, in the order of the volumes. */
  readonly before: ResourceSummary | undefined;
  readonly after: ResourceSummary | undefined;
}

/** What the release says of a school; undefined for a part that is none. */
export function schoolAt(site: Site, path: string): School | undefined {
  const { index, search } = site;
  const [school] = index.all<{ school_places: string | null }>(
    'SELECT school_places FROM parts WHERE iri = ? AND school IS NOT NULL',
    [path],
  );
  if (school === undefined) return undefined;
  const next = (condition: '<' | '>', order: 'DESC' | 'ASC') =>
    index.all<ResourceSummary>(
      `SELECT ${SUMMARY} FROM parts JOIN resource ON resource.path = parts.iri
       WHERE school IS NOT NULL AND resource.id ${condition} ? ORDER BY resource.id ${order} LIMIT 1`,
      [index.idOf(path) ?? 0],
    )[0];
  const places = school.school_places?.split('|') ?? [];
  return {
    points: places.flatMap((place) => pointsOf(site, place).filter((point) => point.path === place)),
    counties: search.countiesOf(path),
    before: next('<', 'DESC'),
    after: next('>', 'ASC'),
  };
}

/** The schools before and after a school, and the way to those of its county. */
export function SchoolsAround({ record, school }: RecordProps & { readonly school: School }) {
  const { context } = record;
  const { words, language } = context;
  const { before, after, counties } = school;
  return (
    <nav class="neighbours" aria-label={words('schools')}>
      <Neighbour rel="prev" is={words('schoolBefore')} of={before} language={language} />
      {counties.map((county) => (
        <a href={countyAddress(county)}>
          <span>{words('schools')}</span> {facetValueName(context, 'county', county)}
        </a>
      ))}
      <Neighbour rel="next" is={words('schoolAfter')} of={after} language={language} />
    </nav>
  );
}

interface Pupil extends ResourceSummary {
  readonly works: readonly ResourceSummary[];
}

/** The collectors of the works of a school, each with these works; those with most works first. */
function pupilsOf({ index }: Site, school: string): readonly Pupil[] {
  const rows = index.all<{ person: string; item: string }>(
    `SELECT DISTINCT coalesce(roles.person, roles.schools_person) AS person, items.iri AS item
     FROM items JOIN roles ON roles.item = items.iri AND roles.role = 'collector'
     JOIN resource ON resource.path = items.iri
     WHERE items.part = ? AND coalesce(roles.person, roles.schools_person) IS NOT NULL ORDER BY resource.id`,
    [school],
  );
  const summaries = index.summaries(rows.flatMap(({ person, item }) => [person, item]));
  const byPerson = new Map<string, ResourceSummary[]>();
  for (const { person, item } of rows)
    entry(byPerson, person, (): ResourceSummary[] => []).push(...[summaries.get(item) ?? []].flat());
  return [...byPerson]
    .flatMap(([path, works]) => {
      const pupil = summaries.get(path);
      return pupil === undefined ? [] : { ...pupil, works };
    })
    .toSorted((a, b) => b.works.length - a.works.length);
}

/** The pupils of a school, and other collectors of its works, with what each collected. */
export function Pupils({ context, path }: PageProps & { readonly path: string }) {
  const { site, words, language } = context;
  const pupils = pupilsOf(site, path);
  if (pupils.length === 0) return null;
  return (
    <section>
      <h2>
        {words('pupils')} <span class="count">{formatCount(pupils.length)}</span>
      </h2>
      <ul class="near pupils">
        {pupils.map((pupil) => (
          <li>
            <a href={addressOf(pupil.path)}>{labelOf(pupil, language)}</a>{' '}
            <span class="count">{formatCount(pupil.works.length)}</span>
            <p class="whose">
              {joined(
                pupil.works
                  .slice(0, MOST_WORKS)
                  .map((work) => <a href={addressOf(work.path)}>{labelOf(work, language)}</a>),
                ' · ',
              )}
              {pupil.works.length > MOST_WORKS && (
                <>
                  {' · '}
                  <a href={searchAddress({ words: '', facets: { school: [path], collector: [pupil.path] } })}>
                    {words('allWorks')}
                  </a>
                </>
              )}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
