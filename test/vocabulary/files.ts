import { readdirSync, readFileSync } from 'node:fs';
import type { Quad, Term } from '@rdfjs/types';
import { VOCABULARY_BASE } from '../../src/model/rdf/iris.js';
import { parseTurtle } from '../../src/model/rdf/parse.js';
import { CLASSES, CONTEXT, DATATYPES, TERMS } from '../model/rdf/lawful-nodes.js';

/** The files that say what our words mean, read once for all tests of this folder. */

const ROOT = new URL('../../', import.meta.url);
export const LORE = `${VOCABULARY_BASE}ns#`;
export const CODE = `${VOCABULARY_BASE}code/`;
export const SHAPE = `${VOCABULARY_BASE}shapes/1#`;

export const textOf = (path: string): string => readFileSync(new URL(path, ROOT), 'utf8');
const below = (folder: string, end: string): string[] =>
  readdirSync(new URL(folder, ROOT), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith(end))
    .sort()
    .map((file) => `${folder}${file}`);

export const VOCABULARY_FILES = below('vocabulary/', '.ttl');
export const SHAPE_FILES = below('shapes/', '.ttl');
export const QUERY_FILES = below('queries/', '.rq');

const read = (path: string): Quad[] => parseTurtle(textOf(path), path);
export const ontology = read('vocabulary/ontology.ttl');
export const alignments = read('vocabulary/alignments.ttl');
export const codes = read('vocabulary/codes.ttl');
export const shapes = SHAPE_FILES.flatMap(read);

/** The prefixes of the context, and those that only the other files need. */
const PREFIXES: Readonly<Record<string, string>> = {
  rdf: 'http://www.w3.org/1999/02/22-rdf-syntax-ns#',
  vs: 'http://www.w3.org/2003/06/sw-vocab-status/ns#',
  sh: 'http://www.w3.org/ns/shacl#',
};

/** The IRI of a prefixed name. */
export function expand(name: string): string {
  const [prefix, local] = [name.slice(0, name.indexOf(':')), name.slice(name.indexOf(':') + 1)];
  const namespace = CONTEXT[prefix] ?? PREFIXES[prefix];
  if (typeof namespace !== 'string') throw new Error(`${name} has a prefix that the context does not know`);
  return namespace + local;
}

/** One word of the context: what it stands for, its datatype and its codes. */
interface Word {
  readonly word: string;
  readonly iri: string;
  /** As in the context: `@id`, `@vocab` or a compact datatype IRI; absent for text. */
  readonly type: string | undefined;
  readonly isLanguageMap: boolean;
  readonly codes: ReadonlyMap<string, string>;
}

/** Every class, datatype and term of the context. */
export const words: readonly Word[] = [...CLASSES, ...DATATYPES, ...TERMS.map(([word]) => word)].map(
  (word) => {
    const found = CONTEXT[word];
    const definition = typeof found === 'object' ? found : { '@id': found };
    const scoped = Object.entries((definition['@context'] ?? {}) as Record<string, string | null>);
    const listed = scoped.flatMap(([code, iri]) => (iri === null ? [] : [[code, expand(iri)] as const]));
    return {
      word,
      iri: expand(String(definition['@id'])),
      type: definition['@type'] as string | undefined,
      isLanguageMap: [definition['@container'] ?? []].flat().includes('@language'),
      codes: new Map(listed),
    };
  },
);

const isDatatype = (type: string | undefined): type is string => type !== undefined && !type.startsWith('@');

/** Every IRI that the context names: classes, predicates, datatypes and codes. */
export const contextIris: readonly string[] = words.flatMap(({ iri, type, codes: listed }) => [
  iri,
  ...(isDatatype(type) ? [expand(type)] : []),
  ...listed.values(),
]);

/** Every IRI in a graph, datatypes included. */
export function irisIn(quads: readonly Quad[]): string[] {
  const iris = (term: Term): string[] => {
    if (term.termType === 'NamedNode') return [term.value];
    return term.termType === 'Literal' ? [term.datatype.value] : [];
  };
  return [
    ...new Set(quads.flatMap(({ subject, predicate, object }) => [subject, predicate, object].flatMap(iris))),
  ];
}

/** The subjects of a namespace. */
export const subjectsIn = (quads: readonly Quad[], namespace: string): string[] => [
  ...new Set(quads.map(({ subject }) => subject.value).filter((iri) => iri.startsWith(namespace))),
];

/** The objects of each graph by subject and predicate. */
const indexes = new WeakMap<readonly Quad[], Map<string, Quad['object'][]>>();

function indexOf(quads: readonly Quad[]): Map<string, Quad['object'][]> {
  const known = indexes.get(quads);
  if (known !== undefined) return known;
  const index = new Map<string, Quad['object'][]>();
  for (const { subject, predicate, object } of quads) {
    const key = `${subject.value} ${predicate.value}`;
    index.set(key, [...(index.get(key) ?? []), object]);
  }
  indexes.set(quads, index);
  return index;
}

/** What a graph says of a subject with a predicate, given as a prefixed name. */
export const said = (quads: readonly Quad[], subject: string, predicate: string): Quad['object'][] =>
  indexOf(quads).get(`${subject} ${expand(predicate)}`) ?? [];

export const valuesOf = (quads: readonly Quad[], subject: string, predicate: string): string[] =>
  said(quads, subject, predicate).map(({ value }) => value);

/** The texts of a subject by language: `{ en: [...], ga: [...] }`. */
export function textsOf(
  quads: readonly Quad[],
  subject: string,
  predicate: string,
): Record<string, string[]> {
  const texts: Record<string, string[]> = {};
  for (const object of said(quads, subject, predicate)) {
    const language = object.termType === 'Literal' ? object.language : object.termType;
    texts[language] = [...(texts[language] ?? []), object.value];
  }
  return texts;
}
