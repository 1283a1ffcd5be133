import type { Format } from './format.js';
import { JSONLD } from './jsonld.js';
import type { LinedFormat } from './lined.js';
import type { TextFormat, TextFormatName } from './text-format.js';
import { TURTLE } from './turtle.js';

/** What writes each format in which records stand as they are written alone; the others share one sort. */
export const FORMATS_OF_TEXT: Readonly<Record<TextFormatName, TextFormat>> = {
  ttl: TURTLE,
  jsonld: JSONLD,
};

/** Whether a format's lines are sorted. */
export const isLined = (format: Format): format is LinedFormat => !(format in FORMATS_OF_TEXT);
