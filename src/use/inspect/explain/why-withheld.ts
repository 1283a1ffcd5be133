import type { RecordRef } from '../../../model/records/record.js';
import type { Reason, WhyWithheld } from '../../../pipeline/global-index/access-control.js';

/** The reasons of access control in words. Of the content of the record only the deciding fields are quoted. */
export function reasonsInWords({ as, reasons }: WhyWithheld): string[] {
  const isElsewhere = as === 'repeated' || as === 'skipped';
  return reasons.map((reason) =>
    isElsewhere ? `where it is sent again, ${inWords(reason)}` : inWords(reason),
  );
}

function inWords(reason: Reason): string {
  switch (reason.rule) {
    case 'field': {
      const { gate, isThere, value, releasing } = reason;
      if (!isThere) return `\`${gate}\` is not sent: with a privileged key a record without it is withheld`;
      const sent = value === undefined ? 'sent without a value' : String(value);
      return `\`${gate}\` is ${sent}; only ${String(releasing)} is published`;
    }
    case 'unknown-field':
      return 'an unknown field of the record, as sent, withholds it';
    case 'closed-copy':
      return 'it is sent a second time, cannot be read there, and its access fields there withhold it';
    case 'unreadable-copy':
      return 'it is sent a second time, and cannot be read there';
    case 'unreadable':
      return 'it cannot be read: a privileged key needs its access fields';
    case 'roles-only':
      return 'personsProfile is roles-only: of people only their roles are published';
    case 'withheld-container':
      return `it is in ${named(reason.container)}, which is withheld`;
    case 'absent-container':
      return `it is in ${named(reason.container)}, which is absent, cannot be read, or is read later`;
  }
}

/** A record by its kind and id, as it is typed. */
export const named = ({ kind, id }: RecordRef): string => `${kind} ${id}`;
