import type { Context } from 'hono';
import type { Child } from 'hono/jsx';
import { dateInWords } from './dates-in-words.js';
import { type DataService, Layout, type PageContext, type PageLink, type PageProps } from './layout.js';
import type { FilesOfPage } from './page-files.js';
import { negotiate } from './record/representations.js';
import type { Site } from './site.js';
import type { Withdrawal } from './withdrawals.js';

/** A page: a row of the table of pages, for the server and for a site without a server. */
export interface Page {
  /** The path as Hono writes it, such as `/tables/:table`, or several. */
  readonly path: string | readonly string[];
  /** Whether requests with other methods than GET and HEAD are answered by the page, too. */
  readonly hasForms?: boolean;
  /** Whether the answer depends on more than the release and the address, such as a SPARQL endpoint. */
  readonly isLive?: boolean;
  /** The forms that the parameter `format` names, besides `html`. Others are 406; a page with forms answers them itself. */
  readonly formats?: readonly string[];
  /** Whether the answer at an address is the same in all languages; that of `files` unless given. */
  readonly isShared?: (address: URL, site: Site) => boolean;
  /** Whether crawlers are asked to stay away: what costs a search or a query, has no end of combinations, or is a file to download. */
  readonly isNotForCrawlers?: boolean;
  /** The link by which all pages lead to this one. */
  readonly link?: PageLink;
  /** A way to take the data away, for the page about the release: an element `li`. */
  readonly wayToTake?: (context: PageContext) => Child;
  /** The interface for programs that the page is, in the catalogue of the site. */
  readonly service?: DataService;
  /** What a site without a server has of the page; nothing unless given. */
  readonly files?: FilesOfPage;
  readonly answer: (c: Context, context: PageContext) => Response | Promise<Response>;
}

/** Pages of a list, at most. */
const MOST_PAGES = 10_000;

/** What pages may load: nothing of other hosts, and no script or style in a page. */
export const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/** What an answer depends on besides its address. */
export const VARY = 'Accept';

export const CSS = 'text/css; charset=utf-8';

/** For a page that is the same in all languages. */
export const SHARED = (): boolean => true;

/** Answers with a page in HTML. The status is that of the context unless given. */
export function sendPage(
  c: Context,
  body: unknown,
  status?: 200 | 404 | 410 | 503,
): Response | Promise<Response> {
  c.header('Vary', VARY);
  return c.html(body as string, status);
}

export const sendText = (c: Context, body: string, mediaType: string): Response =>
  c.body(body, 200, { 'Content-Type': mediaType, Vary: VARY });

/**
 * 410 for what was withdrawn, 404 for what the release has no statements about: a page for people, a line for programs.
 *
 * @param format that was asked for
 */
export function missing(
  c: Context,
  context: PageContext,
  iri = '',
  format: string | undefined = negotiate(c.req.header('accept')),
): Response | Promise<Response> {
  const withdrawal = context.site.withdrawn.get(iri);
  const status = withdrawal === undefined ? 404 : 410;
  if (format !== 'html')
    return c.text(`${context.words(status === 410 ? 'gone' : 'notFound')}\n`, status, { Vary: VARY });
  return sendPage(c, <Missing context={context} withdrawal={withdrawal} />, status);
}

/** The answer in place of a file of a release that another one is replacing. */
export const replaced = (c: Context): Response =>
  c.text('The release is being replaced. Try again in a moment.\n', 503, { 'Retry-After': '10' });

/** The page of a list that an address asks for, from 1. */
export const pageNumber = (c: Context): number =>
  Math.min(MOST_PAGES, Math.max(1, Math.floor(Number(c.req.query('page')) || 1)));

/** A path whose escapes are taken away; as it is when they are no UTF-8. */
export function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/**
 * Work that is done for a number of requests at a time. One more is refused at once, with undefined: its answer is a 503 (RFC
 * 9110, section 15.6.4).
 */
export function atMost<A extends unknown[], T>(
  most: number,
  work: (...args: A) => Promise<T>,
): (...args: A) => Promise<T> | undefined {
  let running = 0;
  return (...args) => {
    if (running >= most) return undefined;
    running += 1;
    return work(...args).finally(() => {
      running -= 1;
    });
  };
}

function Missing({ context, withdrawal }: PageProps & { readonly withdrawal: Withdrawal | undefined }) {
  const { words } = context;
  const isGone = withdrawal !== undefined;
  const title = words(isGone ? 'gone' : 'notFound');
  // The last word of the address may be what was looked for.
  const last = decoded(context.address.split('?')[0]?.split('/').at(-1) ?? '')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();
  return (
    <Layout context={context} title={title}>
      <h1>{title}</h1>
      {withdrawal === undefined ? (
        <p>{words('notFoundHint')}</p>
      ) : (
        <Gone context={context} withdrawal={withdrawal} />
      )}
      {!isGone && last !== '' && context.asFiles === undefined && (
        <p>
          <a href={`/search?${new URLSearchParams({ q: last.slice(0, 100) })}`}>
            {words('search')}: {last.slice(0, 100)}
          </a>
        </p>
      )}
    </Layout>
  );
}

/** When a record was withdrawn, the last release that named it, and whom to ask. */
function Gone({
  context,
  withdrawal: { label, issued, last },
}: PageProps & { readonly withdrawal: Withdrawal }) {
  const { site, words, language } = context;
  const { name, address } = site.contact ?? {};
  return (
    <p>
      {words(last === undefined ? 'withdrawnBy' : 'withdrawnWith')}: {label},{' '}
      {dateInWords(issued, undefined, language)}.{' '}
      {last !== undefined && `${words('lastReleaseWith')}: ${last}. `}
      {name !== undefined && `${words('whomToAsk')}: `}
      {address === undefined ? name?.[language] : <a href={address}>{name?.[language]}</a>}
    </p>
  );
}
