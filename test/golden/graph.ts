import { readFileSync } from 'node:fs';
import type { Quad, Term } from '@rdfjs/types';
import { Parser } from 'n3';
import { isomorphic } from 'rdf-isomorphic';
import { expect } from 'vitest';
import { readContext } from '../../src/model/rdf/context.js';
import { type Node, tidy } from '../../src/model/rdf/node.js';
import { makeToQuads } from '../../src/model/rdf/to-quads.js';

const PREFIXES = readFileSync(new URL('prefixes.ttl', import.meta.url), 'utf8');
const toQuads = makeToQuads(readContext());

/** The base of the examples in the model. */
export const BASE = 'https://lod.example.org/';

/** What a description says, as quads. */
export const graphOf = (node: Node): Quad[] => toQuads(tidy(node));

/** Turtle in the model's own prefixes. */
export const turtle = (text: string, base = BASE): Quad[] =>
  new Parser({ format: 'Turtle', baseIRI: base }).parse(`${PREFIXES}\n${text}`);

/** Holds when both graphs say the same; otherwise tells what is missing and what is too much. */
export function expectGraph(actual: readonly Quad[], expected: string, base = BASE): void {
  const wanted = turtle(expected, base);
  if (isomorphic([...actual], wanted)) return;
  const texts = (quads: readonly Quad[]) => new Set(quads.map((one) => readable(one, base)));
  const [said, golden] = [texts(actual), texts(wanted)];
  const missing = [...golden].filter((one) => !said.has(one)).map((line) => ({ line, mark: '-' }));
  const extra = [...said].filter((one) => !golden.has(one)).map((line) => ({ line, mark: '+' }));
  const lines = [...missing, ...extra].sort((a, b) => (a.line < b.line ? -1 : 1));
  expect.fail(
    [
      `The graphs differ (- ${missing.length} expected but not said, + ${extra.length} said but not expected):`,
      ...lines.map(({ line, mark }) => `${mark} ${line}`),
    ].join('\n'),
  );
}

/** The objects of a predicate, in N-Triples; the subject is optional. */
export const objectsOf = (quads: readonly Quad[], predicate: string, subject?: string): string[] =>
  quads
    .filter((one) => one.predicate.value === expand(predicate))
    .filter((one) => subject === undefined || one.subject.value === subject)
    .map(({ object }) => term(object))
    .sort();

/** The objects that a Turtle list of objects stands for, in N-Triples. */
export const values = (objects: string, base = BASE): string[] =>
  objects === ''
    ? []
    : turtle(`<x> <x> ${objects} .`, base)
        .map(({ object }) => term(object))
        .sort();

/** The full IRI of a prefixed name. */
export function expand(name: string): string {
  const [prefix, local] = [name.slice(0, name.indexOf(':')), name.slice(name.indexOf(':') + 1)];
  const namespace = new RegExp(`^@prefix ${prefix}: <(.+)> \\.$`, 'm').exec(PREFIXES)?.[1];
  if (namespace === undefined) throw new Error(`${name} has a prefix that prefixes.ttl does not know`);
  return namespace + local;
}

/** A statement as it would stand in a golden file: names by their prefixes, our own relative to the base. */
const readable = ({ subject, predicate, object }: Quad, base: string): string =>
  `${[subject, predicate, object].map((one) => shortened(one, base)).join(' ')} .`;

const NAMESPACES = [...PREFIXES.matchAll(/^@prefix (\S+): <(.+)> \.$/gm)];

function shortened(of: Term, base: string): string {
  if (of.termType === 'Literal') {
    const { datatype } = of;
    const typed = of.language === '' && datatype.value !== expand('xsd:string');
    return typed ? `${JSON.stringify(of.value)}^^${shortened(datatype, base)}` : term(of);
  }
  const [, prefix, namespace] = NAMESPACES.find(([, , iri = '']) => of.value.startsWith(iri)) ?? [];
  if (prefix !== undefined && namespace !== undefined) return `${prefix}:${of.value.slice(namespace.length)}`;
  return term(of).replace(`<${base}`, '<');
}

function term(of: Term): string {
  if (of.termType === 'NamedNode') return `<${of.value}>`;
  if (of.termType !== 'Literal') return `_:${of.value}`;
  const text = JSON.stringify(of.value);
  if (of.language !== '') return `${text}@${of.language}`;
  return of.datatype.value === expand('xsd:string') ? text : `${text}^^<${of.datatype.value}>`;
}
