import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Quad } from '@rdfjs/types';
import { FolkloreError, messageOf } from '../../../base/errors.js';
import { documentQuads } from '../jsonld-quads.js';
import { isPlainNode } from '../node.js';
import type { ToQuads } from '../to-quads.js';
import { joinLines, LARGEST, type ListEntry, listEntries, parseJson } from './json-list.js';
import { CONTEXT_ADDRESS } from './jsonld.js';
import { type DumpFile, linesOf, TooLong, textOf, unreadable } from './recognise-dump.js';

/** The context of our own dumps, and the function from a node in them to its quads. */
export interface KnownVocabulary {
  readonly context: object;
  readonly toQuads: ToQuads;
}

/** Nodes that the jsonld package expands together: it reads the context once for all of them. */
const BATCH = 200;
const HEAD = /^\s*\{\s*"@context"\s*:/;
const GRAPH = /^\s*,?\s*"@graph"\s*:\s*\[\s*$/;
const KEYWORD = /"@[a-z]+"\s*:/;

/**
 * The quads of a JSON-LD dump. Our dumps have the context on the first line and one record on each other line, and need
 * not fit into memory; any other document is read whole.
 *
 * @param own is used when the context of the dump is a part of its context; the jsonld package reads all else
 * @returns the quads of one node of our own, or of several nodes of others
 * @throws FolkloreError FILE_UNREADABLE with the line
 */
export async function* readJsonld(dump: DumpFile, own?: KnownVocabulary): AsyncGenerator<readonly Quad[]> {
  const lines = linesOf(textOf(dump), LARGEST);
  try {
    const [first, second] = [(await lines.next()).value ?? '', (await lines.next()).value ?? ''];
    if (!HEAD.test(first) || !GRAPH.test(second)) {
      yield await wholeDocument(dump, [first, second], lines);
      return;
    }
    const context = first.replace(HEAD, '').trim().replace(/,$/, '');
    const parsedContext = await contextOf(dump, parseJson(dump.path, context, 1));
    const known = own !== undefined && isPartOf(parsedContext, own.context) ? own : undefined;
    let batch: ListEntry[] = [];
    for await (const one of listEntries(dump.path, lines, 2)) {
      const quads = known === undefined ? undefined : knownQuads(one.entry, known);
      if (quads !== undefined) {
        yield quads;
        continue;
      }
      batch.push(one);
      if (known === undefined && batch.length < BATCH) continue;
      yield await batchQuads(dump, parsedContext, batch);
      batch = [];
    }
    if (batch.length > 0) yield await batchQuads(dump, parsedContext, batch);
  } catch (thrown) {
    if (!(thrown instanceof TooLong)) throw thrown;
    throw unreadable(dump.path, 'it is too large for JSON-LD that is not one record a line', thrown);
  } finally {
    await lines.return(undefined);
  }
}

/** The context of a dump. Only that of its release is read where the dump has an address: nothing else is opened or fetched. */
async function contextOf({ path }: DumpFile, context: unknown): Promise<unknown> {
  if (context !== CONTEXT_ADDRESS) return context;
  const file = join(dirname(path), CONTEXT_ADDRESS);
  try {
    return (JSON.parse(await readFile(file, 'utf8')) as { readonly '@context'?: unknown })['@context'];
  } catch (cause) {
    throw unreadable(path, `its context, ${file}, cannot be read: ${messageOf(cause)}`, cause);
  }
}

/** Whether each term of a context is defined in another, in the same way. */
const isPartOf = (context: unknown, whole: object): boolean =>
  typeof context === 'object' &&
  context !== null &&
  !Array.isArray(context) &&
  Object.entries(context).every(
    ([word, definition]) =>
      JSON.stringify(definition) === JSON.stringify((whole as Readonly<Record<string, unknown>>)[word]),
  );

/** The quads of a node of our own; undefined when it has words that the context does not define. */
function knownQuads(node: unknown, { toQuads }: KnownVocabulary): Quad[] | undefined {
  if (!isPlainNode(node)) return undefined;
  try {
    return toQuads(node);
  } catch (thrown) {
    if (thrown instanceof FolkloreError && thrown.code === 'CONTEXT_TERM') return undefined;
    throw thrown;
  }
}

async function batchQuads(dump: DumpFile, context: unknown, batch: readonly ListEntry[]): Promise<Quad[]> {
  const quadsOf = (some: readonly ListEntry[]): Promise<Quad[]> =>
    documentQuads({ '@context': context, '@graph': some.map(({ entry }) => entry) });
  return quadsOf(batch).catch(async (thrown: unknown) => {
    // Finds the line.
    for (const one of batch)
      await quadsOf([one]).catch((cause: unknown) => {
        throw atLine(dump, one.line, messageOf(cause), cause);
      });
    throw atLine(dump, batch[0]?.line ?? 0, messageOf(thrown), thrown);
  });
}

async function wholeDocument(
  dump: DumpFile,
  begun: readonly string[],
  lines: AsyncIterable<string>,
): Promise<Quad[]> {
  const text = await joinLines(begun, lines);
  if (text.trim() === '')
    throw unreadable(dump.path, 'it is empty, and JSON-LD has at least a pair of braces');
  const document = parseJson(dump.path, text, 1);
  if ([document].flat().every(saysNothing)) return [];
  if (typeof document !== 'object' || document === null || !KEYWORD.test(text))
    throw unreadable(dump.path, 'it is JSON, but not JSON-LD');
  return documentQuads(document).catch((thrown: unknown) => {
    throw unreadable(dump.path, messageOf(thrown), thrown);
  });
}

/** Whether a node has no property: jsonld takes it for one whose data is lost. */
const saysNothing = (node: unknown): boolean =>
  typeof node === 'object' &&
  node !== null &&
  Object.keys(node).every((key) => key === '@context' || key === '@id');

const atLine = (dump: DumpFile, line: number, why: string, cause?: unknown): FolkloreError =>
  unreadable(dump.path, `line ${line}: ${why.replace(/\.$/, '')}`, cause);
