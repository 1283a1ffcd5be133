import { FolkloreError, messageOf } from '../../base/errors.js';
import { publish } from '../../model/mapping/access.js';
import { schemeIn, stateGender } from '../../model/mapping/gender.js';
import { addressKey, identify } from '../../model/mapping/identity-links.js';
import type { MappingContext } from '../../model/mapping/mapping-context.js';
import { NEUTRAL_ORGANISATIONS } from '../../model/mapping/organisation.js';
import { DEFAULT_PLACEHOLDERS, placeholderTest } from '../../model/mapping/placeholder.js';
import type { Context } from '../../model/rdf/context.js';
import type { MappedNode } from '../../model/rdf/formats/format.js';
import { mintIris } from '../../model/rdf/iris.js';
import { makeLinks } from '../../model/rdf/links.js';
import { type Node, tidy } from '../../model/rdf/node.js';
import { type BadTerm, badTerms } from '../../model/rdf/term-check.js';
import type { ToQuads } from '../../model/rdf/to-quads.js';
import { kindOf } from '../../model/records/kinds.js';
import type { PublishableRecord, RecordSet, SourceRecord } from '../../model/records/record.js';
import type { Checker } from '../../model/shacl/checker.js';
import type { Finding } from '../../model/shacl/finding.js';
import type { GlobalIndex, PrivacySettings } from '../global-index/global-index.js';
import type { BuildPlan } from '../plan/build-plan.js';

const NONE: readonly string[] = [];

/** Makes the mapping context from the build plan and the global index. */
export function mappingContextOf(
  plan: Pick<
    BuildPlan,
    'base' | 'gender' | 'latestYear' | 'links' | 'additions' | 'organisations' | keyof PrivacySettings
  >,
  globalIndex: Pick<GlobalIndex, 'genders' | 'places'> & {
    readonly ambiguousPeople?: Pick<GlobalIndex['ambiguousPeople'], 'has'>;
    readonly sharedAddresses?: Pick<GlobalIndex['sharedAddresses'], 'has'>;
  },
  context: Context,
): MappingContext {
  const operatorLinks = new Map<string, string[]>();
  for (const { record, iri } of plan.additions?.links ?? [])
    operatorLinks.set(record, [...(operatorLinks.get(record) ?? []), iri]);
  const schemes = {
    cbed: schemeIn('cbed', plan.gender, globalIndex.genders),
    cbes: schemeIn('cbes', plan.gender, globalIndex.genders),
  };
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
    gender: (collection, code) => stateGender(schemes[collection], code),
    placeRecord: (id) => globalIndex.places.get(id),
    isSharedAddress: (address) => globalIndex.sharedAddresses?.has(addressKey(address)) === true,
    operatorLinks: (record) => operatorLinks.get(record) ?? NONE,
    latestYear: plan.latestYear,
  };
}

/** Removes references to withheld records, and privileged fields. */
export function toPublishable(
  one: SourceRecord,
  { withheld }: { readonly withheld: Pick<RecordSet, 'has'> },
  { profile }: Pick<BuildPlan, 'profile'>,
): PublishableRecord {
  const prune = kindOf(one).withoutWithheld;
  const record = prune === undefined ? one.record : prune(one.record, (ref) => withheld.has(ref));
  return { ...one, record: publish(record, profile) } as PublishableRecord;
}

/** The identity node of a record; undefined for a kind without identity claims. */
export function identityOf(
  one: Pick<PublishableRecord, 'kind' | 'record'>,
  iri: string,
  context: MappingContext,
): Node | undefined {
  const { identity } = kindOf(one);
  if (identity === undefined) return undefined;
  return identify(iri, one.kind === 'cbed.person', identity.claims(one.record, context), context);
}

/** The node and quads of a record, and its identity links, which are in a dataset of their own. */
export interface MappedRecord extends MappedNode {
  readonly identity?: MappedNode;
}

/**
 * Maps one record. An unexpected error becomes a finding, so that one record does not end the run.
 *
 * @throws FolkloreError CONTEXT_TERM for a term that the context does not define: a fault of the program
 */
export function mapRecord(
  one: PublishableRecord,
  context: MappingContext,
  toQuads: ToQuads,
): MappedRecord | { readonly failed: Finding } {
  const converted = (mapped: Node): MappedNode => {
    const node = tidy(mapped);
    return { node, quads: toQuads(node) };
  };
  try {
    const record = converted(kindOf(one).map(one.record, context));
    const elsewhere = identityOf(one, record.node.id, context);
    const links = elsewhere && converted(elsewhere);
    return links === undefined || links.quads.length === 0 ? record : { ...record, identity: links };
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

/** The findings of a mapped record: invalid terms, or else those of the shapes. */
export async function checkRecord(
  { quads, identity }: MappedRecord,
  checker: Checker,
): Promise<readonly Finding[]> {
  const bad = [...badTerms(quads), ...(identity === undefined ? [] : badTerms(identity.quads))];
  if (bad.length > 0) return bad.map(termFinding);
  const found = await checker.check(quads);
  return identity === undefined ? found : [...found, ...(await checker.check(identity.quads))];
}

/** An invalid term as a finding. */
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
