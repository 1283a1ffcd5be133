import type { Quad } from '@rdfjs/types';
import jsonld from 'jsonld';
import { DataFactory } from 'n3';

const { namedNode, literal, quad } = DataFactory;

interface PlainTerm {
  readonly termType: string;
  readonly value: string;
  readonly language?: string;
  readonly datatype?: { readonly value: string };
}
interface PlainQuad {
  readonly subject: PlainTerm;
  readonly predicate: PlainTerm;
  readonly object: PlainTerm;
}

/** No context may be fetched. */
const offline = async (url: string): Promise<never> => {
  throw new Error(`somebody asks for ${url}`);
};

/** What jsonld, the reference, makes of a document in safe mode: every word it would drop is an error. */
export async function reference(document: object): Promise<Quad[]> {
  const options: object = { safe: true, documentLoader: offline };
  const quads = (await jsonld.toRDF(document as jsonld.JsonLdDocument, options)) as readonly PlainQuad[];
  return quads.map(({ subject, predicate, object }) =>
    quad(named(subject), named(predicate), object.termType === 'Literal' ? text(object) : named(object)),
  );
}

function named({ termType, value }: PlainTerm) {
  if (termType !== 'NamedNode') throw new Error(`a ${termType}: ${value}`);
  return namedNode(value);
}

const text = ({ value, language, datatype }: PlainTerm) =>
  literal(value, language || namedNode(datatype?.value ?? ''));
