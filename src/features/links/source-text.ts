import { basename } from 'node:path';
import { parse } from 'csv-parse/sync';
import { FolkloreError, messageOf } from '../../base/errors.js';
import { openFile } from '../../base/file-bytes.js';
import { counted, toOneLine } from '../../base/text.js';
import { linesOf, TooLong, textOf } from '../../model/rdf/formats/recognise-dump.js';
import type { OutsideFault } from './outside-thing.js';

/** Characters of a line or a row, at most. The longest lines of GeoNames have some 20,000. */
const LONGEST_ROW = 1 << 20;
/** Bytes of a file that is read whole. */
const MOST_WHOLE = 500_000_000;
const HEAD = 1 << 16;
/** The first line of a table by which Excel names its delimiter. */
const SEPARATOR = /^("?)sep=(.)\1\r?\n/i;
/**
 * What is appended to an answer with status 200 when its time runs out: by the Wikidata Query Service (Blazegraph) the query and
 * the stack of an exception of Java, by a proxy before it a page of HTML or a line.
 */
const SERVICE_ERROR = new RegExp(
  [
    'SPARQL-QUERY: queryStr=',
    '^(?:java|com|org)\\.[\\w.]+(?:Exception|Error)\\b',
    '^\\s+at (?:java|com|org)\\.[\\w.$]+\\(',
    'Caused by: (?:java|com|org)\\.',
    '<(?:html|HTML|!(?:doctype|DOCTYPE) html)\\b',
    'upstream request timeout',
  ].join('|'),
  'm',
);
/** How an error names itself. */
const ERROR_NAMES = [
  /\b(?:java|com|org)\.[\w.]+(?:Exception|Error)\b/,
  /(?<=<(?:title|TITLE|h1|H1)>)[45]\d\d [\w -]+/,
  /upstream request timeout/,
];
const CUT = 'its last line has no line end, so that it may be cut: nothing of it is taken';

/** A file that a person has downloaded from another dataset. */
export class SourceFile {
  readonly path: string;
  /** Its name in messages. */
  readonly name: string;
  readonly #isPacked: boolean;
  readonly #faults: OutsideFault[] = [];

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

  /** What of the text could not be used, when its lines or rows have been read. */
  get faults(): readonly OutsideFault[] {
    return this.#faults;
  }

  /** What the query service says in a text that it broke off; undefined for another text. */
  static errorIn(text: string): string | undefined {
    const error = SERVICE_ERROR.exec(text);
    if (error === null) return undefined;
    const said = text.slice(error.index);
    const [name = 'it does not say which'] = ERROR_NAMES.flatMap((one) => one.exec(said)?.[0] ?? []);
    return `the query service ended it with an error: ${name}`;
  }

  /** The beginning of the text, and the delimiter that its first line names, which is left out. */
  async beginning(): Promise<{ readonly head: string; readonly delimiter: string | undefined }> {
    const head = await this.#head();
    const [line = '', , delimiter] = SEPARATOR.exec(head) ?? [];
    return { head: head.slice(line.length), delimiter };
  }

  async #head(): Promise<string> {
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

  /** Its lines, with their numbers, as they are read. A last line without an end is a fault. */
  async *lines(): AsyncGenerator<{ readonly line: string; readonly number: number }> {
    let number = 0;
    let isRead = false;
    const texts = this.#texts();
    async function* watched(): AsyncGenerator<string> {
      yield* texts;
      isRead = true;
    }
    try {
      for await (const line of linesOf(watched(), LONGEST_ROW)) {
        number += 1;
        // The text has ended, and its last line is given without having ended.
        if (isRead) this.#addFault(CUT, number);
        else yield { line, number };
      }
    } catch (thrown) {
      if (!(thrown instanceof TooLong)) throw thrown;
      throw this.fault(`line ${number + 1} has more than ${LONGEST_ROW} characters`, 'Download it again.');
    }
  }

  /**
   * The rows of a table with a header, by the names of its columns in lower case. A row with more or fewer cells than the
   * header is a fault, and so is the last row of a text that broke off: a cut id would be the id of another record.
   *
   * @param delimiter between cells
   * @param isQuoted whether cells may be in quotes
   */
  async rows(
    delimiter: ',' | '\t' | ';',
    isQuoted: boolean,
  ): Promise<readonly { readonly row: ReadonlyMap<string, string>; readonly line: number }[]> {
    const all = await this.text();
    const [first = ''] = SEPARATOR.exec(all) ?? [];
    const text = all.slice(first.length);
    const lineOf = (line: number): number => line + (first === '' ? 0 : 1);
    const error = SERVICE_ERROR.exec(text)?.index;
    const begun = text.slice(0, error);
    // The line that an error was written into, or that has no end.
    const end = Math.max(begun.lastIndexOf('\n'), begun.lastIndexOf('\r')) + 1;
    try {
      const rows = parse(text.slice(0, end), {
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
      const service = SourceFile.errorIn(text);
      if (service !== undefined) {
        // The row before the error may have been cut, too.
        others.pop();
        this.#faults.push({
          at: this.name,
          fault: `${service}; the rows before it are taken`,
          isWhole: true,
        });
      } else if (end < text.length) this.#addFault(CUT, lineOf(linesIn(text.slice(0, end)) + 1));
      return others.flatMap(({ record, info }) => {
        const line = lineOf(info.lines);
        if (record.every((cell) => cell.trim() === '')) return [];
        if (record.length === names.length)
          return [{ row: new Map(names.map((name, at) => [name, record[at]?.trim() ?? ''])), line }];
        this.#addFault(`it has ${counted(record.length, 'cell')}, and the header ${names.length}`, line);
        return [];
      });
    } catch (thrown) {
      throw this.fault(`it is no table: ${messageOf(thrown).replace(/\.$/, '')}`, 'Download it again.');
    }
  }

  #addFault(fault: string, line: number): void {
    this.#faults.push({ at: `${this.name} line ${line}`, fault });
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

const linesIn = (text: string): number => text.match(/\r\n|\n|\r/g)?.length ?? 0;

const unusable = (path: string, what: string, hint: string): FolkloreError =>
  new FolkloreError('FILE_UNREADABLE', `${path} cannot be imported: ${what}.`, {
    hint,
  });
