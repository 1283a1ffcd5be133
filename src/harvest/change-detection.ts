/** What a service says a record was created or changed at (wire-format 1). */
const TIMESTAMPS: ReadonlySet<string> = new Set(['datecreated', 'datemodified']);

/**
 * The day of the newest timestamp anywhere in a body, `YYYY-MM-DD`; undefined when there is none. Clock values
 * are UTC with or without saying so, and only their day matters: that is as fine as the services' filters are.
 */
export function newestDay(body: unknown): string | undefined {
  let newest: string | undefined;
  const look = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const [key, entry] of Object.entries(value)) {
      if (typeof entry === 'object') look(entry);
      else if (typeof entry === 'string' && TIMESTAMPS.has(key.toLowerCase())) {
        const day = /^\s*(\d{4}-\d\d-\d\d)T/.exec(entry)?.[1];
        if (day !== undefined && (newest === undefined || day > newest)) newest = day;
      }
    }
  };
  look(body);
  return newest;
}

/** The day so many days before; `YYYY-MM-DD`. */
export function daysBefore(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) - days * 86_400_000).toISOString().slice(0, 10);
}

/** The lists of a volume that a filter cuts down (wire-format 3, filtered lists), by their paths; all others are whole. */
const CUT_DOWN: ReadonlySet<string> = new Set(['pages', 'parts', 'parts.items']);

/**
 * Whether an answer cut down to what changed tells nothing that is not held already. Records are compared by
 * their ids, so that a list cut down to some records can be compared with the whole; whatever is in a record
 * must be the same.
 *
 * @param held the records of a list
 * @param told those of the same list that are said to have changed
 * @param path where in a record the list stands; none: it is the list of the answer
 */
export function holdsAll(held: readonly unknown[], told: readonly unknown[], path = ''): boolean {
  const byId = new Map(held.map((record) => [idOf(record), record]));
  return told.every((record) => idOf(record) !== undefined && isSame(byId.get(idOf(record)), record, path));
}

function isSame(held: unknown, told: unknown, path: string): boolean {
  if (Array.isArray(held) && Array.isArray(told)) {
    return held.length === told.length && told.every((entry, index) => isSame(held[index], entry, path));
  }
  if (typeof held !== 'object' || held === null || typeof told !== 'object' || told === null) {
    return held === told;
  }
  const [before, now] = [new Map(Object.entries(held)), new Map(Object.entries(told))];
  return [...new Set([...before.keys(), ...now.keys()])].every((key) => {
    const below = path === '' ? key.toLowerCase() : `${path}.${key.toLowerCase()}`;
    const [was, is] = [before.get(key), now.get(key)];
    return CUT_DOWN.has(below) && Array.isArray(was) && Array.isArray(is)
      ? holdsAll(was, is, below)
      : isSame(was, is, below);
  });
}

function idOf(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const id = Object.entries(value).find(([key]) => key.toLowerCase() === 'id')?.[1];
  return typeof id === 'number' || typeof id === 'string' ? String(id) : undefined;
}
