import type { Format, SortedFormat, TextFormat } from './format.js';
import { TURTLE } from './turtle.js';

/** The formats in which records follow one another, each as it is written alone; the others share one sort. */
export type TextFormatName = Exclude<Format, SortedFormat>;

export const TEXT_FORMATS: Readonly<Record<TextFormatName, TextFormat>> = {
  ttl: TURTLE,
  /** JSON-LD 1.1: one valid document, the context inline, one record a line (model 8.2). */
  jsonld: {
    head: ({ context }) => `{"@context": ${JSON.stringify(context)},\n"@graph": [`,
    first: '\n',
    between: ',\n',
    foot: '\n]}\n',
    recordText:
      () =>
      ({ node }) =>
        JSON.stringify(node),
  },
};

/** Whether a format's lines are sorted. */
export const isSortedFormat = (format: Format): format is SortedFormat => !(format in TEXT_FORMATS);
