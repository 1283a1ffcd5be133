/** The words of RDF, XML Schema and SHACL that this room reads and compares. */
const SHACL = 'http://www.w3.org/ns/shacl#';
const RDF = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#';
const RDFS = 'http://www.w3.org/2000/01/rdf-schema#';
const XSD = 'http://www.w3.org/2001/XMLSchema#';
const CSVW = 'http://www.w3.org/ns/csvw#';

export const sh = (name: string): string => SHACL + name;
export const rdf = (name: string): string => RDF + name;
export const rdfs = (name: string): string => RDFS + name;
export const xsd = (name: string): string => XSD + name;

/** The name after the namespace when it is one of SHACL's. */
export const shaclName = (iri: string): string | undefined =>
  iri.startsWith(SHACL) ? iri.slice(SHACL.length) : undefined;

/** Whether engines check the lexical forms of a datatype; of any other every text is valid. */
export const isCommonDatatype = (iri: string): boolean =>
  [XSD, RDF, CSVW].some((namespace) => iri.startsWith(namespace));
