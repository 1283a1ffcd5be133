import type { Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { LANGUAGES, type Language } from './interface-words.js';
import { ownPath, type Page } from './page.js';

/** Seconds that a browser keeps the choice: a year. */
const KEPT = 31_536_000;

/** The language of a page: as chosen, else as the browser prefers (RFC 9110, section 12.5.4), else English. */
export function languageOf(c: Context): Language {
  const chosen = getCookie(c, 'language');
  const found = LANGUAGES.find((one) => one === chosen);
  if (found !== undefined) return found;
  const ranges = (c.req.header('accept-language') ?? '').split(',').map((range) => {
    const [tag = '', quality = 'q=1'] = range
      .trim()
      .toLowerCase()
      .split(/\s*;\s*/);
    return {
      language: LANGUAGES.find((one) => tag === one || tag.startsWith(`${one}-`)),
      quality: Number(quality.slice(2)) || 0,
    };
  });
  return (
    ranges.filter(({ language }) => language !== undefined).toSorted((a, b) => b.quality - a.quality)[0]
      ?.language ?? 'en'
  );
}

/** The choice of a language. */
export const languageChoice: Page = {
  path: '/language/:language',
  isNotForCrawlers: true,
  files: {
    addresses: () => [],
    targetOf: ({ path, query }, { languages }) => {
      const language = languages.find((one) => path === `/language/${one}`);
      return language && { address: query.get('to') ?? '/', language };
    },
  },
  answer: chooseLanguage,
};

/** Chooses the language that the address names, and leads back to the page. */
export function chooseLanguage(c: Context): Response {
  const language = LANGUAGES.find((one) => one === c.req.param('language')) ?? 'en';
  setCookie(c, 'language', language, { path: '/', sameSite: 'Lax', httpOnly: true, maxAge: KEPT });
  return c.redirect(ownPath(c.req.query('to')), 303);
}
