/** What stands where nobody gave a name (wire-format 1). */
export const PLACEHOLDERS = ['(name not given)', '-', '?', '—', 'anon.'] as const;

/** A code that no dictionary and no filter knows. */
export const UNKNOWN_CODE = 'ZZZ';

/** The number of nothing. */
export const UNKNOWN_ID = 9_999_999_999;

/** A title as some program wrote it: the text itself is all it says. */
export const markedUp = (text: string): string => `<b>${text}</b><br />&nbsp;`;

/** Markup with nothing in it. */
export const EMPTY_MARKUP = '<b></b>&nbsp;';

/** A text with a character that no keyboard has. */
export const rung = (text: string): string => `\u0007${text}`;

/** A text cut off within a character. */
export const cutOff = (text: string): string => `${text}\ud83d`;

/** No address to follow. */
export const SCRIPT_ADDRESS = 'javascript:alert(1)';

/** What a way does to a text that a record may have or not: nothing, where it has none. */
export const changed = <F extends string, R extends { readonly [K in F]?: string | undefined }>(
  field: F,
  change: (text: string) => string,
) => {
  return (record: R): R | undefined => {
    const text = record[field];
    return text === undefined ? undefined : { ...record, [field]: change(text) };
  };
};
