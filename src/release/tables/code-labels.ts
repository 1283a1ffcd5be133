import { readFileSync } from 'node:fs';
import { codesOf, type TermDefinition } from '../../model/rdf/context.js';
import type { SerialisationContext } from '../../model/rdf/formats/format.js';
import { parseTurtle } from '../../model/rdf/parse.js';

/** The part of the serialisation context that tables need. */
export type TableContext = Pick<SerialisationContext, 'prefixes' | 'context'>;

/** The label of a code of a term, in a language; the code itself where its list has no label. */
export type CodeLabels = (term: string, code: string, language: 'en' | 'ga') => string;

/** vocabulary/codes.ttl, from src/ and from dist/. */
const CODES_FILE = new URL('../../../vocabulary/codes.ttl', import.meta.url);

/** The part of the IRI of a code that does not depend on the base of the vocabulary. */
const pathOf = (iri: string): string => iri.slice(iri.lastIndexOf('/code/'));

/** The labels of our code lists, by path and language. */
let known: ReadonlyMap<string, string> | undefined;

function readLabels(): ReadonlyMap<string, string> {
  const labels = new Map<string, string>();
  for (const { subject, predicate, object } of parseTurtle(readFileSync(CODES_FILE, 'utf8'), 'codes.ttl')) {
    if (!predicate.value.endsWith('#prefLabel') || object.termType !== 'Literal') continue;
    labels.set(`${object.language} ${pathOf(subject.value)}`, object.value);
  }
  return labels;
}

/** The labels of the codes of a context. */
export function codeLabels({ context, prefixes }: TableContext): CodeLabels {
  known ??= readLabels();
  const labels = known;
  // A code that the context does not name, such as a role of no contribution, is in the list of the others.
  const iriOf = (term: string, code: string): string | undefined => {
    const codes = codesOf((context[term] ?? {}) as TermDefinition);
    const own = codes.find(([one]) => one === code);
    const [, named] = own ?? codes[0] ?? [];
    if (named === undefined) return undefined;
    const colon = named.indexOf(':');
    return `${prefixes.get(named.slice(0, colon))}${own === undefined ? code : named.slice(colon + 1)}`;
  };
  // A code is in many rows.
  const found = new Map<string, string>();
  return (term, code, language) => {
    const key = `${language} ${term} ${code}`;
    let label = found.get(key);
    if (label !== undefined) return label;
    const iri = iriOf(term, code);
    label = (iri === undefined ? undefined : labels.get(`${language} ${pathOf(iri)}`)) ?? code;
    found.set(key, label);
    return label;
  };
}
