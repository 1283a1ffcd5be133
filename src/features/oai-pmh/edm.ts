import type { Quad, Term } from '@rdfjs/types';
import { element, type Xml } from '../../base/xml.js';
import { inVocabularyBase, rdf } from '../../model/rdf/iris.js';
import { distinctQuads } from '../../model/rdf/to-quads.js';
import type { Site } from '../browse/site.js';
import { withHeldOf } from '../views/held-statements.js';
import { bySubject, prefixesOf, readView, viewMapper } from '../views/view.js';
import type { DescribedRecord } from './metadata-format.js';

/**
 * The order of properties in EDM's XML Schema, which is that of all its classes. Properties that are not listed stand at the
 * place of the empty text.
 */
const ORDER: readonly string[] = [
  ...['wgs84:lat', 'wgs84:long', 'skos:prefLabel', 'skos:altLabel', ''],
  ...['edm:begin', 'edm:end', 'rdagr2:dateOfBirth', 'rdagr2:dateOfDeath', 'edm:isNextInSequence'],
  ...[
    'edm:aggregatedCHO',
    'edm:dataProvider',
    'edm:isShownAt',
    'edm:isShownBy',
    'edm:provider',
    'edm:rights',
  ],
  ...['edm:type', 'svcs:has_service'],
];

/** Properties of a work and its aggregation whose values are described beside the work. */
const DESCRIBED_BESIDE: ReadonlySet<string> = new Set([
  ...['dc:creator', 'dc:contributor', 'dcterms:spatial', 'edm:dataProvider'],
]);

/**
 * Makes the function from a record to EDM: the triples of `views/edm.tsv` as RDF/XML, with those of the people and places that
 * the work names, and of the archive. Literals have no datatype: EDM's XML Schema has none.
 *
 * @returns undefined for a record of which the view says nothing
 */
export function edmWriter(site: Site): (record: DescribedRecord) => Xml | undefined {
  const { index, manifest } = site;
  const { base, vocabularyBase } = manifest;
  const view = readView('edm', base, (text) => inVocabularyBase(text, vocabularyBase));
  const map = viewMapper(view);
  const withFacts = withHeldOf(site);
  const used = new Set(['rdf', ...prefixesOf(view)]);
  const prefixes = [...view.prefixes].filter(([prefix]) => used.has(prefix));
  const namespaces = Object.fromEntries(prefixes.map(([prefix, iri]) => [`xmlns:${prefix}`, iri]));
  const nameOf = (iri: string): string => {
    const [prefix, namespace] = prefixes.find(([, one]) => iri.startsWith(one)) ?? [];
    if (namespace === undefined) throw new Error(`views/prefixes.tsv has no prefix for ${iri}`);
    return `${prefix}:${iri.slice(namespace.length)}`;
  };
  const placeOf = (name: string): number => ORDER.indexOf(ORDER.includes(name) ? name : '');
  const property = (name: string, value: Term): Xml | undefined =>
    value.termType === 'Literal'
      ? element(name, { 'xml:lang': value.language }, value.value)
      : element(name, { 'rdf:resource': value.value });
  const node = ([iri, properties]: readonly [string, ReadonlyMap<string, readonly Term[]>]):
    | Xml
    | undefined => {
    const [type, ...more] = (properties.get(rdf.type) ?? []).map(({ value }) => value);
    const named = [...properties]
      .flatMap(([name, values]) => (name === rdf.type ? [] : [[nameOf(name), values] as const]))
      .toSorted(([one], [other]) => placeOf(one) - placeOf(other));
    return element(type === undefined ? 'rdf:Description' : nameOf(type), { 'rdf:about': iri }, [
      named.map(([name, values]) => values.map((value) => property(name, value))),
      more.map((iri) => element('rdf:type', { 'rdf:resource': iri })),
    ]);
  };
  return ({ iri, documents }) => {
    const made = map(withFacts({ iri, quads: documents.flatMap(({ quads }) => quads) }));
    if (!made.some(({ object }) => object.value === `${view.prefixes.get('edm')}ProvidedCHO`))
      return undefined;
    const known = new Set(made.map(({ subject }) => subject.value));
    const named = new Set(
      made.flatMap(({ predicate, object }) =>
        DESCRIBED_BESIDE.has(nameOf(predicate.value)) && !known.has(object.value) ? object.value : [],
      ),
    );
    const beside = [...named].flatMap((iri): Quad[] =>
      iri.startsWith(base)
        ? index.remembered(['edm', iri], () => map(index.documents(iri).flatMap(({ quads }) => quads)))
        : [],
    );
    return element('rdf:RDF', namespaces, [...bySubject(distinctQuads([...made, ...beside]))].map(node));
  };
}
