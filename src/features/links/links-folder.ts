import { readFile, stat } from 'node:fs/promises';
import { replaceFile } from '../../base/durable.js';
import { errorCode, FolkloreError, messageOf } from '../../base/errors.js';
import { bytesIfThere, EditedLinksTable, type LinkRow } from './links-table.js';
import { invalid, type Proposal, proposalsCsv, readProposals } from './proposals.js';

/** Where the table of links and the proposals are. */
export interface LinkFiles {
  readonly table: string;
  readonly proposals: string;
}

/** The table of links, and the proposals. */
export interface LinkState {
  readonly table: EditedLinksTable;
  readonly proposals: readonly Proposal[];
}

/**
 * Reads both files; those that are not there yet are empty.
 *
 * @throws FolkloreError CONFIG_INVALID, FILE_UNREADABLE
 */
export async function readLinkState(files: LinkFiles): Promise<LinkState> {
  const table = new EditedLinksTable(files.table, bytesIfThere(files.table));
  const text = await textIfThere(files.proposals);
  const read = text === undefined ? [] : await readProposals(files.proposals, text);
  return { table, proposals: read.map(({ proposal }) => proposal) };
}

/** Reads both files again only when one of them has changed. */
export class KnownLinkState {
  readonly #files: LinkFiles;
  #known: { readonly mark: string; readonly state: LinkState } | undefined;

  constructor(files: LinkFiles) {
    this.#files = files;
  }

  /** @throws FolkloreError as {@link readLinkState} */
  async read(): Promise<LinkState> {
    const mark = await this.#mark();
    if (this.#known?.mark === mark) return this.#known.state;
    const state = await readLinkState(this.#files);
    this.#known = { mark, state };
    return state;
  }

  /** What tells versions of the files apart: each is replaced as a whole, or saved by another program. */
  async #mark(): Promise<string> {
    const { table, proposals } = this.#files;
    const marks = [table, proposals].map(async (file) => {
      const found = await stat(file, { bigint: true }).catch(() => undefined);
      return `${found?.ino} ${found?.size} ${found?.mtimeNs}`;
    });
    return (await Promise.all(marks)).join(' ');
  }
}

/** Writes the table of links, if it changes. @returns whether it did */
export async function writeTable(
  file: string,
  table: EditedLinksTable,
  added: readonly LinkRow[],
  removed: ReadonlySet<LinkRow> = new Set(),
): Promise<boolean> {
  if (added.length === 0 && removed.size === 0) return false;
  return writeIfOther(file, table.with(added, removed));
}

/** Writes the file of proposals, if it changes. @returns whether it did */
export const writeProposals = (file: string, proposals: Iterable<Proposal>): Promise<boolean> =>
  writeIfOther(file, Buffer.from(proposalsCsv(proposals)));

/**
 * Writes a file, unless it has the same bytes.
 *
 * @throws FolkloreError OUTPUT_UNWRITABLE
 */
export async function writeIfOther(file: string, content: Buffer): Promise<boolean> {
  const before = await readFile(file).catch(() => undefined);
  if (before?.equals(content) === true) return false;
  try {
    await replaceFile(file, content);
  } catch (cause) {
    throw new FolkloreError('OUTPUT_UNWRITABLE', `${file} cannot be written: ${messageOf(cause)}.`, {
      hint: 'See to the rights and the space of its folder, and run the command again.',
      cause,
    });
  }
  return true;
}

/** @throws FolkloreError FILE_UNREADABLE */
export async function textIfThere(file: string): Promise<string | undefined> {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await readFile(file));
  } catch (thrown) {
    if (errorCode(thrown) === 'ENOENT') return undefined;
    const isText = (thrown as { readonly code?: unknown }).code !== 'ERR_ENCODING_INVALID_ENCODED_DATA';
    throw isText
      ? invalid(file, messageOf(thrown))
      : invalid(file, 'it is not in UTF-8', 'Save it as CSV in UTF-8.');
  }
}
