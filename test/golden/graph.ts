import { readFileSync } from 'node:fs';
import type { Quad, Term } from '@rdfjs/types';
import { Parser } from 'n3';
import { isomorphic } from 'rdf-isomorphic';
import { expect } from 'vitest';
import { readContext } from '../../src/rdf/context.js';
import { type Node, tidy } from '../../src/rdf/node.js';
import { quadMaker } from '../../src/rdf/quads.js';

const PREFIXES = readFileSync(new URL('prefixes.ttl', import.meta.url), 'utf8');
const toQuads = quadMaker(readContext());

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
  const [got, want] = [actual, wanted].map((quads) => new Set(quads.map(line)));
  const missing = [...(want ?? [])].filter((one) => !got?.has(one)).sort();
  const extra = [...(got ?? [])].filter((one) => !want?.has(one)).sort();
  expect.fail(
    [
      'The graphs differ.',
      ...['', `missing (${missing.length}), expected but not said:`, ...missing],
      ...['', `extra (${extra.length}), said but not expected:`, ...extra],
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

const line = ({ subject, predicate, object }: Quad): string =>
  `${term(subject)} ${term(predicate)} ${term(object)} .`;

function term(of: Term): string {
  if (of.termType === 'NamedNode') return `<${of.value}>`;
  if (of.termType !== 'Literal') return `_:${of.value}`;
  const text = JSON.stringify(of.value);
  if (of.language !== '') return `${text}@${of.language}`;
  return of.datatype.value === expand('xsd:string') ? text : `${text}^^<${of.datatype.value}>`;
}
