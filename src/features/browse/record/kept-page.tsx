import { formatCount } from '../../../base/text.js';
import type { ResourceSummary } from '../index/release-index.js';
import { Layout, labelOf, type PageContext, type PageProps } from '../layout.js';
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

/** A record of a list, and what the reader has written about it. */
interface Kept {
  readonly path: string;
  readonly note: string;
}

/** Characters of a note. */
const LONGEST_NOTE = 500;

const addressOfList = (kept: readonly Kept[], format?: KeptFormat): string => {
  const hasNotes = kept.some(({ note }) => note !== '');
  return `/kept?${new URLSearchParams([
    ...kept.map(({ path }): [string, string] => ['record', path]),
    ...(hasNotes ? kept.map(({ note }): [string, string] => ['note', note]) : []),
    ...(format === undefined ? [] : [['format', format] as [string, string]]),
  ])}`;
};

/**
 * The records that an address names, each with a note: a list that a reader keeps in the browser, and sends to others as a link.
 * The notes stand in the order of the records.
 */
export const keptPage: Page = {
  path: '/kept',
  isNotForCrawlers: true,
  formats: Object.keys(KEPT_FORMATS),
  answer: (c, context) => {
    const notes = c.req.queries('note') ?? [];
    const named = (c.req.queries('record') ?? []).map(
      (path, at) => [path, (notes[at] ?? '').slice(0, LONGEST_NOTE)] as const,
    );
    const noteOf = new Map([...new Map(named)].slice(0, MOST_KEPT));
    const summaries = context.site.index.summaries(noteOf.keys());
    const records = [...noteOf.keys()].flatMap((path) => summaries.get(path) ?? []);
    const list: KeptList = { records, noteOf: (path) => noteOf.get(path) ?? '' };
    const format = c.req.query('format') ?? '';
    if (!isKeptFormat(format)) return sendPage(c, <KeptPage context={context} list={list} />);
    c.header('content-disposition', `attachment; filename="kept.${format}"`);
    return c.body(textOf(context, list, format), 200, { 'Content-Type': KEPT_FORMATS[format].mediaType });
  },
};

interface KeptList {
  readonly records: readonly ResourceSummary[];
  readonly noteOf: (path: string) => string;
}

function textOf(context: PageContext, { records, noteOf }: KeptList, format: KeptFormat): string {
  const { site, language, words } = context;
  if (format === 'csv')
    return sheetHead(site, language, words('note')) + sheetRows(site, records, language, noteOf).join('');
  const notices = [...site.publications.values()].slice(0, 1);
  return records
    .map((summary) =>
      citationIn(
        context,
        { summary, iri: site.manifest.base + summary.path, notices, annotation: noteOf(summary.path) },
        format,
      ),
    )
    .join('\n');
}

function KeptPage({ context, list: { records, noteOf } }: PageProps & { readonly list: KeptList }) {
  const { words, language } = context;
  const kept = records.map(({ path }) => ({ path, note: noteOf(path) }));
  return (
    <Layout context={context} title={words('kept')}>
      <h1>{words('kept')}</h1>
      <p class="total">
        {formatCount(records.length)} {records.length === 1 ? words('result') : words('results')}
      </p>
      <p class="downloads">
        {Object.entries(KEPT_FORMATS).map(([format, { name }]) => (
          <a href={addressOfList(kept, format as KeptFormat)}>{name}</a>
        ))}
        <a href={addressOfList(kept)}>{words('shareLink')}</a>
      </p>
      <Results context={context} records={records} />
      {records.length > 0 && (
        <section class="notes">
          <h2>{words('notes')}</h2>
          <p class="quiet">{words('notesHint')}</p>
          <p id="notes-too-long" role="status" hidden>
            {words('notesTooLong')}
          </p>
          <dl>
            {records.map((record) => (
              <div>
                <dt>{labelOf(record, language)}</dt>
                <dd data-note={record.path} data-label={`${words('note')}: ${labelOf(record, language)}`}>
                  {noteOf(record.path)}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      )}
    </Layout>
  );
}
