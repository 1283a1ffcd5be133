import { formatCount } from '../../../base/text.js';
import type { ResourceSummary } from '../index/release-index.js';
import type { Word } from '../interface-words.js';
import { addressOf, Layout, labelOf, type PageContext, type PageProps } from '../layout.js';
import { isOwnPath, type Page, sendPage } from '../page.js';
import { Results } from '../search/result-card.js';
import { sheetHead, sheetRows } from '../search/result-sheet.js';
import type { Site } from '../site.js';
import { CITATION_FORMATS, citationIn } from './citations.js';
import { dataOf } from './record-statements.js';

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
  answer: (c, context) => {
    const notes = c.req.queries('note') ?? [];
    const named = (c.req.queries('record') ?? []).map(
      (path, at) => [path, (notes[at] ?? '').slice(0, LONGEST_NOTE)] as const,
    );
    const noteOf = new Map([...new Map(named)].slice(0, MOST_KEPT));
    const list: KeptList = {
      ...keptRecords(context.site, [...noteOf.keys()]),
      noteOf: (path) => noteOf.get(path) ?? '',
    };
    const format = c.req.query('format') ?? '';
    if (!isKeptFormat(format)) return sendPage(c, <KeptPage context={context} list={list} />);
    c.header('content-disposition', `attachment; filename="kept.${format}"`);
    return c.body(textOf(context, list, format), 200, { 'Content-Type': KEPT_FORMATS[format].mediaType });
  },
};

interface KeptList {
  /** All paths of the list, in its order. */
  readonly paths: readonly string[];
  /** The records of the release. */
  readonly records: readonly ResourceSummary[];
  /** Why the release has no record of a path, by path. */
  readonly absent: ReadonlyMap<string, Word>;
  readonly noteOf: (path: string) => string;
}

/** Divides the paths of a list into records of the release and others: withdrawn, only referred to, unknown. */
function keptRecords(
  { index, manifest, withdrawn }: Site,
  paths: readonly string[],
): Omit<KeptList, 'noteOf'> {
  const summaries = index.summaries(paths);
  const described = new Set(
    index
      .all<{ path: string }>(
        `SELECT DISTINCT path FROM resource JOIN document ON document.resource = resource.id
         JOIN dataset ON dataset.id = document.dataset
         WHERE dataset.name <> 'omissions' AND path IN (SELECT value FROM json_each(?))`,
        [JSON.stringify(paths)],
      )
      .map(({ path }) => path),
  );
  const reasonOf = (path: string): Word =>
    withdrawn.has(manifest.base + path) ? 'gone' : summaries.has(path) ? 'onlyReferred' : 'notFound';
  return {
    paths,
    records: paths.flatMap((path) => (described.has(path) ? (summaries.get(path) ?? []) : [])),
    absent: new Map(paths.flatMap((path) => (described.has(path) ? [] : [[path, reasonOf(path)]]))),
  };
}

/** The list as a file. A withdrawn record stays in it, with a sentence; a path that no release had is left out. */
function textOf(context: PageContext, list: KeptList, format: KeptFormat): string {
  const { site, language, words } = context;
  const known = new Map(list.records.map((one) => [one.path, one]));
  const records = list.paths.flatMap(
    (path): ResourceSummary | [] =>
      known.get(path) ??
      (list.absent.get(path) === 'notFound' ? [] : { path, kind: null, label_en: null, label_ga: null }),
  );
  const noteOf = (path: string): string => {
    const absent = list.absent.get(path);
    return [absent === undefined ? '' : words(absent), list.noteOf(path)].join(' ').trim();
  };
  if (format === 'csv')
    return sheetHead(site, language, words('note')) + sheetRows(site, records, language, noteOf).join('');
  return records
    .map((summary) => {
      const documents = dataOf(site.index.documents(site.manifest.base + summary.path), site);
      return citationIn(context, { summary, documents, annotation: noteOf(summary.path) }, format);
    })
    .join('\n');
}

/** Characters of a path that the release does not have. */
const LONGEST_PATH = 200;

function KeptPage({ context, list }: PageProps & { readonly list: KeptList }) {
  const { words, language } = context;
  const { paths, records, absent, noteOf } = list;
  const kept = paths.map((path) => ({ path, note: noteOf(path) }));
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
      {absent.size > 0 && (
        <ul class="absent">
          {[...absent].map(([path, reason]) => (
            <li>
              {isOwnPath(`/${path}`) ? (
                <a href={addressOf(path)}>{path.slice(0, LONGEST_PATH)}</a>
              ) : (
                <code>{path.slice(0, LONGEST_PATH)}</code>
              )}
              : {words(reason)} {noteOf(path)}
            </li>
          ))}
        </ul>
      )}
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
