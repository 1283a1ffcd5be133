import type { Quad, Term } from '@rdfjs/types';
import { entry } from '../../../base/map-entry.js';
import { inVocabularyBase, rdf, xsd } from '../../../model/rdf/iris.js';
import { withHeldOf } from '../../views/held-statements.js';
import { bySubject, readView, viewMapper } from '../../views/view.js';
import type { ResourceDocument } from '../index/release-index.js';
import type { Site } from '../site.js';
import { dataOnly } from './record-statements.js';

export const SCHEMA = 'https://schema.org/';

/** The view `schema` of each release that is served. */
const VIEWS = new WeakMap<Site, (iri: string, quads: readonly Quad[]) => readonly Quad[]>();

/** The statements of records whose pages are being made: header and page have the same. */
const STATEMENTS = new WeakMap<readonly ResourceDocument[], readonly Quad[]>();

/** The statements of a record in schema.org, by the rows of `views/schema.tsv`; none for a record that the view does not have. */
export function schemaStatements(
  site: Site,
  iri: string,
  documents: readonly ResourceDocument[],
): readonly Quad[] {
  const map = entry(VIEWS, site, () => {
    const { base, vocabularyBase } = site.manifest;
    const mapped = viewMapper(readView('schema', base, (text) => inVocabularyBase(text, vocabularyBase)));
    const withFacts = withHeldOf(site);
    return (of, quads) => mapped(withFacts({ iri: of, quads }));
  });
  return entry(STATEMENTS, documents, () =>
    map(
      iri,
      dataOnly(documents, site).flatMap(({ quads }) => quads),
    ),
  );
}

/** Properties whose values search engines read as texts, though they are IRIs. */
const ADDRESSES: readonly string[] = ['license', 'url'];
const CONTEXT = {
  '@vocab': SCHEMA,
  ...Object.fromEntries(ADDRESSES.map((name) => [name, { '@type': '@id' }])),
};

/**
 * Statements in schema.org as JSON-LD 1.1, flattened: a node for each subject, in their order.
 *
 * @returns undefined where there are no statements
 */
export function schemaJsonld(quads: readonly Quad[]): object | undefined {
  if (quads.length === 0) return undefined;
  const graph = [...bySubject(quads)].map(([iri, properties]) => ({
    '@id': iri,
    ...Object.fromEntries(
      [...properties].map(([property, values]) =>
        property === rdf.type
          ? ['@type', values.map(({ value }) => nameOf(value))]
          : [nameOf(property), values.map((value) => jsonOf(nameOf(property), value))],
      ),
    ),
  }));
  return { '@context': CONTEXT, '@graph': graph };
}

const nameOf = (iri: string): string => (iri.startsWith(SCHEMA) ? iri.slice(SCHEMA.length) : iri);

function jsonOf(name: string, value: Term): unknown {
  if (value.termType !== 'Literal') return ADDRESSES.includes(name) ? value.value : { '@id': value.value };
  if (value.language !== '') return { '@value': value.value, '@language': value.language };
  const isText = value.datatype.value === xsd.string;
  if (isText && !ADDRESSES.includes(name)) return value.value;
  return { '@value': value.value, ...(isText ? {} : { '@type': value.datatype.value }) };
}
