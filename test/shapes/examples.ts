import { readdirSync, readFileSync } from 'node:fs';
import type { Quad } from '@rdfjs/types';
import { Parser } from 'n3';
import type { Finding } from '../../src/model/shacl/finding.js';

const FOLDER = new URL('.', import.meta.url);
const PREFIXES = readFileSync(new URL('prefixes.ttl', FOLDER), 'utf8');
const NAMESPACES = new Map(
  [...PREFIXES.matchAll(/^@prefix (\S+): <(.+)> \.$/gm)].map(([, prefix = '', iri = '']) => [prefix, iri]),
);

/**
 * A graph and the findings it must yield, no more and no fewer.
 *
 * An `ok-*.ttl` file is one example; `# expect:` lines name the warnings it yields. A `bad.ttl` file holds many,
 * each under a line `# --- name`: the smallest lawful record (`ok-minimal.ttl` of the folder, or another file
 * named by `# from:`, or nothing: `# from: nothing`), less the predicates of `# without:`, and what is said there.
 */
interface Example {
  readonly name: string;
  readonly quads: Quad[];
  readonly expected: string[];
}

/** Folders of examples below this one: `common`, `archive/page`, … */
export const folders = (): string[] =>
  readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('ok-minimal.ttl'))
    .map((file) => file.replace('/ok-minimal.ttl', ''))
    .sort();

export const okExamples = (folder: string): Example[] =>
  readdirSync(new URL(`${folder}/`, FOLDER))
    .filter((file) => file.startsWith('ok-'))
    .sort()
    .map((file) => {
      const text = textOf(folder, file);
      return { name: file, quads: parse(text), expected: linesOf(text, 'expect').map(expectation).sort() };
    });

export const badExamples = (folder: string): Example[] =>
  textOf(folder, 'bad.ttl')
    .split(/^# --- /m)
    .slice(1)
    .map((block) => {
      const [base = 'ok-minimal.ttl'] = linesOf(block, 'from');
      const dropped = linesOf(block, 'without').flatMap((line) => line.split(' ').map(expand));
      const kept = base === 'nothing' ? [] : parse(textOf(folder, base));
      return {
        name: block.slice(0, block.indexOf('\n')),
        quads: [
          ...kept.filter(({ predicate }) => !dropped.includes(predicate.value)),
          ...parse(`# ${block}`),
        ],
        expected: linesOf(block, 'expect').map(expectation).sort(),
      };
    });

/** A finding in the words of an expectation: severity, predicate or `-`, constraint. */
export const inWords = (finding: Finding): string =>
  `${finding.severity} ${finding.path ?? '-'} ${finding.constraint}`;

/** The IRI of a prefixed name. */
export function expand(name: string): string {
  if (name === '-') return name;
  const namespace = NAMESPACES.get(name.slice(0, name.indexOf(':')));
  if (namespace === undefined) throw new Error(`${name} has a prefix that prefixes.ttl does not know`);
  return namespace + name.slice(name.indexOf(':') + 1);
}

function expectation(line: string): string {
  const [severity, path, constraint] = line.split(' ');
  if (path === undefined || constraint === undefined) throw new Error(`Not an expectation: ${line}`);
  return `${severity} ${expand(path)} ${constraint}`;
}

const linesOf = (text: string, word: string): string[] =>
  [...text.matchAll(new RegExp(`^# ${word}: (.+)$`, 'gm'))].map(([, rest = '']) => rest);

const textOf = (folder: string, file: string): string =>
  readFileSync(new URL(`${folder}/${file}`, FOLDER), 'utf8');

const parse = (turtle: string): Quad[] => new Parser({ format: 'Turtle' }).parse(`${PREFIXES}\n${turtle}`);
