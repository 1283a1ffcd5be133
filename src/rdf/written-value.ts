import { CONTROL } from '../base/text.js';

/** A literal that a finding holds as N-Triples writes it, taken apart. */
export interface WrittenLiteral {
  readonly text: string;
  readonly language?: string;
  readonly datatype?: string;
}

/** What may follow the closing quote: a language tag or a datatype. */
const TAIL = /^(?:@([^@"\s]+)|\^\^<([^<>"]*)>)?$/;

/** Takes a value apart that was written; undefined when it is no literal but an IRI, or a text of ours. */
export function parseWrittenLiteral(value: string): WrittenLiteral | undefined {
  if (!value.startsWith('"')) return undefined;
  const end = value.lastIndexOf('"') + 1;
  const tail = TAIL.exec(value.slice(end));
  const text = tail === null ? undefined : parsed(value.slice(0, end));
  if (text === undefined) return undefined;
  const [, language, datatype] = tail ?? [];
  return {
    text,
    ...(language === undefined ? {} : { language }),
    ...(datatype === undefined ? {} : { datatype }),
  };
}

/** The text between quotes: its escapes are those that JSON reads too. */
function parsed(quoted: string): string | undefined {
  try {
    return JSON.parse(quoted) as string;
  } catch {
    return undefined;
  }
}

const CONTROLS = new RegExp(CONTROL, 'g');

/** What no RDF may hold, by its number, and half characters as what stands for them. */
export const escapeControlsInValue = (text: string): string =>
  text.toWellFormed().replace(CONTROLS, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);
