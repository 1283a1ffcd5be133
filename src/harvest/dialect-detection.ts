import { listField } from '../http/envelope.js';
import type { Service } from './request.js';

/** Identifiers under the names the documents give them, where the dictionaries have the authority's (wire-format 1). */
const NEUTRAL_NAMES: ReadonlySet<string> = new Set(['gazetteerid', 'biographyid', 'authorityid', 'genetive']);

const TIMESTAMPS: ReadonlySet<string> = new Set(['datecreated', 'datemodified']);

/** How a list came (wire-format 4). */
export function formOf(body: unknown): string | undefined {
  if (Array.isArray(body)) return 'bare lists';
  const name = listField(body);
  return name === undefined ? undefined : `lists under "${name}"`;
}

/**
 * How the services speak, as far as their releases differ (wire-format 1 and 4): detected from what they send,
 * never a condition for reading it.
 */
export class DialectDetector {
  readonly #seen = new Map<Service, Set<string>>();
  /** Keys whose spelling has been looked at. */
  readonly #spelt: Readonly<Record<Service, Set<string>>> = { archive: new Set(), placenames: new Set() };

  /** Notes what an answer has shown. */
  add(service: Service, notes: readonly string[]): void {
    for (const note of notes) this.#note(service, note);
  }

  /** Takes note of one field of a record. A hot path: every field of a harvest. */
  takeField(service: Service, key: string, lowerCase: string, value: unknown): void {
    const spelt = this.#spelt[service];
    if (!spelt.has(key)) {
      spelt.add(key);
      if (NEUTRAL_NAMES.has(lowerCase)) this.#note(service, `${key} for its dictionary name`);
      if (/^[A-Z]/.test(key)) this.#note(service, 'keys that begin with a capital');
    }
    if (TIMESTAMPS.has(lowerCase) && typeof value === 'string') {
      this.#note(
        service,
        /Z\s*$/.test(value) ? 'timestamps in UTC' : 'timestamps without a zone, read as UTC',
      );
    }
  }

  /** What was seen of each service, sorted. */
  seen(): Partial<Record<Service, readonly string[]>> {
    return Object.fromEntries(
      [...this.#seen]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([service, said]) => [service, [...said].sort()]),
    );
  }

  #note(service: Service, manner: string): void {
    const said = this.#seen.get(service) ?? new Set();
    this.#seen.set(service, said.add(manner));
  }
}
