import { rdfs } from '../../rdf/iris.js';
import type { Subject } from '../../report/told.js';
import type { DumpRecord } from '../../sinks/reading/records.js';
import { KINDS } from '../kinds.js';
import { refOfIri } from '../unit-iri.js';

/**
 * A record of a dump as people look for it; what is none of ours goes by its IRI.
 *
 * @param page predicate that leads to a record's page
 */
export function subjectOf(
  { iri, quads }: DumpRecord,
  base: string,
  file: string,
  page: string | undefined,
): Subject {
  const ref = refOfIri(iri, base);
  const own = quads.filter(({ subject }) => subject.value === iri);
  const labels = own.flatMap(({ predicate, object }) =>
    predicate.value === rdfs.label && object.termType === 'Literal' ? [object] : [],
  );
  // Irish first, as in a build.
  const label = labels.find(({ language }) => language === 'ga') ?? labels[0];
  const address = own.find(({ predicate }) => predicate.value === page)?.object;
  return {
    ...(ref === undefined
      ? { kind: 'record', called: 'records', id: iri }
      : { ...ref, called: KINDS[ref.kind].called }),
    ...(label === undefined ? {} : { label: label.value }),
    ...(address?.termType === 'NamedNode' ? { page: address.value } : {}),
    file,
    outcome: 'published',
  };
}
