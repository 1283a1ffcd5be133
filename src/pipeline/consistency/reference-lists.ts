import { handbookHeading } from '../../model/mapping/archive/reference-lists.js';
import { type GenderSetting, unreadGenders } from '../../model/mapping/gender.js';
import type { Group } from '../../model/records/datasets.js';
import { kindOf } from '../../model/records/kinds.js';
import type { Kind } from '../../model/records/record.js';
import { SOURCES } from '../../model/records/sources.js';
import { asPublished } from '../../release/report/source-words.js';
import { statementInWords } from '../global-index/contradictions.js';
import type { GlobalIndex } from '../global-index/global-index.js';
import type { CrossRecordFinding, IriNaming } from './check.js';
import { quoted, ruleFinding } from './rules.js';

/** Kinds that a list of the services should have in full, and the group for which the list is harvested. */
const LISTED: ReadonlyMap<Kind, Group> = new Map(
  SOURCES.flatMap(({ kind, list, groups: [group] }) =>
    list === undefined || group === undefined || kindOf({ kind }).scheme === undefined ? [] : [[kind, group]],
  ),
);

/** The kinds of which a list that should have been harvested holds nothing that can be published. */
export function emptyLists(
  { answers }: Pick<GlobalIndex, 'answers'>,
  kinds: readonly Group[],
): ReadonlySet<Kind> {
  const filled = new Set(answers.map(({ source }) => source));
  return new Set(
    SOURCES.flatMap(({ kind, list }, at) => {
      const group = LISTED.get(kind);
      const isAsked = list !== undefined && group !== undefined && kinds.includes(group);
      return isAsked && !filled.has(at) ? [kind] : [];
    }),
  );
}

/**
 * Replaces the findings about codes that no list has (X10) by one finding where the list itself is empty (X24): then nothing
 * is known about the codes.
 */
export function* withoutEmptyLists(
  found: Iterable<CrossRecordFinding>,
  empty: ReadonlySet<Kind>,
): Iterable<CrossRecordFinding> {
  const codes = new Map<Kind, Set<string>>();
  for (const one of found) {
    const { record, finding } = one;
    // Topics are found by references to them, the others by their records.
    const kind = finding.path === undefined ? record.kind : 'cbes.topic';
    if (finding.shape !== 'X10' || !empty.has(kind)) yield one;
    else codes.set(kind, (codes.get(kind) ?? new Set()).add(finding.value ?? ''));
  }
  for (const [kind, { size }] of [...codes].sort(([a], [b]) => (a < b ? -1 : 1)))
    yield { record: { kind, id: '' }, finding: ruleFinding('X24', { focus: '', value: `${size} codes` }) };
}

/**
 * The findings of the global index: ambiguous people (X7), codes that no list has (X10), gender codes (X14), addresses of
 * several records (X23), descriptions that contradict each other (X27).
 */
export function* indexFindings(
  globalIndex: GlobalIndex,
  plan: { readonly gender: GenderSetting; readonly kinds: readonly Group[] },
  { word, iri }: IriNaming,
): Iterable<CrossRecordFinding> {
  for (const [id, names] of [...globalIndex.ambiguousPeople].sort(([a], [b]) => a - b)) {
    const record = { kind: 'cbes.person', id } as const;
    // Nothing in the release has the IRI of the id, which an earlier release may have had for one of them, and taken back.
    const focus = iri({ kind: 'collection', id: 'cbes' });
    const at = { focus, path: word('name'), value: quoted(names.join(' / ')) };
    yield { record, finding: ruleFinding('X7', at) };
  }
  for (const { kind, id, origin } of globalIndex.shared) {
    const group = LISTED.get(kind);
    // The heading above a topic need not be in the list (model 3.4).
    const isHeading = kind === 'cbeg.topic' && handbookHeading(String(id)) === id;
    if (group === undefined || !plan.kinds.includes(group) || isHeading) continue;
    const record = { kind, id, origin };
    yield { record, finding: ruleFinding('X10', { focus: iri(record), value: quoted(String(id)) }) };
  }
  for (const { address, holders } of globalIndex.sharedAddresses.values()) {
    const [record] = holders;
    if (record === undefined) continue;
    const value = quoted(`${address} (${holders.map(({ id }) => id).join(', ')})`);
    yield { record, finding: ruleFinding('X23', { focus: iri(record), path: word('closeMatch'), value }) };
  }
  for (const { record, field, statements } of globalIndex.contradictions) {
    const value = statements
      .map(({ value, by }) => `${statementInWords(value)} (${by.kind} ${by.id})`)
      .join(' / ');
    const at = { focus: iri(record), value: quoted(value), field: asPublished(field) };
    yield { record, finding: ruleFinding('X27', at) };
  }
  for (const collection of unreadGenders(plan.gender, globalIndex.genders)) {
    const record = { kind: 'collection', id: collection } as const;
    const value = quoted([...globalIndex.genders[collection]].sort().join(', '));
    yield { record, finding: ruleFinding('X14', { focus: iri(record), path: word('gender'), value }) };
  }
}
