/** A number as people read it: `1,411`; the same everywhere, whatever the language of the machine. */
export const thousands = (count: number): string => String(count).replace(/\B(?=(?:\d{3})+$)/g, ',');
