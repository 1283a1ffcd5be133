import type { Context } from '../../../model/rdf/context.js';
import { namespaceOf } from '../../../model/rdf/iri-syntax.js';
import { rdfs } from '../../../model/rdf/iris.js';

/** The kinds of records that have a name of their own in the interface; other resources have the kind `other`. */
export const INDEXED_KINDS = [
  'item',
  'photograph',
  'person',
  'schools-person',
  'place',
  'place-abroad',
  'country',
  'volume',
  'part',
  'page',
  'transcript',
  'transcriber',
  'topic',
  'concept',
  'glossary-entry',
  'collection',
] as const;
export type IndexedKind = (typeof INDEXED_KINDS)[number];

/** Kinds that are results of their own, for SQL: pages and transcripts are found as their items. */
export const LISTED_KINDS: ReadonlySet<IndexedKind> = new Set<IndexedKind>([
  'item',
  'photograph',
  'person',
  'schools-person',
  'place',
  'place-abroad',
  'volume',
  'part',
  'topic',
  'glossary-entry',
]);
export const LISTED = `(${[...LISTED_KINDS].map((kind) => `'${kind}'`).join(', ')})`;

/** The kind of a record by its class, ours before others. Compact IRIs, as in the context. */
export const KINDS_BY_CLASS: ReadonlyMap<string, IndexedKind> = new Map<string, IndexedKind>([
  ['lore:Item', 'item'],
  ['lore:Photograph', 'photograph'],
  ['lore:PersonRecord', 'person'],
  ['picom:PersonObservation', 'schools-person'],
  ['lore:Place', 'place'],
  ['lore:PlaceAbroad', 'place-abroad'],
  ['lore:Country', 'country'],
  ['lore:Volume', 'volume'],
  ['lore:Part', 'part'],
  ['lore:Page', 'page'],
  ['lore:Transcript', 'transcript'],
  ['lore:Transcriber', 'transcriber'],
  ['skos:Concept', 'concept'],
  ['ontolex:LexicalEntry', 'glossary-entry'],
  ['lore:Collection', 'collection'],
]);

/** The IRIs that the index asks for, by the context of the release. */
export function indexWords(context: Context, base: string) {
  const iriOf = (term: string): string => {
    const iri = context.terms.get(term)?.iri;
    if (iri === undefined) throw new Error(`the context has no term ${term}`);
    return iri;
  };
  const prefixes = new Map([...context.prefixes].map(([prefix, namespace]) => [namespace, prefix]));
  const set = (...terms: readonly string[]): ReadonlySet<string> => new Set(terms.map(iriOf));
  const names = set(
    'name',
    'alternateName',
    'prefLabel',
    'literalName',
    'literalForm',
    'identifier',
    'writtenRep',
  );
  const texts = set('extract', 'text', 'description', 'archivedDescription', 'definition', 'translation');
  const positions = set('position', 'listingOrder');
  const single = {
    inLanguage: iriOf('inLanguage'),
    latitude: iriOf('latitude'),
    longitude: iriOf('longitude'),
  };
  const pictures = { associatedMedia: iriOf('associatedMedia'), contentUrl: iriOf('contentUrl') };
  return {
    base,
    label: rdfs.label,
    prefLabel: iriOf('prefLabel'),
    code: iriOf('code'),
    names: new Set([rdfs.label, ...names]),
    texts,
    positions,
    ...single,
    ...pictures,
    /** All of those whose literals the index reads. */
    literals: new Set([
      rdfs.label,
      ...names,
      ...texts,
      ...positions,
      iriOf('code'),
      ...Object.values(single),
    ]),
    iriOf,
    /** The compact IRI of a class. */
    classWord: (iri: string): string => {
      const namespace = namespaceOf(iri);
      const prefix = prefixes.get(namespace);
      return prefix === undefined ? iri : `${prefix}:${iri.slice(namespace.length)}`;
    },
  } as const;
}

export type IndexWords = ReturnType<typeof indexWords>;
