import { unlawfulInIri } from '../../rdf/iri-syntax.js';
import type { ResultRow } from '../sparql.js';
import { CHECKSUM_TERMS, type ChecksumTermName, type StoreSums, type TripleSums } from './checksums.js';
import type { QueryableStore } from './verification-context.js';

/**
 * Asks a store for the sums of a graph by property, all in one query. What a store has too much of is in the sums of the
 * properties that a release has; of others it only counts.
 *
 * @throws FolkloreError as the client does
 */
export async function sumsByProperty(
  graph: string,
  sums: TripleSums,
  store: QueryableStore,
): Promise<StoreSums> {
  const names = sums.names.filter((name) => propertiesOf(sums, name).length > 0);
  if (names.length === 0) return new Map();
  const parts = names.map((name) => {
    const properties = propertiesOf(sums, name).map((one) => `<${one}>`);
    const pattern = `VALUES ?of { ${properties.join(' ')} } GRAPH <${graph}> { ?s ?of ?o }`;
    return `{ ${sumQuery(name, pattern, sums.datatypes)} }`;
  });
  return readSums(names, await store.query(`SELECT ?what ?of ?sum WHERE {\n${parts.join('\nUNION\n')}\n}`));
}

const propertiesOf = (sums: TripleSums, name: ChecksumTermName): readonly string[] =>
  sums.groupsOf(name).filter((one) => !unlawfulInIri(one));

/**
 * Asks a store for the sums of the triples with one property, in parts: subjects whose MD5 begins alike. Each sum is a
 * query of its own, because stores cut answers that have many rows.
 *
 * @param digits of base 16 that are looked at: 3 make 4,096 parts
 * @throws FolkloreError as the client does
 */
export async function sumsByPart(
  graph: string,
  property: string,
  digits: number,
  sums: TripleSums,
  store: QueryableStore,
): Promise<StoreSums> {
  const pattern = `GRAPH <${graph}> { ?s <${property}> ?o } BIND (${partInSparql(digits)} AS ?of)`;
  const found = new Map<ChecksumTermName, ReadonlyMap<string, bigint | undefined>>();
  for (const name of new Set<ChecksumTermName>(['triples', ...sums.names])) {
    const rows = await store.query(sumQuery(name, pattern, sums.datatypes));
    for (const [what, groups] of readSums([name], rows)) found.set(what, groups);
  }
  return found;
}

/** Only the triples `?s ?o` of these parts; those of the one part that no digits make are all. */
export const partFilter = (digits: number, parts: readonly string[]): string =>
  digits === 0
    ? 'FILTER (isIRI(?s))'
    : `FILTER (isIRI(?s) && ${partInSparql(digits)} IN (${parts.map((one) => `"${one}"`).join(', ')}))`;

const partInSparql = (digits: number): string => `SUBSTR(MD5(STR(?s)), 1, ${digits})`;

function sumQuery(name: ChecksumTermName, pattern: string, datatypes: readonly string[]): string {
  const { filter, binds, aggregate } = CHECKSUM_TERMS[name];
  const bound = Object.entries(binds).map(([variable, text]) => `BIND (${text} AS ?${variable})`);
  return [
    `SELECT ("${name}" AS ?what) ?of (${aggregate} AS ?sum)`,
    `WHERE { ${pattern} FILTER (isIRI(?s) && (${filter(datatypes)})) ${bound.join(' ')} }`,
    'GROUP BY ?of',
  ].join(' ');
}

function readSums(names: readonly ChecksumTermName[], rows: readonly ResultRow[]): StoreSums {
  const found = new Map(names.map((name) => [name as string, new Map<string, bigint | undefined>()]));
  for (const row of rows) {
    // Some stores answer a sum of nothing with one row that is of nothing.
    const [what, of, sum] = ['what', 'of', 'sum'].map((one) => row.get(one)?.value);
    if (what !== undefined && of !== undefined) found.get(what)?.set(of, wholeNumber(sum ?? ''));
  }
  return found as ReadonlyMap<ChecksumTermName, ReadonlyMap<string, bigint | undefined>>;
}

/** A sum in whatever form and datatype a store writes it: `12`, `12.0`, `1.2E1`. */
function wholeNumber(text: string): bigint | undefined {
  const [, digits] = /^([+-]?\d+)(?:\.0*)?$/.exec(text) ?? [];
  if (digits !== undefined) return BigInt(digits);
  const number = text === '' ? NaN : Number(text);
  return Number.isInteger(number) ? BigInt(number) : undefined;
}
