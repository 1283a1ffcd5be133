import type { Child } from 'hono/jsx';
import { type ResourceSummary, SUMMARY } from './index/release-index.js';
import { addressInFormat, addressOf, Layout, type PageContext, type PageProps } from './layout.js';
import { type Page, sendPage } from './page.js';
import { sizeIn } from './page-parts.js';
import type { Site } from './site.js';

/** How to use the data: for librarians and developers. */
export const usePage: Page = {
  path: '/use',
  link: { in: 'foot', text: (words) => words('useTheData') },
  files: {},
  answer: (c, context) => sendPage(c, <UsePage context={context} />),
};

interface ExampleProps extends PageProps {
  /** A record for examples. */
  readonly example: ResourceSummary | undefined;
}

function UsePage({ context }: PageProps) {
  const { site, words } = context;
  const example = exampleOf(site, 'item') ?? exampleOf(site, 'place');
  return (
    <Layout context={context} title={words('useTheData')} styles={['/assets/release-pages.css']}>
      <h1>{words('useTheData')}</h1>
      <p>{words('useNote')}</p>
      <TakeAway context={context} example={example} />
      <h2 id="programs">{words('fromPrograms')}</h2>
      <ul class="take-away">
        {Object.entries(programsOf(context, example)).map(
          ([name, lines]) =>
            lines.length > 0 && (
              <li>
                <h3>{name}</h3>
                <Line>{lines.join('\n')}</Line>
              </li>
            ),
        )}
      </ul>
      <Interfaces context={context} />
    </Layout>
  );
}

/** Lines of programs that read the release, by language of programming. */
function programsOf(
  { site, origin, asFiles }: PageContext,
  example: ResourceSummary | undefined,
): Readonly<Record<string, readonly string[]>> {
  const [table] = site.tables.all;
  const isTable = table !== undefined && site.files.has(`derived/${table.file}`);
  const csv = JSON.stringify(`${origin}/files/derived/${table?.file}`);
  const isRecord = example !== undefined && (asFiles?.formats.has('jsonld') ?? true);
  const record = (format: string): string =>
    JSON.stringify(origin + addressInFormat(site, example?.path ?? '', format));
  return {
    curl: [
      ...(isTable ? [`curl ${csv}`] : []),
      ...(isRecord ? [`curl ${record('jsonld')}`] : []),
      ...(asFiles === undefined ? [`curl '${origin}/search?q=leigheas&format=ttl'`] : []),
    ],
    Python: isTable
      ? [
          'import csv, urllib.request',
          `rows = csv.DictReader(line.decode() for line in urllib.request.urlopen(${csv}))`,
          'print(next(rows))',
        ]
      : [],
    R: isTable
      ? [`rows <- read.csv(${csv}, encoding = "UTF-8", nrows = 10)`, 'names(rows)', 'print(rows$label)']
      : [],
    JavaScript: isRecord
      ? [
          `const answer = await fetch(${record('jsonld')});`,
          'const record = await answer.json();',
          "console.log(record['@graph']);",
        ]
      : [],
  };
}

/** The interfaces for programs that the site has, each with its address. */
function Interfaces({ context }: PageProps) {
  const { site, words, origin, asFiles } = context;
  const isThere = (files: PageContext['services'][number]['files'], path: string): boolean =>
    asFiles === undefined ||
    files?.targetOf?.({ path, query: new URLSearchParams(), page: 1 }, asFiles) !== undefined;
  const shown = context.services
    .map(({ href, address = href, ...service }) => ({ ...service, address }))
    .filter(({ isOffered, files, address }) => isOffered?.(site) !== false && isThere(files, address));
  if (shown.length === 0) return null;
  return (
    <section id="interfaces">
      <h2>{words('interfaces')}</h2>
      {asFiles === undefined && (
        <p>
          {words('catalogueNote')}{' '}
          <a href="/dcat.ttl">
            <code>{origin}/dcat.ttl</code>
          </a>
        </p>
      )}
      <ul class="take-away">
        {shown.map(({ title, conformsTo, address, use }) => {
          const { note, line, link } = use?.(context) ?? {};
          return (
            <li>
              <h3>
                <a href={conformsTo}>{title}</a>
              </h3>
              <p>
                {note} {link !== undefined && <a href={link.href}>{link.text}</a>}
              </p>
              <p>
                {words('addressToPaste')}:{' '}
                <a href={address}>
                  <code>{origin + address}</code>
                </a>
              </p>
              {line !== undefined && <Line>{line}</Line>}
            </li>
          );
        })}
      </ul>
    </section>
  );
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
function TakeAway({ context, example }: ExampleProps) {
  const { site, words, origin } = context;
  const databases = filesOf(context, /^derived\/[^/]+\.sqlite$/);
  // Stories come first, as in the list of tables.
  const placeOf = ({ path }: { readonly path: string }): number =>
    site.tables.all.findIndex(({ file }) => path === `derived/${file}`);
  const tables = filesOf(context, /^derived\/[^/]+\.csv$/).toSorted((a, b) => placeOf(a) - placeOf(b));
  const typed = filesOf(context, /^derived\/[^/]+\.parquet$/);
  const notebooks = filesOf(context, /^notebook\/[^/]+\.ipynb$/);
  const packages = filesOf(context, /^derived\/(?:datapackage|croissant|pandas)\.json$/);
  const readByNotebooks = [...filesOf(context, /^derived\/pandas\.json$/), ...tables];
  const dumps = filesOf(context, /^data\/[^/]+\.(?:ttl|nt|nq|jsonld)(?:\.gz)?$/);
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
            <a href="/about#files">{words('files')}</a>
          </p>
          {context.asFiles === undefined && <p>{words('resultsNote')}</p>}
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
              <p>{words('notebookNote')}</p>
              <Line>
                {[
                  `for file in ${[path, ...readByNotebooks.map((one) => one.path)].join(' ')}`,
                  `do curl --create-dirs -o $file ${origin}/files/$file; done`,
                ].join('\n')}
              </Line>
            </li>
          ))}
          {packages.length > 0 && (
            <li>
              <h3>Data Package, Croissant, pandas</h3>
              <p>{words('packagesNote')}</p>
              <FileList context={context} files={packages} />
            </li>
          )}
          {typed[0] !== undefined && (
            <li>
              <h3>Parquet</h3>
              <p>{words('parquetNote')}</p>
              <FileList context={context} files={typed} />
              <Line>{`curl -O ${origin}/files/${typed[0].path}`}</Line>
              <Line>{`duckdb -c "SELECT count(*) FROM '${nameOf(typed[0].path)}'"`}</Line>
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

/** Files as links, with their sizes. */
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
