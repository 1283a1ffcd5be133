import { feedPaths } from '../browse/feed-files.js';
import type { IndexedKind } from '../browse/index/index-words.js';
import type { Language } from '../browse/interface-words.js';
import { addressInFormat } from '../browse/layout.js';
import { isCitationFormat } from '../browse/record/citations.js';
import { hasOwnList, MOST_CARDS, worksShown } from '../browse/record/related-records.js';
import type { Site } from '../browse/site.js';
import { iiifPathsOf, picturedCollections } from '../iiif/collections.js';
import { PICTURED_KINDS, picturedCount, transcribedCount } from '../iiif/pictured-records.js';
import type { ChangedKind } from '../news/release-changes.js';
import { fileOfPath, type RecordFormat, type SiteFiles } from './site-files.js';
import type { SiteSize } from './site-folder.js';
import { listsOf } from './site-lists.js';
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
  readonly languages: readonly Language[];
  readonly formats: ReadonlySet<RecordFormat>;
  readonly withManifests: boolean;
  readonly withFiles: boolean;
  readonly changes: readonly ChangedKind[];
  /** The text of an answer. */
  readonly answer: (address: string, language: Language) => Promise<string>;
}

/** Counts the files of a site, and estimates their bytes from some pages of each kind. */
export async function planSite(options: PlanOptions): Promise<SitePlan> {
  const { site, files, languages, formats, answer } = options;
  const [first = 'en'] = languages;
  let records = 0;
  let count = 0;
  let bytes = 0;
  for (const { kind, count: ofKind } of describedKinds(site, files.datasets)) {
    if (!files.hasKind(kind)) continue;
    records += ofKind;
    const samples = describedSpread(site, files.datasets, kind, SAMPLES).filter(
      ({ path }) => fileOfPath(path) !== undefined,
    );
    for (const format of ['html', ...formats] as const) {
      // Data is the same in all languages.
      const times = format === 'html' || isCitationFormat(format) ? languages.length : 1;
      const addresses = samples.map(({ path }) => addressInFormat(site, path, format));
      count += ofKind * times;
      bytes += ofKind * times * (await meanSize(addresses, (address) => answer(address, first)));
    }
  }
  const manifests = options.withManifests ? await manifestFiles(options) : { files: 0, bytes: 0 };
  const lists = listPages(options);
  const index = site.search.found({ words: '', facets: {} }).ids.length;
  const copied = options.withFiles ? [...site.files.values(), ...(await feedPaths(site))] : [];
  return {
    records,
    files: Math.round(
      count +
        manifests.files +
        lists * languages.length +
        copied.length +
        (files.pages().length + files.terms().length) * languages.length +
        index / RECORDS_OF_INDEX_FILE +
        OTHER_FILES,
    ),
    bytes:
      bytes +
      manifests.bytes +
      lists * languages.length * LIST_BYTES +
      copied.reduce((sum, one) => sum + one.bytes, 0) +
      index * INDEX_BYTES +
      OTHER_BYTES,
  };
}

/** The mean of the bytes of answers. An answer that cannot be made has none. */
async function meanSize(
  addresses: readonly string[],
  answer: (address: string) => Promise<string>,
): Promise<number> {
  let bytes = 0;
  for (const address of addresses) bytes += Buffer.byteLength(await answer(address).catch(() => ''));
  return bytes / Math.max(1, addresses.length);
}

/** The manifests, collections and annotations of IIIF. */
async function manifestFiles({ site, files, languages, answer }: PlanOptions): Promise<SiteSize> {
  const collections = picturedCollections({ site });
  const counts: readonly (readonly [kind: IndexedKind, count: number])[] = [
    ['collection', collections.reduce((sum, { parts }) => sum + 1 + parts, 1)],
    ['page', transcribedCount(site)],
    ...PICTURED_KINDS.map((kind) => [kind, picturedCount(site, kind)] as const),
  ];
  if (collections.length === 0) return { files: 0, bytes: 0 };
  let bytes = 0;
  for (const [kind, count] of counts) {
    const addresses = describedSpread(site, files.datasets, kind, SAMPLES).flatMap((record) =>
      iiifPathsOf({ site }, record).slice(0, 1),
    );
    bytes += count * (await meanSize(addresses, (address) => answer(address, languages[0] ?? 'en')));
  }
  return { files: counts.reduce((sum, [, count]) => sum + count, 0), bytes };
}

/** Pages of lists in one language. */
function listPages({ site, files, changes }: PlanOptions): number {
  let pages = 0;
  for (const list of listsOf(site, files, changes)) pages += list.pages;
  for (const { path, kind, property, count } of longReferrers(site, MOST_CARDS)) {
    if (!files.hasRecord(path)) continue;
    if (hasOwnList({ site }, kind, property, count)) pages += Math.ceil(count / LIST_SIZE);
    // About as many works as there are statements that they are its own.
    const isOfWorks = WORK_PROPERTIES.some((term) => site.iriOf(term) === property);
    if (isOfWorks && count > (worksShown(kind) ?? count)) pages += Math.ceil(count / LIST_SIZE);
  }
  return pages;
}

const WORK_PROPERTIES = ['place', 'placeAbroad', 'isPartOf', 'contributor'] as const;
