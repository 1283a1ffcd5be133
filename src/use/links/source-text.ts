import { basename } from 'node:path';
import { parse } from 'csv-parse/sync';
import { FolkloreError, messageOf } from '../../base/errors.js';
import { EXIT } from '../../base/exit-codes.js';
import { openFile } from '../../base/file-bytes.js';
import { toOneLine } from '../../base/text.js';
import { linesOf, TooLong, textOf } from '../../model/rdf/formats/recognise-dump.js';

/** Characters of a line or a row, at most. The longest lines of GeoNames have some 20,000. */
const LONGEST_ROW = 1 << 20;
/** Bytes of a file that is read whole. */
const MOST_WHOLE = 500_000_000;
const HEAD = 1 << 16;

/** A file that a person has downloaded from another dataset. */
export class SourceFile {
  readonly path: string;
  /** Its name in messages. */
  readonly name: string;
  readonly #isPacked: boolean;

  private constructor(path: string, isPacked: boolean) {
    this.path = path;
    this.name = toOneLine(basename(path));
    this.#isPacked = isPacked;
  }

  /**
   * Opens a file, plain or packed with gzip.
   *
   * @throws FolkloreError FILE_UNREADABLE
   */
  static async open(path: string): Promise<SourceFile> {
    const first = Buffer.alloc(4);
    try {
      const handle = await openFile(path);
      try {
        await handle.read(first, 0, first.length, 0);
      } finally {
        await handle.close();
      }
    } catch (thrown) {
      throw unusable(toOneLine(path), messageOf(thrown), 'Name a file that was downloaded.');
    }
    if (first.toString('latin1').startsWith('PK'))
      throw unusable(toOneLine(path), 'it is a ZIP archive', 'Unpack it, and name the file that was in it.');
    return new SourceFile(path, first[0] === 0x1f && first[1] === 0x8b);
  }

  /** An error about this file. */
  fault(what: string, hint: string): FolkloreError {
    return unusable(toOneLine(this.path), what, hint);
  }

  /** The beginning of the text. */
  async head(): Promise<string> {
    let head = '';
    for await (const text of this.#texts()) {
      head += text;
      if (head.length >= HEAD) break;
    }
    return head.slice(0, HEAD);
  }

  /** The whole text. */
  async text(): Promise<string> {
    const texts: string[] = [];
    let length = 0;
    for await (const text of this.#texts()) {
      length += text.length;
      if (length > MOST_WHOLE)
        throw this.fault(`it has more than ${MOST_WHOLE} characters`, 'Download it in parts, by county say.');
      texts.push(text);
    }
    return texts.join('');
  }

  /** Its lines, with their numbers, as they are read. */
  async *lines(): AsyncGenerator<{ readonly line: string; readonly number: number }> {
    let number = 0;
    try {
      for await (const line of linesOf(this.#texts(), LONGEST_ROW)) {
        number += 1;
        yield { line, number };
      }
    } catch (thrown) {
      if (!(thrown instanceof TooLong)) throw thrown;
      throw this.fault(`line ${number + 1} has more than ${LONGEST_ROW} characters`, 'Download it again.');
    }
  }

  /**
   * The rows of a table with a header, by the names of its columns in lower case.
   *
   * @param delimiter between cells
   * @param isQuoted whether cells may be in quotes
   */
  async rows(
    delimiter: ',' | '\t' | ';',
    isQuoted: boolean,
  ): Promise<readonly { readonly row: ReadonlyMap<string, string>; readonly line: number }[]> {
    const text = await this.text();
    try {
      const rows = parse(text, {
        delimiter,
        quote: isQuoted ? '"' : false,
        skip_empty_lines: true,
        info: true,
        relax_column_count: true,
        max_record_size: LONGEST_ROW,
      }) as unknown as readonly {
        readonly record: readonly string[];
        readonly info: { readonly lines: number };
      }[];
      const [header, ...others] = rows;
      const names = (header?.record ?? []).map((name) => name.trim().toLowerCase());
      return others.map(({ record, info }) => ({
        row: new Map(names.map((name, at) => [name, record[at]?.trim() ?? ''])),
        line: info.lines,
      }));
    } catch (thrown) {
      throw this.fault(`it is no table: ${messageOf(thrown).replace(/\.$/, '')}`, 'Download it again.');
    }
  }

  async *#texts(): AsyncGenerator<string> {
    try {
      yield* textOf({ path: this.path, isPacked: this.#isPacked });
    } catch (thrown) {
      if (!(thrown instanceof FolkloreError)) throw thrown;
      const { code, message, exitCode } = thrown;
      const hint = 'Download it again, or save it as UTF-8.';
      throw new FolkloreError(code, toOneLine(message), { hint, exitCode, cause: thrown });
    }
  }
}

const unusable = (path: string, what: string, hint: string): FolkloreError =>
  new FolkloreError('FILE_UNREADABLE', `${path} cannot be imported: ${what}.`, {
    hint,
    exitCode: EXIT.misuse,
  });
