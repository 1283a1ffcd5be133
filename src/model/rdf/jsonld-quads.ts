import type { Quad } from '@rdfjs/types';
import type { JsonLdDocument } from 'jsonld';
import { DataFactory } from 'n3';
import { messageOf } from '../../base/errors.js';
import type { Node } from './node.js';
import { parseTurtle, turtlePrefixes } from './parse.js';

/** The types of n3 lack `fromTerm`. */
const { quad, fromTerm } = DataFactory as typeof DataFactory & {
  fromTerm<T>(term: PlainTerm): T;
};

/** A term of jsonld. */
interface PlainTerm {
  readonly termType: string;
  readonly value: string;
  readonly language?: string;
  readonly datatype?: { readonly value: string };
}

type PlainQuad = { readonly [position in 'subject' | 'predicate' | 'object' | 'graph']: PlainTerm };

/**
 * The quads of a JSON-LD document, read by jsonld in safe mode. The document must contain its context: nothing is fetched.
 *
 * @throws Error when data would be lost, or the context is elsewhere
 */
export async function documentQuads(document: object): Promise<Quad[]> {
  let elsewhere: string | undefined;
  const documentLoader = (url: string): never => {
    elsewhere ??= url;
    throw new Error(`nothing is fetched, and ${url} is not here`);
  };
  const options: object = { safe: true, documentLoader };
  // Imported on demand, because the import is slow and most dumps do not need it.
  const { default: jsonld } = await import('jsonld');
  try {
    const read = (await jsonld.toRDF(document as JsonLdDocument, options)) as readonly PlainQuad[];
    return read.map(({ subject, predicate, object, graph }) =>
      quad(fromTerm(subject), fromTerm(predicate), fromTerm(object), fromTerm(graph)),
    );
  } catch (thrown) {
    const reason =
      elsewhere === undefined
        ? lossOf(thrown)
        : `its context is at ${elsewhere}, and nothing is fetched: put the context itself into the document`;
    throw new Error(reason, { cause: thrown });
  }
}

/** Characters of lost data that a message quotes. */
const MOST_CHARACTERS = 200;

/** The message of jsonld in safe mode, with the data that would be lost. */
function lossOf(thrown: unknown): string {
  const { event } = (thrown as { readonly details?: { readonly event?: unknown } }).details ?? {};
  if (typeof event !== 'object' || event === null || !('message' in event)) return messageOf(thrown);
  const { message, details } = event as { readonly message: unknown; readonly details?: object };
  const [what] = Object.values(details ?? {}).filter((value) => typeof value === 'string');
  return `${String(message).replace(/\.$/, '')}${what === undefined ? '' : ` (${what.slice(0, MOST_CHARACTERS)})`}`;
}

/** Nodes of JSON-LD for quads without blank nodes, compacted by a context: those of a dump, written alone. */
export async function compactNodes(
  quads: readonly Quad[],
  context: Readonly<Record<string, unknown>>,
): Promise<readonly Node[]> {
  const { default: jsonld } = await import('jsonld');
  // Its types lack what it can do: to read quads, and to return a graph of one node as a graph. Of a string it makes quads
  // in a time that grows with the square of its length.
  const { fromRDF, compact } = jsonld as unknown as {
    fromRDF(dataset: readonly Quad[], options: object): Promise<object>;
    compact(document: object, context: object, options: object): Promise<{ '@graph': readonly Node[] }>;
  };
  const documentLoader = (url: string): never => {
    throw new Error(`nothing is fetched, and ${url} is not here`);
  };
  const expanded = await fromRDF(quads, {});
  return (await compact(expanded, context, { graph: true, documentLoader }))['@graph'];
}

/** The statements of Turtle files as one document of JSON-LD, with the prefixes of the files as its context. */
export async function turtleAsJsonld(
  files: readonly { readonly path: string; readonly text: string }[],
): Promise<string> {
  const { default: jsonld } = await import('jsonld');
  // As above, the types lack the options.
  const { fromRDF, compact } = jsonld as unknown as {
    fromRDF(dataset: readonly PlainQuad[]): Promise<object>;
    compact(document: object, context: object, options: object): Promise<object>;
  };
  // The labels of the parser depend on what it has parsed before.
  const labels = new Map<string, string>();
  const plain = ({ termType, value }: PlainTerm): PlainTerm => {
    if (termType !== 'BlankNode') return { termType, value };
    const label = labels.get(value) ?? `_:b${labels.size}`;
    labels.set(value, label);
    return { termType, value: label };
  };
  const quads = files.flatMap(({ path, text }) => parseTurtle(text, path));
  const expanded = await fromRDF(
    quads.map(({ subject, predicate, object, graph }) => ({
      subject: plain(subject),
      predicate: plain(predicate),
      graph: plain(graph),
      object:
        object.termType === 'Literal'
          ? { language: object.language, datatype: { value: object.datatype.value }, ...plain(object) }
          : plain(object),
    })),
  );
  const context = Object.fromEntries(files.flatMap(({ text }) => [...turtlePrefixes(text)]));
  return `${JSON.stringify(await compact(expanded, context, { graph: true }), undefined, 1)}\n`;
}
