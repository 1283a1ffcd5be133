/** A value as it was sent; of an object its fields: `Year 1938, Month 13`. */
export function valueInWords(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value);
  if (Array.isArray(value)) return value.map(valueInWords).join('; ');
  return Object.entries(value)
    .filter(([, inner]) => inner !== undefined && inner !== null && inner !== '')
    .map(([key, inner]) => `${asPublished(key)} ${valueInWords(inner)}`)
    .join(', ');
}

/** Fields are sent in lower case; the publishers' documents for editors have them in upper case. */
export const asPublished = (field: string): string =>
  field
    // A person as recorded was sent within the record that they are recorded in.
    .replace(/^occurrences\[\]\.(?:person\.)?/, '')
    .split('.')
    .map((step) => (step === 'id' ? 'ID' : step.charAt(0).toUpperCase() + step.slice(1)))
    .join('.');

/** Fields that tell how another field is to be read, or which record it is about. */
const BESIDE = /(?:^|\.)(?:languages?(?:\[\])?|main|sequence)$|^logainmID$|^source\.kind$/i;

/** Of some fields those that have the value, when there are such. */
export function tellingFields(fields: readonly string[]): readonly string[] {
  const telling = fields.filter((field) => !BESIDE.test(field));
  return telling.length > 0 ? telling : fields;
}
