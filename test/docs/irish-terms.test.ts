import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { RULES } from '../../src/pipeline/consistency/rules.js';
import { REMEDIES } from '../../src/release/report/finding-words.js';

const ROOT = new URL('../../', import.meta.url);

const turtleIn = (folder: string): string[] =>
  readdirSync(new URL(folder, ROOT), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ttl'))
    .map((name) => readFileSync(new URL(`${folder}${name}`, ROOT), 'utf8'));

/** The Irish texts of a table of reference-data. */
const irishIn = (table: string): string[] =>
  [...readFileSync(new URL(`reference-data/${table}.yaml`, ROOT), 'utf8').matchAll(/\bga: *([^\n}]+)/g)].map(
    ([, words = '']) => words,
  );

/** Every Irish text of shapes, vocabularies, pages, tables, rules and remedies. */
const IRISH: string = [
  ...[...turtleIn('shapes/'), ...turtleIn('vocabulary/')].flatMap((text) =>
    [...text.matchAll(/"([^"]*)"@ga/g)].map(([, words = '']) => words),
  ),
  ...['interface', 'record-page', 'question-forms', 'tables', 'release-texts', 'search-help'].flatMap(
    irishIn,
  ),
  ...Object.values(RULES).map(({ ga }) => ga),
  ...Object.values(REMEDIES).flatMap((remedy) => [remedy?.wrong?.ga ?? '', remedy?.right.ga ?? '']),
].join('\n');

/** The rows of docs/irish-terms.md. */
const TERMS = readFileSync(new URL('docs/irish-terms.md', ROOT), 'utf8')
  .split('\n')
  .filter((line) => /^\| (?!English)/.test(line))
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .map(([, english = '', irish = '', variant = '']) => ({
    english,
    irish: irish.replace(/ \(.*/, ''),
    variant,
  }));

/** Whether a word or phrase, its first letter mutated or not, is in the texts. */
const isUsed = (phrase: string): boolean => {
  const [first = '', rest = ''] = [phrase.charAt(0), phrase.slice(1)];
  return new RegExp(`(?<!\\p{L})(?:n-|t-|h|[bgmnd])?${first}h?${rest}`, 'iu').test(IRISH);
};

test('a term of the list is in use', () => {
  expect(TERMS.length).toBeGreaterThan(50);
  expect(TERMS.filter(({ irish }) => !isUsed(irish))).toEqual([]);
});

test('no variant of a term is in use', () => {
  const variants = TERMS.map(({ variant }) => variant).filter((variant) => variant !== '');
  expect(variants.length).toBeGreaterThan(5);
  const whole = (variant: string) => new RegExp(`(?<!\\p{L})${variant}(?!\\p{L})`, 'iu');
  expect(variants.filter((variant) => whole(variant).test(IRISH))).toEqual([]);
});
