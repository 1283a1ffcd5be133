import { type SourceProfile, withheldBy } from '../../../model/mapping/access.js';
import { kindOf } from '../../../model/records/kinds.js';
import type { RecordRef, SourceRecord } from '../../../model/records/record.js';
import type { GlobalIndex } from '../../../pipeline/global-index/global-index.js';

/**
 * The reasons why a record is withheld (model 3.0). Of its content only the deciding fields are quoted.
 */
export function whyWithheld(
  { record, kind, within, heldBack = false }: SourceRecord,
  { withheld }: Pick<GlobalIndex, 'withheld'>,
  profile: SourceProfile,
): string[] {
  const kept = withheldBy(record, kindOf({ kind }).accessFields, profile).map(
    ({ gate, isThere, value, releasing }) =>
      isThere
        ? `\`${gate}\` is ${value === undefined ? 'sent without a value' : String(value)}; only ${String(releasing)} is published`
        : `\`${gate}\` is not sent: with a privileged key a record without it is withheld`,
  );
  const around = within
    .filter((one) => withheld.has(one))
    .map((one) => `it is in ${named(one)}, which is withheld`);
  const why = [...kept, ...around];
  if (why.length > 0) return why;
  return [
    heldBack
      ? 'an unknown field of the record, as sent, withholds it'
      : 'a record that contains it is not in the harvest, or another answer withholds it',
  ];
}

/** A record by its kind and id, as it is typed. */
export const named = ({ kind, id }: RecordRef): string => `${kind} ${id}`;
