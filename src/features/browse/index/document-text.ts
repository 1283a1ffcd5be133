import type { Statement } from './statements.js';

/** In place of the base of the release. Canonical N-Triples has no such character. */
const BASE_SIGN = '\u007f';

/** Characters that canonical N-Triples escapes, and that a dump of another program may have as they are. */
const SPECIAL = /[\t\u007f]/;
const EACH_SPECIAL = /[\t\u007f]/g;
const escapeOf = (sign: string): string => (sign === '\t' ? '\\t' : '\\u007F');

/**
 * Statements about a record for the index: lines of subject, number of the property and object. The subject is empty where it is
 * that of the line before.
 */
export function shortened(
  statements: readonly Statement[],
  base: string,
  numberOf: (property: string) => number,
): string {
  let before = '';
  let lines = '';
  for (const { subject, property, object } of statements) {
    const own = subject === before ? '' : subject;
    before = subject;
    const plain = SPECIAL.test(object) ? object.replace(EACH_SPECIAL, escapeOf) : object;
    lines += `${lines === '' ? '' : '\n'}${own}\t${numberOf(property)}\t${plain}`;
  }
  return lines.replaceAll(base, BASE_SIGN);
}

/** The lines of N-Triples of {@link shortened} statements. */
export function lengthened(text: string, base: string, propertyOf: (number: number) => string): string {
  let subject = '';
  return text
    .split('\n')
    .map((line) => {
      const [own = '', property, object] = line.split('\t');
      if (own !== '') subject = own;
      return `<${subject}> <${propertyOf(Number(property))}> ${object} .`;
    })
    .join('\n')
    .replaceAll(BASE_SIGN, base);
}
