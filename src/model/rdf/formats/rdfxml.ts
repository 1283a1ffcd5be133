import type { Quad } from '@rdfjs/types';
import { entry } from '../../../base/map-entry.js';
import { xmlText } from '../../../base/text.js';
import { startTag } from '../../../base/xml.js';
import { localName, namespaceOf } from '../iri-syntax.js';
import { rdf, xsd } from '../iris.js';

/** A name without a colon (Namespaces in XML 1.0, section 3), in ASCII. */
const NAME = /^[A-Za-z_][\w.-]*$/;
const SYNTAX = namespaceOf(rdf.type);

/**
 * Statements as RDF/XML (RDF 1.1 XML Syntax): an element for each subject, in the given order. U+FFFD stands for each character that
 * XML cannot have.
 *
 * @param prefixes preferred ones; other namespaces have a number
 * @throws Error naming a property that is no name of XML, which this format cannot say
 */
export function rdfXml(quads: readonly Quad[], prefixes: ReadonlyMap<string, string>): string {
  const known = new Map([...prefixes].map(([prefix, namespace]) => [namespace, prefix]));
  const used = new Map([[SYNTAX, 'rdf']]);
  const nameOf = (iri: string): string => {
    const namespace = namespaceOf(iri);
    if (!NAME.test(localName(iri))) throw new Error(`RDF/XML has no name for the property ${iri}`);
    return `${entry(used, namespace, () => known.get(namespace) ?? `ns${used.size}`)}:${localName(iri)}`;
  };
  const blocks = new Map<string, string[]>();
  for (const { subject, predicate, object } of quads) {
    const node = subject.termType === 'BlankNode' ? 'rdf:nodeID' : 'rdf:about';
    const block = entry(blocks, startTag('rdf:Description', { [node]: subject.value }), () => []);
    block.push(`    ${property(nameOf(predicate.value), object)}`);
  }
  const texts = [...blocks].map(
    ([start, lines]) => `  ${start}\n${lines.join('\n')}\n  </rdf:Description>\n`,
  );
  const declared = [...used].map(([namespace, prefix]) => [`xmlns:${prefix}`, namespace]);
  const root = startTag('rdf:RDF', Object.fromEntries(declared));
  return `<?xml version="1.0" encoding="UTF-8"?>\n${root}\n${texts.join('')}</rdf:RDF>\n`;
}

/** A property element (sections 2.4, 2.7 and 2.9). */
function property(name: string, object: Quad['object']): string {
  if (object.termType !== 'Literal') {
    const reference = object.termType === 'BlankNode' ? 'rdf:nodeID' : 'rdf:resource';
    return startTag(name, { [reference]: object.value }).replace(/>$/, '/>');
  }
  const { language, datatype, value } = object;
  const type = language === '' && datatype.value !== xsd.string ? datatype.value : undefined;
  const start = startTag(name, { 'xml:lang': language || undefined, 'rdf:datatype': type });
  // A reader makes a line feed of a carriage return (XML 1.0, section 2.11).
  return `${start}${xmlText(value).replaceAll('\r', '&#13;')}</${name}>`;
}
