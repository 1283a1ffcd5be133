/** A control character (C0, C1 or delete) that is no tab, line feed or carriage return: what no text of ours may hold. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
export const CONTROL = /[\x00-\x08\x0B\x0C\x0E-\x1F\x7F-\x9F]/;
