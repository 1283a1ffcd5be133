import { html, raw } from 'hono/html';
import type { Child } from 'hono/jsx';
import { formatCount } from '../../base/text.js';
import type { ResourceSummary } from './index/release-index.js';
import { kindName, LANGUAGES, type Language, type Words, wordsIn } from './interface-words.js';
import type { FilesOfPage, PagesAsFiles } from './page-files.js';
import { addressIn } from './page-language.js';
import { THINGS } from './record/representations.js';
import { cardOf } from './search/cards.js';
import type { PublicationNotice, Site } from './site.js';

/** What every page needs. */
export interface PageContext {
  readonly site: Site;
  readonly language: Language;
  readonly words: Words;
  /** The address of the page, from its path on, without the folder of the language. */
  readonly address: string;
  /** Scheme and host of the pages, for what is read elsewhere. */
  readonly origin: string;
  /** The links that all pages have. */
  readonly links: readonly (PageLink & { readonly href: string })[];
  /** Ways to take the data away that features add: elements `li`. */
  readonly waysToTake: readonly ((context: PageContext) => Child)[];
  /** The interfaces for programs, each with what a site without a server has of its page. */
  readonly services: readonly (DataService & {
    readonly href: string;
    readonly files: FilesOfPage | undefined;
  })[];
  /** Links of a record to what features make of it, such as a manifest. */
  readonly linksOfRecord: (context: PageContext, record: ResourceSummary) => readonly RecordLink[];
  /** Whether this server shows what became of each field of a record. */
  readonly canExplain: (iri: string) => boolean;
  /** The host whose pictures this server has itself, if any. */
  readonly localImages?: string | undefined;
  /** The site, where the pages are files without a server. */
  readonly asFiles?: PagesAsFiles | undefined;
}

/** A link that all pages have. */
export interface PageLink {
  /** In the navigation at the top, or at the foot. */
  readonly in: 'menu' | 'foot';
  /** Whether the link is on the start page, too, beside the name of the release. */
  readonly isBesideRelease?: boolean;
  readonly text: string | ((words: Words) => string);
  /** Of a feed: programs find its address in the head of each page. */
  readonly mediaType?: string;
  /** Whether the page takes the parameters of a search: then the results of a search lead to it. */
  readonly takesSearch?: boolean;
  /** Whether a release has something to show there; it has unless given. */
  readonly isShown?: (context: Pick<PageContext, 'site' | 'asFiles'>) => boolean;
}

/** An interface for programs at the address of a page, in the catalogue of the site. */
export interface DataService {
  /** The name of the standard, the same in all languages. */
  readonly title: string;
  /** The IRI or address of the standard. */
  readonly conformsTo: string;
  /** The address at which the interface describes itself in a form for programs; its own unless given. */
  readonly description?: string;
  /** The address of the interface; the path of the page unless given. */
  readonly address?: string;
  /** Whether a release has something there; it has unless given. */
  readonly isOffered?: (site: Site) => boolean;
  /** How people begin with the interface, on the page "Use this data". */
  readonly use?: (context: PageContext) => ServiceUse;
}

/** How an interface is used. */
export interface ServiceUse {
  readonly note: string;
  /** A line for a shell. */
  readonly line?: string;
  readonly link?: { readonly href: string; readonly text: string };
}

/** What a feature makes of a record, at an address of its own. */
export interface RecordLink {
  readonly href: string;
  readonly mediaType: string;
  readonly title: string;
  /** What it is good for. */
  readonly note: string;
  /** Whether it describes other records, too, such as a whole collection. */
  readonly isOfSeveral?: boolean;
}

/** What every part of a page is given. */
export interface PageProps {
  readonly context: PageContext;
}

export const pageContext = (context: Omit<PageContext, 'words'>): PageContext => ({
  ...context,
  words: wordsIn(context.language),
});

interface LayoutProps extends PageProps {
  readonly title: string;
  /** What the page is about, in a sentence or two, for previews of links. */
  readonly description?: string | undefined;
  /** Whether the page is about one record. */
  readonly isRecord?: boolean;
  /** The address that search engines keep, without the folder of the language; that of the page unless given. */
  readonly canonical?: string | undefined;
  readonly search?: string;
  /** Fields of the form of the search: what narrows the search of the page. */
  readonly searchFields?: Child;
  /** Tags of the head, by name. */
  readonly tags?: readonly (readonly [name: string, content: string])[];
  /** What the page is about, as JSON-LD for search engines. */
  readonly structuredData?: object | undefined;
  readonly alternates?: readonly (readonly [mediaType: string, href: string])[];
  readonly scripts?: readonly string[];
  readonly styles?: readonly string[];
  /** Whether the policy of the page allows scripts. */
  readonly hasScripts?: boolean;
  /** Whether the content takes the whole width. */
  readonly wide?: boolean;
  /** Whether the page has results (`#results`) and facets (`#facets`), to each of which a link skips. */
  readonly hasFacets?: boolean;
  readonly children?: Child;
}

/** The scripts of every page of a server. */
const SERVED_SCRIPTS = ['/assets/reader.js', '/assets/suggest.js'];

/** A whole page: head, navigation, content, licence. */
export function Layout({
  context,
  title,
  description,
  isRecord = false,
  canonical = context.address,
  search = '',
  searchFields,
  tags = [],
  structuredData,
  alternates = [],
  scripts = [],
  styles = [],
  wide = false,
  hasFacets = false,
  hasScripts = true,
  children,
}: LayoutProps) {
  const { site, language, words, address } = context;
  const name = siteName(context);
  const links = linksOf(context);
  return html`<!doctype html>${(
    <html lang={language}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{title === name ? name : `${title} – ${name}`}</title>
        <link rel="stylesheet" href="/assets/fonts.css" />
        <link rel="stylesheet" href="/assets/browse.css" />
        {styles.map((href) => (
          <link rel="stylesheet" href={href} />
        ))}
        <link rel="icon" href="/assets/icon.svg" type="image/svg+xml" />
        <SameInLanguages context={context} address={canonical} />
        <Preview context={context} title={title} description={description} isRecord={isRecord} />
        {links.map(
          ({ mediaType, text, href }) =>
            mediaType !== undefined && <link rel="alternate" type={mediaType} title={text} href={href} />,
        )}
        {tags.map(([name, content]) => (
          <meta name={name} content={content} />
        ))}
        {alternates.map(([type, href]) => (
          <link rel="alternate" type={type} href={href} />
        ))}
        {structuredData !== undefined && (
          <script type="application/ld+json">{dataBlock(structuredData)}</script>
        )}
        {(context.asFiles === undefined && hasScripts ? [...SERVED_SCRIPTS, ...scripts] : scripts).map(
          (src) => (
            <script src={src} defer></script>
          ),
        )}
      </head>
      <body>
        <a class="skip" href="#main">
          {words('skip')}
        </a>
        {hasFacets && (
          <>
            <a class="skip" href="#results">
              {words('skipToResults')}
            </a>
            <a class="skip" href="#facets">
              {words('skipToFacets')}
            </a>
          </>
        )}
        <header class={wide ? 'site wide' : 'site'}>
          {title !== name && (
            <a class="name" href="/">
              {name}
            </a>
          )}
          <search class="search">
            <form action="/search" method="get">
              <input
                type="search"
                name="q"
                value={search}
                aria-label={words('search')}
                placeholder={words('searchHint')}
                data-suggestions={context.asFiles === undefined ? words('suggestionList') : undefined}
              />
              {searchFields}
              <button type="submit">{words('search')}</button>
            </form>
          </search>
          <nav aria-label={words('browse')}>
            {links.map(
              ({ in: where, href, text }) =>
                where === 'menu' && (
                  <a href={href} aria-current={address.split('?')[0] === href ? 'page' : undefined}>
                    {text}
                  </a>
                ),
            )}
            {context.asFiles === undefined && (
              <a href="/kept" data-kept={words('kept')} hidden>
                {words('kept')}
              </a>
            )}
            <LanguageLink language={language} address={address} />
          </nav>
          {site.manifest.trial === true && <p class="trial">{words('trialNote')}</p>}
        </header>
        <main id="main" class={wide ? 'wide' : undefined}>
          {children}
        </main>
        <footer>
          <p class="more-links">
            {links.map(({ in: where, href, text }) => where === 'foot' && <a href={href}>{text}</a>)}
          </p>
          {[...site.publications.values()].map((notice) => (
            <p>
              <CreditLine context={context} notice={notice} /> <a href={notice.licence}>{words('licence')}</a>
            </p>
          ))}
        </footer>
      </body>
    </html>
  )}`;
}

/** JSON in a page: a data block, which no browser executes and no text in it can end (HTML, section 4.12.1.3). */
const dataBlock = (data: object) => raw(JSON.stringify(data).replaceAll('<', '\\u003c'));

/** The links that all pages have, in the language of the page; those to what the release does not have are left out. */
export const linksOf = (context: PageContext) =>
  context.links.flatMap((link) => {
    if (link.isShown?.(context) === false) return [];
    const { text } = link;
    return { ...link, text: typeof text === 'string' ? text : text(context.words) };
  });

/** A text, or as many of its first words as have room. */
export function beginningOf(text: string, most: number): string {
  if (text.length <= most) return text;
  const end = text.slice(0, most + 1).search(/\s+\S*$/);
  return `${text.slice(0, end > 0 ? end : most).toWellFormed()} …`;
}

/** The credit line of a publication. That of a publisher is in English. */
export const CreditLine = ({
  context: { language },
  notice: { credit, irishCredit },
}: PageProps & { readonly notice: Pick<PublicationNotice, 'credit' | 'irishCredit'> }) =>
  language === 'ga' && irishCredit !== undefined ? (
    <span>{irishCredit}</span>
  ) : (
    <span lang="en">{credit}</span>
  );

/** Characters of a description, at most. */
const MOST_DESCRIPTION = 200;

/** What a record is about, for previews: the beginning of its text, else its kind and label. */
export function descriptionOf(context: PageContext, summary: ResourceSummary): string {
  const { site, language } = context;
  const text = cardOf(site, summary).texts[0]?.text.replace(/\s+/g, ' ').trim() ?? '';
  const kind = summary.kind === null ? '' : `${kindName(summary.kind, 'one', language)}: `;
  if (text === '') return `${kind}${labelOf(summary, language)} – ${siteName(context)}`;
  return beginningOf(text, MOST_DESCRIPTION);
}

/** What search engines and previews of links show: the description of HTML, and the Open Graph protocol. */
function Preview({
  context,
  title,
  description = `${title} – ${siteName(context)}. ${context.words('siteDescription')}`,
  isRecord,
}: Pick<LayoutProps, 'context' | 'title' | 'description'> & { readonly isRecord: boolean }) {
  const { language, origin, address } = context;
  const properties = [
    ['og:type', isRecord ? 'article' : 'website'],
    ['og:title', title],
    ['og:description', description],
    ['og:site_name', siteName(context)],
    ['og:url', origin + addressIn(language, address)],
    ['og:locale', `${language}_IE`],
  ] as const;
  return (
    <>
      <meta name="description" content={description} />
      {properties.map(([property, content]) => (
        <meta property={property} content={content} />
      ))}
    </>
  );
}

/** The address of the page for search engines, and that of the same page in each language (HTML, section 4.6.6.4). */
function SameInLanguages({
  context: { origin, language, asFiles },
  address,
}: PageProps & { readonly address: string }) {
  const whole = (one: Language): string => (asFiles === undefined ? origin : '') + addressIn(one, address);
  return (
    <>
      <link rel="canonical" href={whole(language)} />
      {LANGUAGES.map((one) => (
        <link rel="alternate" hreflang={one} href={whole(one)} />
      ))}
      <link rel="alternate" hreflang="x-default" href={whole('en')} />
    </>
  );
}

/** Links to the pages before and after one of a list; nothing where there is one page. */
export function PageLinks({
  context: { words },
  page,
  last,
  addressOf: toPage,
}: PageProps & {
  readonly page: number;
  readonly last: number;
  readonly addressOf: (page: number) => string;
}) {
  if (last <= 1) return null;
  return (
    <nav class="pages" aria-label={words('pagesOfResults')}>
      {page > 1 && (
        <a rel="prev" href={toPage(page - 1)}>
          {words('older')}
        </a>
      )}
      <span>
        {formatCount(page)} / {formatCount(last)}
      </span>
      {page < last && (
        <a rel="next" href={toPage(page + 1)}>
          {words('newer')}
        </a>
      )}
    </nav>
  );
}

/** The name of the pages: the titles of the publications. */
export const siteName = ({ site, language }: Pick<PageContext, 'site' | 'language'>): string =>
  [...site.publications.values()].map(({ title }) => title[language]).join(' · ');

/** A label in the language of the page, else in the other. */
export const labelOf = (
  row: { readonly path: string; readonly label_en: string | null; readonly label_ga: string | null },
  language: Language,
): string =>
  (language === 'en' ? (row.label_en ?? row.label_ga) : (row.label_ga ?? row.label_en)) ?? row.path;

/** The address of a resource on this server: its path, or a look-up of its IRI. */
export const addressOf = (path: string): string =>
  /^[a-z][a-z0-9+.-]*:/i.test(path) ? `/id?iri=${encodeURIComponent(path)}` : `/${path}`;

/** The address of the page of a record, for search engines: of a thing, that of the document about it. */
export const pageOfRecord = ({ path, kind }: Pick<ResourceSummary, 'path' | 'kind'>): string =>
  addressOf(path) + (THINGS.has(kind ?? '') ? '.html' : '');

/** Whether the address of a resource in a format is the IRI of another one, such as of a file of a dataset. */
export const isOtherAddress = ({ index }: Pick<Site, 'index'>, path: string, format: string): boolean =>
  index.summary(`${path}.${format}`) !== undefined;

/**
 * The address of a resource in a format. Where that address is the IRI of another resource, the other one is answered
 * there, and this one by the look-up of its IRI.
 */
export function addressInFormat(site: Site, path: string, format: string): string {
  const address = addressOf(path);
  if (address.startsWith('/id?')) return `${address}&format=${format}`;
  return isOtherAddress(site, path, format)
    ? `/id?iri=${encodeURIComponent(site.manifest.base + path)}&format=${format}`
    : `${address}.${format}`;
}

/** The link to an address in the other language. */
export function LanguageLink({
  language,
  address,
}: {
  readonly language: Language;
  readonly address: string;
}) {
  const other: Language = language === 'en' ? 'ga' : 'en';
  return (
    <a class="language" lang={other} hreflang={other} href={addressIn(other, address)}>
      {wordsIn(language)('changeLanguage')}
    </a>
  );
}
