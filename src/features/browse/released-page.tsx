import { raw } from 'hono/html';
import { textBelow } from '../../base/file-bytes.js';
import { addressOf, Layout, type PageProps } from './layout.js';
import { CSS, type Page, replaced, sendPage, sendText } from './page.js';
import { LINKED_FILE } from './page-files.js';
import { sendFile } from './release-files.js';
import type { Site } from './site.js';
import type { Streams } from './streams.js';

/**
 * Pages that are files of the release, shown with the header of the site. Their style is theirs; it is served as a file of its
 * own, so that the page needs no inline style.
 */
const RELEASED_PAGES = {
  report: { file: 'report/index.html', word: 'report' },
  vocabulary: { file: 'docs/vocabulary/index.html', word: 'vocabulary' },
} as const;
type ReleasedPageName = keyof typeof RELEASED_PAGES;
const RELEASED_PAGE_NAMES = Object.keys(RELEASED_PAGES) as readonly ReleasedPageName[];

/** These pages, each with its style. */
export const releasedPages = (streams: Streams): readonly Page[] =>
  RELEASED_PAGE_NAMES.flatMap((name): Page[] => [
    {
      path: `/${name}`,
      link: {
        in: 'foot',
        text: (words) => words(RELEASED_PAGES[name].word),
        isShown: ({ site }) => site.files.has(RELEASED_PAGES[name].file),
      },
      files: {
        addresses: async ({ site }) =>
          (await releasedPageContent(site, name)) === undefined ? [] : [`/${name}`],
      },
      answer: async (c, context) => {
        const { site } = context;
        if (!(await site.isUnchanged())) return replaced(c);
        const content = await releasedPageContent(site, name);
        if (content === undefined) return sendFile(c, site, RELEASED_PAGES[name].file, streams);
        c.header('content-security-policy', RELEASED_PAGE_POLICY);
        return sendPage(c, <ReleasedPage context={context} name={name} content={content} />);
      },
    },
    {
      path: `/released/${name}.css`,
      files: LINKED_FILE,
      answer: async (c, { site }) => {
        if (!(await site.isUnchanged())) return replaced(c);
        const content = await releasedPageContent(site, name);
        return content === undefined ? c.notFound() : sendText(c, content.style, CSS);
      },
    },
  ]);

/** No script at all: less than other pages are allowed. */
const RELEASED_PAGE_POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self' data:; font-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/** The content of such a page: what is in its body, and its style. */
interface ReleasedPageContent {
  readonly body: string;
  /** Every rule applies within `.released` only. */
  readonly style: string;
}

/** Reads a page of the release; undefined when it has none, or one that is not as this program writes it. */
async function releasedPageContent(
  { release, files, manifest }: Site,
  name: ReleasedPageName,
): Promise<ReleasedPageContent | undefined> {
  const { file } = RELEASED_PAGES[name];
  if (!files.has(file)) return undefined;
  const html = await textBelow(release, file);
  const [, whole] = /<body>(.*)<\/body>/s.exec(html) ?? [];
  if (whole === undefined) return undefined;
  const styles = [...html.matchAll(/<style>(.*?)<\/style>/gs)].map(([, style = '']) =>
    // Colours and sizes that hold for the whole page hold for this part of it.
    style.replaceAll(':root', '&'),
  );
  const body = whole
    .replace(/<a class="skip".*?<\/a>/s, '')
    // A page has one main part and one header: those of the site.
    .replace(/<(\/?)(?:main|header)\b/g, '<$1div')
    .replace(
      / href="([^"#][^"]*)"/g,
      (_, href: string) => ` href="${ownAddress(href, file, manifest.base)}"`,
    );
  return { body, style: `.released {\n${styles.join('\n')}\n}\n` };
}

/** Files beside the page are at `/files/`, and IRIs of the release have pages here. */
function ownAddress(href: string, file: string, base: string): string {
  if (href.startsWith(base) && /^[\w%.~/-]+$/.test(href.slice(base.length)))
    return addressOf(href.slice(base.length));
  if (/^[a-z][a-z0-9+.-]*:|^\//i.test(href)) return href;
  const { pathname, hash } = new URL(href, `file:///files/${file}`);
  return pathname + hash;
}

/** A page of the release with the header of the site. Its texts are in English, with Irish beside them. */
function ReleasedPage({
  context,
  name,
  content,
}: PageProps & { readonly name: ReleasedPageName; readonly content: ReleasedPageContent }) {
  const { words } = context;
  const { file, word } = RELEASED_PAGES[name];
  return (
    <Layout
      context={context}
      title={words(word)}
      hasScripts={false}
      styles={['/assets/release-pages.css', `/released/${name}.css`]}
    >
      <div class="released" lang="en">
        {raw(content.body)}
      </div>
      <p>
        <a href={`/files/${file}`}>{words('withoutHeader')}</a>
      </p>
    </Layout>
  );
}
