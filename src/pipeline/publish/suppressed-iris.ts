import { recordIriOf } from '../../model/rdf/record-order.js';
import { COLLECTION_OF, type Group } from '../../model/records/datasets.js';
import { KINDS } from '../../model/records/kinds.js';
import { isObservedPerson } from '../../model/records/observations.js';
import type { Kind } from '../../model/records/record.js';
import type { ConsistencyChecks } from '../consistency/checks.js';
import type { GlobalIndex } from '../global-index/global-index.js';
import type { BuildPlan } from '../plan/build-plan.js';
import { refOfIri } from '../plan/record-iri.js';

/** Kinds without access fields whose records are deleted when the person asks for it. */
const PEOPLE: ReadonlySet<Kind> = new Set<Kind>(['cbed.person', 'cbes.person', 'cbes.transcriber']);

/** The IRI of a person within a work (model 7.3, X7): the beginning of the IRIs of the person's nodes. */
const WITHIN = /^[^#]*#person-\d+/;

/** The checks, when every record has been added. */
type Checks = Pick<ConsistencyChecks, 'isSent' | 'isWithheld'>;
type Plan = Pick<BuildPlan, 'kinds' | 'base' | 'profile' | 'personsProfile'>;

/** Returns a test whether an IRI, of a record or of a node in one, is or may be withheld. */
export function suppressedIris(
  plan: Plan,
  index: Pick<GlobalIndex, 'unreadable'>,
  checks: Checks,
): (iri: string) => boolean {
  const isWithdrawn = withdrawnIris(plan, index, checks);
  return (iri) =>
    checks.isWithheld(iri) ||
    isWithdrawn(iri) ||
    (plan.personsProfile === 'roles-only' && isObservedPerson(iri, plan.base));
}

/**
 * Returns a test whether an IRI belongs to a record that is no longer sent and may have been withdrawn. A public key is not
 * sent records that have become sensitive, and no key is sent the reason of a deletion (wire-format 3; model 6). Records that
 * were not harvested, were rejected or are unreadable are not withdrawn.
 */
function withdrawnIris(
  { kinds, base, profile }: Plan,
  { unreadable }: Pick<GlobalIndex, 'unreadable'>,
  checks: Checks,
): (iri: string) => boolean {
  const asked = Object.entries(COLLECTION_OF).filter(([group]) => kinds.includes(group as Group));
  const mayBeWithdrawn = (kind: Kind): boolean =>
    asked.some(([, collection]) => kind.startsWith(`${collection}.`)) &&
    (PEOPLE.has(kind) || (profile === 'public' && KINDS[kind].accessFields.length > 0));
  return (iri) => {
    // The people in an unreadable work are not known.
    const [person] = WITHIN.exec(iri) ?? [];
    if (person !== undefined) return mayBeWithdrawn('cbes.person') && !checks.isSent(person);
    const record = recordIriOf(iri);
    const ref = refOfIri(record, base);
    return ref !== undefined && mayBeWithdrawn(ref.kind) && !unreadable.has(ref) && !checks.isSent(record);
  };
}
