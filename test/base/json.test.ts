import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseJson } from '../../src/base/json.js';

const parse = (text: string): unknown => parseJson(Buffer.from(text));

it.each([
  ['{"sensitive":true,"sensitive":false}', { sensitive: [true, false] }],
  [
    '[{"id":1,"a":"x","b":[{"c":null,"c":1}],"a":"y","a":"x"}]',
    [{ id: 1, a: ['x', 'y'], b: [{ c: [null, 1] }] }],
  ],
  [
    ' {"\\"a:": 1, "\\u0061":2,"a" :\n"\\\\\\"", "n":-1.5e3, "n" : 0}',
    { '"a:': 1, a: [2, '\\"'], n: [-1500, 0] },
  ],
  // The same twice is no contradiction.
  ['{"a":{"b":1},"a":{"b":1}}', { a: { b: 1 } }],
  ['{"a":1,"A":2}', { a: 1, A: 2 }],
  ['\uFEFF{"a":1,"a":2}', { a: [1, 2] }],
])('%s keeps all values of a key', (text, value) => {
  expect(parse(text)).toEqual(value);
});

it('a key named __proto__ is a key', () => {
  expect(Object.entries(parse('{"__proto__":1,"__proto__":2}') as object)).toEqual([['__proto__', [1, 2]]]);
});

it('without such keys it is JSON.parse', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(parse(JSON.stringify(value, undefined, 1))).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
});

it('reads any value like JSON.parse, also beside a key that stands twice', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const json = JSON.stringify(value);
      expect(parse(`{"twice":1,"value":${json},"twice":2}`)).toEqual({
        twice: [1, 2],
        value: JSON.parse(json),
      });
    }),
  );
});

it.each(['', '{"a":1,', '{"a":1}}', 'NaN'])('what is no JSON is no value: %s', (text) => {
  expect(() => parse(text)).toThrow(SyntaxError);
});
