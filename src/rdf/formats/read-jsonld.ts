import type { Quad } from '@rdfjs/types';
import { FolkloreError, messageOf } from '../../base/errors.js';
import { NoJson, parseForeignJson } from '../../base/file-bytes.js';
import { documentQuads } from '../jsonld-quads.js';
import { isPlainNode } from '../node.js';
import { recordOf } from '../record-order.js';
import type { ToQuads } from '../to-quads.js';
import { type DumpFile, linesOf, TooLong, textOf, unreadable } from './dump-file.js';
import type { DumpRecord } from './read-dump.js';

/** Words that are ours: the context as it stands in our dumps, and what turns a node in them into quads. */
export interface KnownVocabulary {
  readonly context: object;
  readonly toQuads: ToQuads;
}

/** What jsonld is asked about: documents that are not one record a line, up to so many characters. */
const LARGEST = 64 << 20;
/** Records that jsonld expands together: it reads the context once for all of them. */
const BATCH = 200;
const HEAD = /^\s*\{\s*"@context"\s*:/;
const GRAPH = /^\s*,?\s*"@graph"\s*:\s*\[\s*$/;
const KEYWORD = /"@[a-z]+"\s*:/;
const END = /^\s*\]\s*\}\s*$/;

/**
 * The records of a JSON-LD dump. Ours have the context on the first line and one record on each of the others, so that
 * they need not fit into memory; other documents are read as a whole when they are small enough.
 *
 * @param own what nodes mean in a file whose context is ours, byte for byte: jsonld is the judge of all else, and
 *   takes its time
 * @throws FolkloreError FILE_UNREADABLE naming the line
 */
export async function* jsonldRecords(dump: DumpFile, own?: KnownVocabulary): AsyncGenerator<DumpRecord> {
  const lines = linesOf(textOf(dump), LARGEST);
  try {
    const [first, second] = [(await lines.next()).value ?? '', (await lines.next()).value ?? ''];
    if (HEAD.test(first) && GRAPH.test(second)) {
      const context = first.replace(HEAD, '').trim().replace(/,$/, '');
      const read = isOurs(context, own)
        ? new OurReader(dump, own)
        : new Reader(dump, parsed(dump, context, 1));
      for await (const record of nodesOf(dump, lines)) yield* await read.take(record);
      yield* await read.end();
    } else yield* await whole(dump, [first, second], lines);
  } catch (thrown) {
    if (!(thrown instanceof TooLong)) throw thrown;
    throw unreadable(dump.path, 'it is too large for JSON-LD that is not one record a line', thrown);
  } finally {
    await lines.return(undefined);
  }
}

/** The node that stands on one line. */
interface NodeLine {
  readonly node: unknown;
  readonly line: number;
}

/** The nodes on the lines of `@graph`, up to its end; a file that breaks off before it is none of ours as it was. */
async function* nodesOf(dump: DumpFile, lines: AsyncIterable<string>): AsyncGenerator<NodeLine> {
  let number = 2;
  let awaits: 'node or end' | 'node' | 'end' | 'nothing' = 'node or end';
  for await (const text of lines) {
    number += 1;
    if (text.trim() === '') continue;
    if (END.test(text) && (awaits === 'end' || awaits === 'node or end')) {
      awaits = 'nothing';
      continue;
    }
    if (awaits === 'end' || awaits === 'nothing')
      throw atLine(dump, number, 'a comma or the end is missing before it');
    const line = text.trimEnd();
    awaits = line.endsWith(',') ? 'node' : 'end';
    yield { node: parsed(dump, line.replace(/,$/, ''), number), line: number };
  }
  if (awaits !== 'nothing') throw atLine(dump, number, 'the file breaks off: there is no end of the graph');
}

/** Reads nodes by jsonld, many at once. */
class Reader {
  readonly #dump: DumpFile;
  readonly #context: unknown;
  #batch: NodeLine[] = [];

  constructor(dump: DumpFile, context: unknown) {
    this.#dump = dump;
    this.#context = context;
  }

  async take(one: NodeLine): Promise<readonly DumpRecord[]> {
    this.#batch.push(one);
    return this.#batch.length < BATCH ? [] : this.end();
  }

  async end(): Promise<readonly DumpRecord[]> {
    const batch = this.#batch;
    this.#batch = [];
    try {
      return byRecord(await this.#quadsOf(batch));
    } catch (thrown) {
      // Which of them it was.
      for (const one of batch) await this.#quadsOf([one]).catch((cause) => this.#blame(one, cause));
      throw atLine(this.#dump, batch.at(-1)?.line ?? 0, messageOf(thrown), thrown);
    }
  }

  #quadsOf(batch: readonly NodeLine[]): Promise<Quad[]> {
    return documentQuads({ '@context': this.#context, '@graph': batch.map(({ node }) => node) });
  }

  #blame({ line }: NodeLine, thrown: unknown): never {
    throw atLine(this.#dump, line, messageOf(thrown), thrown);
  }
}

/** Reads nodes of our own by the way that made them; what is not in our form is left to jsonld. */
class OurReader {
  readonly #own: KnownVocabulary;
  readonly #others: Reader;

  constructor(dump: DumpFile, own: KnownVocabulary) {
    this.#own = own;
    this.#others = new Reader(dump, own.context);
  }

  async take(one: NodeLine): Promise<readonly DumpRecord[]> {
    const quads = this.#quadsOf(one.node);
    if (quads !== undefined) return byRecord(quads);
    return [...(await this.#others.take(one)), ...(await this.#others.end())];
  }

  end(): Promise<readonly DumpRecord[]> {
    return this.#others.end();
  }

  #quadsOf(node: unknown): Quad[] | undefined {
    if (!isPlainNode(node)) return undefined;
    try {
      return this.#own.toQuads(node);
    } catch (thrown) {
      if (thrown instanceof FolkloreError && thrown.code === 'CONTEXT_TERM') return undefined;
      throw thrown;
    }
  }
}

const isOurs = (context: string, own: KnownVocabulary | undefined): own is KnownVocabulary =>
  own !== undefined && context === JSON.stringify(own.context);

async function whole(
  dump: DumpFile,
  begun: readonly string[],
  lines: AsyncIterable<string>,
): Promise<readonly DumpRecord[]> {
  const texts = [...begun];
  let length = begun.reduce((sum, line) => sum + line.length, 0);
  for await (const line of lines) {
    length += line.length + 1;
    if (length > LARGEST) throw new TooLong();
    texts.push(line);
  }
  const text = texts.join('\n');
  if (text.trim() === '')
    throw unreadable(dump.path, 'it is empty, and JSON-LD has at least a pair of braces');
  const document = parsed(dump, text, 1);
  // What has no keyword of JSON-LD is some other JSON, of which nothing is said.
  if (typeof document !== 'object' || document === null || !KEYWORD.test(text))
    throw unreadable(dump.path, 'it is JSON, but no JSON-LD');
  try {
    return byRecord(await documentQuads(document));
  } catch (thrown) {
    throw unreadable(dump.path, messageOf(thrown), thrown);
  }
}

function byRecord(quads: readonly Quad[]): DumpRecord[] {
  const records = new Map<string, Quad[]>();
  for (const quad of quads) {
    const iri = recordOf(quad.subject.value);
    const said = records.get(iri);
    if (said === undefined) records.set(iri, [quad]);
    else said.push(quad);
  }
  return [...records].map(([iri, said]) => ({ iri, quads: said }));
}

/** @param line the first of the text */
function parsed(dump: DumpFile, text: string, line: number): unknown {
  try {
    return parseForeignJson(text);
  } catch (thrown) {
    const within = thrown instanceof NoJson ? (thrown.line ?? 1) : 1;
    throw atLine(dump, line + within - 1, 'it is no JSON', thrown);
  }
}

const atLine = (dump: DumpFile, line: number, why: string, cause?: unknown): FolkloreError =>
  unreadable(dump.path, `line ${line}: ${why.replace(/\.$/, '')}`, cause);
