import { closestMatch } from 'leven';

/**
 * The accepted name that was probably meant: for messages about misspelt parameters, options and keys.
 * Case is ignored; a name further off than a third of its letters (at least two) is no suggestion.
 */
export function nearest(word: string, accepted: readonly string[]): string | undefined {
  const plain = new Map(accepted.map((name) => [name.toLowerCase(), name]));
  const distance = Math.max(2, Math.floor(word.length / 3));
  const match = closestMatch(word.toLowerCase(), [...plain.keys()], { maxDistance: distance });
  return match === undefined ? undefined : plain.get(match);
}
