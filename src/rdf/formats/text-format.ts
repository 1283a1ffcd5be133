import type { Format, MappedNode, SerialisationContext, SortedFormat } from './format.js';
import { TURTLE } from './turtle.js';

/** Writes one record; it may know the words it has written before, and nothing else. */
export type RecordText = (described: MappedNode) => string;

/** A format in which records stand one after another, each as it is written alone. */
export interface TextFormat {
  /** At the beginning of the file. */
  head(language: SerialisationContext): string;
  /** Before the first record. */
  readonly first: string;
  /** Between two records. */
  readonly between: string;
  /** After the last one. */
  readonly foot: string;
  recordText(language: SerialisationContext): RecordText;
}

/** The formats that are written so. */
export type TextFormatName = Exclude<Format, SortedFormat>;

/** JSON-LD 1.1: one valid document, the context inline, one record a line (model 8.2). */
export const JSONLD: TextFormat = {
  head: ({ context }) => `{"@context": ${JSON.stringify(context)},\n"@graph": [`,
  first: '\n',
  between: ',\n',
  foot: '\n]}\n',
  recordText:
    () =>
    ({ node }) =>
      JSON.stringify(node),
};

/** What writes each format in which records stand as they are written alone; the others share one sort. */
export const TEXT_FORMATS: Readonly<Record<TextFormatName, TextFormat>> = {
  ttl: TURTLE,
  jsonld: JSONLD,
};

/** Whether a format's lines are sorted. */
export const isSortedFormat = (format: Format): format is SortedFormat => !(format in TEXT_FORMATS);
