import { badTerms } from '../../rdf/gate.js';
import { rdf } from '../../rdf/iris.js';
import { linkTo } from '../../rdf/turtle.js';
import type { Checker } from '../../shacl/checker.js';
import type { Finding } from '../../shacl/finding.js';
import type { DumpRecord } from '../../sinks/reading/records.js';
import { asFinding } from '../describing.js';

/** What is wrong with a record as it stands in a dump: unlawful terms, or else what the shapes find. */
export async function findingsOf(record: DumpRecord, checker: Checker): Promise<readonly Finding[]> {
  const bad = badTerms(record.quads);
  if (bad.length > 0) return bad.map(asFinding);
  const found = await checker.check(record.quads);
  return found.some(({ constraint }) => constraint === 'Coverage') && (await isLinked(record, checker))
    ? []
    : found;
}

/**
 * Whether a node without class is one of those that are known by what links to it, such as a page about somebody.
 * In files of sorted lines it stands apart from the record that says so.
 */
async function isLinked({ iri, quads }: DumpRecord, checker: Checker): Promise<boolean> {
  if (quads.some(({ predicate }) => predicate.value === rdf.type)) return false;
  for (const predicate of checker.linking()) {
    const link = linkTo(iri, predicate);
    const found = await checker.check([...quads, link]);
    if (found.every(({ focus }) => focus === link.subject.value)) return true;
  }
  return false;
}
