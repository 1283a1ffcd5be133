import { dayOf } from '../../base/calendar.js';

/** Fields with the time of a change (wire-format 1), in lower case. */
const TIMESTAMPS: ReadonlySet<string> = new Set(['datecreated', 'datemodified']);

/**
 * The day of the newest timestamp in a body, at any depth, `YYYY-MM-DD`; undefined when there is none. A day that does not exist
 * is none. Filters of the services are by day.
 */
export function newestDay(body: unknown): string | undefined {
  let newest: string | undefined;
  const look = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const [key, entry] of Object.entries(value)) {
      if (typeof entry === 'object') look(entry);
      else if (typeof entry === 'string' && TIMESTAMPS.has(key.toLowerCase())) {
        const day = /^\s*(\d{4}-\d\d-\d\d)/.exec(entry)?.[1];
        if (day !== undefined && isOfChange(day) && (newest === undefined || day > newest)) newest = day;
      }
    }
  };
  look(body);
  return newest;
}

/** Whether a day can be one of a change: it exists, and there were services. `0000-00-00` says that there was no change. */
const isOfChange = (day: string): boolean => day >= '1970-01-01' && !Number.isNaN(Date.parse(day));

/** The date a number of days before another, `YYYY-MM-DD`. */
export const daysBefore = (day: string, days: number): string =>
  dayOf(Date.parse(`${day}T00:00:00Z`) - days * 86_400_000);

/** Paths of the lists of a volume that a filter shortens (wire-format 3, filtered lists). */
const FILTERED_LISTS: ReadonlySet<string> = new Set(['pages', 'parts', 'parts.items']);

/**
 * Whether the records of a filtered list are all stored with the same content. Records are compared by id, because filtered
 * lists have some of the records only.
 *
 * @param stored the records of the whole list
 * @param changed the records of the filtered list
 * @param path of the list in a record; empty for the list of the answer
 */
export function includesAll(stored: readonly unknown[], changed: readonly unknown[], path = ''): boolean {
  const byId = new Map(stored.map((record) => [idOf(record), record]));
  return changed.every(
    (record) => idOf(record) !== undefined && isSame(byId.get(idOf(record)), record, path),
  );
}

function isSame(stored: unknown, changed: unknown, path: string): boolean {
  if (Array.isArray(stored) && Array.isArray(changed)) {
    return (
      stored.length === changed.length && changed.every((entry, index) => isSame(stored[index], entry, path))
    );
  }
  if (typeof stored !== 'object' || stored === null || typeof changed !== 'object' || changed === null) {
    return stored === changed;
  }
  const [before, now] = [new Map(Object.entries(stored)), new Map(Object.entries(changed))];
  return [...new Set([...before.keys(), ...now.keys()])].every((key) => {
    const below = path === '' ? key.toLowerCase() : `${path}.${key.toLowerCase()}`;
    const [was, is] = [before.get(key), now.get(key)];
    return FILTERED_LISTS.has(below) && Array.isArray(was) && Array.isArray(is)
      ? includesAll(was, is, below)
      : isSame(was, is, below);
  });
}

function idOf(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const id = Object.entries(value).find(([key]) => key.toLowerCase() === 'id')?.[1];
  return typeof id === 'number' || typeof id === 'string' ? String(id) : undefined;
}
