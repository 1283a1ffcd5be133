import { badTerms } from '../../rdf/gate.js';
import { isSuppressedIri, type Suppressed } from '../../release/delta/lines.js';
import type { DumpRecord } from '../../sinks/reading/records.js';
import { type Tell, WITHDRAW } from './problem.js';
import { shortened } from './problems.js';

const MOST_SHOWN = 200;

/** Looks at one record for what must not be said anywhere: unlawful terms, and what was suppressed. */
export function checkRecord(
  file: string,
  { iri, quads }: DumpRecord,
  suppressed: Suppressed,
  tell: Tell,
): void {
  for (const { subject, term, reason } of badTerms(quads)) {
    tell(file, `holds ${JSON.stringify(shortened(term, MOST_SHOWN))} in ${subject}: ${reason}`);
  }
  if (suppressed.size === 0) return;
  const named = new Set(
    quads.flatMap(({ subject, predicate, object }) => [
      subject.value,
      predicate.value,
      ...(object.termType === 'NamedNode' ? [object.value] : []),
    ]),
  );
  for (const { subject, predicate } of quads) {
    if (suppressed.has(`${subject.value} ${predicate.value}`))
      tell(file, `says ${predicate.value} of ${subject.value}, and it was suppressed`, WITHDRAW);
  }
  for (const one of named) {
    if (isSuppressedIri(one, suppressed))
      tell(file, `speaks of ${one} in ${iri}, and it was suppressed`, WITHDRAW);
  }
}

/** @param graph the named graph that everything is in; empty where there is none */
export function checkGraph(file: string, { iri, quads }: DumpRecord, graph: string, tell: Tell): void {
  const astray = quads.find((quad) => quad.graph.value !== graph);
  if (astray !== undefined)
    tell(file, `has ${iri} in ${graphCalled(astray.graph.value)}, not in ${graphCalled(graph)}`);
}

const graphCalled = (graph: string): string => (graph === '' ? 'no named graph' : `the graph ${graph}`);
