/** Bytes of JSON in UTF-8 (RFC 8259, sections 2 and 7). */
const [QUOTE, BACKSLASH, COLON, POINT, ZERO, NINE, SMALL_E] = [0x22, 0x5c, 0x3a, 0x2e, 0x30, 0x39, 0x65];
/** Of a letter in ASCII the bit that is set in a small one. */
const SMALL = 0x20;

/** Digits of 2^53: whole numbers of fewer digits are exact. */
const LONG = 16;

/**
 * Parses JSON of a service. Of a key that stands several times in an object with different values, `JSON.parse` keeps
 * the last value and drops the others without a word: of `"sensitive":true,"sensitive":false` that would publish what is withheld.
 * Here such a key has a list of one entry, the list of all its values: no schema takes that for one value, nor for a list of
 * values. A number beyond 2^53-1, which `JSON.parse` rounds, is the text that was sent.
 *
 * @param body UTF-8, with or without a byte order mark
 * @throws TypeError when it is not UTF-8, SyntaxError when it is not JSON
 */
export function parseJson(body: Buffer): unknown {
  const text = new TextDecoder('utf-8', { fatal: true }).decode(body);
  const value: unknown = JSON.parse(text);
  const { members, isExact } = scan(body);
  return isExact && members === countKeys(value) ? value : new AllValues(text).read();
}

/** Whether a value of JSON is an object. */
export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The end of the string that begins at a quotation mark. */
export function endOfString(json: Buffer, begins: number): number {
  let at = begins + 1;
  for (; at < json.length && json[at] !== QUOTE; at += 1) {
    if (json[at] === BACKSLASH) at += 1;
  }
  return at;
}

/**
 * The members of all objects of a text: each has a colon outside of strings. And whether all numbers are so short, and without
 * an exponent, that none is beyond 2^53-1.
 */
function scan(json: Buffer): { readonly members: number; readonly isExact: boolean } {
  let members = 0;
  let isExact = true;
  /** Digits before this byte, without those of fractions. */
  let digits = 0;
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at] as number;
    if (byte >= ZERO && byte <= NINE) {
      if (digits > 0 || json[at - 1] !== POINT) digits += 1;
      else while (isDigit(json[at + 1])) at += 1;
      if (digits >= LONG) isExact = false;
      continue;
    }
    if ((byte | SMALL) === SMALL_E && isDigit(json[at - 1])) isExact = false;
    digits = 0;
    if (byte === QUOTE) at = endOfString(json, at);
    else if (byte === COLON) members += 1;
  }
  return { members, isExact };
}

const isDigit = (byte = 0): boolean => byte >= ZERO && byte <= NINE;

/**
 * A number; beyond 2^53-1, where several numbers have one double, the text.
 *
 * @param text a number as JSON writes it
 */
export function numberOrText(text: string): number | string {
  const value = Number(text);
  return Math.abs(value) > Number.MAX_SAFE_INTEGER ? text : value;
}

/** The keys of all objects of a value. */
function countKeys(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  let keys = 0;
  if (Array.isArray(value)) {
    for (const entry of value) keys += countKeys(entry);
    return keys;
  }
  for (const key of Object.keys(value)) keys += 1 + countKeys((value as Record<string, unknown>)[key]);
  return keys;
}

/** Reads a text that is known to be JSON, with all values of a key that stands several times, and all digits. */
class AllValues {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  read(): unknown {
    if (this.#next() === '{') return this.#object();
    if (this.#next() === '[') return this.#list();
    return this.#scalar();
  }

  /** The next character that is no white space. */
  #next(): string {
    while (/\s|\uFEFF/.test(this.#text.charAt(this.#at))) this.#at += 1;
    return this.#text.charAt(this.#at);
  }

  #object(): object {
    const values = new Map<string, unknown[]>();
    for (this.#at += 1; this.#next() !== '}'; ) {
      if (this.#next() === ',') this.#at += 1;
      this.#next();
      const key = this.#scalar() as string;
      this.#next();
      this.#at += 1;
      const value = this.read();
      const known = values.get(key) ?? [];
      if (!known.some((one) => JSON.stringify(one) === JSON.stringify(value))) known.push(value);
      values.set(key, known);
    }
    this.#at += 1;
    return Object.fromEntries([...values].map(([key, all]) => [key, all.length === 1 ? all[0] : [all]]));
  }

  #list(): unknown[] {
    const entries: unknown[] = [];
    for (this.#at += 1; this.#next() !== ']'; ) {
      if (this.#next() === ',') this.#at += 1;
      else entries.push(this.read());
    }
    this.#at += 1;
    return entries;
  }

  #scalar(): unknown {
    const begins = this.#at;
    if (this.#text.charAt(begins) === '"') {
      do this.#at += this.#text.charAt(this.#at) === '\\' ? 2 : 1;
      while (this.#text.charAt(this.#at) !== '"');
      this.#at += 1;
    } else while (/[\w.+-]/.test(this.#text.charAt(this.#at))) this.#at += 1;
    const text = this.#text.slice(begins, this.#at);
    return /^[-\d]/.test(text) ? numberOrText(text) : JSON.parse(text);
  }
}

/** Whether a value counts as absent: `null`, `[]`, `""` and white space (wire-format 1). */
export function isNothing(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0;
  return value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
}
