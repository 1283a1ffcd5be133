import type { Hono } from 'hono';
import { interrupted } from '../../../base/errors.js';
import type { Report } from '../../../base/events.js';
import { bytesOfFile, pathBelow } from '../../../base/file-bytes.js';
import { createApp } from '../app.js';
import { xmlList } from '../crawlers.js';
import { describedGroups, describedIn } from '../described-records.js';
import { feedFolder, feedPaths } from '../feed-files.js';
import { iiifPathsOf, picturedCollections } from '../iiif/collections.js';
import { collectionPath } from '../iiif/iiif-addresses.js';
import { FACETS } from '../index/facet-statements.js';
import type { ResourceSummary } from '../index/release-index.js';
import type { Language } from '../interface-words.js';
import { addressInFormat, type PageContext, type PagesAsFiles, pageContext } from '../layout.js';
import { outlineOfCountry } from '../map/map-of-ireland.js';
import { readChanges } from '../news/release-changes.js';
import { POLICY } from '../page.js';
import { MOST_PEOPLE, PERSON_KINDS, peopleAddress, surnameLetters } from '../people-page.js';
import { isCitationFormat } from '../record/citations.js';
import { hasOwnList, worksShown } from '../record/related-records.js';
import { RELEASED_PAGE_NAMES, type ReleasedPageName, releasedPageContent } from '../released-page.js';
import { PAGE_SIZE, searchAddress } from '../search/search-address.js';
import type { Site, SiteSource } from '../site.js';
import { countryPicture, SCRIPTS, scriptText } from './browser-scripts.js';
import { pageAsFile } from './page-links.js';
import { writeSearchIndex } from './search-index.js';
import {
  changesFile,
  fileOfPath,
  peopleFile,
  type RecordFormat,
  relativeAddress,
  SiteFiles,
  type Target,
  termFile,
} from './site-files.js';
import { checkSize, SiteFolder, type SiteLimits, type SiteSize, sizeInWords } from './site-folder.js';
import { planSite, type SitePlan } from './site-plan.js';
import { LIST_SIZE, LinkedPage, ListPage, linkedAddress, StaticSearchPage } from './static-pages.js';

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
  /** Where the site will be, without a slash at the end; for sitemaps and previews. */
  readonly publicUrl?: string | undefined;
  readonly limits: SiteLimits;
  readonly report: Report;
  readonly signal?: AbortSignal | undefined;
}

/** What was written. */
interface ExportedSite extends SiteSize {
  readonly records: number;
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
  const files = new SiteFiles({
    ...options,
    released,
    changes: new Map(
      changes.map(({ change, kind, paths }) => [`${change} ${kind}`, Math.ceil(paths.length / PAGE_SIZE)]),
    ),
  });
  const asFiles = filesOf(options, files);
  const app = createApp({
    site,
    publicOrigin: options.publicUrl ?? SOME_ADDRESS,
    asFiles,
    exportPart: () => Promise.reject(new Error('a site has no exports')),
    onError: (thrown) => {
      throw thrown;
    },
  });
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
  const writer = new SiteWriter(options, files, folder, app, plan);
  try {
    await writer.writeAll(changes);
    await folder.finish({
      release: site.manifest.label,
      version: site.version,
      languages: options.languages,
      records: plan.records,
    });
  } catch (thrown) {
    await writer.settled();
    await folder.abandon();
    throw thrown;
  }
  return { ...folder.size, records: plan.records };
}

/** What there is besides pages. */
const filesOf = ({ formats, withManifests }: ExportOptions, files: SiteFiles): PagesAsFiles => ({
  formats,
  withManifests,
  hasPage: (path) => files.hasRecord(path),
});

async function answered(app: Hono, address: string, language: Language): Promise<Response> {
  const response = await app.request(address, {
    headers: { accept: 'text/html', 'accept-language': language },
  });
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
  readonly #outline = { path: outlineOfCountry(), address: '/assets/country.svg' };
  #failed: { readonly thrown: unknown } | undefined;

  constructor(options: ExportOptions, files: SiteFiles, folder: SiteFolder, app: Hono, plan: SitePlan) {
    this.#options = options;
    this.#files = files;
    this.#folder = folder;
    this.#app = app;
    this.#plan = plan;
  }

  async writeAll(
    changes: readonly { change: string; kind: string; paths: readonly string[] }[],
  ): Promise<void> {
    const { site, languages, source, report } = this.#options;
    for (const language of languages) {
      for (const [address, file] of this.#files.pages())
        if (address === '/search')
          await this.#writeOwn(address, file, language, (context) => <StaticSearchPage context={context} />);
        else await this.#writePage(address, file, language);
      for (const { path } of this.#files.terms())
        await this.#writePage(addressInFormat(site, path, 'html'), termFile(path), language);
      await this.#writePeople(language);
      await this.#writeLists(language);
      for (const { change, kind, paths } of changes)
        for (let page = 1; (page - 1) * PAGE_SIZE < paths.length; page++)
          await this.#writePage(
            `/new?${new URLSearchParams({ change, kind, page: String(page) })}`,
            changesFile(`${change} ${kind}`, page),
            language,
          );
    }
    await this.#writeRecords();
    if (this.#options.withManifests && picturedCollections({ site }).length > 0)
      await this.#write(
        collectionPath().slice(1),
        await (await answered(this.#app, collectionPath(), 'en')).text(),
      );
    await writeSearchIndex({ site, indexFile: source.indexFile, files: this.#files }, (file, content) =>
      this.#write(file, content),
    );
    await this.#writeAssets();
    if (this.#options.withFiles) await this.#copyFiles();
    await this.#writeSitemaps();
    await this.#settle();
    report({ event: 'progress', what: 'pages', done: this.#plan.records, total: this.#plan.records });
  }

  /** The pages of the records, and the lists that they lead to. */
  async #writeRecords(): Promise<void> {
    const { site, languages, formats, report } = this.#options;
    let done = 0;
    for (const group of describedGroups(site, this.#files.datasets, BATCH)) {
      for (const record of describedIn(site, this.#files.datasets, BATCH, group)) {
        const { path, kind } = record;
        if (this.#options.withManifests) await this.#writeManifests(record);
        if (!this.#files.hasKind(kind)) continue;
        done += 1;
        if (!this.#files.hasRecord(path)) continue;
        for (const language of languages) {
          await this.#writePage(addressInFormat(site, path, 'html'), undefined, language);
          for (const format of formats) {
            if (language !== languages[0] && !isCitationFormat(format)) continue;
            const content = await answered(this.#app, addressInFormat(site, path, format), language);
            await this.#write(this.#files.formatFile(language, path, format), await content.text());
          }
        }
        await this.#writeLinked(path, kind);
        await this.#writeWorks(path, kind);
      }
      report({ event: 'progress', what: 'pages', done, total: this.#plan.records });
      this.#stopIfAsked();
    }
  }

  /** The manifest or the collection of a record with its parts, and the annotations of a page. */
  async #writeManifests(record: ResourceSummary): Promise<void> {
    if (fileOfPath(record.path) === undefined) return;
    for (const address of iiifPathsOf(this.#options, record)) {
      const content = await answered(this.#app, address, this.#options.languages[0] ?? 'en');
      await this.#write(address.slice(1), await content.text());
    }
  }

  /** Lists of records that refer to one by a property: all of them, where its page has the first. */
  async #writeLinked(path: string, kind: string | null): Promise<void> {
    for (const { property, count } of this.#options.site.index.referrers(path, 1)) {
      if (!hasOwnList(this.#options, kind, property, count)) continue;
      for (let page = 1; (page - 1) * LIST_SIZE < count; page++)
        for (const language of this.#options.languages)
          await this.#writeOwn(
            linkedAddress(path, property, page),
            this.#files.linkedFile(path, property, page),
            language,
            (context) => (
              <LinkedPage context={context} path={path} property={property} count={count} page={page} />
            ),
          );
    }
  }

  /** All works of a record, where its page has the first. */
  async #writeWorks(path: string, kind: string | null): Promise<void> {
    const shown = worksShown(kind);
    if (shown === undefined) return;
    const request = { words: '', facets: {}, of: path } as const;
    const { total } = this.#options.site.search.page(request, 0, 0);
    if (total <= shown) return;
    for (let page = 1; (page - 1) * LIST_SIZE < total; page++)
      for (const language of this.#options.languages)
        await this.#writeOwn(
          searchAddress(request, { page }),
          this.#files.worksFile(request, page),
          language,
          (context) => <ListPage context={context} request={request} page={page} />,
        );
  }

  async #writePeople(language: Language): Promise<void> {
    for (const kind of PERSON_KINDS) {
      const letters = surnameLetters(this.#options.site, kind);
      if (letters.length > 0)
        await this.#writePage(peopleAddress(kind), peopleFile(kind, undefined, 1), language);
      for (const { letter, count } of letters)
        for (let page = 1; (page - 1) * MOST_PEOPLE < count; page++)
          await this.#writePage(peopleAddress(kind, letter, page), peopleFile(kind, letter, page), language);
    }
  }

  async #writeLists(language: Language): Promise<void> {
    for (const facet of FACETS)
      for (const { value, count } of this.#options.site.search.allValues(facet)) {
        const request = { words: '', facets: { [facet]: value } };
        if (this.#files.listFile(request, 1) === undefined) continue;
        for (let page = 1; (page - 1) * LIST_SIZE < count; page++)
          await this.#writeOwn(
            searchAddress(request, { page }),
            this.#files.listFile(request, page),
            language,
            (context) => <ListPage context={context} request={request} page={page} />,
          );
        this.#stopIfAsked();
      }
  }

  /** Writes a page that the server has, too. */
  async #writePage(address: string, name: string | undefined, language: Language): Promise<void> {
    const response = await answered(this.#app, address, language);
    const policy = response.headers.get('content-security-policy') ?? POLICY;
    const target = name ?? fileIn(this.#files.targetOf(address, language));
    const file = name === undefined ? target : this.#files.inLanguage(language, name);
    if (file === undefined) throw new Error(`${address} has no file`);
    await this.#writeHtml(await response.text(), file, language, policy);
  }

  /** Writes a page that only a site without a server has. */
  async #writeOwn(
    address: string,
    name: string | undefined,
    language: Language,
    page: (context: PageContext) => unknown,
  ): Promise<void> {
    if (name === undefined) throw new Error(`${address} has no file`);
    const { site, publicUrl } = this.#options;
    const context = pageContext({
      site,
      language,
      address,
      origin: publicUrl ?? SOME_ADDRESS,
      canAsk: false,
      canExplain: () => false,
      asFiles: filesOf(this.#options, this.#files),
    });
    const html = String(await page(context));
    await this.#writeHtml(html, this.#files.inLanguage(language, name), language, POLICY);
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

  /** Files of the interface that the pages name. */
  async #writeAssets(): Promise<void> {
    await this.#write('assets/country.svg', countryPicture(this.#outline.path));
    for (const name of SCRIPTS) await this.#write(`assets/${name}`, await scriptText(name));
    for (const file of [...this.#files.assets, 'assets/outline-of-ireland.json'].toSorted()) {
      if ([...SCRIPTS, 'country.svg'].some((name) => file === `assets/${name}`)) continue;
      const response = await answered(this.#app, `/${file}`, 'en');
      await this.#write(file, new Uint8Array(await response.arrayBuffer()));
    }
  }

  /** The files of the release and of the event streams, as they are. */
  async #copyFiles(): Promise<void> {
    const { site } = this.#options;
    for (const path of new Set([...site.files.keys(), 'manifest.json', 'README.md'])) {
      const from = await pathBelow(site.release, path);
      await this.#folder.write(`files/${path}`, bytesOfFile(from, { isPacked: false }));
      this.#stopIfAsked();
    }
    for (const { path } of await feedPaths(site)) {
      const from = await pathBelow(feedFolder(site), path);
      await this.#folder.write(`feed/${path}`, bytesOfFile(from, { isPacked: false }));
      this.#stopIfAsked();
    }
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
  async #write(file: string, content: string | Uint8Array): Promise<void> {
    if (this.#failed !== undefined) throw this.#failed.thrown;
    const writing = this.#folder.write(file, content).then(
      () => {
        this.#writing.delete(writing);
      },
      (thrown: unknown) => {
        this.#writing.delete(writing);
        this.#failed ??= { thrown };
      },
    );
    this.#writing.add(writing);
    if (this.#writing.size >= CONCURRENCY) await Promise.race(this.#writing);
  }

  /** Waits until nothing is being written. */
  async settled(): Promise<void> {
    await Promise.all(this.#writing);
  }

  async #settle(): Promise<void> {
    await this.settled();
    if (this.#failed !== undefined) throw this.#failed.thrown;
  }

  #stopIfAsked(): void {
    if (this.#options.signal?.aborted === true) throw interrupted('writing the site', 'nothing was changed');
  }
}

const fileIn = (target: Target | undefined): string | undefined =>
  target !== undefined && 'file' in target ? target.file : undefined;

/** A file of the site as the path of an address. The page of a folder is the folder. */
const urlOf = (file: string): string =>
  file
    .split('/')
    .map(encodeURIComponent)
    .join('/')
    .replace(/(^|\/)index\.html$/, '$1');
