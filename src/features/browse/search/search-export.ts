import { DOCUMENT_FORMATS, type DocumentFormat, recordTexts } from '../../../model/rdf/serialise.js';
import { csvRow } from '../../../release/tables/csv.js';
import type { ResourceSummary } from '../index/release-index.js';
import { tableOfKind } from '../index/released-tables.js';
import type { SearchRequest } from '../index/result-search.js';
import { kindName, type Language, wordsIn } from '../interface-words.js';
import { pageContext } from '../layout.js';
import { CITATION_FORMATS, type CitationFormat, citationText } from '../record/citations.js';
import { dataOf } from '../record/record-statements.js';
import { contentTypeOf, DATA_FORMATS } from '../record/representations.js';
import type { Site } from '../site.js';
import { geoFeatures, sheetHead, sheetRows } from './result-sheet.js';

/** Formats in which records are exported, in the order of the links to them: RDF and citations as the pages of records have them. */
export const EXPORT_TYPES = {
  /** For people: names in place of IRIs. */
  sheet: { name: undefined, mediaType: 'text/csv; charset=utf-8' },
  /** For programs: the rows of the tables of the release. */
  csv: { name: 'CSV', mediaType: 'text/csv; charset=utf-8' },
  geojson: { name: 'GeoJSON', mediaType: 'application/geo+json' },
  ...CITATION_FORMATS,
  ttl: { name: DATA_FORMATS.ttl, mediaType: contentTypeOf('ttl') },
  nt: { name: DATA_FORMATS.nt, mediaType: contentTypeOf('nt') },
  rdf: { name: DATA_FORMATS.rdf, mediaType: contentTypeOf('rdf') },
  jsonld: { name: DATA_FORMATS.jsonld, mediaType: contentTypeOf('jsonld') },
} as const;
export type ExportFormat = keyof typeof EXPORT_TYPES;

export const isExportFormat = (name: string): name is ExportFormat => Object.hasOwn(EXPORT_TYPES, name);

/** The name of a file in a format. */
export const exportFileName = (name: string, format: ExportFormat): string =>
  `${name}.${format === 'sheet' ? 'csv' : format}`;

/** The records of an export. */
export interface ExportedRecords {
  readonly paths: readonly string[];
  /** Their kind, if all have the same one. */
  readonly kind?: string | undefined;
  /** What the reader has written about each, by path, for the formats that have a place for notes. */
  readonly notes?: ReadonlyMap<string, string>;
}

interface ExportPart extends ExportedRecords {
  readonly format: ExportFormat;
  readonly language: Language;
}

/** A part of an export: the paths of all results, or the text of some of them. */
export type ExportJob = { readonly find: SearchRequest } | ExportPart;
export type ExportOutput = ExportedRecords | { readonly texts: readonly string[] };

/** Records whose text is made at a time. */
const BATCH = 200;

/** The table whose rows records are as CSV. A list with notes, or of several kinds, has columns of its own. */
const tableOf = ({ kind, notes }: ExportedRecords) => (notes === undefined ? tableOfKind(kind) : undefined);

const columnsOf = (records: ExportedRecords): readonly string[] =>
  tableOf(records)?.table.columns.map(({ name }) => name) ?? [
    ...['iri', 'kind', 'label_en', 'label_ga'],
    ...(records.notes ? ['note'] : []),
  ];

/** Does one part of an export. */
export async function exportPart(site: Site, job: ExportJob): Promise<ExportOutput> {
  if (!('find' in job)) return { texts: await RECORD_TEXTS[job.format](site, job) };
  const found = site.search.all(job.find);
  const kinds = new Set(found.map(({ kind }) => kind ?? ''));
  const [kind] = kinds;
  return { paths: found.map(({ path }) => path), kind: kinds.size === 1 ? kind : undefined };
}

type Texts = (site: Site, part: ExportPart) => readonly string[] | Promise<readonly string[]>;

/** The statements of records, as their pages have them. */
const rdfTexts: Texts = async (site, { paths, format }) => {
  const records = paths.map((path) => documentsOf(site, path).flatMap(({ quads }) => quads));
  return (await recordTexts(records, format as DocumentFormat, site.language)).texts;
};

/** How to cite each record, as its page has it. */
const citationTexts: Texts = (site, part) => {
  const context = pageContext({
    ...{ site, language: part.language, address: '', origin: '', links: [], waysToTake: [], services: [] },
    ...{ linksOfRecord: () => [], canExplain: () => false },
  });
  return recordsAt(site, part.paths).map((summary) => {
    const annotation = part.notes?.get(summary.path) ?? '';
    const record = { summary, documents: documentsOf(site, summary.path), annotation };
    return citationText(context, record, part.format as CitationFormat);
  });
};

const RECORD_TEXTS: Readonly<Record<ExportFormat, Texts>> = {
  csv: (site, part) => {
    const { paths, language, notes } = part;
    const table = tableOf(part);
    if (table !== undefined) return site.tables.rowsOf(table, paths).map(csvRow);
    return recordsAt(site, paths).map(({ path, kind, label_en, label_ga }) => {
      const labels = [kindName(kind ?? '', 'one', language), label_en ?? '', label_ga ?? ''];
      return csvRow([site.manifest.base + path, ...labels, ...(notes ? [notes.get(path) ?? ''] : [])]);
    });
  },
  sheet: (site, { paths, language, notes }) =>
    sheetRows(site, recordsAt(site, paths), language, notes && ((path) => notes.get(path) ?? '')),
  geojson: (site, { paths, language }) => geoFeatures(site, recordsAt(site, paths), language),
  ...{ bib: citationTexts, ris: citationTexts, 'csl.json': citationTexts },
  ...{ ttl: rdfTexts, nt: rdfTexts, rdf: rdfTexts, jsonld: rdfTexts },
};

const documentsOf = (site: Site, path: string) =>
  dataOf(site.index.documents(site.manifest.base + path), site);

/** What lists show of records: the path alone of one that was withdrawn. */
const recordsAt = ({ index }: Site, paths: readonly string[]): readonly ResourceSummary[] => {
  const summaries = index.summaries(paths);
  return paths.map((path) => summaries.get(path) ?? { path, kind: null, label_en: null, label_ga: null });
};

/** What stands before, between and after the records of a format. */
function frameOf(site: Site, format: ExportFormat, language: Language, records: ExportedRecords) {
  if (format === 'csv' || format === 'sheet') {
    const note = records.notes && wordsIn(language)('note');
    const head = format === 'csv' ? csvRow(columnsOf(records)) : sheetHead(site, language, note);
    return { head, first: '', between: '', foot: '' };
  }
  if (format === 'geojson')
    return { head: '{"type":"FeatureCollection","features":[\n', first: '', between: ',\n', foot: '\n]}\n' };
  if (format in CITATION_FORMATS) return { first: '', ...CITATION_FORMATS[format as CitationFormat] };
  const { prefixes, context } = site.language;
  const all = new Set([...prefixes.keys(), ...Object.keys(context)]);
  const frame = DOCUMENT_FORMATS[format as DocumentFormat];
  return { ...frame, head: frame.head(site.language, all) };
}

/**
 * The results of a search as text, in pieces. Nothing is made before it is read.
 *
 * @param run does one part, beside the thread that serves pages
 */
export async function* exportSearch(
  site: Site,
  request: SearchRequest,
  format: ExportFormat,
  language: Language,
  run: (job: ExportJob) => Promise<ExportOutput>,
): AsyncGenerator<string> {
  const found = await run({ find: request });
  if ('paths' in found) yield* exportRecords(site, found, format, language, run);
}

/** Records as text, in pieces, as `exportSearch`. */
export async function* exportRecords(
  site: Site,
  records: ExportedRecords,
  format: ExportFormat,
  language: Language,
  run: (job: ExportJob) => Promise<ExportOutput>,
): AsyncGenerator<string> {
  const { paths } = records;
  const { head, first, between, foot } = frameOf(site, format, language, records);
  yield head;
  let before = first;
  for (let at = 0; at < paths.length; at += BATCH) {
    const made = await run({ ...records, paths: paths.slice(at, at + BATCH), format, language });
    const texts = 'texts' in made ? made.texts : [];
    if (texts.length === 0) continue;
    yield before + texts.join(between);
    before = between;
  }
  yield foot;
}
