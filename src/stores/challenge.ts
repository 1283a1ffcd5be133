/** One way in which a server says that it wants to be told who asks (RFC 9110, section 11.6.1). */
export interface Challenge {
  /** In lower case: `digest`, `basic`. */
  readonly scheme: string;
  /** By their names in lower case. */
  readonly parameters: ReadonlyMap<string, string>;
}

const TOKEN = "[!#$%&'*+.^_`|~0-9A-Za-z-]+";
/** A scheme, or a parameter with its value as a token or between quotation marks. */
const PART = new RegExp(
  `(${TOKEN})[ \\t]*=[ \\t]*(?:"((?:[^"\\\\]|\\\\.)*)"|(${TOKEN}))|(${TOKEN})(?=[ \\t]+|[ \\t]*(?:,|$))`,
  'gy',
);
const BETWEEN = /[ \t,]*/y;

/**
 * Reads a header WWW-Authenticate: one or more challenges, whose parameters are parted by the same comma that parts
 * challenges. What cannot be read ends the list.
 */
export function challengesOf(header: string | readonly string[] | undefined): Challenge[] {
  const lines = header === undefined ? [] : [header].flat();
  return lines.flatMap(challengesIn);
}

function challengesIn(line: string): Challenge[] {
  const found: { scheme: string; parameters: Map<string, string> }[] = [];
  for (let at = 0; at < line.length; ) {
    BETWEEN.lastIndex = at;
    BETWEEN.exec(line);
    PART.lastIndex = BETWEEN.lastIndex;
    const [, name, quoted, plain, scheme] = PART.exec(line) ?? [];
    if (scheme !== undefined) found.push({ scheme: scheme.toLowerCase(), parameters: new Map() });
    else if (name === undefined) break;
    else found.at(-1)?.parameters.set(name.toLowerCase(), quoted?.replace(/\\(.)/g, '$1') ?? plain ?? '');
    at = PART.lastIndex;
  }
  return found;
}
