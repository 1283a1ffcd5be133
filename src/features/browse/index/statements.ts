import type { Quad } from '@rdfjs/types';
import { ntriplesLine } from '../../../model/rdf/formats/ntriples.js';
import { readDump } from '../../../model/rdf/formats/read-dump.js';
import { type DumpFile, linesOf, textOf, unreadable } from '../../../model/rdf/formats/recognise-dump.js';
import { parseTurtle } from '../../../model/rdf/parse.js';
import { recordIriOf } from '../../../model/rdf/record-order.js';

/** A line of canonical N-Triples. */
export interface Statement {
  readonly subject: string;
  readonly property: string;
  /** As in the line: {@link iriIn} and {@link literalIn} read it. */
  readonly object: string;
  readonly line: string;
}

/** The statements about a record and its nodes, which are neighbours in a dump. */
interface RecordStatements {
  readonly iri: string;
  readonly statements: Statement[];
}

/**
 * The records of a dump of a release. Lines of N-Triples are only cut; dumps in other formats are parsed and written as such
 * lines.
 *
 * @throws FolkloreError FILE_UNREADABLE with the file and the line
 */
export async function* readRecords(dump: DumpFile): AsyncGenerator<RecordStatements> {
  if (dump.format !== 'nt') {
    for await (const { iri, quads } of readDump(dump)) yield { iri, statements: quads.map(statementOf) };
    return;
  }
  let record: RecordStatements | undefined;
  let count = 0;
  for await (const line of linesOf(textOf(dump), Number.POSITIVE_INFINITY)) {
    count += 1;
    const statement = cut(line);
    if (statement === undefined) throw unreadable(dump.path, `Unexpected text on line ${count}`);
    const iri = recordIriOf(statement.subject);
    if (record?.iri !== iri) {
      if (record !== undefined) yield record;
      record = { iri, statements: [] };
    }
    record.statements.push(statement);
  }
  if (record !== undefined) yield record;
}

/** Undefined for what is no line of ours. */
function cut(line: string): Statement | undefined {
  const subject = line.indexOf('> <');
  const property = line.indexOf('> ', subject + 3);
  if (!line.startsWith('<') || subject < 0 || property < 0 || !/[">\w] \.$/.test(line)) return undefined;
  return {
    subject: line.slice(1, subject),
    property: line.slice(subject + 3, property),
    object: line.slice(property + 2, -2),
    line,
  };
}

export function statementOf(quad: Quad): Statement {
  const statement = cut(ntriplesLine(quad));
  if (statement === undefined) throw new Error(`no statement about a record: ${quad.subject.value}`);
  return statement;
}

/** The IRI that an object is; undefined for a literal. */
export const iriIn = ({ object }: Statement): string | undefined =>
  object.startsWith('<') ? object.slice(1, -1) : undefined;

/** The text of a literal, and its language; without one, the empty string. */
export function literalIn({ object, line }: Statement): readonly [language: string, text: string] {
  const end = object.lastIndexOf('"');
  const language = object[end + 1] === '@' ? object.slice(end + 2) : '';
  const quoted = object.slice(0, end + 1);
  return [language, quoted.includes('\\') ? unescaped(quoted, line) : quoted.slice(1, -1)];
}

/** Canonical N-Triples has the escapes of JSON; the parser reads others. */
function unescaped(quoted: string, line: string): string {
  try {
    return JSON.parse(quoted) as string;
  } catch {
    return parseTurtle(line, 'dump')[0]?.object.value ?? '';
  }
}
