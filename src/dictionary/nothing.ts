/** Absent, `null`, `[]`, `""` and white space alike: no value (wire-format 1). */
export function isNothing(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0;
  return value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
}
