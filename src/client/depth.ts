/** The signs of JSON that tell where texts, lists and objects begin and end (RFC 8259, 2 and 7), as bytes. */
const [QUOTE, BACKSLASH] = [0x22, 0x5c];
const [OPEN_LIST, CLOSE_LIST] = [0x5b, 0x5d];
const [OPEN_OBJECT, CLOSE_OBJECT] = [0x7b, 0x7d];

/**
 * Whether lists and objects stand in each other deeper than so many. Nothing is built: whoever walks what is nested
 * without end comes to the end of the stack.
 *
 * @param json lawful JSON in UTF-8
 */
export function isDeeperThan(json: Buffer, most: number): boolean {
  let depth = 0;
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at];
    if (byte === QUOTE) at = endOfText(json, at);
    else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
      depth += 1;
      if (depth > most) return true;
    } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) depth -= 1;
  }
  return false;
}

/** Where the text ends that begins at a quotation mark. */
function endOfText(json: Buffer, begins: number): number {
  let at = begins + 1;
  for (; at < json.length && json[at] !== QUOTE; at += 1) {
    if (json[at] === BACKSLASH) at += 1;
  }
  return at;
}
