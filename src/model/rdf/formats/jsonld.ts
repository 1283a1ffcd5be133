import type { Node, Value } from '../node.js';
import type { TextFormat } from './format.js';

/** Where the context of a release is, relative to its dumps. */
export const CONTEXT_ADDRESS = '../context.jsonld';

/** JSON-LD 1.1: one valid document, one record a line (model 8.2). The context is inline unless it is linked. */
export const JSONLD: TextFormat = {
  head: ({ context, isContextLinked = false }, used) => {
    const head = isContextLinked ? CONTEXT_ADDRESS : contextOf(context, used);
    return `{"@context": ${JSON.stringify(head)},\n"@graph": [`;
  },
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
