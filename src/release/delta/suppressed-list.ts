import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sortByBytes } from '../../base/byte-order.js';
import { unlawfulInIri } from '../../rdf/iri-syntax.js';
import { unreadable } from './unreadable.js';

/** Where a release announces what is suppressed. */
export const SUPPRESSED_LIST = 'delta/suppressed.txt';

const HINT = 'Expected are the IRIs of records, one a line, with nothing before or behind them.';

/** A list of IRIs as a text: in the order of their bytes, one a line. */
export const listText = (iris: Iterable<string>): string =>
  sortByBytes([...iris])
    .map((iri) => `${iri}\n`)
    .join('');

/**
 * An update for SPARQL stores that deletes all that speaks of IRIs, in the graphs that are named and in no other: a store
 * may hold more than ours. What belongs to a record is found by reading these graphs, once, because it need not hang from
 * it. The list stands wherever an IRI is looked for: stores join what is found everywhere with a list only afterwards.
 */
export function forgettingUpdate(iris: Iterable<string>, graphs: Iterable<string>): string {
  const listed = sortByBytes([...iris]);
  if (listed.length === 0) return '# Nothing is suppressed.\n';
  const oneOf = (variable: string): string =>
    `VALUES ${variable} {\n${listed.map((iri) => `    <${iri}>\n`).join('')}  }`;
  return `DELETE { GRAPH ?g { ?s ?p ?o } }
WHERE {
  { ${oneOf('?s')} GRAPH ?g { ?s ?p ?o } }
  UNION
  { ${oneOf('?o')} GRAPH ?g { ?s ?p ?o } }
  UNION
  {
    GRAPH ?g { ?s ?p ?o }
    FILTER CONTAINS(STR(?s), "#")
    BIND (IRI(STRBEFORE(STR(?s), "#")) AS ?gone)
    ${oneOf('?gone')}
  }
  UNION
  {
    GRAPH ?g { ?s ?p ?o }
    FILTER (isIRI(?o) && CONTAINS(STR(?o), "#"))
    BIND (IRI(STRBEFORE(STR(?o), "#")) AS ?gone)
    ${oneOf('?gone')}
  }
  FILTER (?g IN (
${sortByBytes([...graphs])
  .map((graph) => `    <${graph}>`)
  .join(',\n')}
  ))
}
`;
}

/**
 * Reads a list of IRIs, one a line, whatever the order; empty lines say nothing.
 *
 * @throws FolkloreError FILE_UNREADABLE naming the line that is no IRI
 */
export async function readList(path: string): Promise<Set<string>> {
  const text = await readFile(path, 'utf8').catch((thrown: NodeJS.ErrnoException) => {
    throw unreadable(path, thrown.message, thrown, HINT);
  });
  const lines = text.split(/\r?\n/);
  const wrong = lines.findIndex(
    (line) => line !== '' && (!/^[A-Za-z][^:]*:./.test(line) || unlawfulInIri(line)),
  );
  if (wrong >= 0) throw unreadable(path, `line ${wrong + 1} is no IRI`, undefined, HINT);
  return new Set(lines.filter((line) => line !== ''));
}

/** What a release announces as suppressed; nothing when it has no delta. */
export async function suppressedOf(release: string): Promise<Set<string>> {
  const path = join(release, SUPPRESSED_LIST);
  const isThere = await readFile(path).then(
    () => true,
    (thrown: NodeJS.ErrnoException) => thrown.code !== 'ENOENT',
  );
  return isThere ? readList(path) : new Set();
}
