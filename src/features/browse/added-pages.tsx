import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Context } from 'hono';
import { errorCode, messageOf } from '../../base/errors.js';
import type { Report } from '../../base/events.js';
import type { Feature } from '../../cli/feature.js';
import { addressOf, Layout, labelOf, type PageContext } from './layout.js';
import { type Page, sendPage } from './page.js';
import { isOwnPath } from './page-language.js';
import type { Site } from './site.js';
import type { Streams } from './streams.js';

/** A part of a page: a paragraph, or a table. A cell with a path of the pages, or an IRI of a record, is a link. */
export type Block =
  | string
  | { readonly columns: readonly string[]; readonly rows: readonly (readonly (string | number)[])[] };

/** What a page that a feature adds can use besides the context of all pages. */
export interface PageTools {
  /** Answers with a page in the layout of the site. Texts are escaped. */
  show(title: string, blocks: readonly Block[]): Response | Promise<Response>;
  /**
   * The rows of a table of the release, by column.
   *
   * @param name of the file in `derived`, without `.csv`
   * @throws the error of the file system
   */
  table(name: string): Promise<readonly Readonly<Record<string, string>>[]>;
}

/** A page that a feature adds. */
export interface AddedPage extends Omit<Page, 'answer'> {
  readonly answer: (c: Context, context: PageContext & PageTools) => Response | Promise<Response>;
}

/** A release that has been opened for the pages. */
export interface OpenedRelease {
  readonly site: Site;
  /** The options of the call of `browse`, those that the feature adds to the command among them. */
  readonly options: object;
  /** False where the pages are written as files: those that are no files are left out. */
  readonly isServed: boolean;
  readonly streams: Streams;
  /** Of this process. */
  readonly pid: number;
  readonly report: Report;
  /** All features of the process. */
  readonly features: readonly Feature[];
  /** Adds what is done when the pages are closed. */
  onClose(close: () => Promise<void>): void;
}

declare module '../../cli/feature.js' {
  interface Additions {
    /** Pages of `browse`, with links to them; texts are escaped. */
    readonly pages: (opened: OpenedRelease) => Promise<readonly AddedPage[]> | readonly AddedPage[];
    /** Links from a record to what the feature makes of it, such as a manifest. */
    readonly linksOfRecord: () => Promise<PageContext['linksOfRecord']>;
  }
}

/** A page of a feature, as the pages of `browse` are. */
export type PageOfFeature = Page & { readonly feature: string };

/**
 * The pages that features add. An error of such a page names the feature, and costs that page alone. Where a feature cannot make
 * its pages, a warning names the feature, and there are the pages of the others.
 */
export async function addedPages(
  features: readonly Feature[],
  opened: Omit<OpenedRelease, 'features'>,
): Promise<readonly PageOfFeature[]> {
  const pages: PageOfFeature[] = [];
  for (const { name, adds } of features) {
    try {
      pages.push(...((await adds?.pages?.({ ...opened, features })) ?? []).map((page) => asPage(page, name)));
    } catch (thrown) {
      const why = messageOf(thrown).replace(/\.$/, '');
      opened.report({
        event: 'warning',
        message: `the pages of the feature ${name} are left out: ${why}`,
      });
    }
  }
  return pages;
}

/**
 * The links of a record that features add. Where a feature fails, its links are missing.
 *
 * @param onError is given an error that names the feature
 */
export async function addedLinks(
  features: readonly Feature[],
  onError: (thrown: unknown) => void,
): Promise<PageContext['linksOfRecord']> {
  const ofFeature = async ({ name, adds }: Feature): Promise<PageContext['linksOfRecord']> => {
    const failed = (thrown: unknown): never[] => {
      onError(
        new Error(`the feature ${name} has no links of a record: ${messageOf(thrown)}`, { cause: thrown }),
      );
      return [];
    };
    try {
      const linksOf = await adds?.linksOfRecord?.();
      return (context, record) => {
        try {
          return linksOf?.(context, record) ?? [];
        } catch (thrown) {
          return failed(thrown);
        }
      };
    } catch (thrown) {
      return () => failed(thrown);
    }
  };
  const all = await Promise.all(features.map(ofFeature));
  return (context, record) => all.flatMap((linksOf) => linksOf(context, record));
}

const asPage = (page: AddedPage, feature: string): PageOfFeature => ({
  ...page,
  feature,
  answer: async (c: Context, context: PageContext) => {
    const tools: PageTools = {
      show: (title, blocks) => {
        checkBlocks(blocks);
        return sendPage(c, <AddedBlocks context={context} title={title} blocks={blocks} />);
      },
      table: (name) => readTable(join(context.site.release, 'derived', `${name}.csv`)),
    };
    try {
      const answer: Response | undefined = await page.answer(c, { ...context, ...tools });
      if (answer === undefined) throw new Error('answer returned nothing: `return show(…)`');
      return answer;
    } catch (thrown) {
      throw new Error(`the feature ${feature} at ${c.req.path}: ${messageOf(thrown)}`, { cause: thrown });
    }
  },
});

/** @throws Error for a block of another form */
function checkBlocks(blocks: readonly Block[]): void {
  const isBlock = (block: Block): boolean =>
    typeof block === 'string' || (Array.isArray(block?.columns) && Array.isArray(block.rows));
  if (!Array.isArray(blocks) || !blocks.every(isBlock))
    throw new Error('a block of show is a text, or a table: { columns: […], rows: [[…]] }');
}

async function readTable(path: string): Promise<readonly Readonly<Record<string, string>>[]> {
  const { parse } = await import('csv-parse/sync');
  try {
    return parse(await readFile(path), { columns: true });
  } catch (thrown) {
    if (errorCode(thrown) !== 'ENOENT') throw thrown;
    throw new Error(`the release has no ${basename(path)}; a release that is built with the feature has it`);
  }
}

interface BlocksProps {
  readonly context: PageContext;
  readonly title: string;
  readonly blocks: readonly Block[];
}

function AddedBlocks({ context, title, blocks }: BlocksProps) {
  return (
    <Layout context={context} title={title}>
      <h1>{title}</h1>
      {blocks.map((block) =>
        typeof block === 'string' ? (
          <p>{block}</p>
        ) : (
          <table>
            <thead>
              <tr>
                {block.columns.map((column) => (
                  <th scope="col">{column}</th>
                ))}
              </tr>
            </thead>
            <tbody>
              {block.rows.map((row) => (
                <tr>
                  {row.map((cell) => (
                    <td>
                      <Cell context={context} text={String(cell)} />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        ),
      )}
    </Layout>
  );
}

/** The IRI of a record is a link with its label, a path of the pages is a link, and other texts are as they are. */
function Cell({ context, text }: { readonly context: PageContext; readonly text: string }) {
  const { index, manifest } = context.site;
  const path = text.startsWith(manifest.base) ? text.slice(manifest.base.length) : undefined;
  const known = path === undefined ? undefined : index.summary(path);
  if (known !== undefined) return <a href={addressOf(known.path)}>{labelOf(known, context.language)}</a>;
  return isOwnPath(text) && text.length > 1 ? <a href={text}>{text}</a> : <span>{text}</span>;
}
