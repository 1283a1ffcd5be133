import type { Change } from '../rewrite.js';

/** The fields of records that hold timestamps (wire-format 3 and 4). */
const TIMESTAMPS = new Set(['dateCreated', 'dateModified', 'editorsPick', 'featured']);

/** Timestamps as newer releases send them: the same clock values without a zone (wire-format 1). */
export const withoutZone: Change = (value, name) =>
  TIMESTAMPS.has(name) && typeof value === 'string' ? value.replace(/Z$/, '') : value;
