import type { Format, SortedFormat, TextFormat } from './format.js';
import { JSONLD } from './jsonld.js';
import { TURTLE } from './turtle.js';

/** The formats in which records follow one another, each as it is written alone; the others share one sort. */
export type TextFormatName = Exclude<Format, SortedFormat>;

export const TEXT_FORMATS: Readonly<Record<TextFormatName, TextFormat>> = {
  ttl: TURTLE,
  jsonld: JSONLD,
};

/** Whether a format's lines are sorted. */
export const isSortedFormat = (format: Format): format is SortedFormat => !(format in TEXT_FORMATS);
