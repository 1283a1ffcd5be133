/**
 * What a harvest may write about itself, beside the answers: `coverage.json` says what was asked and found, and
 * depends on the answers alone; `history.json` remembers what earlier harvests knew.
 */
export const DOCUMENTS = ['coverage.json', 'history.json'] as const;

export type DocumentName = (typeof DOCUMENTS)[number];

/** Documents by their names, as text. */
export type Documents = Readonly<Partial<Record<DocumentName, string>>>;
