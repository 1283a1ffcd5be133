import type { Quad } from '@rdfjs/types';
import type { ResourceSummary } from '../index/release-index.js';
import { addressOf, Layout, labelOf, type PageContext, type PageProps } from '../layout.js';
import { type Page, POLICY, sendPage } from '../page.js';
import { Trail } from '../page-parts.js';
import {
  type Picture,
  pageId,
  pagesOf,
  pictureName,
  pictureOf,
  picturePolicy,
  READ_KINDS,
  readAddress,
  statementsOf,
} from './pictures.js';
import { PictureFigure } from './pictures-section.js';

/** Works and transcripts of a page, at most. */
const MOST_ON_PAGE = 60;

/** A page of a record: `/read/cbes/volume/501?page=605`. */
export const readPage: Page = {
  path: '/read/*',
  answer: (c, context) => {
    const path = (context.address.split('?')[0] ?? '').slice('/read/'.length);
    const content = readPageOf(context, path, c.req.query('page'));
    if (content === undefined) return c.notFound();
    c.header('content-security-policy', picturePolicy(POLICY, content.picture ? [content.picture] : []));
    return sendPage(c, <ReadPage context={context} content={content} />);
  },
};

/** A page of a volume, a part or an item, to be read. */
interface ReadPageContent {
  /** The volume, part or item. */
  readonly whole: ResourceSummary;
  readonly pages: readonly ResourceSummary[];
  /** Which of them. */
  readonly at: number;
  readonly name: string;
  readonly picture: Picture | undefined;
}

/**
 * A page of a record by its id, or the first one.
 *
 * @returns undefined for a record without pages, and for a page that is none of its pages
 */
function readPageOf(context: PageContext, path: string, id?: string): ReadPageContent | undefined {
  const whole = context.site.index.summary(path);
  if (whole?.kind == null || !READ_KINDS.has(whole.kind)) return undefined;
  const pages = pagesOf(context, path);
  const at = id === undefined ? 0 : pages.findIndex((page) => pageId(page.path) === id);
  const page = pages[at];
  if (page === undefined) return undefined;
  return {
    whole,
    pages,
    at,
    name: pictureName(context, page, statementsOf(context, page.path)),
    picture: pictureOf(context, page),
  };
}

/** One page: its picture beside its works and their transcripts, with links to the pages before and after. */
function ReadPage({
  context,
  content: { whole, pages, at, name, picture },
}: PageProps & { readonly content: ReadPageContent }) {
  const { words, language } = context;
  const page = pages[at] as ResourceSummary;
  const works = worksOn(context, page);
  return (
    <Layout context={context} title={name} styles={['/assets/pictures.css']}>
      <Trail context={context} steps={[[addressOf(whole.path), labelOf(whole, language)]]} />
      <h1>{name}</h1>
      <Turning context={context} whole={whole} pages={pages} at={at} />
      <div class={picture === undefined ? undefined : 'picture-and-text'}>
        {picture !== undefined && <PictureFigure context={context} picture={picture} />}
        <div class="text">
          {picture === undefined && <p class="quiet">{words('noPicture')}</p>}
          {works.map(({ work, begins, texts }) => (
            <section>
              <h2>
                <a href={addressOf(work.path)}>{labelOf(work, language)}</a>
              </h2>
              {begins && <p class="quiet">{words('beginsHere')}</p>}
              {texts.map(({ value, language: lang }) => (
                <blockquote lang={lang === '' ? undefined : lang}>{value}</blockquote>
              ))}
            </section>
          ))}
          {works.every(({ texts }) => texts.length === 0) && <p class="quiet">{words('noTranscript')}</p>}
          <p>
            <a href={addressOf(page.path)}>{labelOf(page, language)}</a>
          </p>
        </div>
      </div>
    </Layout>
  );
}

/** Links to the pages before and after, and a list of all. */
function Turning({
  context: { words, language },
  whole,
  pages,
  at,
}: Pick<ReadPageContent, 'whole' | 'pages' | 'at'> & PageProps) {
  const [before, after] = [pages[at - 1], pages[at + 1]];
  const path = `/read/${whole.path}`;
  return (
    <nav class="turning" aria-label={words('pagesOfVolume')}>
      {before !== undefined && (
        <a rel="prev" href={readAddress(whole.path, before.path)}>
          {words('older')}
        </a>
      )}
      <form action={path} method="get">
        <select name="page" aria-label={words('pagesOfVolume')}>
          {pages.map((page, index) => (
            <option value={pageId(page.path)} selected={index === at}>
              {labelOf(page, language)}
            </option>
          ))}
        </select>
        <button type="submit">{words('showPage')}</button>
      </form>
      {after !== undefined && (
        <a rel="next" href={readAddress(whole.path, after.path)}>
          {words('newer')}
        </a>
      )}
    </nav>
  );
}

interface WorkOnPage {
  readonly work: ResourceSummary;
  /** Whether it begins on the page. */
  readonly begins: boolean;
  /** What is transcribed of it on the page. */
  readonly texts: readonly { readonly value: string; readonly language: string }[];
}

/** The works on a page with their transcripts, those first that began on a page before. */
function worksOn(context: PageContext, page: ResourceSummary): readonly WorkOnPage[] {
  const { site } = context;
  const referring = (term: string): readonly ResourceSummary[] =>
    site.index.referring(page.path, site.iriOf(term), MOST_ON_PAGE, 0);
  const first = new Set(referring('firstPage').map(({ path }) => path));
  const transcripts = referring('transcribesPage').map(({ path }) => statementsOf(context, path));
  const objectsOf = (quads: readonly Quad[], term: string) =>
    quads.filter(({ predicate }) => predicate.value === site.iriOf(term)).map(({ object }) => object);
  const works = referring('onPage').map((work) => ({
    work,
    begins: first.has(work.path),
    texts: transcripts
      .filter((quads) =>
        objectsOf(quads, 'transcribesItem').some(({ value }) => value === site.manifest.base + work.path),
      )
      .flatMap((quads) => objectsOf(quads, 'text'))
      .flatMap((text) =>
        text.termType === 'Literal' ? [{ value: text.value, language: text.language }] : [],
      ),
  }));
  return [...works.filter(({ begins }) => !begins), ...works.filter(({ begins }) => begins)];
}
