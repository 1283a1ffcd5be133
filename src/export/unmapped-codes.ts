import type { Node, Value } from '../rdf/node.js';

/** The codes of a record that no list knows, wherever in it they stand (model 3.10). */
export function unmappedCodes(node: Node): readonly string[] {
  const codes: string[] = [];
  collect(node, codes);
  return codes;
}

/** A hot path: every record is looked through, and hardly one has any. */
function collect(value: object, codes: string[]): void {
  for (const term of Object.keys(value)) {
    const entry = (value as Readonly<Record<string, Value>>)[term];
    if (term === 'unmappedCode') codes.push(...[entry].flat().map(String));
    else if (typeof entry === 'object' && entry !== null) collect(entry, codes);
  }
}
