import { FolkloreError, messageOf } from '../base/errors.js';
import { contradicts, stateGender } from '../mapping/gender.js';
import { NEUTRAL_ORGANISATIONS } from '../mapping/organisation.js';
import { DEFAULT_PLACEHOLDERS, placeholderTest } from '../mapping/placeholder.js';
import { publish } from '../mapping/publication.js';
import type { Setting } from '../mapping/setting.js';
import type { Context } from '../rdf/context.js';
import { type BadTerm, badTerms } from '../rdf/gate.js';
import { mintIris } from '../rdf/iris.js';
import { makeLinks } from '../rdf/links.js';
import { type Node, tidy } from '../rdf/node.js';
import type { ToQuads } from '../rdf/quads.js';
import type { Checker } from '../shacl/checker.js';
import type { Finding } from '../shacl/finding.js';
import type { Described } from '../sinks/sink.js';
import type { Discretion, Gathered } from './gather.js';
import { rowOf } from './row-of.js';
import type { BuildPlan } from './settings.js';
import type { PublishedUnit, Unit } from './unit.js';

/** What the mappers know beside the record itself, once the harvest has been read through. */
export function settingOf(
  plan: Pick<BuildPlan, 'base' | 'gender' | 'latestYear' | 'links' | 'organisations' | keyof Discretion>,
  gathered: Pick<Gathered, 'genders' | 'places'> & Partial<Pick<Gathered, 'ambiguousPeople'>>,
  context: Context,
): Setting {
  return {
    iri: mintIris(plan.base),
    link: makeLinks(plan.links),
    organisations: plan.organisations ?? NEUTRAL_ORGANISATIONS,
    personsProfile: plan.personsProfile ?? 'full',
    isPlaceholder: placeholderTest(plan.placeholders ?? DEFAULT_PLACEHOLDERS),
    isAmbiguous: (id) => gathered.ambiguousPeople?.has(id) === true,
    knows: (term, word) => {
      const reads = context.terms.get(term)?.reads;
      return reads?.as === 'code' && reads.codes.has(word);
    },
    gender: (collection, code) =>
      stateGender(plan.gender, contradicts(plan.gender, gathered.genders[collection]), code),
    placeRecord: (id) => gathered.places.get(id),
    latestYear: plan.latestYear,
  };
}

/** A unit as it may leave: without references to what is withheld, without privileged fields. */
export function publishable(
  one: Unit,
  { withheld }: Pick<Gathered, 'withheld'>,
  { profile }: Pick<BuildPlan, 'profile'>,
): PublishedUnit {
  const prune = rowOf(one).prune;
  const record = prune === undefined ? one.record : prune(one.record, (ref) => withheld.has(ref));
  return { ...one, record: publish(record, profile) } as PublishedUnit;
}

/** What is said of a record, and, apart from it, what the same thing is elsewhere; both of the same IRI. */
export interface Said extends Described {
  readonly identity?: Described;
}

/**
 * Describes one record. That a record is odd beyond what anybody thought of must not end a run of a million:
 * it is rejected with what went wrong. A word without meaning is our own fault and does end it.
 *
 * @throws FolkloreError CONTEXT_TERM
 */
export function say(
  one: PublishedUnit,
  setting: Setting,
  toQuads: ToQuads,
): Said | { readonly failed: Finding } {
  const described = (said: Node): Described => {
    const node = tidy(said);
    return { node, quads: toQuads(node) };
  };
  try {
    const { describe, identity } = rowOf(one);
    const record = described(describe(one.record, setting));
    const elsewhere = identity && described(identity.describe(one.record, setting));
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
export function findingsOf(
  { quads, identity }: Said,
  checker: Checker,
): readonly Finding[] | Promise<readonly Finding[]> {
  const bad = [...badTerms(quads), ...(identity === undefined ? [] : badTerms(identity.quads))];
  if (bad.length > 0) return bad.map(asFinding);
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
export const asFinding = (bad: BadTerm): Finding => ({
  severity: 'violation',
  focus: bad.subject,
  path: bad.predicate,
  value: bad.term,
  constraint: 'Term',
  shape: 'gate',
  message: `Not lawful RDF: ${bad.reason}.`,
  messageGA: 'Ní RDF dleathach é: ní féidir an luach seo a fhoilsiú.',
});
