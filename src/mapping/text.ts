// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it removes
const CONTROL = /[\x00-\x08\x0B\x0C\x0E-\x1F\x7F-\x9F]/g;
/** Line and paragraph separators that tools disagree about; one line feed says the same. */
const LINE_BREAK = /\r\n?|[\u0085\u2028\u2029]/g;

/**
 * The one place where text is cleaned: NFC, line breaks as line feeds, no control characters, no lone
 * surrogates, no white space at the end. Nothing else is changed (model 2.1).
 */
export function cleanText(text: string): string {
  return text.normalize('NFC').replace(LINE_BREAK, '\n').replace(CONTROL, '').toWellFormed().trimEnd();
}

/** The record with every text in it cleaned; a text of nothing but white space is no value. */
export function cleanRecord<R>(record: R): R {
  return cleanValue(record) as R;
}

function cleanValue(value: unknown): unknown {
  if (typeof value === 'string') return cleanText(value) || undefined;
  if (Array.isArray(value)) return value.map(cleanValue).filter((entry) => entry !== undefined);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .map(([field, entry]) => [field, cleanValue(entry)] as const)
      .filter(([, entry]) => entry !== undefined),
  );
}
