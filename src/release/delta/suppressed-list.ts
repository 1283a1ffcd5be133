import { join } from 'node:path';
import { sortByBytes } from '../../base/byte-order.js';
import { FolkloreError, messageOf } from '../../base/errors.js';
import { pathBelow, textOfFile } from '../../base/file-bytes.js';
import { unlawfulInIri } from '../../model/rdf/iri-syntax.js';
import { unreadable } from './sorted-release.js';

/** The file in which a release announces what is suppressed. */
export const SUPPRESSED_LIST = 'delta/suppressed.txt';

const HINT =
  'Expected is the IRI of a record on each line, and behind it, after a blank, that of a property if only its values are meant.';

/** The text of the list, in the order of its bytes: an IRI a line, or an IRI, a blank and the IRI of a property. */
export const listText = (suppressed: Iterable<string>): string =>
  sortByBytes([...suppressed])
    .map((one) => `${one}\n`)
    .join('');

/** The IRIs of a list, without the lines that are about single properties. */
const listedIris = (suppressed: Iterable<string>): string[] =>
  [...suppressed].filter((one) => !one.includes(' '));

/**
 * A SPARQL update that deletes every triple about what is listed, in the given graphs only: a store may hold other data.
 * Nodes of a record are found by their IRIs, because no triple need link to them. The list is repeated in each pattern,
 * because stores would join one list with all triples.
 */
export function deleteSuppressedUpdate(suppressed: Iterable<string>, graphs: Iterable<string>): string {
  const listed = sortByBytes([...suppressed]);
  if (listed.length === 0) return '# Nothing is suppressed.\n';
  const [iris, properties] = [listedIris(listed), listed.filter((one) => one.includes(' '))];
  const rows = (all: readonly string[], row: (one: string) => string): string =>
    all.map((one) => `    ${row(one)}\n`).join('');
  const oneOf = (variable: string): string => `VALUES ${variable} {\n${rows(iris, (iri) => `<${iri}>`)}  }`;
  const recordPatterns = `  { ${oneOf('?s')} GRAPH ?g { ?s ?p ?o } }
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
`;
  const pairs = rows(properties, (one) => `(<${one.replace(' ', '> <')}>)`);
  const propertyPattern = `  { VALUES (?s ?p) {\n${pairs}  } GRAPH ?g { ?s ?p ?o } }\n`;
  const patterns = [
    ...(iris.length > 0 ? [recordPatterns] : []),
    ...(properties.length > 0 ? [propertyPattern] : []),
  ];
  return `DELETE { GRAPH ?g { ?s ?p ?o } }
WHERE {
${patterns.join('  UNION\n')}  FILTER (?g IN (
${sortByBytes([...graphs])
  .map((graph) => `    <${graph}>`)
  .join(',\n')}
  ))
}
`;
}

/**
 * Reads a list of what is suppressed, in any order; empty lines are skipped.
 *
 * @throws FolkloreError FILE_UNREADABLE naming the line that is no IRI
 */
export async function readList(path: string): Promise<Set<string>> {
  const text = await textOfFile(path).catch((thrown: unknown) => {
    throw unreadable(path, messageOf(thrown), thrown, HINT);
  });
  const lines = text.split(/\r?\n/);
  const isIri = (text: string): boolean => /^[A-Za-z][^:]*:./.test(text) && !unlawfulInIri(text);
  const wrong = lines.findIndex((line) => {
    const [subject = '', property, ...more] = line.split(' ');
    return (
      line !== '' && !(isIri(subject) && (property === undefined || isIri(property)) && more.length === 0)
    );
  });
  if (wrong >= 0) throw unreadable(path, `line ${wrong + 1} is no IRI`, undefined, HINT);
  return new Set(lines.filter((line) => line !== ''));
}

/** The list of a release; empty when it has no delta. */
export async function suppressedOf(release: string): Promise<Set<string>> {
  try {
    return await readList(await pathBelow(release, SUPPRESSED_LIST));
  } catch (thrown) {
    if (thrown instanceof FolkloreError) throw thrown;
    if ((thrown as NodeJS.ErrnoException).code === 'ENOENT') return new Set();
    throw unreadable(join(release, SUPPRESSED_LIST), messageOf(thrown), thrown, HINT);
  }
}
