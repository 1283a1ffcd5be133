import type { Quad } from '@rdfjs/types';
import type { Report } from '../../base/events.js';
import { fieldOf, formatPath } from '../../pipeline/source-field.js';
import type { BuildPlan } from '../../records/build-plan.js';
import { refOfIri } from '../../records/record-iri.js';
import { explainIri, type PublishedExplanation } from './explain.js';
import { unmapped } from './field-outcome.js';

/** The statements that a release has about an IRI. */
export type StatementsOf = (iri: string) => readonly Quad[];

/** A field that became statements of a release, or an IRI in it. */
export interface ReleasedField {
  /** With positions in lists: `pages[0]`. */
  readonly name: string;
  readonly value: string;
  /** Whether it is a field of the record that contains this one. */
  readonly isAround: boolean;
  /** Whether an IRI is made of it. */
  readonly isInIri: boolean;
  readonly statements: readonly Quad[];
}

/** A record of a harvest as far as a release publishes it. */
export interface ReleasedRecord {
  /** The service, and the request whose answer holds the record. */
  readonly source: string;
  readonly fields: readonly ReleasedField[];
  /** Names of the other fields, without positions, by the reason; undefined: the release does not have their statements. */
  readonly others: ReadonlyMap<string | undefined, readonly string[]>;
  /** Names of fields that no schema has. */
  readonly unknown: readonly string[];
}

/** Kinds that are known before any answer is read. */
const OWN_KINDS: ReadonlySet<string> = new Set(['collection', 'organisation', 'scheme', 'lexicon']);

/** Whether an IRI is that of a record that a service sends. */
export function isSentRecord(iri: string, base: string): boolean {
  const ref = refOfIri(iri, base);
  return ref !== undefined && !OWN_KINDS.has(ref.kind);
}

/**
 * Explains the records of the harvest that an IRI stands for, for readers of a release.
 *
 * @returns none when the harvest has no such record, or no field of it became a statement of the release
 * @throws what a build throws
 */
export async function releasedRecords(
  order: BuildPlan,
  iri: string,
  statementsOf: StatementsOf,
  report: Report,
): Promise<ReleasedRecord[]> {
  const explanations = await explainIri(order, iri, report);
  return explanations
    .flatMap((one) => ('sent' in one ? [releasedRecord(one, statementsOf)] : []))
    .filter(({ fields }) => fields.length > 0);
}

/**
 * The fields of a record that became statements of a release. The store may be of another day than the release, and made with
 * a privileged key; of a field without such a statement only the name is given.
 */
function releasedRecord(
  { sent, fields, ref }: PublishedExplanation,
  statementsOf: StatementsOf,
): ReleasedRecord {
  const released = new Map<string, ReadonlySet<string>>();
  const keysOf = (iri: string): ReadonlySet<string> => {
    const keys = released.get(iri) ?? new Set(statementsOf(iri).map(statementKey));
    released.set(iri, keys);
    return keys;
  };
  const shown: ReleasedField[] = [];
  const others = new Map<string | undefined, string[]>();
  for (const { path, value, isAround, became, names, why } of fields) {
    const name = fieldOf(path);
    // A privileged field may decide about a statement.
    const never = unmapped(ref.kind, name);
    const statements = became.filter((quad) => keysOf(quad.subject.value).has(statementKey(quad)));
    const isInIri = names.some((node) => keysOf(node).size > 0);
    if (never === undefined && (statements.length > 0 || isInIri)) {
      shown.push({ name: formatPath(path), value: String(value), isAround, isInIri, statements });
      continue;
    }
    const reason = never ?? why;
    const same = others.get(reason?.reason) ?? [];
    const field = never?.field ?? name;
    if (!same.includes(field)) others.set(reason?.reason, [...same, field]);
  }
  const source = `${sent.origin.service} ${sent.origin.request}`;
  return { source, fields: shown, others, unknown: sent.unknown };
}

const statementKey = ({
  subject,
  predicate,
  object,
}: Pick<Quad, 'subject' | 'predicate' | 'object'>): string =>
  JSON.stringify(
    object.termType === 'Literal'
      ? [subject.value, predicate.value, object.value, object.language, object.datatype.value]
      : [subject.value, predicate.value, object.value],
  );
