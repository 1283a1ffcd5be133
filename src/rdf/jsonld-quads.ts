import type { Quad, Quad_Object } from '@rdfjs/types';
import type { JsonLdDocument } from 'jsonld';
import { DataFactory } from 'n3';
import { messageOf } from '../base/errors.js';
import { xsd } from './iris.js';

const { namedNode, blankNode, literal, quad, defaultGraph } = DataFactory;

/** A term as jsonld gives it: plain objects. */
interface PlainTerm {
  readonly termType: string;
  readonly value: string;
  readonly language?: string;
  readonly datatype?: { readonly value: string };
}

type PlainQuad = { readonly [position in 'subject' | 'predicate' | 'object' | 'graph']: PlainTerm };

/**
 * The quads of a JSON-LD document, as jsonld reads it in safe mode. Nothing is fetched: a context must stand in the
 * document itself.
 *
 * @throws Error when the document says something that would be lost, or names a context elsewhere
 */
export async function documentQuads(document: object): Promise<Quad[]> {
  let elsewhere: string | undefined;
  const documentLoader = (url: string): never => {
    elsewhere ??= url;
    throw new Error(`nothing is fetched, and ${url} is not here`);
  };
  const options: object = { safe: true, documentLoader };
  // It takes longer to import than most documents to read, and most dumps need it for nothing.
  const { default: jsonld } = await import('jsonld');
  try {
    const read = (await jsonld.toRDF(document as JsonLdDocument, options)) as readonly PlainQuad[];
    return read.map((one) =>
      quad(nodeOf(one.subject), namedNode(one.predicate.value), termOf(one.object), graphOf(one.graph)),
    );
  } catch (thrown) {
    const reason =
      elsewhere === undefined
        ? lossOf(thrown)
        : `its context is at ${elsewhere}, and nothing is fetched: put the context itself into the document`;
    throw new Error(reason, { cause: thrown });
  }
}

/** Characters of what would be lost that are told. */
const TOLD = 200;

/** In safe mode jsonld says that something would be lost; what, it says aside. */
function lossOf(thrown: unknown): string {
  const { event } = (thrown as { readonly details?: { readonly event?: unknown } }).details ?? {};
  if (typeof event !== 'object' || event === null || !('message' in event)) return messageOf(thrown);
  const { message, details } = event as { readonly message: unknown; readonly details?: object };
  const [what] = Object.values(details ?? {}).filter((one) => typeof one === 'string');
  return `${String(message).replace(/\.$/, '')}${what === undefined ? '' : ` (${what.slice(0, TOLD)})`}`;
}

const nodeOf = ({ termType, value }: PlainTerm) =>
  termType === 'BlankNode' ? blankNode(value) : namedNode(value);

const graphOf = (term: PlainTerm) => (term.termType === 'DefaultGraph' ? defaultGraph() : nodeOf(term));

function termOf(term: PlainTerm): Quad_Object {
  const { termType, value, language = '', datatype } = term;
  if (termType !== 'Literal') return nodeOf(term);
  if (language !== '') return literal(value, language);
  const iri = datatype?.value ?? xsd.string;
  return iri === xsd.string ? literal(value) : literal(value, namedNode(iri));
}
