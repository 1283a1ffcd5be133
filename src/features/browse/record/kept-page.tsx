import { formatCount } from '../../../base/text.js';
import type { ResourceSummary } from '../index/release-index.js';
import { Layout, type PageContext, type PageProps } from '../layout.js';
import { type Page, sendPage } from '../page.js';
import { Results } from '../search/result-card.js';
import { sheetHead, sheetRows } from '../search/result-sheet.js';
import { CITATION_FORMATS, citationIn } from './citations.js';

/** Records of a list, at most. */
const MOST_KEPT = 500;

/** The forms in which a list is taken away. */
const KEPT_FORMATS = {
  bib: { name: 'BibTeX', mediaType: CITATION_FORMATS.bib.mediaType },
  ris: { name: 'RIS', mediaType: CITATION_FORMATS.ris.mediaType },
  csv: { name: 'CSV', mediaType: 'text/csv; charset=utf-8' },
} as const;
type KeptFormat = keyof typeof KEPT_FORMATS;

const isKeptFormat = (name: string): name is KeptFormat => Object.hasOwn(KEPT_FORMATS, name);

const addressOfList = (paths: readonly string[], format?: KeptFormat): string =>
  `/kept?${new URLSearchParams([
    ...paths.map((path): [string, string] => ['record', path]),
    ...(format === undefined ? [] : [['format', format] as [string, string]]),
  ])}`;

/** The records that an address names: a list that a reader keeps in the browser, and sends to others as a link. */
export const keptPage: Page = {
  path: '/kept',
  answer: (c, context) => {
    const paths = [...new Set(c.req.queries('record') ?? [])].slice(0, MOST_KEPT);
    const summaries = context.site.index.summaries(paths);
    const records = paths.flatMap((path) => summaries.get(path) ?? []);
    const format = c.req.query('format') ?? '';
    if (!isKeptFormat(format)) return sendPage(c, <KeptPage context={context} records={records} />);
    c.header('content-disposition', `attachment; filename="kept.${format}"`);
    return c.body(textOf(context, records, format), 200, { 'Content-Type': KEPT_FORMATS[format].mediaType });
  },
};

function textOf(context: PageContext, records: readonly ResourceSummary[], format: KeptFormat): string {
  const { site, language } = context;
  if (format === 'csv') return sheetHead(site, language) + sheetRows(site, records, language).join('');
  const notices = [...site.publications.values()].slice(0, 1);
  return records
    .map((summary) =>
      citationIn(context, { summary, iri: site.manifest.base + summary.path, notices }, format),
    )
    .join('\n');
}

function KeptPage({ context, records }: PageProps & { readonly records: readonly ResourceSummary[] }) {
  const { words } = context;
  const paths = records.map(({ path }) => path);
  return (
    <Layout context={context} title={words('kept')}>
      <h1>{words('kept')}</h1>
      <p class="total">
        {formatCount(records.length)} {records.length === 1 ? words('result') : words('results')}
      </p>
      <p class="downloads">
        {Object.entries(KEPT_FORMATS).map(([format, { name }]) => (
          <a href={addressOfList(paths, format as KeptFormat)}>{name}</a>
        ))}
        <a href={addressOfList(paths)}>{words('shareLink')}</a>
      </p>
      <Results context={context} records={records} />
    </Layout>
  );
}
