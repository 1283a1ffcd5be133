import { kindName } from './interface-words.js';
import { addressOf, Layout, labelOf, type PageContext, siteName } from './layout.js';
import { clustered } from './map-clusters.js';
import { MapOfIreland } from './map-of-ireland.js';
import { IRELAND, pictureOf } from './map-view.js';
import { facetValueName, searchAddress } from './search-page.js';

const ALL = { words: '', facets: {} } as const;

/** The first page: what the release has, and ways into it. */
export function StartPage({ context }: { readonly context: PageContext }) {
  const { site, words, language } = context;
  const kinds = site.index.facet(ALL, 'kind');
  const decades = site.index
    .facet({ words: '', facets: {} }, 'decade')
    .toSorted((a, b) => Number(a.value) - Number(b.value));
  const most = Math.max(1, ...decades.map(({ count }) => count));
  const format = new Intl.NumberFormat(language);
  const clusters = clustered(site.index.places(ALL, 20_000), IRELAND, pictureOf(IRELAND));
  const examples = ['item', 'photograph', 'person', 'place', 'topic'].flatMap(
    (kind) => site.index.example(kind) ?? [],
  );
  return (
    <Layout context={context} title={siteName(context)}>
      <h1>{siteName(context)}</h1>
      <p>
        {site.manifest.label} · {site.manifest.issued}
      </p>
      <ul class="tiles">
        {kinds.map(({ value, count }) => (
          <li>
            <a href={searchAddress({ words: '', facets: { kind: value } })}>
              <strong>{format.format(count)}</strong> {kindName(value, 'many', language)}
            </a>
          </li>
        ))}
      </ul>
      <div class="overview">
        <section>
          <h2>{words('mapOf')}</h2>
          <MapOfIreland
            title={words('mapOf')}
            circles={clusters.map(({ latitude, longitude, works, points }) => ({
              latitude,
              longitude,
              weight: works,
              ...(works > 0 && { text: format.format(works) }),
              label: `${words('places')}: ${format.format(points.length)}, ${words('works')}: ${format.format(works)}`,
              href: '/map',
            }))}
          />
        </section>
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
                  <td class="number">{format.format(count)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
        <section>
          <h2>{words('records')}</h2>
          <ul>
            {examples.map((one) => (
              <li>
                <a href={addressOf(one.path)}>{labelOf(one, language)}</a>{' '}
                <span class="badge">{kindName(one.kind ?? '', 'one', language)}</span>
              </li>
            ))}
          </ul>
        </section>
      </div>
    </Layout>
  );
}
