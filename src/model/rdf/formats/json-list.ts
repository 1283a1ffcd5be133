import { NoJson, parseForeignJson } from '../../../base/file-bytes.js';
import { TooLong, unreadable } from './recognise-dump.js';

/** Characters of a line, and of a document that is read whole. */
export const LARGEST = 64 << 20;

/** An entry of a list, and its line. */
export interface ListEntry {
  readonly entry: unknown;
  readonly line: number;
}

const END = /^\s*\]\s*\}\s*$/;

/**
 * The entries of a JSON list with one entry on each line, up to the `]}` that ends the document.
 *
 * @param path of the file, for messages
 * @param before lines before the first entry
 * @throws FolkloreError FILE_UNREADABLE with the line
 */
export async function* listEntries(
  path: string,
  lines: AsyncIterable<string>,
  before: number,
): AsyncGenerator<ListEntry> {
  let line = before;
  let expected: 'entry or end' | 'entry' | 'end' | 'nothing' = 'entry or end';
  for await (const text of lines) {
    line += 1;
    if (text.trim() === '') continue;
    if (END.test(text) && (expected === 'end' || expected === 'entry or end')) {
      expected = 'nothing';
      continue;
    }
    if (expected === 'end' || expected === 'nothing')
      throw unreadable(path, `line ${line}: a comma or the end is missing before it`);
    const trimmed = text.trimEnd();
    expected = trimmed.endsWith(',') ? 'entry' : 'end';
    yield { entry: parseJson(path, trimmed.replace(/,$/, ''), line), line };
  }
  if (expected !== 'nothing')
    throw unreadable(path, `line ${line}: the file breaks off: the list has no end`);
}

/**
 * The text of a document that is read whole.
 *
 * @param begun lines that have been read
 * @throws TooLong
 */
export async function joinLines(begun: readonly string[], lines: AsyncIterable<string>): Promise<string> {
  const texts = [...begun];
  let length = begun.join('').length;
  for await (const line of lines) {
    length += line.length + 1;
    if (length > LARGEST) throw new TooLong();
    texts.push(line);
  }
  return texts.join('\n');
}

/**
 * Parses JSON of a file.
 *
 * @param line the first line of the text
 * @throws FolkloreError FILE_UNREADABLE with the line
 */
export function parseJson(path: string, text: string, line: number): unknown {
  try {
    return parseForeignJson(text);
  } catch (thrown) {
    const within = thrown instanceof NoJson ? (thrown.line ?? 1) : 1;
    throw unreadable(path, `line ${line + within - 1}: it is no JSON`, thrown);
  }
}
