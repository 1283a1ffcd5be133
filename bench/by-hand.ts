import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { finished } from 'node:stream/promises';
import type { Quad } from '@rdfjs/types';
import { Writer } from 'n3';

/** Characters collected before they go to disk. */
const CHUNK_LENGTH = 1 << 20;

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const ESCAPED = /[\x00-\x1F"\\\x7F]/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: the same
const ALL_ESCAPED = /[\x00-\x1F"\\\x7F]/g;
const STRING = 'http://www.w3.org/2001/XMLSchema#string';
const NAMED: Readonly<Record<string, string>> = {
  '\b': '\\b',
  '\t': '\\t',
  '\n': '\\n',
  '\f': '\\f',
  '\r': '\\r',
  '"': '\\"',
  '\\': '\\\\',
};

/**
 * The limit: the least that has to be done to a triple to write it. One template a line, nothing sorted, counted,
 * checked or remembered.
 */
export function lineByHand({ subject, predicate, object }: Quad): string {
  if (object.termType !== 'Literal') return `<${subject.value}> <${predicate.value}> <${object.value}> .\n`;
  const { value, language, datatype } = object;
  const text = ESCAPED.test(value) ? value.replace(ALL_ESCAPED, escapeOf) : value;
  // jsonld leaves out the language of what has none.
  const kind = language ? `@${language}` : datatype.value === STRING ? '' : `^^<${datatype.value}>`;
  return `<${subject.value}> <${predicate.value}> "${text}"${kind} .\n`;
}

const escapeOf = (character: string): string =>
  NAMED[character] ?? `\\u${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`;

/** Writes N-Triples joined by hand to a file. */
export async function writeByHand(file: string, records: Iterable<readonly Quad[]>): Promise<void> {
  const handle = await open(file, 'wx');
  let text = '';
  for (const quads of records) {
    for (const quad of quads) text += lineByHand(quad);
    if (text.length < CHUNK_LENGTH) continue;
    await handle.appendFile(text);
    text = '';
  }
  await handle.appendFile(text);
  await handle.close();
}

/** Writes with n3's own writer to a file stream, waiting when the stream is full. */
export async function writeWithN3(
  file: string,
  records: Iterable<readonly Quad[]>,
  options: ConstructorParameters<typeof Writer>[1],
): Promise<void> {
  const stream = createWriteStream(file, { flags: 'wx', highWaterMark: CHUNK_LENGTH });
  const writer = new Writer(stream, { ...options, end: false });
  for (const quads of records) {
    writer.addQuads([...quads]);
    if (stream.writableNeedDrain) await once(stream, 'drain');
  }
  await new Promise<void>((done, fail) => {
    writer.end((error) => (error ? fail(error) : done()));
  });
  stream.end();
  await finished(stream);
}
