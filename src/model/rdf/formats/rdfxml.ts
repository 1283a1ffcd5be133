import type { Quad } from '@rdfjs/types';
import { entry } from '../../../base/map-entry.js';
import { xmlText } from '../../../base/text.js';
import { startTag } from '../../../base/xml.js';
import { localName, namespaceOf } from '../iri-syntax.js';
import { rdf, xsd } from '../iris.js';
import type { TextFormat } from './format.js';

/** A name without a colon (Namespaces in XML 1.0, section 3), in ASCII. */
const NAME = /^[A-Za-z_][\w.-]*$/;
const SYNTAX = namespaceOf(rdf.type);

/**
 * RDF/XML (RDF 1.1 XML Syntax): an element for each subject of a record, in the given order. A namespace without a prefix is declared
 * where it is used. U+FFFD stands for each character that XML cannot have.
 */
export const RDF_XML: TextFormat = {
  head: ({ prefixes }, used) => {
    const declared = [...prefixes].filter(([prefix]) => used.has(prefix) && prefix !== 'rdf');
    const names = [['rdf', SYNTAX] as const, ...declared].map(([prefix, iri]) => [`xmlns:${prefix}`, iri]);
    return `<?xml version="1.0" encoding="UTF-8"?>\n${startTag('rdf:RDF', Object.fromEntries(names))}\n`;
  },
  first: '',
  between: '',
  foot: '</rdf:RDF>\n',
  writer: ({ prefixes }) => {
    const known = new Map([...prefixes].map(([prefix, namespace]) => [namespace, prefix]));
    known.set(SYNTAX, 'rdf');
    const used = new Set<string>();
    return {
      text: ({ quads }) => {
        const blocks = new Map<string, string[]>();
        for (const { subject, predicate, object } of quads) {
          const node = subject.termType === 'BlankNode' ? 'rdf:nodeID' : 'rdf:about';
          const block = entry(blocks, startTag('rdf:Description', { [node]: subject.value }), () => []);
          const prefix = known.get(namespaceOf(predicate.value));
          if (prefix !== undefined) used.add(prefix);
          block.push(`    ${property(predicate.value, prefix, object)}`);
        }
        return [...blocks]
          .map(([start, lines]) => `  ${start}\n${lines.join('\n')}\n  </rdf:Description>\n`)
          .join('');
      },
      takeUsed: () => {
        const taken = new Set(used);
        used.clear();
        return taken;
      },
    };
  },
};

/**
 * A property element (sections 2.4, 2.7 and 2.9).
 *
 * @throws Error naming a property that is no name of XML, which this format cannot say
 */
function property(iri: string, prefix: string | undefined, object: Quad['object']): string {
  if (!NAME.test(localName(iri))) throw new Error(`RDF/XML has no name for the property ${iri}`);
  const name = `${prefix ?? 'ns'}:${localName(iri)}`;
  const declared = prefix === undefined ? { 'xmlns:ns': namespaceOf(iri) } : {};
  if (object.termType !== 'Literal') {
    const reference = object.termType === 'BlankNode' ? 'rdf:nodeID' : 'rdf:resource';
    return startTag(name, { ...declared, [reference]: object.value }).replace(/>$/, '/>');
  }
  const { language, datatype, value } = object;
  const type = language === '' && datatype.value !== xsd.string ? datatype.value : undefined;
  const start = startTag(name, { ...declared, 'xml:lang': language || undefined, 'rdf:datatype': type });
  // A reader makes a line feed of a carriage return (XML 1.0, section 2.11).
  return `${start}${xmlText(value).replaceAll('\r', '&#13;')}</${name}>`;
}
