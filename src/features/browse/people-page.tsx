import { formatCount } from '../../base/text.js';
import { BarChart } from '../report-pages/charts.js';
import type { Role } from './index/facet-statements.js';
import { type ResourceSummary, SUMMARY } from './index/release-index.js';
import { kindName, type Word } from './interface-words.js';
import { addressOf, Layout, labelOf, PageLinks, type PageProps } from './layout.js';
import { type Page, pageNumber, sendPage } from './page.js';
import { type FileTarget, numbered, type PagedList } from './page-files.js';
import { facetValueName, searchAddress } from './search/search-address.js';
import type { Site } from './site.js';

/** The people of a release. */
export const peoplePage: Page = {
  path: '/people',
  link: { in: 'menu', text: (words) => words('people') },
  files: { lists: ({ site }) => listsOfPeople(site), targetOf: ({ query, page }) => fileOf(query, page) },
  answer: (c, context) => {
    const request = { kind: c.req.query('kind'), letter: c.req.query('letter'), page: pageNumber(c) };
    return sendPage(c, <PeoplePage context={context} request={request} />);
  },
};

/** The people of each kind: all that have the first letter, and those of each letter. */
function* listsOfPeople(site: Site): Generator<PagedList> {
  for (const kind of PERSON_KINDS) {
    const letters = surnameLetters(site, kind);
    if (letters.length > 0) yield { pages: 1, addressOf: () => peopleAddress(kind) };
    for (const { letter, count } of letters)
      yield {
        pages: Math.ceil(count / MOST_PEOPLE),
        addressOf: (page) => peopleAddress(kind, letter, page),
      };
  }
}

function fileOf(query: URLSearchParams, page: number): FileTarget {
  const kind = PERSON_KINDS.find((one) => one === query.get('kind'));
  const letter = query.get('letter');
  if (kind === undefined) return { file: 'people.html' };
  return { file: numbered(`people/${kind}${letter === null ? '' : `/${letter || 'none'}`}`, page) };
}

/** What an address asks for. Values that are in no list lead to the first one. */
interface PeopleRequest {
  readonly kind: string | undefined;
  readonly letter: string | undefined;
  /** From 1. */
  readonly page: number;
}

/** People of the people database, and people as schools wrote them down. */
const PERSON_KINDS = ['person', 'schools-person'] as const;
export type PersonKind = (typeof PERSON_KINDS)[number];
/** People of a page. */
const MOST_PEOPLE = 150;

/** The pictures: as many roles as one can tell apart. */
const PICTURES: readonly (readonly [title: Word, roles: readonly Role[]])[] = [
  ['tellersByCounty', ['collector', 'informant', 'teacher']],
  ['othersByCounty', ['relevantPerson', 'photographer']],
];

interface PeoplePageProps extends PageProps {
  readonly request: PeopleRequest;
}

/** People by surname, by role, and by role and county as bars. Each number of the tables leads to these people. */
function PeoplePage({ context, request }: PeoplePageProps) {
  const { site, words } = context;
  return (
    <Layout context={context} title={words('people')} styles={['/assets/charts.css']}>
      <h1>{words('people')}</h1>
      <p class="counts">
        {site.search.facet({ words: '', facets: {} }, 'role').map(({ value, count }) => (
          <span>
            <a href={searchAddress({ words: '', facets: { role: [value] } })}>
              {facetValueName(context, 'role', value)}
            </a>{' '}
            <span class="count">{formatCount(count)}</span>
          </span>
        ))}
      </p>
      <Register context={context} request={request} />
      {request.letter === undefined && (
        <>
          <h2>{words('peopleByCounty')}</h2>
          <p>{words('peopleNote')}</p>
          <PeopleByCounty context={context} />
        </>
      )}
      {site.files.has('report/index.html') && (
        <p>
          <a href="/report#completeness">{words('completeness')}</a>
        </p>
      )}
    </Layout>
  );
}

/** The address of the people of a kind whose surnames begin with a letter; without one, of the first letter. */
const peopleAddress = (kind: PersonKind, letter?: string, page = 1): string =>
  `/people?${new URLSearchParams({
    kind,
    ...(letter !== undefined && { letter }),
    ...(page > 1 && { page: String(page) }),
  })}`;

/** The people of a kind whose surnames begin with one letter. */
function Register({ context, request }: PeoplePageProps) {
  const { site, words, language } = context;
  const kinds = PERSON_KINDS.map((kind) => ({ kind, letters: surnameLetters(site, kind) })).filter(
    ({ letters }) => letters.length > 0,
  );
  const { kind, letters } = kinds.find((one) => one.kind === request.kind) ?? kinds[0] ?? { letters: [] };
  const chosen = letters.find(({ letter }) => letter === request.letter) ?? letters[0];
  if (kind === undefined || chosen === undefined) return null;
  const last = Math.ceil(chosen.count / MOST_PEOPLE);
  const page = Math.min(request.page, last);
  const people = peopleUnder(site, kind, chosen.letter, MOST_PEOPLE, (page - 1) * MOST_PEOPLE);
  return (
    <section>
      <h2>{words('bySurname')}</h2>
      <nav class="orders" aria-label={words('bySurname')}>
        {kinds.map((one) => (
          <a href={peopleAddress(one.kind)} aria-current={one.kind === kind ? 'true' : undefined}>
            {kindName(one.kind, 'many', language)} (
            {formatCount(one.letters.reduce((sum, { count }) => sum + count, 0))})
          </a>
        ))}
      </nav>
      <nav class="letters" aria-label={words('letters')}>
        {letters.map(({ letter, count }) => (
          <a
            href={peopleAddress(kind, letter)}
            aria-current={letter === chosen.letter ? 'true' : undefined}
            title={formatCount(count)}
          >
            {letter === '' ? words('withoutSurname') : letter}
          </a>
        ))}
      </nav>
      <ul class="near">
        {people.map((person) => (
          <li>
            <a href={addressOf(person.path)}>{labelOf(person, language)}</a>
            {person.works > 0 && (
              <span class="whose">
                {' '}
                · {formatCount(person.works)} {words(person.works === 1 ? 'oneWork' : 'severalWorks')}
              </span>
            )}
          </li>
        ))}
      </ul>
      <PageLinks
        context={context}
        page={page}
        last={last}
        addressOf={(to) => peopleAddress(kind, chosen.letter, to)}
      />
    </section>
  );
}

/** The letters that surnames of a kind of people begin with, with the number of people; empty: no surname. */
export const surnameLetters = (
  { index }: Site,
  kind: PersonKind,
): readonly { readonly letter: string; readonly count: number }[] =>
  index.remembered(['letters', kind], () =>
    index.all(
      "SELECT letter, count(*) AS count FROM person_in_order WHERE kind = ? GROUP BY letter ORDER BY letter = '', letter",
      [kind],
    ),
  );

/** People of a kind whose surnames begin with a letter, in order, with the number of works in which they have a role. */
export function peopleUnder(
  { index }: Site,
  kind: PersonKind,
  letter: string,
  most: number,
  offset: number,
): readonly (ResourceSummary & { readonly works: number })[] {
  const column = kind === 'person' ? 'person' : 'schools_person';
  return index.all(
    `SELECT ${SUMMARY}, (SELECT count(DISTINCT coalesce(item, photograph, part)) FROM roles WHERE ${column} = resource.path) AS works
     FROM person_in_order AS person JOIN resource ON resource.id = person.resource
     WHERE person.kind = ? AND letter = ? ORDER BY place LIMIT ? OFFSET ?`,
    [kind, letter, most, offset],
  );
}

/** People by role and county as bars. */
function PeopleByCounty({ context }: PageProps) {
  const { site, words } = context;
  const counties = new Map<string, Map<string, number>>();
  for (const { one: county, other: role, count } of site.search.pairs('county', 'role'))
    counties.set(county, (counties.get(county) ?? new Map<string, number>()).set(role, count));
  const rowsOf = (roles: readonly Role[]) =>
    [...counties]
      .map(([county, counts]) => ({
        label: facetValueName(context, 'county', county),
        values: roles.map((role) => counts.get(role) ?? 0),
        valueHrefs: roles.map((role) =>
          counts.has(role)
            ? searchAddress({ words: '', facets: { county: [county], role: [role] } })
            : undefined,
        ),
      }))
      .map((row) => ({ ...row, total: row.values.reduce((sum, value) => sum + value, 0) }))
      .filter(({ total }) => total > 0)
      .toSorted((a, b) => b.total - a.total);
  return (
    <div class="overview">
      {PICTURES.map(([title, roles]) => {
        const rows = rowsOf(roles);
        return (
          rows.length > 0 && (
            <BarChart
              title={words(title)}
              series={roles.map((role) => facetValueName(context, 'role', role))}
              rows={rows}
              labels={words('county')}
              tableTitle={words('numbersAsTable')}
              isTableOpen
            />
          )
        );
      })}
    </div>
  );
}
