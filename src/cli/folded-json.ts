/** What fits on a line is written on one. */
const WIDTH = 100;
/** Lines that a person reads before asking the store itself. */
const MOST_LINES = 150;
/** Characters of one line: texts may be whole stories. */
const MOST_CHARACTERS = 400;

/** JSON for reading: short lists and objects on one line, long texts and long documents cut. */
export function foldedJson(value: unknown): string {
  const lines = folded(value, '').split('\n').map(cut);
  const more = lines.length - MOST_LINES;
  return more > 0 ? [...lines.slice(0, MOST_LINES), `… ${more} more lines`].join('\n') : lines.join('\n');
}

function folded(value: unknown, indent: string): string {
  const flat = flatJson(value);
  if (typeof value !== 'object' || value === null || indent.length + flat.length <= WIDTH) return flat;
  const deeper = `${indent}  `;
  const entries = Array.isArray(value)
    ? value.map((entry) => folded(entry, deeper))
    : stated(value).map(([key, entry]) => `${JSON.stringify(key)}: ${folded(entry, deeper)}`);
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  return `${open}\n${entries.map((entry) => `${deeper}${entry}`).join(',\n')}\n${indent}${close}`;
}

/** JSON on one line, with room between its parts. */
function flatJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(flatJson).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const entries = stated(value).map(([key, entry]) => `${JSON.stringify(key)}: ${flatJson(entry)}`);
  return entries.length === 0 ? '{}' : `{ ${entries.join(', ')} }`;
}

const stated = (value: object): [string, unknown][] =>
  Object.entries(value).filter(([, entry]) => entry !== undefined);

const cut = (line: string): string =>
  line.length > MOST_CHARACTERS
    ? `${line.slice(0, MOST_CHARACTERS)} … ${line.length - MOST_CHARACTERS} more characters`
    : line;
