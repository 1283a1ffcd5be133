import { DOCUMENT_FORMATS, type DocumentFormat, recordTexts } from '../../../model/rdf/serialise.js';
import { csvRow } from '../../../release/tables/csv.js';
import type { ResourceDocument, ResourceSummary } from '../index/release-index.js';
import { tableOfKind } from '../index/released-tables.js';
import type { SearchRequest } from '../index/result-search.js';
import { kindName, type Language, wordsIn } from '../interface-words.js';
import { pageContext } from '../layout.js';
import { CITATION_FORMATS, type CitationFormat, citationsOf, citationText } from '../record/citations.js';
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
  /** Their numbers in the index, or their paths. */
  readonly records: Uint32Array | readonly string[];
  /** Their kind, if all have the same one. */
  readonly kind?: string | undefined;
  /** What the reader has written about each, by path, for the formats that have a place for notes. */
  readonly notes?: ReadonlyMap<string, string>;
}

interface ExportPart extends ExportedRecords {
  readonly format: ExportFormat;
  readonly language: Language;
}

/** A part of an export: the numbers of all results, or the text of some of them. */
export type ExportJob = { readonly find: SearchRequest } | ExportPart;
export type ExportOutput = ExportedRecords | { readonly texts: readonly string[] };

/**
 * Records whose text is made at a time. What they need is looked up at once, and is in memory until their texts are made. JSON-LD has
 * the records of a batch in the order of their IRIs: a batch of another size is another file.
 */
const batchOf = (format: ExportFormat): number => (format === 'jsonld' ? 200 : 50);

/** The table whose rows records are as CSV. A list with notes, or of several kinds, has columns of its own. */
const tableOf = ({ kind, notes }: ExportedRecords) => (notes === undefined ? tableOfKind(kind) : undefined);

const columnsOf = (records: ExportedRecords): readonly string[] =>
  tableOf(records)?.table.columns.map(({ name }) => name) ?? [
    ...['iri', 'kind', 'label_en', 'label_ga'],
    ...(records.notes ? ['note'] : []),
  ];

/** Does one part of an export. */
export async function exportPart(site: Site, job: ExportJob): Promise<ExportOutput> {
  if (!('find' in job)) return { texts: await RECORD_TEXTS[job.format](site, summariesOf(site, job), job) };
  const { ids } = site.search.found(job.find);
  return { records: ids, kind: site.search.results.kindOf(ids) };
}

/** What lists show of the records of a part: the path alone of one that was withdrawn. */
function summariesOf({ index }: Site, { records }: ExportPart): readonly ResourceSummary[] {
  if (records instanceof Uint32Array) return index.summariesOf(records);
  const summaries = index.summaries(records);
  return records.map((path) => summaries.get(path) ?? { path, kind: null, label_en: null, label_ga: null });
}

/** The texts of the records of a part, in their order. */
type Texts = (
  site: Site,
  records: readonly ResourceSummary[],
  part: ExportPart,
) => readonly string[] | Promise<readonly string[]>;

/** The statements of records, as their pages have them. */
const rdfTexts: Texts = async (site, records, { format }) => {
  const documents = documentsOf(site, records);
  const quads = records.map((record) => documents(record).flatMap((document) => document.quads));
  return (await recordTexts(quads, format as DocumentFormat, site.language)).texts;
};

/** How to cite each record, as its page has it. */
const citationTexts: Texts = (site, records, { language, format, notes }) => {
  const context = pageContext({
    ...{ site, language, address: '', origin: '', links: [], waysToTake: [], services: [] },
    ...{ linksOfRecord: () => [], canExplain: () => false },
  });
  const documents = documentsOf(site, records);
  const cited = records.map((summary) => ({
    ...{ summary, documents: documents(summary), annotation: notes?.get(summary.path) ?? '' },
  }));
  return citationsOf(context, cited).map((citation) => citationText(citation, format as CitationFormat));
};

const RECORD_TEXTS: Readonly<Record<ExportFormat, Texts>> = {
  csv: (site, records, part) => {
    const { language, notes } = part;
    const table = tableOf(part);
    const paths = records.map(({ path }) => path);
    if (table !== undefined) return site.tables.rowsOf(table, paths).map(csvRow);
    return records.map(({ path, kind, label_en, label_ga }) => {
      const labels = [kindName(kind ?? '', 'one', language), label_en ?? '', label_ga ?? ''];
      return csvRow([site.manifest.base + path, ...labels, ...(notes ? [notes.get(path) ?? ''] : [])]);
    });
  },
  sheet: (site, records, { language, notes }) =>
    sheetRows(site, records, language, notes && ((path) => notes.get(path) ?? '')),
  geojson: (site, records, { language }) => geoFeatures(site, records, language),
  ...{ bib: citationTexts, ris: citationTexts, 'csl.json': citationTexts },
  ...{ ttl: rdfTexts, nt: rdfTexts, rdf: rdfTexts, jsonld: rdfTexts },
};

/** The statements of records, read at once. */
function documentsOf(
  site: Site,
  records: readonly ResourceSummary[],
): (record: ResourceSummary) => readonly ResourceDocument[] {
  const documents = site.index.documentsOf(records.map(({ path }) => path));
  return ({ path }) => dataOf(documents.get(path) ?? [], site);
}

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
  if ('records' in found) yield* exportRecords(site, found, format, language, run);
}

/** Records as text, in pieces, as `exportSearch`. */
export async function* exportRecords(
  site: Site,
  exported: ExportedRecords,
  format: ExportFormat,
  language: Language,
  run: (job: ExportJob) => Promise<ExportOutput>,
): AsyncGenerator<string> {
  const { records } = exported;
  const { head, first, between, foot } = frameOf(site, format, language, exported);
  yield head;
  let before = first;
  const batch = batchOf(format);
  for (let at = 0; at < records.length; at += batch) {
    const made = await run({ ...exported, records: records.slice(at, at + batch), format, language });
    const texts = 'texts' in made ? made.texts : [];
    if (texts.length === 0) continue;
    yield before + texts.join(between);
    before = between;
  }
  yield foot;
}
