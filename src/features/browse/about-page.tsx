import type { Child } from 'hono/jsx';
import { formatCount } from '../../base/text.js';
import { doiAddress } from '../../model/rdf/iris.js';
import { type ResourceSummary, SUMMARY } from './index/release-index.js';
import type { Language } from './interface-words.js';
import { addressOf, Layout, type PageContext, type PageProps } from './layout.js';
import { type Page, sendPage } from './page.js';
import { TableHead } from './page-parts.js';
import { linkField, linksOfRelease } from './signposting.js';
import type { Site } from './site.js';

/** The release itself. */
export const aboutPage: Page = {
  path: '/about',
  link: { in: 'menu', text: (words) => words('aboutShort') },
  files: {},
  answer: (c, context) => {
    c.header('Link', linkField(linksOfRelease(context)));
    return sendPage(c, <AboutPage context={context} />);
  },
};

/** What the release is, its licences, how to take its data away, and all its files. */
function AboutPage({ context }: PageProps) {
  const { site, words, language } = context;
  const { manifest } = site;
  return (
    <Layout
      context={context}
      title={words('about')}
      styles={['/assets/release-pages.css']}
      structuredData={site.structuredData}
    >
      <h1>{words('about')}</h1>
      <dl>
        <div>
          <dt>{words('identifier')}</dt>
          <dd>
            {manifest.label} · {manifest.issued} · <code>{manifest.base}</code>
          </dd>
        </div>
        {(['reserved', 'concept'] as const).map((which) => {
          const doi = manifest.doi?.[which];
          return (
            doi !== undefined && (
              <div>
                <dt>{words(which === 'reserved' ? 'doiOfRelease' : 'doiOfAll')}</dt>
                <dd>
                  <a href={doiAddress(doi)}>{doi}</a>
                </dd>
              </div>
            )
          );
        })}
        {[...site.publications].map(([publication, { title, credit, licence }]) => (
          <div>
            <dt>
              <a href={`/dataset/${publication}`}>{title[language]}</a>
            </dt>
            <dd>
              <span lang="en">{credit}</span> <a href={licence}>{words('licence')}</a>
            </dd>
          </div>
        ))}
      </dl>
      <TakeAway context={context} />
      <details id="files">
        <summary>
          {words('allFiles')} ({formatCount(site.files.size)})
        </summary>
        <div class="scrolled">
          <table>
            <TableHead columns={[words('file'), { number: words('records') }, { number: words('size') }]} />
            <tbody>
              {[...site.files.values()].map(({ path, records, bytes }) => (
                <tr>
                  <td>
                    <a href={`/files/${path}`}>{path}</a>
                  </td>
                  <td class="number">{records === undefined ? '' : formatCount(records)}</td>
                  <td class="number">{sizeIn(language, bytes)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </Layout>
  );
}

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

/** A number of bytes in the units of a language: `12.3 kB`. */
function sizeIn(language: Language, bytes: number): string {
  const power = Math.min(UNITS.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit: UNITS[power],
    unitDisplay: power === 0 ? 'long' : 'short',
    maximumFractionDigits: 1,
  }).format(bytes / 1000 ** power);
}

/** The files of a folder with one of some endings, the largest first. */
function filesOf(
  { site }: PageContext,
  pattern: RegExp,
): readonly { readonly path: string; readonly bytes: number }[] {
  return [...site.files.values()]
    .filter(({ path }) => pattern.test(path))
    .toSorted((a, b) => b.bytes - a.bytes);
}

/** How to take the data away: as a spreadsheet, as a database, as linked data; each with a line that works. Other ways are folded. */
function TakeAway({ context }: PageProps) {
  const { site, words, origin } = context;
  const databases = filesOf(context, /^derived\/[^/]+\.sqlite$/);
  // Stories come first, as in the list of tables.
  const placeOf = ({ path }: { readonly path: string }): number =>
    site.tables.all.findIndex(({ file }) => path === `derived/${file}`);
  const tables = filesOf(context, /^derived\/[^/]+\.csv$/).toSorted((a, b) => placeOf(a) - placeOf(b));
  const typed = filesOf(context, /^derived\/[^/]+\.parquet$/);
  const notebooks = filesOf(context, /^notebook\/[^/]+\.ipynb$/);
  const dumps = filesOf(context, /^data\/[^/]+\.(?:ttl|nt|nq|jsonld)(?:\.gz)?$/);
  const example = exampleOf(site, 'item') ?? exampleOf(site, 'place');
  const [database] = databases;
  const [table] = tables;
  const [dump] = dumps;
  return (
    <section id="data">
      <h2>{words('takeAway')}</h2>
      <ol class="take-away">
        {table !== undefined && (
          <li>
            <h3>{words('spreadsheet')}</h3>
            <p>{words('csvNote')}</p>
            <FileList context={context} files={tables} />
            <Line>{`curl -O ${origin}/files/${table.path}`}</Line>
          </li>
        )}
        {database !== undefined && (
          <li>
            <h3>{words('database')}</h3>
            <p>{words('sqliteNote')}</p>
            <FileList context={context} files={databases} />
            <Line>{`curl -O ${origin}/files/${database.path}`}</Line>
            <Line>{`sqlite3 ${nameOf(database.path)} "SELECT name FROM sqlite_master WHERE type = 'table'"`}</Line>
          </li>
        )}
        <li>
          <h3>{words('linkedData')}</h3>
          <p>
            {words('triplesNote')}
            {context.asFiles === undefined && ` ${words('eachRecordNote')}`}
          </p>
          <p>
            <a href="#files">{words('files')}</a>
          </p>
          {dump !== undefined && <Line>{`curl -O ${origin}/files/${dump.path}`}</Line>}
          {example !== undefined && context.asFiles === undefined && (
            <Line>{`curl -L -H 'Accept: text/turtle' ${origin}${addressOf(example.path)}`}</Line>
          )}
        </li>
      </ol>
      <details>
        <summary>{words('moreWays')}</summary>
        <ul class="take-away">
          {notebooks.map(({ path }) => (
            <li>
              <h3>Jupyter</h3>
              <p>
                <a href={`/files/${path}`}>{nameOf(path)}</a>
              </p>
            </li>
          ))}
          {typed[0] !== undefined && (
            <li>
              <h3>Parquet</h3>
              <p>{words('parquetNote')}</p>
              <FileList context={context} files={typed} />
              <Line>{`curl -O ${origin}/files/${typed[0].path}`}</Line>
              <Line>{`duckdb -c "SELECT count(*) FROM '${nameOf(typed[0].path)}'"`}</Line>
            </li>
          )}
          {site.hasFeed && (
            <li>
              <h3>LDES</h3>
              <p>
                {words('eventStreamsNote')} <a href="/feed/index.ttl">{words('eventStreams')}</a>
              </p>
            </li>
          )}
          {context.waysToTake.map((way) => way(context))}
        </ul>
      </details>
    </section>
  );
}

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** A line for a shell. */
const Line = ({ children }: { readonly children: Child }) => (
  <pre>
    <code>{children}</code>
  </pre>
);

/** Files with their sizes, in one paragraph. */
function FileList({
  context: { language },
  files,
}: PageProps & { readonly files: readonly { readonly path: string; readonly bytes: number }[] }) {
  return (
    <ul class="file-list">
      {files.map(({ path, bytes }) => (
        <li>
          <a href={`/files/${path}`}>{nameOf(path)}</a> <span class="count">{sizeIn(language, bytes)}</span>
        </li>
      ))}
    </ul>
  );
}

/** A record of a kind, for examples: the first. */
const exampleOf = ({ index }: Site, kind: string): ResourceSummary | undefined =>
  index.all<ResourceSummary>(
    `SELECT ${SUMMARY} FROM resource WHERE kind = ? AND label_en IS NOT NULL ORDER BY id LIMIT 1`,
    [kind],
  )[0];
