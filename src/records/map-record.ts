import { FolkloreError, messageOf } from '../base/errors.js';
import { publish } from '../mapping/access.js';
import type { MappingContext } from '../mapping/context.js';
import { contradicts, stateGender } from '../mapping/gender.js';
import { NEUTRAL_ORGANISATIONS } from '../mapping/organisation.js';
import { DEFAULT_PLACEHOLDERS, placeholderTest } from '../mapping/placeholder.js';
import type { Context } from '../rdf/context.js';
import type { MappedNode } from '../rdf/formats/format.js';
import { mintIris } from '../rdf/iris.js';
import { makeLinks } from '../rdf/links.js';
import { type Node, tidy } from '../rdf/node.js';
import { type BadTerm, badTerms } from '../rdf/term-check.js';
import type { ToQuads } from '../rdf/to-quads.js';
import type { Checker } from '../shacl/checker.js';
import type { Finding } from '../shacl/finding.js';
import type { BuildPlan } from './build-plan.js';
import type { GlobalIndex, PrivacySettings } from './global-index.js';
import { kindOf, type PublishableRecord, type RecordRef, type SourceRecord } from './record.js';

/** What the mappers know beside the record itself, once the harvest has been read through. */
export function mappingContextOf(
  plan: Pick<BuildPlan, 'base' | 'gender' | 'latestYear' | 'links' | 'organisations' | keyof PrivacySettings>,
  globalIndex: Pick<GlobalIndex, 'genders' | 'places'> & Partial<Pick<GlobalIndex, 'ambiguousPeople'>>,
  context: Context,
): MappingContext {
  return {
    iri: mintIris(plan.base),
    link: makeLinks(plan.links),
    organisations: plan.organisations ?? NEUTRAL_ORGANISATIONS,
    personsProfile: plan.personsProfile ?? 'full',
    isPlaceholder: placeholderTest(plan.placeholders ?? DEFAULT_PLACEHOLDERS),
    isAmbiguous: (id) => globalIndex.ambiguousPeople?.has(id) === true,
    hasCode: (term, word) => {
      const reads = context.terms.get(term)?.reads;
      return reads?.as === 'code' && reads.codes.has(word);
    },
    gender: (collection, code) =>
      stateGender(plan.gender, contradicts(plan.gender, globalIndex.genders[collection]), code),
    placeRecord: (id) => globalIndex.places.get(id),
    latestYear: plan.latestYear,
  };
}

/** A unit as it may leave: without references to what is withheld, without privileged fields. */
export function toPublishable(
  one: SourceRecord,
  { withheld }: Pick<GlobalIndex, 'withheld'>,
  { profile }: Pick<BuildPlan, 'profile'>,
): PublishableRecord {
  const prune = kindOf(one).withoutWithheld;
  const record =
    prune === undefined ? one.record : prune(one.record, (ref) => withheld.has(ref as RecordRef));
  return { ...one, record: publish(record, profile) } as PublishableRecord;
}

/** What is said of a record, and, apart from it, what the same thing is elsewhere; both of the same IRI. */
export interface MappedRecord extends MappedNode {
  readonly identity?: MappedNode;
}

/**
 * Describes one record. That a record is odd beyond what anybody thought of must not end a run of a million:
 * it is rejected with what went wrong. A word without meaning is our own fault and does end it.
 *
 * @throws FolkloreError CONTEXT_TERM
 */
export function mapRecord(
  one: PublishableRecord,
  setting: MappingContext,
  toQuads: ToQuads,
): MappedRecord | { readonly failed: Finding } {
  const described = (said: Node): MappedNode => {
    const node = tidy(said);
    return { node, quads: toQuads(node) };
  };
  try {
    const { map: describe, identity } = kindOf(one);
    const record = described(describe(one.record, setting));
    const elsewhere = identity && described(identity.map(one.record, setting));
    // Most records are nowhere else.
    return elsewhere === undefined || elsewhere.quads.length === 0
      ? record
      : { ...record, identity: elsewhere };
  } catch (thrown) {
    if (thrown instanceof FolkloreError) throw thrown;
    const message = `The record cannot be described: ${messageOf(thrown)}.`;
    const messageGA = 'Ní féidir cur síos a dhéanamh ar an taifead.';
    return {
      failed: {
        severity: 'violation',
        focus: '',
        constraint: 'Mapping',
        shape: 'mapping',
        message,
        messageGA,
      },
    };
  }
}

/**
 * What is wrong with, or remarkable about, what was said: unlawful terms, or else what the shapes find. Of what is
 * surely clean nobody has to wait for a promise.
 */
export function checkRecord(
  { quads, identity }: MappedRecord,
  checker: Checker,
): readonly Finding[] | Promise<readonly Finding[]> {
  const bad = [...badTerms(quads), ...(identity === undefined ? [] : badTerms(identity.quads))];
  if (bad.length > 0) return bad.map(termFinding);
  const found = checker.check(quads);
  if (identity === undefined) return found;
  const elsewhere = checker.check(identity.quads);
  return isThere(found) && isThere(elsewhere) ? [...found, ...elsewhere] : both(found, elsewhere);
}

const isThere = (found: readonly Finding[] | Promise<readonly Finding[]>): found is readonly Finding[] =>
  Array.isArray(found);

const both = async (...found: readonly (readonly Finding[] | Promise<readonly Finding[]>)[]) =>
  (await Promise.all(found)).flat();

/** An unlawful term as a finding. */
export const termFinding = (bad: BadTerm): Finding => ({
  severity: 'violation',
  focus: bad.subject,
  path: bad.predicate,
  value: bad.term,
  constraint: 'Term',
  shape: 'gate',
  message: `Not lawful RDF: ${bad.reason}.`,
  messageGA: 'Ní RDF dleathach é: ní féidir an luach seo a fhoilsiú.',
});
