import type { Format } from './format.js';
import type { LinedFormat } from './lined.js';
import type { Described, SinkLanguage } from './sink.js';

/** Writes one record; it may know the words it has written before, and nothing else. */
export type RecordText = (described: Described) => string;

/** A format in which records stand one after another, each as it is written alone. */
export interface TextFormat {
  /** At the beginning of the file. */
  head(language: SinkLanguage): string;
  /** Before the first record. */
  readonly first: string;
  /** Between two records. */
  readonly between: string;
  /** After the last one. */
  readonly foot: string;
  recordText(language: SinkLanguage): RecordText;
}

/** The formats that are written so. */
export type TextFormatName = Exclude<Format, LinedFormat>;
