import { JSONLD } from '../../../model/rdf/formats/jsonld.js';
import { compactNodes } from '../../../model/rdf/jsonld-quads.js';
import { csvRow } from '../../../release/tables/csv.js';
import type { ResourceSummary } from '../index/release-index.js';
import { tableOfKind } from '../index/released-tables.js';
import type { SearchRequest } from '../index/result-search.js';
import { kindName, type Language } from '../interface-words.js';
import type { Site } from '../site.js';
import { geoFeatures, sheetHead, sheetRows } from './result-sheet.js';

/** Formats in which the results of a search are exported. */
export const EXPORT_TYPES = {
  /** For programs: the rows of the tables of the release. */
  csv: 'text/csv; charset=utf-8',
  /** For people: names in place of IRIs. */
  sheet: 'text/csv; charset=utf-8',
  geojson: 'application/geo+json',
  jsonld: 'application/ld+json',
} as const;
type ExportFormat = keyof typeof EXPORT_TYPES;

export const isExportFormat = (name: string): name is ExportFormat => Object.hasOwn(EXPORT_TYPES, name);

/** A part of an export: the paths of all results, or the text of some of them. */
export type ExportJob =
  | { readonly find: SearchRequest }
  | {
      readonly paths: readonly string[];
      readonly format: ExportFormat;
      readonly language: Language;
      /** The kind of all results, if they have one. */
      readonly kind: string | undefined;
    };
export type ExportOutput =
  | { readonly paths: readonly string[]; readonly kind: string | undefined }
  | { readonly texts: readonly string[] };

/** Records whose text is made at a time. */
const BATCH = 200;

/** The header of the results as CSV: that of the table of their kind, or of a list of records of several kinds. */
const columnsOf = (kind: string | undefined): readonly string[] =>
  tableOfKind(kind)?.table.columns.map(({ name }) => name) ?? ['iri', 'kind', 'label_en', 'label_ga'];

/** Does one part of an export. */
export async function exportPart(site: Site, job: ExportJob): Promise<ExportOutput> {
  if (!('find' in job)) return { texts: await RECORD_TEXTS[job.format](site, job) };
  const found = site.search.all(job.find);
  const kinds = new Set(found.map(({ kind }) => kind ?? ''));
  const [kind] = kinds;
  return { paths: found.map(({ path }) => path), kind: kinds.size === 1 ? kind : undefined };
}

type PartOfResults = Exclude<ExportJob, { readonly find: SearchRequest }>;

const RECORD_TEXTS: Readonly<Record<ExportFormat, (site: Site, part: PartOfResults) => Promise<string[]>>> = {
  csv: async (site, { paths, language, kind }) => {
    const table = tableOfKind(kind);
    if (table !== undefined) return site.tables.rowsOf(table, paths).map(csvRow);
    const summaries = site.index.summaries(paths);
    return paths.map((path) => {
      const { kind = '', label_en = '', label_ga = '' } = summaries.get(path) ?? {};
      const name = kindName(kind ?? '', 'one', language);
      return csvRow([site.manifest.base + path, name, label_en ?? '', label_ga ?? '']);
    });
  },
  sheet: async (site, { paths, language }) => sheetRows(site, recordsAt(site, paths), language),
  geojson: async (site, { paths, language }) => geoFeatures(site, recordsAt(site, paths), language),
  jsonld: async (site, { paths }) => {
    const quads = paths.flatMap((path) =>
      site.index.documents(site.manifest.base + path).flatMap((one) => one.quads),
    );
    const writer = JSONLD.writer(site.language);
    const nodes = await compactNodes(quads, site.language.context);
    return nodes.map((node) => writer.text({ node, quads: [] }));
  },
};

const recordsAt = ({ index }: Site, paths: readonly string[]): readonly ResourceSummary[] => {
  const summaries = index.summaries(paths);
  return paths.flatMap((path) => summaries.get(path) ?? []);
};

/** What stands before, between and after the records of a format. */
function frameOf(site: Site, format: ExportFormat, language: Language, kind: string | undefined) {
  if (format === 'csv' || format === 'sheet')
    return {
      head: format === 'csv' ? csvRow(columnsOf(kind)) : sheetHead(site, language),
      ...{ first: '', between: '', foot: '' },
    };
  if (format === 'geojson')
    return { head: '{"type":"FeatureCollection","features":[\n', first: '', between: ',\n', foot: '\n]}\n' };
  return { ...JSONLD, head: JSONLD.head(site.language, new Set(Object.keys(site.language.context))) };
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
  const { paths, kind } = 'paths' in found ? found : { paths: [], kind: undefined };
  const { head, first, between, foot } = frameOf(site, format, language, kind);
  yield head;
  let before = first;
  for (let at = 0; at < paths.length; at += BATCH) {
    const made = await run({ paths: paths.slice(at, at + BATCH), format, language, kind });
    const texts = 'texts' in made ? made.texts : [];
    if (texts.length === 0) continue;
    yield before + texts.join(between);
    before = between;
  }
  yield foot;
}
