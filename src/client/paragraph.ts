import { onOneLine } from '../base/one-line.js';

/** A message longer than this is cut: it is meant for one paragraph on a terminal. */
const LONGEST = 500;

/** Words of a service as they may be shown: nothing in them steers a terminal or begins a line. */
export function paragraph(text: string): string {
  const line = onOneLine(text.slice(0, LONGEST + 1));
  return text.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line;
}
