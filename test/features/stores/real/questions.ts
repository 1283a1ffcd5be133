import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseResultRows, type ResultRow, type ResultTerm } from '../../../../src/features/stores/sparql.js';

const QUERIES = fileURLToPath(new URL('../../../../queries/', import.meta.url));

/** Queries by their names: those of the sample (queries/), or of a folder, such as that of a release. */
export async function questions(folder: string = QUERIES): Promise<ReadonlyMap<string, string>> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.rq')).sort();
  return new Map(
    await Promise.all(
      files.map(async (file) => [file.slice(0, -3), await readFile(join(folder, file), 'utf8')] as const),
    ),
  );
}

const NUMBERS = /#(?:integer|decimal|double|float|int|long|nonNegativeInteger)$/;

const GEOMETRY = /#(?:wktLiteral|Geometry)$/;

/**
 * A term as every store writes it: stores choose among the spellings of a number, and Virtuoso knows geometry by a type
 * and in a spelling of its own, and truth as a number.
 */
function plain({ value, datatype = '', language }: ResultTerm): string {
  if (NUMBERS.test(datatype)) return String(Number(value));
  if (GEOMETRY.test(datatype)) return value.replace(/^POINT ?\(/, 'POINT (');
  if (datatype.endsWith('#boolean')) return value === 'true' || value === '1' ? '1' : '0';
  return language === undefined ? value : `${value}@${language.toLowerCase()}`;
}

/** Rows as lines, in an order of their own: where two are alike in all that a query sorts by, stores differ. */
export const answersOf = (rows: readonly ResultRow[]): string[] => rows.map(lineOf).sort();

const lineOf = (row: ResultRow): string =>
  [...row]
    .map(([variable, term]) => `${variable}=${plain(term)}`)
    .sort()
    .join(' ');

/** The same of an answer in JSON. */
export const answersIn = (json: string): string[] => answersOf(parseResultRows(Buffer.from(json)));
