import { expect, it } from 'vitest';
import { CONTROL } from '../../src/base/text.js';

it('are those of Unicode, but for tab, line feed and carriage return', () => {
  const met = Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code));
  const unlike = met.filter(
    (sign) => CONTROL.test(sign) !== (/\p{Cc}/u.test(sign) && !'\t\n\r'.includes(sign)),
  );
  expect(unlike).toEqual([]);
});
