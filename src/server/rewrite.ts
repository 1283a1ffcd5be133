/** What becomes of a value that is no object and no list, by the name it stands under. */
export type Change = (value: unknown, name: string) => unknown;

/**
 * A copy of a JSON value with every number, string, boolean and null put through `change`. What stands in a
 * list stands under the list's name.
 */
export function rewrite(value: unknown, change: Change, name = ''): unknown {
  if (Array.isArray(value)) return value.map((entry) => rewrite(entry, change, name));
  if (typeof value !== 'object' || value === null) return change(value, name);
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, rewrite(entry, change, key)]));
}
