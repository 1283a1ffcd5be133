import type { Node, Value } from '../node.js';
import type { TextFormat } from './format.js';

/** JSON-LD 1.1: one valid document, the context inline, one record a line (model 8.2). */
export const JSONLD: TextFormat = {
  head: ({ context }, used) => `{"@context": ${JSON.stringify(contextOf(context, used))},\n"@graph": [`,
  first: '\n',
  between: ',\n',
  foot: '\n]}\n',
  writer: () => {
    let used = new Set<string>();
    return {
      text: ({ node }) => {
        addWords(node, used);
        return JSON.stringify(node);
      },
      takeUsed: () => {
        const taken = used;
        used = new Set();
        return taken;
      },
    };
  },
};

/** Adds the words of a node, and of those in it, that a context has to define. */
function addWords(node: Node, used: Set<string>): void {
  for (const type of node.type ?? []) used.add(prefixOf(type) ?? type);
  for (const word of Object.keys(node)) {
    if (word === 'id' || word === 'type') continue;
    used.add(word);
    addWordsOf(node[word], used);
  }
}

function addWordsOf(value: Value, used: Set<string>): void {
  if (typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) for (const entry of value) addWordsOf(entry, used);
  else if ('@value' in value) used.add(value['@type'] as string);
  else if ('id' in value) addWords(value as Node, used);
}

/** The part of a context that some words need: themselves, and the prefixes of their definitions. */
function contextOf(
  context: Readonly<Record<string, unknown>>,
  used: ReadonlySet<string>,
): Readonly<Record<string, unknown>> {
  const needed = new Set(['@version', 'id', 'type', ...used]);
  for (const word of used) addPrefixes(context[word], needed);
  return Object.fromEntries(Object.entries(context).filter(([word]) => needed.has(word)));
}

function addPrefixes(definition: unknown, needed: Set<string>): void {
  if (typeof definition === 'string') needed.add(prefixOf(definition) ?? definition);
  else if (typeof definition === 'object' && definition !== null)
    for (const part of Object.values(definition)) addPrefixes(part, needed);
}

const prefixOf = (iri: string): string | undefined => {
  const colon = iri.indexOf(':');
  return colon < 0 ? undefined : iri.slice(0, colon);
};
