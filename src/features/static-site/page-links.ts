import { type TokenHandler, Tokenizer } from 'parse5';
import { xmlText } from '../../base/text.js';

/** Attributes that lead somewhere, by element. The attributes of {@link LINKS_OF_SCRIPTS} are for scripts of the site. */
const LINKS: Readonly<Record<string, string>> = {
  a: 'href',
  area: 'href',
  link: 'href',
  script: 'src',
  img: 'src',
  form: 'action',
};
const LINKS_OF_SCRIPTS = ['data-index', 'data-home', 'data-places', 'data-counties'] as const;

/** Elements that are of no use without what they name. */
const WHOLE: ReadonlySet<string> = new Set(['link', 'script', 'img']);

interface PageChanges {
  /** The link of the file for an address of this server; undefined where the site has nothing for it. */
  readonly linkOf: (address: string) => string | undefined;
  /** The same as an absolute address, for search engines; undefined where it is not known. */
  readonly wholeLinkOf: (address: string) => string | undefined;
  /** A drawing that many pages have, and the address of the picture that stands in its place. */
  readonly drawing?: { readonly path: string; readonly address: string } | undefined;
  /** The policy of the page: a web host sends none of its own. */
  readonly policy: string;
  /** The absolute address of the page, if it is known, for previews. */
  readonly url: string | undefined;
}

interface Change {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/**
 * A page of the server as a file: its links lead to files, its policy is in its head. A link to what the site does not have is
 * a text: its element has no `href` (HTML, section 4.6.1). Everything else stays as it is.
 */
export function pageAsFile(html: string, { linkOf, wholeLinkOf, drawing, policy, url }: PageChanges): string {
  const changes: Change[] = [];
  const ignore = (): void => {};
  const handler: TokenHandler = {
    onStartTag: ({ tagName, attrs, location }) => {
      if (location == null) return;
      const value = (name: string): string | undefined => attrs.find((one) => one.name === name)?.value;
      const setTo = (name: string, to: string | undefined): void => {
        const at = location.attrs?.[name];
        if (at === undefined) return;
        // With the blank before it.
        if (to === undefined) changes.push({ from: at.startOffset - 1, to: at.endOffset, text: '' });
        else changes.push({ from: at.startOffset, to: at.endOffset, text: `${name}="${xmlText(to)}"` });
      };
      const remove = (): void => {
        changes.push({ from: location.startOffset, to: location.endOffset, text: '' });
      };
      const picture =
        tagName === 'path' && value('d') === drawing?.path ? linkOf(drawing?.address ?? '') : undefined;
      if (picture !== undefined)
        changes.push({
          from: location.startOffset,
          // The path has no content.
          to: html.startsWith('</path>', location.endOffset) ? location.endOffset + 7 : location.endOffset,
          text: `<image href="${xmlText(picture)}" width="100%" height="100%"/>`,
        });
      if (tagName === 'head')
        changes.push({ from: location.endOffset, to: location.endOffset, text: headOf(policy) });
      if (tagName === 'meta' && value('property') === 'og:url') {
        if (url === undefined) remove();
        else setTo('content', url);
      }
      const name = LINKS[tagName];
      const address = name === undefined ? undefined : value(name);
      if (name !== undefined && address !== undefined && isOwn(address)) {
        const isWhole =
          tagName === 'link' && (value('rel') === 'canonical' || value('hreflang') !== undefined);
        const link = isWhole ? wholeLinkOf(address) : linkOf(address);
        if (link === undefined && WHOLE.has(tagName)) remove();
        else setTo(name, link);
      }
      for (const data of LINKS_OF_SCRIPTS) {
        const named = value(data);
        if (named !== undefined) setTo(data, linkOf(named));
      }
    },
    onEndTag: ignore,
    onComment: ignore,
    onDoctype: ignore,
    onEof: ignore,
    onCharacter: ignore,
    onNullCharacter: ignore,
    onWhitespaceCharacter: ignore,
  };
  new Tokenizer({ sourceCodeLocationInfo: true }, handler).write(html, true);
  let written = '';
  let end = 0;
  for (const { from, to, text } of changes.toSorted((a, b) => a.from - b.from)) {
    written += html.slice(end, from) + text;
    end = to;
  }
  return written + html.slice(end);
}

/** Addresses of this server. `//host/` is one of another. */
const isOwn = (address: string): boolean => /^\/(?!\/)/.test(address);

/** What the server says in headers, and files can say in themselves (CSP 3, section 3.3: not who may embed the page). */
const headOf = (policy: string): string =>
  `<meta http-equiv="Content-Security-Policy" content="${xmlText(policy.replace(/;\s*frame-ancestors [^;]*/, ''))}"/><meta name="referrer" content="no-referrer"/>`;
