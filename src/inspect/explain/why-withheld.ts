import { type SourceProfile, withheldBy } from '../../mapping/access.js';
import type { GlobalIndex } from '../../records/global-index.js';
import { kindOf, type RecordRef, type SourceRecord } from '../../records/record.js';

/**
 * The rules that keep a record in (model 3.0), in words that quote nothing of it but the deciding fields.
 *
 * @param gathered what the first reading decided
 */
export function whyWithheld(
  { record, kind, within, heldBack = false }: SourceRecord,
  { withheld }: Pick<GlobalIndex, 'withheld'>,
  profile: SourceProfile,
): string[] {
  const kept = withheldBy(record, kindOf({ kind }).accessFields, profile).map(
    ({ gate, isThere, value, releasing }) =>
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
export const named = ({ kind, id }: RecordRef): string => `${kind} ${id}`;
