import { recordIriOf } from '../../model/rdf/record-order.js';
import type { Compared } from './comparison.js';
import { datasetsWithRecords, type GraphLayoutOf } from './comparison.js';
import { objectOf, type Suppressed, subjectOf } from './lines.js';
import { asBytes, asText } from './sorted-release.js';

/** What is withheld now, and what the earlier release announced. */
interface WithheldSubject {
  /** Whether a record or a node, by its IRI, is withheld or may be withheld now. */
  readonly isSuppressed: (iri: string) => boolean;
  /** The list of the earlier release. */
  readonly former: ReadonlySet<string>;
}

/**
 * Finds what the new release announces as suppressed, in bytes:
 *
 * - records and nodes that are withheld now and that the old release named;
 * - nodes of other records that no longer name them: the age of an informant, for example, is a node of the
 *   story, and would otherwise be published once more as removed;
 * - removed records that named them: a person recorded in that story only;
 * - what was suppressed earlier, unless it is published again.
 */
export async function suppressedBetween(
  compared: AsyncIterable<Compared>,
  { isSuppressed, former }: WithheldSubject,
  placeOf: GraphLayoutOf,
): Promise<Suppressed> {
  const earlier = new Set([...former].map(asBytes));
  const ofRecord = recordsOf(earlier);
  const isWithheld = remembered((iri) => isSuppressed(asText(iri)));
  const suppressed = new Set<string>();
  const published = new Set<string>();
  for await (const one of compared) {
    for (const iri of ofRecord.get(one.record) ?? []) {
      if (!isWithheld(one.record) && publishes(one, iri, placeOf)) published.add(iri);
    }
    for (const iri of suppressedIn(one, isWithheld)) suppressed.add(iri);
  }
  for (const iri of earlier) if (!published.has(iri)) suppressed.add(iri);
  return suppressed;
}

/** The IRIs in the removed lines of a record that are withheld, or name what is withheld. */
function* suppressedIn(one: Compared, isWithheld: (iri: string) => boolean): Generator<string> {
  const lines = one.parts.filter(({ before, after }) => before !== after).map((part) => part.lines());
  const lost = lines.flatMap(({ before, after }) => {
    const kept = new Set(after);
    return before.filter((line) => !kept.has(line));
  });
  if (lost.length === 0) return;
  // Nodes of a listed record need not be listed.
  const isListed = isWithheld(one.record);
  if (isListed) yield one.record;
  for (const line of lost) {
    const node = subjectOf(line);
    if (!isListed && isWithheld(node)) yield node;
    const object = objectOf(line);
    const withheld = object === undefined ? undefined : [recordIriOf(object), object].find(isWithheld);
    if (withheld === undefined) continue;
    yield withheld;
    if (!isListed && (node !== one.record || !isSubject(one, node))) yield node;
  }
}

/** @param node an IRI, or the beginning of a line without its first and last character */
const isSubject = ({ parts }: Compared, node: string): boolean =>
  parts.some(({ after }) => after.startsWith(`<${node}> `) || after.includes(`\n<${node}> `));

/** @param listed an IRI, or the property of a subject */
const publishes = ({ record, parts }: Compared, listed: string, placeOf: GraphLayoutOf): boolean => {
  const records = datasetsWithRecords(parts, placeOf);
  return listed === record
    ? records.some(({ after }) => after !== '')
    : isSubject({ record, parts: records }, listed.replace(' ', '> <'));
};

/** What was suppressed earlier, by record. */
function recordsOf(iris: Iterable<string>): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const listed of iris) {
    const [subject = listed] = listed.split(' ', 1);
    found.set(recordIriOf(subject), [...(found.get(recordIriOf(subject)) ?? []), listed]);
  }
  return found;
}

/** Remembers the last answer: the lines of a record are mostly about that record. */
function remembered(ask: (iri: string) => boolean): (iri: string) => boolean {
  let last: { readonly iri: string; readonly answer: boolean } | undefined;
  return (iri) => {
    if (last?.iri !== iri) last = { iri, answer: ask(iri) };
    return last.answer;
  };
}
