import { EXIT, FolkloreError } from '../../base/errors.js';
import { constants } from '../constants.js';
import type { Gathered } from '../gather.js';
import type { BuildPlan } from '../settings.js';
import type { Kind, UnitRef } from '../unit.js';
import { nearestIds } from './nearest-ids.js';
import { named } from './staying.js';
import { isAsked, type Witness } from './witness.js';

/** What somebody typed: the kinds that the word may mean, and an id. */
export interface Asked {
  readonly kinds: readonly Kind[];
  readonly id: string;
}

/**
 * The one record that was asked for: of several kinds that a word may mean, the only one that has the id.
 *
 * @throws FolkloreError RECORD_UNKNOWN when there is none, or more than one
 */
export function chosen(asked: Asked, plan: BuildPlan, gathered: Gathered, witness: Witness): UnitRef {
  const leaving = asked.kinds.flatMap((kind) => leavingOf(kind, plan, gathered, witness));
  const all = [...witness.stayed, ...witness.lost.map(({ ref }) => ref), ...leaving];
  const found = new Map(all.filter(({ id }) => isAsked(id, asked.id)).map((ref) => [ref.kind, ref]));
  const [one, ...others] = found.values();
  if (one === undefined) throw unknown(asked, leaving, plan);
  if (others.length === 0) return one;
  throw new FolkloreError(
    'RECORD_UNKNOWN',
    `There is more than one record ${asked.id}: ${[...found.values()].map(named).join(', ')}.`,
    { hint: `Say which, as in \`folklore-ld explain ${named(one)}\`.`, exitCode: EXIT.misuse },
  );
}

/**
 * The error for a record that is not there.
 *
 * @param leaving the records of its kind that are there, and may be shown
 */
export function unknown(
  { kinds, id }: Asked,
  leaving: readonly UnitRef[],
  { store }: BuildPlan,
): FolkloreError {
  const nearest = nearestIds(id, leaving).map(named);
  return new FolkloreError(
    'RECORD_UNKNOWN',
    `There is no ${kinds.join(' or ')} ${id} in the harvest in ${store}.`,
    {
      hint:
        nearest.length === 0
          ? 'No record of that kind is in it at all: was it harvested?'
          : `The nearest are ${nearest.join(', ')}.`,
      exitCode: EXIT.misuse,
    },
  );
}

/** Every record of a kind that leaves, those without a list of their own included. */
function leavingOf(
  kind: Kind,
  { kinds }: BuildPlan,
  gathered: Gathered,
  witness: Witness,
): readonly UnitRef[] {
  const read = [...witness.idsOf(kind)].map((id) => ({ kind, id }));
  const observed = kind === 'cbes.person' ? [...gathered.occurrences.keys()].map((id) => ({ kind, id })) : [];
  const other = [...constants(kinds, gathered), ...gathered.shared].filter((one) => one.kind === kind);
  return [...read, ...observed, ...other];
}
