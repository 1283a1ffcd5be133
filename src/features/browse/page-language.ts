import type { Context, MiddlewareHandler } from 'hono';
import { getPath } from 'hono/utils/url';
import { LANGUAGES, type Language } from './interface-words.js';

/* English pages are at the root, those of another language in its folder: `/search`, `/ga/search`. The address alone decides. */

const [FIRST, ...OTHERS] = LANGUAGES;
// What follows begins no other host.
const FOLDER = new RegExp(`^/(${OTHERS.join('|')})(?=/(?![/\\\\]))`);

/** Whether a path is one of this server: no browser reads it as another host. */
export const isOwnPath = (path: string): boolean => /^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/.test(path);

/** A path of this server; its start in place of anything else. */
export const ownPath = (path = ''): string => (isOwnPath(path) ? path : '/');

/** The address of a page in a language. */
export const addressIn = (language: Language, address: string): string =>
  language === FIRST ? address : `/${language}${address}`;

/** The language that an address names, and the address without the folder of the language. */
export function splitAddress(address: string): { readonly language: Language; readonly address: string } {
  const [folder = '', name] = FOLDER.exec(address) ?? [];
  return {
    language: OTHERS.find((one) => one === name) ?? FIRST,
    address: address.slice(folder.length),
  };
}

/** The language of a page. */
export const languageOf = (c: Context): Language => splitAddress(new URL(c.req.url).pathname).language;

/** The path of a request for the table of pages, which has each page once (`getPath` of Hono). */
export const pathWithoutLanguage = (request: Request): string => splitAddress(getPath(request)).address;

/** A start tag that does not name the language of its target, and the attributes of pages and of their JSON that are followed. */
const TAG = /<[a-z](?![^<>]* hreflang=)[^<>]*>/g;
const FOLLOWED = / (?:href|action|data-home)="(\/(?!\/)[^"]*)"/g;
const FOLLOWED_IN_JSON = /"href":"(\/(?!\/)[^"]*)"/g;

/**
 * Keeps the links and redirects of a page in the language of the page. An address that all languages share has no other one: the
 * answer is 301.
 *
 * @param isShared whether all languages share an address of this server
 */
export const inLanguageOfAddress =
  (isShared: (address: string) => boolean): MiddlewareHandler =>
  async (c, next) => {
    const { pathname, search } = new URL(c.req.url);
    const { language, address } = splitAddress(pathname + search);
    if (OTHERS.some((one) => pathname === `/${one}`)) return c.redirect(`${pathname}/${search}`, 301);
    if (language === FIRST) return next();
    if (['GET', 'HEAD'].includes(c.req.method) && isOwnPath(address) && isShared(address))
      return c.redirect(address, 301);
    await next();
    const own = (link: string): string => {
      const plain = link.replaceAll('&amp;', '&');
      return isShared(plain) || splitAddress(link).language !== FIRST ? link : addressIn(language, link);
    };
    const withOwn = (text: string, links: RegExp): string =>
      text.replace(links, (whole: string, link: string) => whole.replace(link, () => own(link)));
    for (const name of ['location', 'content-location']) {
      const address = c.res.headers.get(name);
      if (address !== null && isOwnPath(address)) c.res.headers.set(name, own(address));
    }
    const type = c.res.headers.get('content-type') ?? '';
    if (type.startsWith('text/html'))
      c.res = new Response(
        (await c.res.text()).replace(TAG, (tag) => withOwn(tag, FOLLOWED)),
        c.res,
      );
    if (type.startsWith('application/json'))
      c.res = new Response(withOwn(await c.res.text(), FOLLOWED_IN_JSON), c.res);
    return undefined;
  };
