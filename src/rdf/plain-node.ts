import type { Node } from './node.js';

/** What jsonld might take for more than it says: keywords, blank nodes. */
const SPECIAL = /^(?:@|_:)/;
const ADDRESS = /^https?:\/\//;
const LANGUAGE = /^[a-z]{2,3}(?:-[A-Za-z0-9]{1,8})*$/;

/**
 * Whether a value that somebody has parsed has the form of our nodes, in which each word says one thing only: such a
 * node means the same to `quadMaker` and to jsonld, or `quadMaker` refuses it. Of all else jsonld is the judge.
 */
export function isPlainNode(value: unknown): value is Node {
  if (!isObject(value)) return false;
  return (
    Object.entries(value).every(([word, said]) => {
      if (word === 'id') return typeof said === 'string' && ADDRESS.test(said);
      if (word === 'type') return Array.isArray(said) && said.every((name) => typeof name === 'string');
      return !SPECIAL.test(word) && (Array.isArray(said) ? said.every(isPlain) : isPlain(said));
    }) && Object.hasOwn(value, 'id')
  );
}

function isPlain(value: unknown): boolean {
  if (typeof value === 'string') return !SPECIAL.test(value);
  if (typeof value === 'boolean' || Number.isSafeInteger(value)) return true;
  return isPlainNode(value) || isTyped(value) || isLanguageMap(value);
}

const isTyped = (value: unknown): boolean =>
  isObject(value) &&
  Object.keys(value).length === 2 &&
  typeof value['@value'] === 'string' &&
  typeof value['@type'] === 'string';

const isLanguageMap = (value: unknown): boolean =>
  isObject(value) &&
  Object.entries(value).every(
    ([language, texts]) =>
      LANGUAGE.test(language) && Array.isArray(texts) && texts.every((text) => typeof text === 'string'),
  );

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
