/** What closes a text, and the tag behind it: `"@ga-Latg`. A quotation mark within a text stands behind a backslash. */
const TAG = /(?<!\\)["']@([A-Za-z]{1,8}(?:-[A-Za-z0-9]{1,64})*)(?=[\s;,.)\]}<])/g;
/** More than any tag is long; so much of a piece is looked at again with the next one. */
const OVERLAP = 256;

/**
 * Passes text on and tells the language tags in it as they are written, which parsers change to small letters (RDF 1.1
 * Turtle, section 2.5.1). It looks for what tags look like, without reading: a text that quotes Turtle may look so, too.
 */
export async function* watchingTags(
  pieces: AsyncIterable<string>,
  onTag: (tag: string) => void,
): AsyncGenerator<string> {
  let before = '';
  let told = 0;
  for await (const piece of pieces) {
    const text = before + piece;
    for (const { 1: tag = '', index, 0: match } of text.matchAll(TAG)) {
      if (index + match.length <= told) continue;
      onTag(tag);
      told = index + match.length;
    }
    const kept = Math.max(0, text.length - OVERLAP);
    before = text.slice(kept);
    told = Math.max(0, told - kept);
    yield piece;
  }
}
