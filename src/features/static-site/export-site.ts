import type { Hono } from 'hono';
import { interrupted, messageOf } from '../../base/errors.js';
import type { Report } from '../../base/events.js';
import { counted, toOneLine } from '../../base/text.js';
import type { Feature } from '../../cli/feature.js';
import { addedLinks, addedPages, type PageOfFeature } from '../browse/added-pages.js';
import { createApp, pagesOf } from '../browse/app.js';
import { descriptionsOf, xmlList } from '../browse/crawlers.js';
import { describedGroups, describedIn } from '../browse/described-records.js';
import type { ResourceSummary } from '../browse/index/release-index.js';
import type { Language } from '../browse/interface-words.js';
import { addressInFormat } from '../browse/layout.js';
import { outlineOfCountry } from '../browse/map/map-of-ireland.js';
import type { PagedList } from '../browse/page-files.js';
import { addressIn, splitAddress } from '../browse/page-language.js';
import type { Site } from '../browse/site.js';
import { Streams } from '../browse/streams.js';
import { OUTLINE, pagesBeside, pagesInPlace } from './own-pages.js';
import { pageAsFile } from './page-links.js';
import { writeSearchIndex } from './search-index.js';
import { type RecordFormat, relativeAddress, SiteFiles } from './site-files.js';
import { checkSize, SiteFolder, type SiteLimits, type SiteSize, sizeInWords } from './site-folder.js';
import { planSite, type SitePlan } from './site-plan.js';

/** Records that are read from the index at a time. */
const BATCH = 1000;
/** Files that are written at the same time. */
const CONCURRENCY = 8;
/** Addresses of a sitemap, at most (sitemaps.org, protocol 0.9). */
const MOST_ADDRESSES = 50_000;
/** Stands for the host where it is not known: in lines to copy. */
const SOME_ADDRESS = 'ADDRESS';

/** What a site lacks whose address is not known. */
const WITHOUT_ADDRESS =
  'the site has no sitemap.xml, and its pages have no canonical address: both need the address of the site. To have them, write the site again with --public-url URL.';

export interface ExportOptions {
  readonly site: Site;
  /** The file of the index of the release. */
  readonly indexFile: string;
  /** The folder of the site. */
  readonly out: string;
  readonly languages: readonly Language[];
  readonly kinds: ReadonlySet<string>;
  readonly formats: ReadonlySet<RecordFormat>;
  /** Whether the files of the release are part of the site. */
  readonly withFiles: boolean;
  /** Those that may add pages. */
  readonly features: readonly Feature[];
  /** The options of the call, for these features. */
  readonly options: object;
  /** Where the site will be, without a slash at the end; for sitemaps and previews. */
  readonly publicUrl?: string | undefined;
  readonly limits: SiteLimits;
  readonly report: Report;
  readonly signal?: AbortSignal | undefined;
}

/** What was written. */
interface ExportedSite extends SiteSize {
  readonly records: number;
  /** Paths of pages of features that have failed. */
  readonly leftOut: readonly string[];
}

/**
 * Writes the pages of a release as files for a web host, in place of an earlier site. The pages are those that the server
 * sends; their links lead to files.
 *
 * @throws FolkloreError RELEASE_TOO_LARGE, before anything is written; OUTPUT_UNWRITABLE when something else is in its place;
 *   INTERRUPTED
 */
export async function exportSite(options: ExportOptions): Promise<ExportedSite> {
  const { site, limits, report } = options;
  const added = await addedPages(options.features, {
    ...{ site, streams: new Streams(rethrow), options: options.options },
    ...{ isServed: false, pid: 0, report, onClose: () => {} },
  });
  const { failing, files, app } = await withoutFailing(
    options,
    added.filter((page) => page.files !== undefined),
  );
  const outline = outlineOfCountry().path;
  const answer = async (address: string, language: Language): Promise<string> =>
    // The outline is in a file of its own.
    (await (await answered(app, address, language)).text()).replace(outline, '');
  const plan = await planSite({ site, files, answer });
  report({
    event: 'note',
    message: `the site has about ${sizeInWords(plan)}, for ${plan.records} records in ${options.languages.join(' and ')}`,
  });
  checkSize(plan, limits, 'would have');
  const folder = await SiteFolder.begin(options.out, site.release, limits);
  const writer = new SiteWriter(options, files, folder, app, plan);
  let records: number;
  try {
    records = await writer.writeAll();
    await folder.finish({
      release: site.manifest.label,
      version: site.version,
      languages: options.languages,
      records,
    });
  } catch (thrown) {
    await writer.settled();
    await folder.abandon();
    throw thrown;
  }
  if (options.publicUrl === undefined) report({ event: 'note', message: WITHOUT_ADDRESS });
  return { ...folder.size, records, leftOut: [...failing] };
}

interface SitePages {
  readonly files: SiteFiles;
  readonly app: Hono;
}

/** The pages of a site. Other pages lead to added ones: a page that fails is left out with the links to the page. */
async function withoutFailing(
  options: ExportOptions,
  added: readonly PageOfFeature[],
): Promise<SitePages & { readonly failing: ReadonlySet<string> }> {
  const whole = await pagesOfSite(options, added);
  const failing = new Set<string>();
  for (const path of added.flatMap((page) => page.path))
    for (const language of options.languages)
      if (whole.files.addresses.includes(path))
        await answered(whole.app, path, language).catch((thrown: unknown) => {
          if (!failing.has(path))
            options.report({
              event: 'warning',
              message: `${path} is left out of the site: ${messageOf(thrown)}`,
            });
          failing.add(path);
        });
  if (failing.size === 0) return { ...whole, failing };
  const sound = added.filter(({ path }) => ![path].flat().some((one) => failing.has(one)));
  return { ...(await pagesOfSite(options, sound)), failing };
}

/** The table of the pages of a site: that of the server, with the pages that only a site without a server has. */
async function pagesOfSite(options: ExportOptions, added: readonly PageOfFeature[]): Promise<SitePages> {
  const { site, kinds, features, report } = options;
  const appOptions = {
    ...{ site, streams: new Streams(rethrow), onError: rethrow },
    addedPages: [...pagesBeside(kinds), ...added],
    exportPart: () => Promise.reject(new Error('a site has no exports')),
  };
  const inPlace = new Map(pagesInPlace(site, kinds).map((page) => [page.path, page]));
  const pages = pagesOf(appOptions).map((page) => ({ ...page, ...inPlace.get(page.path) }));
  const files = await SiteFiles.of({ ...options, pages });
  const warned = new Set<string>();
  const links = await addedLinks(features, (thrown) => {
    const message = messageOf(thrown);
    // Not for each record again.
    if (!warned.has(message)) report({ event: 'warning', message });
    warned.add(message);
  });
  const app = createApp(
    {
      ...appOptions,
      publicOrigin: options.publicUrl ?? SOME_ADDRESS,
      asFiles: files,
      linksOfRecord: (context, record) =>
        links(context, record).filter(({ href }) => files.targetOf(href, context.language) !== undefined),
    },
    pages,
  );
  return { files, app };
}

const rethrow = (thrown: unknown): never => {
  throw thrown;
};

async function answered(app: Hono, address: string, language: Language): Promise<Response> {
  const ask = (one: string) => app.request(one, { headers: { accept: 'text/html' } });
  const own = await ask(addressIn(language, address));
  // What all languages share has one address.
  const response = own.status === 301 ? await ask(address) : own;
  if (response.status !== 200) throw new Error(`${address} is answered with ${response.status}`);
  return response;
}

class SiteWriter {
  readonly #options: ExportOptions;
  readonly #files: SiteFiles;
  readonly #folder: SiteFolder;
  readonly #app: Hono;
  readonly #plan: SitePlan;
  readonly #writing = new Set<Promise<void>>();
  #addresses: string[] = [];
  #sitemaps: string[] = [];
  /** The outline of the country is a file of its own: else it would be half of the site. */
  readonly #outline = { path: outlineOfCountry().path, address: OUTLINE };
  #failed: { readonly thrown: unknown } | undefined;
  /** Records whose paths have signs that no file of a site may have. */
  readonly #without: string[] = [];

  constructor(options: ExportOptions, files: SiteFiles, folder: SiteFolder, app: Hono, plan: SitePlan) {
    this.#options = options;
    this.#files = files;
    this.#folder = folder;
    this.#app = app;
    this.#plan = plan;
  }

  /** @returns the number of records with a page */
  async writeAll(): Promise<number> {
    const { site, languages, indexFile, report } = this.#options;
    const files = this.#files;
    for (const language of languages) {
      for (const address of files.addresses) await this.#writeAnswer(address, [language]);
      for (const { path } of files.terms())
        await this.#writeAnswer(addressInFormat(site, path, 'html'), [language]);
      for (const { lists } of files.rows)
        for (const list of (await lists?.(files)) ?? []) await this.#writeList(list, [language]);
    }
    await this.#writeRecords();
    await writeSearchIndex({ site, indexFile, files }, (file, content) => this.#write(file, content));
    for (const address of files.linked) await this.#writeAnswer(address);
    for (const { copies } of files.rows)
      for (const { address } of (await copies?.(files)) ?? []) await this.#writeAnswer(address);
    await this.#writeSitemaps();
    await this.settled();
    if (this.#failed !== undefined) throw this.#failed.thrown;
    report({ event: 'progress', what: 'pages', done: this.#plan.records, total: this.#plan.records });
    const [first] = this.#without;
    if (first !== undefined)
      report({
        event: 'warning',
        message: `${counted(this.#without.length, 'record')} ${this.#without.length === 1 ? 'has' : 'have'} no page, as the path cannot be the name of a file: ${toOneLine(first)}${this.#without.length === 1 ? '' : ' and others'}`,
      });
    return this.#plan.records - this.#without.length;
  }

  /** Writes the files of the records: pages, data, and the lists that the pages lead to. */
  async #writeRecords(): Promise<void> {
    const { site, report } = this.#options;
    const files = this.#files;
    let done = 0;
    for (const group of describedGroups(site, files.datasets, BATCH)) {
      for (const record of describedIn(site, files.datasets, BATCH, group)) {
        if (files.hasKind(record.kind)) done += 1;
        if (files.nameOf(record.path) !== undefined) await this.#writeRecord(record);
        else if (files.hasKind(record.kind)) this.#without.push(record.path);
      }
      report({ event: 'progress', what: 'pages', done, total: this.#plan.records });
    }
  }

  async #writeRecord(record: ResourceSummary): Promise<void> {
    const files = this.#files;
    for (const { ofRecord } of files.rows)
      for (const address of ofRecord?.(files, record) ?? []) await this.#writeAnswer(address);
    if (!files.hasPage(record.path)) return;
    for (const { listsOfRecord } of files.rows)
      for (const list of listsOfRecord?.(files, record) ?? []) await this.#writeList(list);
  }

  async #writeList({ pages, addressOf }: PagedList, languages?: readonly Language[]): Promise<void> {
    for (let page = 1; page <= pages; page++) await this.#writeAnswer(addressOf(page), languages);
  }

  /** Writes what the server sends at an address into the file to which links to the address lead, in each language of the file. */
  async #writeAnswer(address: string, languages = this.#options.languages): Promise<void> {
    for (const language of languages) {
      const target = this.#files.targetOf(address, language);
      if (target === undefined || !('file' in target)) throw new Error(`${address} has no file`);
      const { file, isShared } = target;
      if (isShared && language !== this.#options.languages[0]) continue;
      const response = await answered(this.#app, address, language);
      if (isShared || !response.headers.get('content-type')?.startsWith('text/html'))
        await this.#write(file, response.body ?? '');
      else await this.#writeHtml(response, file);
    }
  }

  async #writeHtml(response: Response, file: string): Promise<void> {
    const { publicUrl } = this.#options;
    const targetOf = (link: string) => {
      const { language, address } = splitAddress(link);
      return this.#files.targetOf(address, language);
    };
    const linkOf = (link: string): string | undefined => {
      const target = targetOf(link);
      if (target === undefined) return undefined;
      return 'iri' in target ? target.iri : relativeAddress(file, target);
    };
    const wholeOf = (name: string): string | undefined =>
      publicUrl === undefined ? undefined : `${publicUrl}/${urlOf(name)}`;
    const url = wholeOf(file);
    const wholeLinkOf = (link: string): string | undefined => {
      const target = targetOf(link);
      return target === undefined || 'iri' in target ? undefined : wholeOf(target.file);
    };
    const policy = response.headers.get('content-security-policy') ?? '';
    const html = await response.text();
    await this.#write(file, pageAsFile(html, { linkOf, wholeLinkOf, drawing: this.#outline, policy, url }));
    if (url !== undefined) await this.#addAddress(url);
  }

  async #addAddress(url: string): Promise<void> {
    this.#addresses.push(url);
    if (this.#addresses.length === MOST_ADDRESSES) await this.#writeSitemap();
  }

  async #writeSitemap(): Promise<void> {
    const file = `sitemaps/${this.#sitemaps.length + 1}.xml`;
    await this.#write(file, xmlList('urlset', 'url', this.#addresses));
    this.#sitemaps.push(`${this.#options.publicUrl}/${file}`);
    this.#addresses = [];
  }

  async #writeSitemaps(): Promise<void> {
    const { publicUrl, site, languages } = this.#options;
    if (publicUrl === undefined) return;
    for (const address of descriptionsOf(site)) {
      const target = this.#files.targetOf(address, languages[0] ?? 'en');
      if (target !== undefined && 'file' in target)
        await this.#addAddress(`${publicUrl}/${urlOf(target.file)}`);
    }
    if (this.#addresses.length > 0) await this.#writeSitemap();
    await this.#write('sitemap.xml', xmlList('sitemapindex', 'sitemap', this.#sitemaps));
  }

  /** Writes some files at the same time; the memory of those that wait is bounded. */
  async #write(file: string, content: Parameters<SiteFolder['write']>[1]): Promise<void> {
    if (this.#failed !== undefined) throw this.#failed.thrown;
    if (this.#options.signal?.aborted === true) throw interrupted('writing the site', 'nothing was changed');
    const writing = this.#folder
      .write(file, content)
      .catch((thrown: unknown) => {
        this.#failed ??= { thrown };
      })
      .finally(() => this.#writing.delete(writing));
    this.#writing.add(writing);
    if (this.#writing.size >= CONCURRENCY) await Promise.race(this.#writing);
  }

  /** Waits until nothing is being written. */
  async settled(): Promise<void> {
    await Promise.all(this.#writing);
  }
}

/** A file of the site as the path of an address. The page of a folder is the folder. */
const urlOf = (file: string): string =>
  file
    .split('/')
    .map(encodeURIComponent)
    .join('/')
    .replace(/(^|\/)index\.html$/, '$1');
