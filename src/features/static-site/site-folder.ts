import { lstat, mkdir, readdir, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { PARTIAL, renameDurably, syncAll } from '../../base/durable.js';
import { FolkloreError, messageOf } from '../../base/errors.js';
import { counted, formatCount } from '../../base/text.js';
import { foldedName } from './site-files.js';

/** The file that marks a folder as a site that this program has written. */
export const MARK = 'folklore-ld-site.json';

/** What a site may have. */
export interface SiteLimits {
  readonly files: number;
  readonly bytes: number;
}

/** How large a site is. */
export interface SiteSize {
  readonly files: number;
  readonly bytes: number;
}

/**
 * Throws where a site is larger than it may be.
 *
 * @param size what was counted, or what was written so far
 * @throws FolkloreError RELEASE_TOO_LARGE
 */
export function checkSize(size: SiteSize, limits: SiteLimits, is: 'would have' | 'has more than'): void {
  if (size.files <= limits.files && size.bytes <= limits.bytes) return;
  throw new FolkloreError(
    'RELEASE_TOO_LARGE',
    `The site ${is} ${sizeInWords(size)}; at most ${sizeInWords(limits)} are allowed. Nothing was changed.`,
    {
      hint: 'Write fewer: --kinds item,photograph,person,topic or --languages en, without --formats, or with --no-files. Or raise the limit: --most-files, --most-megabytes.',
    },
  );
}

/** `31,204 files with 412 MB`. */
export const sizeInWords = ({ files, bytes }: SiteSize): string =>
  `${counted(files, 'file')} with ${formatCount(Math.ceil(bytes / 1e6))} MB`;

/** A folder that is written whole or not at all, in place of an earlier site. */
export class SiteFolder {
  readonly #out: string;
  readonly #partial: string;
  readonly #limits: SiteLimits;
  readonly #folders = new Set<string>();
  /** The names of the files, as the least exact disk has them. */
  readonly #names = new Set<string>();
  #files = 0;
  #bytes = 0;

  private constructor(out: string, limits: SiteLimits) {
    this.#out = out;
    this.#partial = `${out}${PARTIAL}`;
    this.#limits = limits;
  }

  /**
   * Begins a site beside its place. What an unfinished run has left there is removed.
   *
   * @param out the folder of the site
   * @param release its folder, which no site may be in
   * @throws FolkloreError OUTPUT_UNWRITABLE when something else is in the place of the site
   */
  static async begin(out: string, release: string, limits: SiteLimits): Promise<SiteFolder> {
    const folder = new SiteFolder(resolve(out), limits);
    await refuseForeign(folder.#out);
    await refuseForeign(folder.#partial);
    try {
      await mkdir(dirname(folder.#out), { recursive: true });
      const parent = await realpath(dirname(folder.#out));
      const inRelease = relative(await realpath(release), join(parent, basename(folder.#out)));
      if (inRelease !== '..' && !inRelease.startsWith(`..${sep}`))
        throw unwritable(out, 'it is in the folder of the release');
      await rm(folder.#partial, { recursive: true, force: true });
      await mkdir(folder.#partial);
      await writeFile(join(folder.#partial, MARK), '{}\n');
    } catch (thrown) {
      throw thrown instanceof FolkloreError ? thrown : unwritable(out, messageOf(thrown), thrown);
    }
    return folder;
  }

  get size(): SiteSize {
    return { files: this.#files, bytes: this.#bytes };
  }

  /**
   * Writes a file.
   *
   * @param name its path in the site, of names that this program has checked
   * @throws FolkloreError OUTPUT_UNWRITABLE, also where the site has a file of this name; RELEASE_TOO_LARGE
   */
  async write(name: string, content: string | Uint8Array | AsyncIterable<Uint8Array>): Promise<void> {
    const names = name.split('/');
    // The names are checked where they are made. This is what must never happen.
    if (names.some((one) => one === '' || one === '.' || one === '..' || /[\\\0]/.test(one)))
      throw new Error(`${name} is no path in a site`);
    const path = join(this.#partial, ...names);
    // A file that is there already would be two pages of one name, here or on the disk of a reader.
    const folded = foldedName(name);
    if (this.#names.has(folded)) throw twice(name);
    this.#names.add(folded);
    this.#files += 1;
    try {
      await this.#makeFolder(dirname(path));
      if (typeof content === 'string' || content instanceof Uint8Array) {
        const bytes = typeof content === 'string' ? Buffer.from(content) : content;
        this.#bytes += bytes.length;
        await writeFile(path, bytes, { flag: 'wx' });
      } else await writeFile(path, this.#counted(content), { flag: 'wx' });
    } catch (thrown) {
      throw unwritable(path, messageOf(thrown), thrown);
    }
    checkSize(this.size, this.#limits, 'has more than');
  }

  async *#counted(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const piece of pieces) {
      this.#bytes += piece.length;
      yield piece;
    }
  }

  async #makeFolder(folder: string): Promise<void> {
    if (this.#folders.has(folder)) return;
    await mkdir(folder, { recursive: true });
    if (this.#folders.size >= MOST_FOLDERS) this.#folders.clear();
    this.#folders.add(folder);
  }

  /** Puts the site in its place. An earlier one is removed when this one is there. */
  async finish(mark: object): Promise<void> {
    await writeFile(join(this.#partial, MARK), `${JSON.stringify(mark, undefined, 2)}\n`);
    this.#files += 1;
    const earlier = `${this.#out}.earlier${PARTIAL}`;
    try {
      await refuseForeign(this.#out);
      await refuseForeign(earlier);
      await rm(earlier, { recursive: true, force: true });
      await syncAll(this.#partial);
      const isReplaced = await rename(this.#out, earlier).then(
        () => true,
        () => false,
      );
      await renameDurably(this.#partial, this.#out);
      if (isReplaced) await rm(earlier, { recursive: true, force: true });
    } catch (thrown) {
      throw thrown instanceof FolkloreError ? thrown : unwritable(this.#out, messageOf(thrown), thrown);
    }
  }

  /** Removes what was written, when it cannot be finished. */
  async abandon(): Promise<void> {
    await rm(this.#partial, { recursive: true, force: true });
  }
}

/** Folders that are known to be there. */
const MOST_FOLDERS = 100_000;

/** Throws where a path is anything but a site of this program, or an empty folder. */
async function refuseForeign(path: string): Promise<void> {
  const found = await lstat(path).catch(() => undefined);
  if (found === undefined) return;
  const names = found.isDirectory() ? await readdir(path) : undefined;
  if (names !== undefined && (names.length === 0 || names.includes(MARK))) return;
  throw new FolkloreError(
    'OUTPUT_UNWRITABLE',
    `${path} is there, and is no site that folklore-ld has written${names === undefined ? '' : `: it has no ${MARK}`}.`,
    { hint: 'Give --out another folder, or remove this one.' },
  );
}

/** A later file never takes the place of an earlier one, nor of one that differs in letter case or Unicode form only. */
const twice = (name: string): FolkloreError =>
  new FolkloreError('OUTPUT_UNWRITABLE', `Two pages of the site would be the file ${name}.`, {
    hint: 'Leave out the kind of the record with --kinds, and report this message.',
  });

const unwritable = (path: string, why: string, cause?: unknown): FolkloreError =>
  new FolkloreError('OUTPUT_UNWRITABLE', `The site cannot be written to ${path}: ${why}.`, {
    hint: 'Give --out a folder that this user can write, on a disk with room for it.',
    cause,
  });
