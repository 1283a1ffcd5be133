import { xmlText } from '../../base/text.js';
import { xmlNamespace } from '../../model/rdf/iris.js';
import { datasetsOf, describedGroups, describedIn } from './described-records.js';
import { LANGUAGES } from './interface-words.js';
import { pageOfRecord } from './layout.js';
import { type Page, sendText } from './page.js';
import { addressIn } from './page-language.js';
import type { Site } from './site.js';

/** Addresses in one file (sitemaps.org, protocol 0.9), at most. */
const MOST_ADDRESSES = 50_000;

const XML = 'application/xml; charset=utf-8';

/** Forms of pages that crawlers may read without parameters. */
const NOT_FOR_CRAWLERS = ['/map?', '/timeline?'] as const;

/** Descriptions of the release for registers and search engines, at addresses of the pages or of files that others are not for. */
const DESCRIPTIONS = ['/dcat.ttl', '/files/dataset.jsonld', '/files/dcat.ttl'] as const;

/** The name of the sitemap of pages about the release. */
const OF_RELEASE = 'release';

/** What crawlers ask for: which of these pages they may read, and the addresses of all records. */
export const crawlerPages = (pages: readonly Page[]): readonly Page[] => [
  {
    path: '/robots.txt',
    answer: (c, { origin }) => sendText(c, robotsText(origin, pages), 'text/plain; charset=utf-8'),
  },
  { path: '/sitemap.xml', answer: (c, { site, origin }) => sendText(c, sitemapIndex(site, origin), XML) },
  {
    path: '/sitemaps/:name{(?:release|[1-9][0-9]{0,5})\\.xml}',
    answer: (c, { site, origin }) => {
      const addresses = sitemap(site, origin, c.req.param('name')?.replace('.xml', '') ?? '');
      return addresses === undefined ? c.notFound() : sendText(c, addresses, XML);
    },
  },
];

/** A rule for the paths of a page, up to their first parameter. */
const disallowed = (path: string): string[] =>
  LANGUAGES.map((language) => `Disallow: ${addressIn(language, path.split(/[:*]/)[0] ?? '')}`);

/** robots.txt (RFC 9309): crawlers may read the pages of records, and no search, query or export. */
const robotsText = (origin: string, pages: readonly Page[]): string =>
  [
    'User-agent: *',
    ...pages
      .flatMap(({ path, isNotForCrawlers }) => (isNotForCrawlers === true ? path : []))
      .flatMap(disallowed),
    ...NOT_FOR_CRAWLERS.flatMap(disallowed),
    'Disallow: /*format=',
    ...DESCRIPTIONS.map((path) => `Allow: ${path}`),
    'Allow: /',
    '',
    `Sitemap: ${origin}/sitemap.xml`,
    '',
  ].join('\n');

/** The sitemaps: of the pages about the release, and of all records that the release describes. */
function sitemapIndex(site: Site, origin: string): string {
  const groups = describedGroups(site, datasetsOf(site), MOST_ADDRESSES);
  return xmlList(
    'sitemapindex',
    'sitemap',
    [OF_RELEASE, ...groups].map((group) => `${origin}/sitemaps/${group}.xml`),
  );
}

/** The descriptions of a release that an address leads to. */
export const descriptionsOf = ({ files }: Site): readonly string[] =>
  DESCRIPTIONS.filter((path) => !path.startsWith('/files/') || files.has(path.slice('/files/'.length)));

/** The addresses about the release, or of some of the records that it describes; undefined where there are none. */
function sitemap(site: Site, origin: string, group: string): string | undefined {
  if (group === OF_RELEASE) {
    const pages = ['/', '/about'].flatMap((path) => LANGUAGES.map((language) => addressIn(language, path)));
    return xmlList(
      'urlset',
      'url',
      [...pages, ...descriptionsOf(site)].map((path) => origin + path),
    );
  }
  const records = describedIn(site, datasetsOf(site), MOST_ADDRESSES, Number(group));
  if (records.length === 0) return undefined;
  return xmlList(
    'urlset',
    'url',
    records.map((record) => origin + pageOfRecord(record)),
  );
}

/** An XML file of addresses. */
export const xmlList = (root: string, item: string, addresses: readonly string[]): string =>
  [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<${root} xmlns="${xmlNamespace.sitemap}">`,
    ...addresses.map((address) => `<${item}><loc>${xmlText(new URL(address).href)}</loc></${item}>`),
    `</${root}>`,
    '',
  ].join('\n');
