import type { Quad, Term } from '@rdfjs/types';
import type { Finding } from './finding.js';
import { keyOf, type TargetedShape } from './targets.js';
import { rdf, sh } from './terms.js';

/**
 * Finds the subjects that no closed shape targets. Nothing would check them, so each is a violation: what no
 * shape knows is not published.
 */
export function uncovered(quads: readonly Quad[], shapes: readonly TargetedShape[]): Finding[] {
  const closed = shapes.filter(({ isClosed }) => isClosed);
  const covered = new Set(closed.flatMap((shape) => shape.nodesIn(quads)).map(keyOf));
  const subjects = new Map(quads.map(({ subject }) => [keyOf(subject), subject]));
  return [...subjects]
    .filter(([key]) => !covered.has(key))
    .map(([, subject]) => ({
      severity: 'violation',
      focus: subject.value,
      constraint: 'Coverage',
      shape: sh('closed'),
      message: `No closed shape covers this node: ${kindsOf(subject, quads)}.`,
      messageGA: 'Níl aon chruth dúnta a chlúdaíonn an nód seo.',
    }));
}

function kindsOf(subject: Term, quads: readonly Quad[]): string {
  const said = quads.filter((quad) => quad.subject.equals(subject) && quad.predicate.value === rdf('type'));
  const kinds = said.map(({ object }) => object.value);
  return kinds.length === 0 ? 'it has no type' : `it is said to be ${kinds.join(', ')}`;
}
