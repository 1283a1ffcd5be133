import { handbookHeading } from '../mapping/archive/reference-lists.js';
import { contradicts, type GenderScheme } from '../mapping/gender.js';
import type { Group } from '../records/datasets.js';
import type { GlobalIndex } from '../records/global-index.js';
import { type Kind, kindOf } from '../records/record.js';
import { SOURCES } from '../records/sources.js';
import type { CrossRecordFinding, IriNaming } from './check.js';
import { quoted, ruleFinding } from './rules.js';

/** Kinds that a list of the services should have in full, and the group for which the list is harvested. */
const LISTED: ReadonlyMap<Kind, Group> = new Map(
  SOURCES.flatMap(({ kind, list, groups: [group] }) =>
    list === undefined || group === undefined || kindOf({ kind }).scheme === undefined ? [] : [[kind, group]],
  ),
);

/** What the first reading of the harvest has shown already (X7, X10, X14). */
export function* indexFindings(
  globalIndex: GlobalIndex,
  plan: { readonly gender: GenderScheme; readonly kinds: readonly Group[] },
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
  for (const collection of ['cbed', 'cbes'] as const) {
    if (!contradicts(plan.gender, globalIndex.genders[collection])) continue;
    const record = { kind: 'collection', id: collection } as const;
    const value = quoted([...globalIndex.genders[collection]].sort().join(', '));
    yield { record, finding: ruleFinding('X14', { focus: iri(record), path: word('gender'), value }) };
  }
}
