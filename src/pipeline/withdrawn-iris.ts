import type { ConsistencyChecks } from '../consistency/checks.js';
import { recordOf } from '../rdf/record-order.js';
import type { BuildPlan } from '../records/build-plan.js';
import { COLLECTION_OF, type Group } from '../records/datasets.js';
import type { GlobalIndex } from '../records/global-index.js';
import { KINDS } from '../records/kinds.js';
import type { Kind } from '../records/record.js';
import { refOfIri } from '../records/record-iri.js';

/** Whoever of them wants to be forgotten is deleted: no field of theirs keeps them in. */
const PEOPLE: ReadonlySet<Kind> = new Set<Kind>(['cbed.person', 'cbes.person', 'cbes.transcriber']);

/** The IRI of a person within a work (model 7.3, X7), which those of their nodes begin with. */
const WITHIN = /^[^#]*#person-\d+/;

/**
 * Tells of an IRI of ours whether it is that of a record that is not sent any more, or of a node of one, and may have been
 * withdrawn: a public key is not told what has become sensitive, and no key why somebody was deleted (wire-format 3; model
 * 6). What was not asked for is not gone, nor is what was rejected or cannot be read: that is still sent.
 */
export function withdrawnIris(
  { kinds, base, profile }: Pick<BuildPlan, 'kinds' | 'base' | 'profile'>,
  { unreadable }: Pick<GlobalIndex, 'unreadable'>,
  checks: Pick<ConsistencyChecks, 'isSent'>,
): (iri: string) => boolean {
  const asked = Object.entries(COLLECTION_OF).filter(([group]) => kinds.includes(group as Group));
  const mayBeWithdrawn = (kind: Kind): boolean =>
    asked.some(([, collection]) => kind.startsWith(`${collection}.`)) &&
    (PEOPLE.has(kind) || (profile === 'public' && KINDS[kind].accessFields.length > 0));
  return (iri) => {
    // Of a work that cannot be read nobody knows who is in it.
    const [person] = WITHIN.exec(iri) ?? [];
    if (person !== undefined) return mayBeWithdrawn('cbes.person') && !checks.isSent(person);
    const record = recordOf(iri);
    const ref = refOfIri(record, base);
    return ref !== undefined && mayBeWithdrawn(ref.kind) && !unreadable.has(ref) && !checks.isSent(record);
  };
}
