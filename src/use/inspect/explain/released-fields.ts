import type { Quad } from '@rdfjs/types';
import type { Report } from '../../../base/events.js';
import { entry } from '../../../base/map-entry.js';
import type { BuildPlan } from '../../../pipeline/plan/build-plan.js';
import { refOfIri } from '../../../pipeline/plan/record-iri.js';
import { fieldOf, formatPath } from '../../../pipeline/shards/source-field.js';
import { explainIri, type PublishedExplanation } from './explain.js';
import { unmapped } from './field-outcome.js';

/** What became of a field, as plain data. */
interface FieldHistory {
  /** With positions in lists: `pages[0]`. */
  readonly name: string;
  readonly value: string;
  /** Whether it is a field of the record that contains this one. */
  readonly isAround: boolean;
  /** Subjects and keys of the statements that depend on it. */
  readonly became: readonly (readonly [subject: string, key: string])[];
  /** The nodes whose IRIs are made of it. */
  readonly names: readonly string[];
  /** The name without positions: of the field, or of the one that the reason is about. */
  readonly others: string;
  readonly reason?: string | undefined;
  /** Whether such a field is never published. It may decide about a statement. */
  readonly isNever: boolean;
}

/** What became of the fields of a record of a harvest, with all values that were sent. */
export interface RecordHistory {
  readonly source: string;
  readonly fields: readonly FieldHistory[];
  readonly unknown: readonly string[];
}

/** The statements that a release has about an IRI. */
export type StatementsOf = (iri: string) => readonly Quad[];

/** A field that became statements of a release, or an IRI in it. */
interface ReleasedField {
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
 * Explains the records of the harvest with an IRI. Of a withheld or unreadable record nothing is returned.
 *
 * @throws what a build throws
 */
export async function recordHistories(
  order: BuildPlan,
  iri: string,
  report: Report,
): Promise<RecordHistory[]> {
  const explanations = await explainIri(order, iri, report);
  return explanations.flatMap((one) => ('sent' in one ? [historyOf(one)] : []));
}

const historyOf = ({ sent, fields, ref }: PublishedExplanation): RecordHistory => ({
  source: `${sent.origin.service} ${sent.origin.request}`,
  unknown: sent.unknown,
  fields: fields.map(({ path, value, isAround, became, names, why }) => {
    const name = fieldOf(path);
    const never = unmapped(ref.kind, name);
    return {
      name: formatPath(path),
      value: String(value),
      isAround,
      became: became.map((quad) => [quad.subject.value, statementKey(quad)] as const),
      names,
      others: never?.field ?? name,
      reason: (never ?? why)?.reason,
      isNever: never !== undefined,
    };
  }),
});

/**
 * The fields of records that became statements of a release. The store may be of another day than the release, and made with
 * a privileged key; of a field without such a statement only the name is returned, of a record without such a field nothing.
 */
export function releasedRecords(
  histories: readonly RecordHistory[],
  statementsOf: StatementsOf,
): ReleasedRecord[] {
  const released = new Map<string, ReadonlyMap<string, Quad>>();
  const releasedOf = (iri: string): ReadonlyMap<string, Quad> =>
    entry(released, iri, () => new Map(statementsOf(iri).map((quad) => [statementKey(quad), quad])));
  return histories.flatMap(({ source, unknown, fields: all }) => {
    const fields: ReleasedField[] = [];
    const others = new Map<string | undefined, Set<string>>();
    for (const { name, value, isAround, isNever, ...field } of all) {
      const statements = field.became.flatMap(([subject, key]) => releasedOf(subject).get(key) ?? []);
      const isInIri = field.names.some((node) => releasedOf(node).size > 0);
      if (!isNever && (statements.length > 0 || isInIri))
        fields.push({ name, value, isAround, isInIri, statements });
      else others.set(field.reason, (others.get(field.reason) ?? new Set()).add(field.others));
    }
    if (fields.length === 0) return [];
    const names = [...others].map(([reason, set]) => [reason, [...set]] as const);
    return [{ source, fields, others: new Map(names), unknown }];
  });
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
