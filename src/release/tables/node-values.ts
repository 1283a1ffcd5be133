import type { LanguageMap, Node, TypedValue, Value } from '../../model/rdf/node.js';

const NOTHING: readonly never[] = [];

/** The values of a term, as a list. */
function listOf(node: Node, term: string): readonly Value[] {
  const value = node[term];
  if (value === undefined) return NOTHING;
  return Array.isArray(value) ? value : [value];
}

/** Whether a node is of a class, by the class's word in the context. */
export const isA =
  (word: string) =>
  (node: Node): boolean =>
    listOf(node, 'type').includes(word);

/** The values of a term as texts: literals without their language or datatype, IRIs of nodes. */
export function valuesOf(node: Node, term: string): readonly string[] {
  const value = node[term];
  if (value === undefined) return NOTHING;
  // The most frequent case.
  if (typeof value === 'string') return [value];
  const texts: string[] = [];
  for (const each of listOf(node, term)) addTexts(each, texts);
  return texts;
}

function addTexts(value: Value, texts: string[]): void {
  if (!isObject(value)) texts.push(String(value));
  else if (isNode(value)) texts.push(value.id);
  else if (isTyped(value)) texts.push(value['@value']);
  else for (const { text } of textsIn(value)) texts.push(text);
}

/** A text and its language tag. */
interface Text {
  readonly language: string;
  readonly text: string;
}

/** The texts of a term with their languages, in the order of the node. */
export function textsOf(node: Node, term: string): readonly Text[] {
  const texts: Text[] = [];
  for (const value of listOf(node, term)) {
    if (isObject(value) && !isNode(value) && !isTyped(value)) texts.push(...textsIn(value));
  }
  return texts;
}

/** The nodes that are values of a term. */
export const nodesOf = (node: Node, term: string): readonly Node[] =>
  listOf(node, term).filter((value) => isObject(value) && isNode(value)) as Node[];

function textsIn(map: LanguageMap): Text[] {
  const texts: Text[] = [];
  for (const language of Object.keys(map)) {
    for (const text of map[language] ?? NOTHING) texts.push({ language, text });
  }
  return texts;
}

const isObject = (value: Value): value is TypedValue | LanguageMap | Node =>
  typeof value === 'object' && value !== null;

const isNode = (value: TypedValue | LanguageMap | Node): value is Node =>
  'id' in value && typeof value.id === 'string';

const isTyped = (value: TypedValue | LanguageMap): value is TypedValue => '@value' in value;
