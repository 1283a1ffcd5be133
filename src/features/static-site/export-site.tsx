import type { Hono } from 'hono';
import { interrupted, messageOf } from '../../base/errors.js';
import type { Report } from '../../base/events.js';
import { bytesOfFile, pathBelow } from '../../base/file-bytes.js';
import { counted, toOneLine } from '../../base/text.js';
import type { Feature } from '../../cli/feature.js';
import { addedPages } from '../browse/added-pages.js';
import { type AppOptions, createApp, pagesOf, partsOf } from '../browse/app.js';
import { FONT_FILES } from '../browse/asset-files.js';
import { xmlList } from '../browse/crawlers.js';
import { describedGroups, describedIn } from '../browse/described-records.js';
import { feedFolder, feedPaths } from '../browse/feed-files.js';
import type { ResourceSummary } from '../browse/index/release-index.js';
import type { Language } from '../browse/interface-words.js';
import { addressInFormat, type PageContext, type PagesAsFiles, pageContext } from '../browse/layout.js';
import { outlineOfCountry } from '../browse/map/map-of-ireland.js';
import { POLICY } from '../browse/page.js';
import { isCitationFormat } from '../browse/record/citations.js';
import { RELEASED_PAGE_NAMES, type ReleasedPageName, releasedPageContent } from '../browse/released-page.js';
import { PAGE_SIZE } from '../browse/search/search-address.js';
import type { Site, SiteSource } from '../browse/site.js';
import { Streams } from '../browse/streams.js';
import { iiifPathsOf, picturedCollections } from '../iiif/collections.js';
import { collectionPath, iiifLinks } from '../iiif/iiif-addresses.js';
import { iiifPage } from '../iiif/iiif-routes.js';
import { type ChangedKind, readChanges } from '../news/release-changes.js';
import { countryPicture, SCRIPTS, scriptText } from './browser-scripts.js';
import { pageAsFile } from './page-links.js';
import { writeSearchIndex } from './search-index.js';
import { fileOfPath, type RecordFormat, relativeAddress, SiteFiles } from './site-files.js';
import { checkSize, SiteFolder, type SiteLimits, type SiteSize, sizeInWords } from './site-folder.js';
import { listsOf, listsOfRecord, type SiteList } from './site-lists.js';
import { planSite, type SitePlan } from './site-plan.js';
import { StaticSearchPage } from './static-pages.js';

/** Records that are read from the index at a time. */
const BATCH = 1000;
/** Files that are written at the same time. */
const CONCURRENCY = 8;
/** Addresses of a sitemap, at most (sitemaps.org, protocol 0.9). */
const MOST_ADDRESSES = 50_000;
/** Stands for the host where it is not known: in lines to copy. */
const SOME_ADDRESS = 'ADDRESS';

export interface ExportOptions {
  readonly site: Site;
  readonly source: SiteSource;
  /** The folder of the site. */
  readonly out: string;
  readonly languages: readonly Language[];
  readonly kinds: ReadonlySet<string>;
  readonly formats: ReadonlySet<RecordFormat>;
  /** Whether manifests, collections and annotations of IIIF are written. They need the address of the site. */
  readonly withManifests: boolean;
  /** Whether the files of the release are part of the site. */
  readonly withFiles: boolean;
  /** Those that may add pages. */
  readonly features: readonly Feature[];
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
  const changes = (await readChanges(site)) ?? [];
  const released = new Set<ReleasedPageName>();
  for (const name of RELEASED_PAGE_NAMES)
    if ((await releasedPageContent(site, name)) !== undefined) released.add(name);
  const onError = (thrown: unknown): never => {
    throw thrown;
  };
  const streams = new Streams(onError);
  const opened = { site, streams, options: {}, isServed: false, pid: 0, report, onClose: () => {} };
  const siteWith = (added: ReturnType<typeof staticPages>) => {
    const files = new SiteFiles({
      ...options,
      released,
      added: added.map(({ path }) => path),
      changes: new Map(
        changes.map(({ change, kind, paths }) => [`${change} ${kind}`, Math.ceil(paths.length / PAGE_SIZE)]),
      ),
    });
    const appOptions: AppOptions = {
      site,
      streams,
      publicOrigin: options.publicUrl ?? SOME_ADDRESS,
      asFiles: filesOf(options, files),
      addedPages: options.withManifests ? [...added, iiifPage] : added,
      linksOfRecord: options.withManifests ? iiifLinks : undefined,
      exportPart: () => Promise.reject(new Error('a site has no exports')),
      onError,
    };
    return { files, appOptions, app: createApp(appOptions) };
  };
  const added = staticPages(await addedPages(options.features, opened));
  const whole = siteWith(added);
  // Other pages lead to added ones: a page that fails is left out with the links to the page.
  const failing = new Set<string>();
  for (const { path } of added)
    for (const language of options.languages)
      await answered(whole.app, path, language).catch((thrown: unknown) => {
        if (!failing.has(path))
          report({ event: 'warning', message: `${path} is left out of the site: ${messageOf(thrown)}` });
        failing.add(path);
      });
  const { files, appOptions, app } =
    failing.size === 0 ? whole : siteWith(added.filter(({ path }) => !failing.has(path)));
  const outline = outlineOfCountry();
  const answer = async (address: string, language: Language): Promise<string> =>
    // The outline is in a file of its own.
    (await (await answered(app, address, language)).text()).replace(outline, '');
  const plan = await planSite({ ...options, files, changes, answer });
  report({
    event: 'note',
    message: `the site has about ${sizeInWords(plan)}, for ${plan.records} records in ${options.languages.join(' and ')}`,
  });
  checkSize(plan, limits, 'would have');
  const folder = await SiteFolder.begin(options.out, site.release, limits);
  const writer = new SiteWriter({ ...options, ...partsOf(pagesOf(appOptions)) }, files, folder, app, plan);
  let records: number;
  try {
    records = await writer.writeAll(changes);
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
  return { ...folder.size, records, leftOut: [...failing] };
}

/** A path of one name. */
const ONE_NAME = /^\/[\w-]+$/;

/** The pages of other features that a site has. */
const staticPages = (pages: Awaited<ReturnType<typeof addedPages>>) =>
  pages.flatMap((page) =>
    page.isStatic === true && typeof page.path === 'string' && ONE_NAME.test(page.path)
      ? { ...page, path: page.path }
      : [],
  );

/** What there is besides pages. */
const filesOf = ({ formats }: ExportOptions, files: SiteFiles): PagesAsFiles => ({
  formats,
  hasPage: (path) => files.hasRecord(path),
});

async function answered(app: Hono, address: string, language: Language): Promise<Response> {
  const response = await app.request(address, {
    headers: { accept: 'text/html', 'accept-language': language },
  });
  if (response.status !== 200) throw new Error(`${address} is answered with ${response.status}`);
  return response;
}

type WriterOptions = ExportOptions & ReturnType<typeof partsOf>;

class SiteWriter {
  readonly #options: WriterOptions;
  readonly #files: SiteFiles;
  readonly #folder: SiteFolder;
  readonly #app: Hono;
  readonly #plan: SitePlan;
  readonly #writing = new Set<Promise<void>>();
  #addresses: string[] = [];
  #sitemaps: string[] = [];
  /** The outline of the country is a file of its own: else it would be half of the site. */
  readonly #outline = { path: outlineOfCountry(), address: '/assets/country.svg' };
  #failed: { readonly thrown: unknown } | undefined;
  /** Records whose paths have signs that no file of a site may have. */
  readonly #without: string[] = [];

  constructor(options: WriterOptions, files: SiteFiles, folder: SiteFolder, app: Hono, plan: SitePlan) {
    this.#options = options;
    this.#files = files;
    this.#folder = folder;
    this.#app = app;
    this.#plan = plan;
  }

  /** @returns the number of records with a page */
  async writeAll(changes: readonly ChangedKind[]): Promise<number> {
    const { site, languages, source, report, withManifests, withFiles } = this.#options;
    const files = this.#files;
    for (const language of languages) {
      for (const address of files.pages())
        await this.#writePage(address, language, address === '/search' ? SEARCH_PAGE : undefined);
      for (const { path } of files.terms())
        await this.#writePage(addressInFormat(site, path, 'html'), language);
      for (const list of listsOf(site, files, changes)) await this.#writeList(list, [language]);
    }
    await this.#writeRecords();
    if (withManifests && picturedCollections({ site }).length > 0) await this.#copy(collectionPath(), 'en');
    await writeSearchIndex({ site, indexFile: source.indexFile, files }, (file, content) =>
      this.#write(file, content),
    );
    await this.#writeAssets();
    if (withFiles) await this.#copyFiles();
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

  /** The pages of the records, and the lists that they lead to. */
  async #writeRecords(): Promise<void> {
    const { site, report } = this.#options;
    const files = this.#files;
    let done = 0;
    for (const group of describedGroups(site, files.datasets, BATCH)) {
      for (const record of describedIn(site, files.datasets, BATCH, group)) {
        if (this.#options.withManifests) await this.#writeManifests(record);
        if (!files.hasKind(record.kind)) continue;
        done += 1;
        if (!files.hasRecord(record.path)) {
          this.#without.push(record.path);
          continue;
        }
        await this.#writeRecord(record.path);
        for (const list of listsOfRecord(site, record)) await this.#writeList(list, this.#options.languages);
      }
      report({ event: 'progress', what: 'pages', done, total: this.#plan.records });
    }
  }

  /** The page of a record in each language, and the record in each format. */
  async #writeRecord(path: string): Promise<void> {
    const { site, languages, formats } = this.#options;
    for (const language of languages) {
      await this.#writePage(addressInFormat(site, path, 'html'), language);
      for (const format of formats)
        if (language === languages[0] || isCitationFormat(format))
          await this.#copy(
            addressInFormat(site, path, format),
            language,
            this.#files.formatFile(language, path, format),
          );
    }
  }

  /** The manifest or the collection of a record with its parts, and the annotations of a page. */
  async #writeManifests(record: ResourceSummary): Promise<void> {
    if (fileOfPath(record.path) === undefined) return;
    for (const address of iiifPathsOf(this.#options, record))
      await this.#copy(address, this.#options.languages[0] ?? 'en');
  }

  async #writeList({ pages, addressOf, pageOf }: SiteList, languages: readonly Language[]): Promise<void> {
    for (let page = 1; page <= pages; page++)
      for (const language of languages)
        await this.#writePage(
          addressOf(page),
          language,
          pageOf && ((context: PageContext) => pageOf(context, page)),
        );
  }

  /** Writes what the server sends at an address. */
  async #copy(address: string, language: Language, file = address.slice(1)): Promise<void> {
    const response = await answered(this.#app, address, language);
    await this.#write(file, new Uint8Array(await response.arrayBuffer()));
  }

  /**
   * Writes a page into the file to which links to its address lead.
   *
   * @param own makes a page that only a site without a server has
   */
  async #writePage(
    address: string,
    language: Language,
    own?: (context: PageContext) => unknown,
  ): Promise<void> {
    const target = this.#files.targetOf(address, language);
    if (target === undefined || !('file' in target)) throw new Error(`${address} has no file`);
    const { file } = target;
    if (own !== undefined) {
      const html = String(await own(this.#contextOf(address, language)));
      return this.#writeHtml(html, file, language, POLICY);
    }
    const response = await answered(this.#app, address, language);
    const policy = response.headers.get('content-security-policy') ?? POLICY;
    await this.#writeHtml(await response.text(), file, language, policy);
  }

  #contextOf(address: string, language: Language): PageContext {
    const { site, publicUrl, links, waysToTake } = this.#options;
    return pageContext({
      ...{ site, language, address },
      origin: publicUrl ?? SOME_ADDRESS,
      ...{ links, waysToTake, linksOfRecord: () => [] },
      canExplain: () => false,
      asFiles: filesOf(this.#options, this.#files),
    });
  }

  async #writeHtml(html: string, file: string, language: Language, policy: string): Promise<void> {
    const { publicUrl } = this.#options;
    const url = publicUrl === undefined ? undefined : `${publicUrl}/${urlOf(file)}`;
    const linkOf = (address: string): string | undefined => {
      const target = this.#files.targetOf(address, language);
      if (target === undefined) return undefined;
      return 'iri' in target ? target.iri : relativeAddress(file, target);
    };
    await this.#write(file, pageAsFile(html, { linkOf, drawing: this.#outline, policy, url }));
    if (url !== undefined) await this.#addAddress(url);
  }

  /** Files of the interface that the pages and their styles name. */
  async #writeAssets(): Promise<void> {
    await this.#write('assets/country.svg', countryPicture(this.#outline.path));
    for (const name of SCRIPTS) await this.#write(`assets/${name}`, await scriptText(name));
    for (const file of [...this.#files.assets, ...FONT_FILES, 'assets/outline-of-ireland.json'].toSorted()) {
      if ([...SCRIPTS, 'country.svg'].some((name) => file === `assets/${name}`)) continue;
      await this.#copy(`/${file}`, 'en');
    }
  }

  /** The files of the release and of the event streams, as they are. */
  async #copyFiles(): Promise<void> {
    const { site } = this.#options;
    const copied = [
      ...[...new Set([...site.files.keys(), 'manifest.json', 'README.md'])].map(
        (path) => ['files', site.release, path] as const,
      ),
      ...(await feedPaths(site)).map(({ path }) => ['feed', feedFolder(site), path] as const),
    ];
    for (const [into, folder, path] of copied)
      await this.#write(`${into}/${path}`, bytesOfFile(await pathBelow(folder, path), { isPacked: false }));
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
    if (this.#options.publicUrl === undefined) return;
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

const SEARCH_PAGE = (context: PageContext) => <StaticSearchPage context={context} />;

/** A file of the site as the path of an address. The page of a folder is the folder. */
const urlOf = (file: string): string =>
  file
    .split('/')
    .map(encodeURIComponent)
    .join('/')
    .replace(/(^|\/)index\.html$/, '$1');
