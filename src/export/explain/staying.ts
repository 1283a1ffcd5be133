import { keptInBy, type SourceProfile } from '../../mapping/publication.js';
import type { Gathered } from '../gather.js';
import { rowOf } from '../row-of.js';
import type { Unit, UnitRef } from '../unit.js';

/**
 * The rules that keep a record in (model 3.0), in words that quote nothing of it but the deciding fields.
 *
 * @param gathered what the first reading decided
 */
export function whyItStays(
  { record, kind, within, heldBack = false }: Unit,
  { withheld }: Pick<Gathered, 'withheld'>,
  profile: SourceProfile,
): string[] {
  const kept = keptInBy(record, rowOf({ kind }).gates, profile).map(({ gate, isThere, value, releasing }) =>
    isThere
      ? `\`${gate}\` is ${value === undefined ? 'there without a value' : String(value)}, and only ${String(releasing)} leaves`
      : `\`${gate}\` is not stated: what a privileged key is not told stays in`,
  );
  const around = within
    .filter((one) => withheld.has(one))
    .map((one) => `it stands or falls with ${named(one)}, which is withheld`);
  const why = [...kept, ...around];
  if (why.length > 0) return why;
  return [
    heldBack
      ? 'the record as it came says that it must not leave'
      : 'it belongs to a record that is not in the harvest, or another answer that holds it keeps it in',
  ];
}

/** How a record is called. */
export const named = ({ kind, id }: UnitRef): string => `${kind} ${id}`;
