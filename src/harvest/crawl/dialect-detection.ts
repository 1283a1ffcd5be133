import { type GenderScheme, lettersOf, SCHEME_NAMES, schemeOf } from '../../model/mapping/gender.js';
import { listField } from '../client/envelope.js';
import type { Service } from './request.js';

/** Fields with the name of the documents in place of that of the dictionaries (wire-format 1). */
const NEUTRAL_NAMES: ReadonlySet<string> = new Set(['gazetteerid', 'biographyid', 'authorityid', 'genetive']);

const TIMESTAMPS: ReadonlySet<string> = new Set(['datecreated', 'datemodified']);

const genderNote = (scheme: GenderScheme): string =>
  `${SCHEME_NAMES[scheme]} gender codes (${lettersOf(scheme).join(', ')})`;

const GENDER_NOTES = { irish: genderNote('irish'), english: genderNote('english') } as const;

/** The form of a list (wire-format 4). */
export function formOf(body: unknown): string | undefined {
  if (Array.isArray(body)) return 'bare lists';
  const name = listField(body);
  return name === undefined ? undefined : `lists under "${name}"`;
}

/**
 * Detects the dialects of the services from what they send (wire-format 1 and 4). Reading does not depend on it.
 */
export class DialectDetector {
  readonly #seen = new Map<Service, Set<string>>();
  /** Keys that have been examined. */
  readonly #spelt: Readonly<Record<Service, Set<string>>> = { archive: new Set(), placenames: new Set() };

  /** Adds notes on a service. */
  add(service: Service, notes: readonly string[]): void {
    for (const note of notes) this.#note(service, note);
  }

  /** Examines a field of a record. A hot path: every field of a harvest. */
  takeField(service: Service, key: string, lowerCase: string, value: unknown): void {
    const spelt = this.#spelt[service];
    if (!spelt.has(key)) {
      spelt.add(key);
      if (NEUTRAL_NAMES.has(lowerCase)) this.#note(service, `${key} for its dictionary name`);
      if (/^[A-Z]/.test(key)) this.#note(service, 'keys that begin with a capital');
    }
    if (lowerCase === 'gender' && typeof value === 'string') {
      const scheme = schemeOf([value.trim()]);
      if (scheme !== undefined) this.#note(service, GENDER_NOTES[scheme]);
    }
    if (TIMESTAMPS.has(lowerCase) && typeof value === 'string') {
      this.#note(
        service,
        /Z\s*$/.test(value) ? 'timestamps in UTC' : 'timestamps without a zone, read as UTC',
      );
    }
  }

  /** The notes on each service, sorted. */
  seen(): Partial<Record<Service, readonly string[]>> {
    return Object.fromEntries(
      [...this.#seen]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([service, notes]) => [service, [...notes].sort()]),
    );
  }

  #note(service: Service, note: string): void {
    const notes = this.#seen.get(service) ?? new Set();
    this.#seen.set(service, notes.add(note));
  }
}
