import { BarChart } from '../../release/report-pages/charts.js';
import { ROLES } from './index/facet-statements.js';
import type { Word } from './interface-words.js';
import { Layout, type PageContext } from './layout.js';
import { facetValueName, searchAddress } from './search-page.js';

type Role = (typeof ROLES)[number];

/** The pictures: as many roles as one can tell apart. */
const PICTURES: readonly (readonly [title: Word, roles: readonly Role[]])[] = [
  ['tellersByCounty', ['collector', 'informant', 'teacher']],
  ['othersByCounty', ['relevantPerson', 'photographer']],
];

/** People by role and county as bars. Each number of the tables leads to these people. */
export function PeoplePage({ context }: { readonly context: PageContext }) {
  const { site, words } = context;
  const counties = new Map<string, Map<string, number>>();
  for (const { one: county, other: role, count } of site.index.pairs('county', 'role'))
    counties.set(county, (counties.get(county) ?? new Map<string, number>()).set(role, count));
  const rowsOf = (roles: readonly Role[]) =>
    [...counties]
      .map(([county, counts]) => ({
        label: facetValueName(context, 'county', county),
        values: roles.map((role) => counts.get(role) ?? 0),
        valueHrefs: roles.map((role) =>
          counts.has(role) ? searchAddress({ words: '', facets: { county, role } }) : undefined,
        ),
      }))
      .map((row) => ({ ...row, total: row.values.reduce((sum, value) => sum + value, 0) }))
      .filter(({ total }) => total > 0)
      .toSorted((a, b) => b.total - a.total);
  return (
    <Layout context={context} title={words('people')} styles={['/assets/charts.css']}>
      <h1>{words('peopleByCounty')}</h1>
      <p>{words('peopleNote')}</p>
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
      <h2>{words('byRole')}</h2>
      <ul>
        {ROLES.map((role) => {
          const count = site.index
            .facet({ words: '', facets: {} }, 'role')
            .find(({ value }) => value === role)?.count;
          return (
            count !== undefined && (
              <li>
                <a href={searchAddress({ words: '', facets: { role } })}>
                  {facetValueName(context, 'role', role)}
                </a>{' '}
                <span class="count">{count}</span>
              </li>
            )
          );
        })}
      </ul>
      {site.files.has('report/index.html') && (
        <p>
          <a href="/report#completeness">{words('completeness')}</a>
        </p>
      )}
    </Layout>
  );
}
