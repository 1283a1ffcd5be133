import { formatCount } from '../../../base/text.js';
import type { ResourceSummary } from '../index/release-index.js';
import type { Word } from '../interface-words.js';
import { addressOf, Layout, labelOf, type PageContext, type PageProps } from '../layout.js';
import { type Page, sendPage } from '../page.js';
import { addressOfKept, ExportLinks } from '../search/export-links.js';
import { Results } from '../search/result-card.js';
import {
  EXPORT_TYPES,
  type ExportedRecords,
  type ExportFormat,
  type ExportJob,
  type ExportOutput,
  exportFileName,
  exportRecords,
  isExportFormat,
} from '../search/search-export.js';
import type { Site } from '../site.js';
import type { Streams } from '../streams.js';

/** Records of a list, at most. */
const MOST_KEPT = 500;

/** A record of a list, and what the reader has written about it. */
interface Kept {
  readonly path: string;
  readonly note: string;
}

/** Characters of a note. */
const LONGEST_NOTE = 500;

function addressOfList(kept: readonly Kept[], format?: ExportFormat): string {
  const parameters = kept.map(({ path }): [string, string] => ['record', path]);
  if (kept.some(({ note }) => note !== '')) for (const { note } of kept) parameters.push(['note', note]);
  if (format !== undefined) parameters.push(['format', format]);
  return addressOfKept(parameters);
}

/**
 * The records that an address names, each with a note: a list that a reader keeps in the browser, and sends to others as a link.
 * The notes stand in the order of the records.
 */
export const keptPage = (exportPart: (job: ExportJob) => Promise<ExportOutput>, streams: Streams): Page => ({
  path: '/kept',
  isNotForCrawlers: true,
  formats: Object.keys(EXPORT_TYPES),
  answer: (c, context) => {
    const notes = c.req.queries('note') ?? [];
    const named = (c.req.queries('record') ?? []).map(
      (path, at) => [path, (notes[at] ?? '').slice(0, LONGEST_NOTE)] as const,
    );
    const noteOf = new Map([...new Map(named)].slice(0, MOST_KEPT));
    const { site, language } = context;
    const list = keptRecords(site, noteOf);
    const format = c.req.query('format') ?? '';
    if (!isExportFormat(format)) return sendPage(c, <KeptPage context={context} list={list} />);
    c.header('content-disposition', `attachment; filename="${exportFileName('kept', format)}"`);
    const pieces = exportRecords(site, recordsIn(context, list), format, language, exportPart);
    return streams.sendExport(c, pieces, EXPORT_TYPES[format].mediaType);
  },
});

interface KeptRecord extends Kept {
  /** What lists show of it: the path alone of a record that the release does not have. */
  readonly summary: ResourceSummary;
  /** Why the release does not have it: it was withdrawn, is only referred to, or is unknown. */
  readonly absent: Word | undefined;
}

function keptRecords(
  { index, manifest, withdrawn }: Site,
  noteOf: ReadonlyMap<string, string>,
): readonly KeptRecord[] {
  const summaries = index.summaries(noteOf.keys());
  const described = index.all<{ path: string }>(
    `SELECT DISTINCT path FROM resource JOIN document ON document.resource = resource.id
     JOIN dataset ON dataset.id = document.dataset
     WHERE dataset.name <> 'omissions' AND path IN (SELECT value FROM json_each(?))`,
    [JSON.stringify([...noteOf.keys()])],
  );
  const here = new Set(described.map(({ path }) => path));
  const whyAbsent = (path: string): Word =>
    withdrawn.has(manifest.base + path) ? 'gone' : summaries.has(path) ? 'onlyReferred' : 'notFound';
  return [...noteOf].map(([path, note]) => ({
    ...{ path, note, absent: here.has(path) ? undefined : whyAbsent(path) },
    summary: summaries.get(path) ?? { path, kind: null, label_en: null, label_ga: null },
  }));
}

/** The records of a file. A withdrawn one stays among them, with a sentence before the note; an unknown path is left out. */
function recordsIn({ words }: PageContext, list: readonly KeptRecord[]): ExportedRecords {
  const known = list.filter(({ absent }) => absent !== 'notFound');
  return {
    records: known.map(({ path }) => path),
    notes: new Map(
      known.map(({ path, note, absent }) => [path, absent ? `${words(absent)} ${note}`.trim() : note]),
    ),
  };
}

function KeptPage({ context, list }: PageProps & { readonly list: readonly KeptRecord[] }) {
  const { words, language } = context;
  const records = list.flatMap(({ summary, absent }) => (absent === undefined ? summary : []));
  const others = list.filter(({ absent }) => absent !== undefined);
  return (
    <Layout context={context} title={words('kept')}>
      <h1>{words('kept')}</h1>
      <p class="total">
        {formatCount(records.length)} {records.length === 1 ? words('result') : words('results')}
      </p>
      {list.length === 0 ? (
        <p>{words('emptyList')}</p>
      ) : (
        <>
          <p class="downloads">
            <a href={addressOfList(list)}>{words('linkToList')}</a>
          </p>
          <ExportLinks
            context={context}
            title={words('download')}
            addressIn={(format) => addressOfList(list, format)}
          />
        </>
      )}
      <Results context={context} records={records} />
      {others.length > 0 && (
        <ul class="absent">
          {others.map(({ path, absent }) => (
            <li>
              {absent === 'notFound' ? path : <a href={addressOf(path)}>{path}</a>}: {absent && words(absent)}
            </li>
          ))}
        </ul>
      )}
      {list.length > 0 && (
        <section class="notes">
          <h2>{words('notes')}</h2>
          <p class="quiet">{words('notesHint')}</p>
          <p id="notes-too-long" role="status" hidden>
            {words('notesTooLong')}
          </p>
          <dl>
            {list.map(({ path, note, summary }) => (
              <div>
                <dt>{labelOf(summary, language)}</dt>
                <dd data-note={path} data-label={`${words('note')}: ${labelOf(summary, language)}`}>
                  {note}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      )}
    </Layout>
  );
}
