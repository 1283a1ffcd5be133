import { recordOf } from '../../rdf/record-order.js';
import type { Compared } from './comparison.js';
import { datasetsWithRecords, type GraphLayoutOf } from './graph-layout.js';
import { objectOf, type Suppressed, subjectOf } from './lines.js';
import { asBytes, asText } from './ntriples-files.js';

/** What is known of suppression before two releases are compared. */
export interface WithheldSubject {
  /** Whether a record, or a node of one, is withheld now, or may be, by its IRI. */
  readonly isSuppressed: (iri: string) => boolean;
  /** What the earlier release announced. */
  readonly former: ReadonlySet<string>;
}

/**
 * Finds out what the new release announces as suppressed, in bytes:
 *
 * - what is withheld now and the old release spoke of;
 * - nodes of other records that spoke of it and do so no longer: the age that an informant had when a story was told
 *   hangs from the story, and would otherwise be published once more, as removed;
 * - records that spoke of it and are gone: somebody who was recorded in that story and in no other;
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
    for (const iri of gone(one, isWithheld)) suppressed.add(iri);
  }
  for (const iri of earlier) if (!published.has(iri)) suppressed.add(iri);
  return suppressed;
}

/** What a record that is not as it was no longer says of what is withheld. */
function* gone(one: Compared, isWithheld: (iri: string) => boolean): Generator<string> {
  const lines = one.parts.filter(({ before, after }) => before !== after).map((part) => part.lines());
  const said = lines.flatMap(({ before, after }) => {
    const still = new Set(after);
    return before.filter((line) => !still.has(line));
  });
  if (said.length === 0) return;
  // Of a record that is on the list its nodes need not be.
  const isListed = isWithheld(one.record);
  if (isListed) yield one.record;
  for (const line of said) {
    const node = subjectOf(line);
    if (!isListed && isWithheld(node)) yield node;
    const object = objectOf(line);
    const withheld = object === undefined ? undefined : [recordOf(object), object].find(isWithheld);
    if (withheld === undefined) continue;
    yield withheld;
    if (!isListed && (node !== one.record || !isSubject(one, node))) yield node;
  }
}

/** @param node an IRI, or what a line of one begins with, without its first and its last sign */
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
    found.set(recordOf(subject), [...(found.get(recordOf(subject)) ?? []), listed]);
  }
  return found;
}

/** The last answer is the one that is asked for again and again: the lines of a record are about that record. */
function remembered(ask: (iri: string) => boolean): (iri: string) => boolean {
  let last: { readonly iri: string; readonly answer: boolean } | undefined;
  return (iri) => {
    if (last?.iri !== iri) last = { iri, answer: ask(iri) };
    return last.answer;
  };
}
