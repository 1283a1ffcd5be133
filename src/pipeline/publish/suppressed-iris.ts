import { recordIriOf } from '../../model/rdf/record-order.js';
import { COLLECTION_OF, type Group } from '../../model/records/datasets.js';
import { KINDS } from '../../model/records/kinds.js';
import { isObservedPerson } from '../../model/records/observations.js';
import type { Kind } from '../../model/records/record.js';
import type { IriNaming } from '../consistency/check.js';
import { isSent, withheldIris } from '../consistency/checks.js';
import type { GlobalIndex } from '../global-index/global-index.js';
import type { BuildPlan } from '../plan/build-plan.js';
import { refOfIri } from '../plan/record-iri.js';
import type { BuildDatabase } from '../rows/build-database.js';

/** Kinds without access fields whose records are deleted when the person asks for it. */
const PEOPLE: ReadonlySet<Kind> = new Set<Kind>(['cbed.person', 'cbes.person', 'cbes.transcriber']);

/** The IRI of a person within a work (model 7.3, X7): the beginning of the IRIs of the person's nodes. */
const WITHIN = /^[^#]*#person-\d+/;

type Plan = Pick<BuildPlan, 'kinds' | 'base' | 'profile' | 'personsProfile'>;

/**
 * Returns a test whether an IRI, of a record or of a node in one, is or may be withheld.
 *
 * @param database with the rows of every record
 */
export function suppressedIris(
  plan: Plan,
  index: Pick<GlobalIndex, 'withheld' | 'unreadable'>,
  naming: IriNaming,
  database: Pick<BuildDatabase, 'all'>,
): (iri: string) => boolean {
  const withheld = withheldIris(index, naming);
  const isWithdrawn = withdrawnIris(plan, index, (iri) => isSent(database, iri.slice(plan.base.length)));
  return (iri) =>
    withheld.has(iri) ||
    isWithdrawn(iri) ||
    (plan.personsProfile === 'roles-only' && isObservedPerson(iri, plan.base));
}

/**
 * Returns a test whether an IRI belongs to a record that is no longer sent and may have been withdrawn. A public key is not
 * sent records that have become sensitive, and no key is sent the reason of a deletion (wire-format 3; model 6). Records that
 * were not harvested, were rejected or are unreadable are not withdrawn.
 *
 * @param isKnown whether a record is in the release or was rejected
 */
function withdrawnIris(
  { kinds, base, profile }: Plan,
  { unreadable }: Pick<GlobalIndex, 'unreadable'>,
  isKnown: (iri: string) => boolean,
): (iri: string) => boolean {
  const asked = Object.entries(COLLECTION_OF).filter(([group]) => kinds.includes(group as Group));
  const mayBeWithdrawn = (kind: Kind): boolean =>
    asked.some(([, collection]) => kind.startsWith(`${collection}.`)) &&
    (PEOPLE.has(kind) || (profile === 'public' && KINDS[kind].accessFields.length > 0));
  return (iri) => {
    // The people in an unreadable work are not known.
    const [person] = WITHIN.exec(iri) ?? [];
    if (person !== undefined) return mayBeWithdrawn('cbes.person') && !isKnown(person);
    const record = recordIriOf(iri);
    const ref = refOfIri(record, base);
    return ref !== undefined && mayBeWithdrawn(ref.kind) && !unreadable.has(ref) && !isKnown(record);
  };
}
