/** A text is longer than anybody is willing to hold. */
export class TooLong extends Error {}

/**
 * The lines of a text that comes in pieces, without their ends.
 *
 * @param longest characters that a line may have
 * @throws TooLong
 */
export async function* linesOf(pieces: AsyncIterable<string>, longest: number): AsyncGenerator<string> {
  // Pieces of a line that has not ended: put together once, or long lines would take time by the square.
  let begun: string[] = [];
  let length = 0;
  for await (const piece of pieces) {
    const [first = '', ...others] = piece.split('\n');
    begun.push(first);
    length += first.length;
    if (length > longest) throw new TooLong();
    for (const next of others) {
      yield withoutReturn(begun.join(''));
      begun = [next];
      length = next.length;
      if (length > longest) throw new TooLong();
    }
  }
  if (length > 0) yield withoutReturn(begun.join(''));
}

const withoutReturn = (line: string): string => (line.endsWith('\r') ? line.slice(0, -1) : line);
