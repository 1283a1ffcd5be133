import type { Language } from '../browse/interface-words.js';
import type { FilesOfPage } from '../browse/page-files.js';
import { hasOwnList, MOST_CARDS, worksShown } from '../browse/record/related-records.js';
import type { Site } from '../browse/site.js';
import type { SiteFiles } from './site-files.js';
import type { SiteSize } from './site-folder.js';
import { describedKinds, describedSpread, longReferrers } from './site-queries.js';
import { LIST_SIZE } from './static-pages.js';

/* How large a site will be, before anything is written. */

/** Records of each kind whose pages are made to learn their size. */
const SAMPLES = 12;
/** Bytes of the page of a list, and of what the index of the search has of a record; measured. */
const LIST_BYTES = 17_000;
const INDEX_BYTES = 50;
/** Records whose blocks and terms are one file of the index of the search; measured. */
const RECORDS_OF_INDEX_FILE = 90;
/** Files of the interface, and of the site itself. */
const OTHER_FILES = 25;
const OTHER_BYTES = 500_000;

export interface SitePlan extends SiteSize {
  /** Records of the kinds that are written. */
  readonly records: number;
}

interface PlanOptions {
  readonly site: Site;
  readonly files: SiteFiles;
  /** The text of an answer. */
  readonly answer: (address: string, language: Language) => Promise<string>;
}

/** Counts the files of a site, and estimates their bytes from some pages of each kind. */
export async function planSite(options: PlanOptions): Promise<SitePlan> {
  const { site, files } = options;
  const { languages } = files;
  const kinds = describedKinds(site, files.datasets).filter(({ kind }) => files.hasKind(kind));
  let count = files.terms().length * languages.length;
  for (const address of files.addresses) count += files.languagesOf(address).length;
  let bytes = 0;
  for (const row of files.rows) {
    const ofRecords = await recordsOf(options, row, kinds);
    const copies = (await row.copies?.(files)) ?? [];
    count += ofRecords.files + copies.length;
    bytes += ofRecords.bytes + copies.reduce((sum, one) => sum + one.bytes, 0);
  }
  const lists = (await listPages(options)) * languages.length;
  const index = site.search.found({ words: '', facets: {} }).ids.length;
  return {
    records: kinds.reduce((sum, one) => sum + one.count, 0),
    files: Math.round(count + lists + index / RECORDS_OF_INDEX_FILE + OTHER_FILES),
    bytes: bytes + lists * LIST_BYTES + index * INDEX_BYTES + OTHER_BYTES,
  };
}

/** The files of records that a page has: as many and as large as those of some records of each kind. */
async function recordsOf(
  { site, files, answer }: PlanOptions,
  { ofRecord, records }: FilesOfPage,
  kinds: readonly { readonly kind: string | null; readonly count: number }[],
): Promise<SiteSize> {
  let all = 0;
  let bytes = 0;
  if (ofRecord === undefined) return { files: all, bytes };
  const counts = records?.(files).map(([kind, count]) => ({ kind, count })) ?? kinds;
  for (const { kind, count } of counts) {
    const samples = describedSpread(site, files.datasets, kind, SAMPLES)
      .map((record) => ofRecord(files, record))
      .filter(({ length }) => length > 0);
    const each = count / Math.max(1, samples.length);
    for (const address of samples.flat()) {
      const times = files.languagesOf(address).length;
      const text = await answer(address, files.languages[0] ?? 'en').catch(() => '');
      all += each * times;
      bytes += each * times * Buffer.byteLength(text);
    }
  }
  return { files: all, bytes };
}

/** Pages of lists in one language. */
async function listPages({ site, files }: PlanOptions): Promise<number> {
  let pages = 0;
  for (const { lists } of files.rows) for (const list of (await lists?.(files)) ?? []) pages += list.pages;
  for (const { path, kind, property, count } of longReferrers(site, MOST_CARDS)) {
    if (!files.hasPage(path)) continue;
    if (hasOwnList({ site }, kind, property, count)) pages += Math.ceil(count / LIST_SIZE);
    // About as many works as there are statements that they are its own.
    const isOfWorks = WORK_PROPERTIES.some((term) => site.iriOf(term) === property);
    if (isOfWorks && count > (worksShown(kind) ?? count)) pages += Math.ceil(count / LIST_SIZE);
  }
  return pages;
}

const WORK_PROPERTIES = ['place', 'placeAbroad', 'isPartOf', 'contributor'] as const;
