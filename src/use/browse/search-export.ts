import { JSONLD } from '../../model/rdf/formats/jsonld.js';
import { compactNodes } from '../../model/rdf/jsonld-quads.js';
import { csvRow } from '../../release/tables/csv.js';
import type { SearchRequest } from './index/release-index.js';
import { kindName, type Language } from './interface-words.js';
import type { Site } from './site.js';

/** Formats in which the results of a search are exported. */
export const EXPORT_TYPES = {
  csv: 'text/csv; charset=utf-8',
  jsonld: 'application/ld+json',
} as const;
export type ExportFormat = keyof typeof EXPORT_TYPES;

/** A part of an export: the paths of all results, or the text of some of them. */
export type ExportJob =
  | { readonly find: SearchRequest }
  | { readonly paths: readonly string[]; readonly format: ExportFormat; readonly language: Language };
export type ExportOutput = { readonly paths: readonly string[] } | { readonly texts: readonly string[] };

/** Records whose text is made at a time. */
const BATCH = 200;

/** Does one part of an export. */
export async function exportPart(site: Site, job: ExportJob): Promise<ExportOutput> {
  if ('find' in job) return { paths: site.index.allPaths(job.find) };
  return { texts: await RECORD_TEXTS[job.format](site, job.paths, job.language) };
}

const RECORD_TEXTS: Readonly<
  Record<ExportFormat, (site: Site, paths: readonly string[], language: Language) => Promise<string[]>>
> = {
  csv: async (site, paths, language) => {
    const summaries = site.index.summaries(paths);
    return paths.map((path) => {
      const { kind = '', label_en = '', label_ga = '' } = summaries.get(path) ?? {};
      const name = kindName(kind ?? '', 'one', language);
      return csvRow([site.manifest.base + path, name, label_en ?? '', label_ga ?? '']);
    });
  },
  jsonld: async (site, paths) => {
    const quads = paths.flatMap((path) =>
      site.index.documents(site.manifest.base + path).flatMap((one) => one.quads),
    );
    const writer = JSONLD.writer(site.language);
    const nodes = await compactNodes(quads, site.language.context);
    return nodes.map((node) => writer.text({ node, quads: [] }));
  },
};

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
  const { head, first, between, foot } =
    format === 'csv'
      ? { head: csvRow(['iri', 'kind', 'label_en', 'label_ga']), first: '', between: '', foot: '' }
      : { ...JSONLD, head: JSONLD.head(site.language, new Set(Object.keys(site.language.context))) };
  yield head;
  const found = await run({ find: request });
  const paths = 'paths' in found ? found.paths : [];
  let before = first;
  for (let at = 0; at < paths.length; at += BATCH) {
    const made = await run({ paths: paths.slice(at, at + BATCH), format, language });
    const texts = 'texts' in made ? made.texts : [];
    if (texts.length > 0) yield before + texts.join(between);
    before = between;
  }
  yield foot;
}
