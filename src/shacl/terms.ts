/** The words of RDF and of SHACL that this room reads and compares. */
const SHACL = 'http://www.w3.org/ns/shacl#';
const RDF = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#';

export const sh = (name: string): string => SHACL + name;
export const rdf = (name: string): string => RDF + name;

/** The name after the namespace when it is one of SHACL's. */
export const shaclName = (iri: string): string | undefined =>
  iri.startsWith(SHACL) ? iri.slice(SHACL.length) : undefined;

/** The part of an IRI after its last `#` or `/`. */
export const localName = (iri: string): string =>
  iri.slice(Math.max(iri.lastIndexOf('#'), iri.lastIndexOf('/')) + 1);
