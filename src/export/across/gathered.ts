import { handbookHeading } from '../../mapping/archive/handbook-topic.js';
import { contradicts, type GenderScheme } from '../../mapping/gender.js';
import type { Group } from '../datasets.js';
import type { Gathered } from '../gather.js';
import type { Kind } from '../unit.js';
import type { Naming, Remark } from './check.js';
import { breach, quoted } from './rules.js';

/** Kinds that a service has a list of, and the group in which it is asked for. */
const LISTED: Readonly<Partial<Record<Kind, Group>>> = {
  'cbeg.topic': 'photographs',
  'cbed.occupation': 'people',
  category: 'places',
  glossary: 'places',
};

/** What the first reading of the harvest has shown already (X7, X10, X14). */
export function* inGathered(
  gathered: Gathered,
  plan: { readonly gender: GenderScheme; readonly kinds: readonly Group[] },
  { word, iri }: Naming,
): Iterable<Remark> {
  for (const [id, names] of [...gathered.ambiguousPeople].sort(([a], [b]) => a - b)) {
    const record = { kind: 'cbes.person', id } as const;
    // Nothing in the release has the IRI of the id, which an earlier release may have had for one of them, and taken back.
    const focus = iri({ kind: 'collection', id: 'cbes' });
    const at = { focus, path: word('name'), value: quoted(names.join(' / ')) };
    yield { record, finding: breach('X7', at) };
  }
  for (const { kind, id, origin } of gathered.shared) {
    const group = LISTED[kind];
    // The heading above a topic need not be in the list (model 3.4).
    const isHeading = kind === 'cbeg.topic' && handbookHeading(String(id)) === id;
    if (group === undefined || !plan.kinds.includes(group) || isHeading) continue;
    const record = { kind, id, origin };
    yield { record, finding: breach('X10', { focus: iri(record), value: quoted(String(id)) }) };
  }
  for (const collection of ['cbed', 'cbes'] as const) {
    if (!contradicts(plan.gender, gathered.genders[collection])) continue;
    const record = { kind: 'collection', id: collection } as const;
    const value = quoted([...gathered.genders[collection]].sort().join(', '));
    yield { record, finding: breach('X14', { focus: iri(record), path: word('gender'), value }) };
  }
}
