import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseJson } from '../../src/base/json.js';

const parse = (text: string): unknown => parseJson(Buffer.from(text));

it.each([
  ['{"sensitive":true,"sensitive":false}', { sensitive: [[true, false]] }],
  [
    '[{"id":1,"a":"x","b":[{"c":null,"c":1}],"a":"y","a":"x"}]',
    [{ id: 1, a: [['x', 'y']], b: [{ c: [[null, 1]] }] }],
  ],
  [
    ' {"\\"a:": 1, "\\u0061":2,"a" :\n"\\\\\\"", "n":-1.5e3, "n" : 0}',
    { '"a:': 1, a: [[2, '\\"']], n: [[-1500, 0]] },
  ],
  // The same twice is no contradiction.
  ['{"a":{"b":1},"a":{"b":1}}', { a: { b: 1 } }],
  ['{"a":1,"A":2}', { a: 1, A: 2 }],
  ['\uFEFF{"a":1,"a":2}', { a: [[1, 2]] }],
])('%s keeps all values of a key', (text, value) => {
  expect(parse(text)).toEqual(value);
});

it.each([
  ['{"id":12345678901234567890}', { id: '12345678901234567890' }],
  ['[9007199254740993,-9007199254740993]', ['9007199254740993', '-9007199254740993']],
  [
    '{"id":9007199254740992,"text":"12345678901234567890"}',
    { id: '9007199254740992', text: '12345678901234567890' },
  ],
  // RFC 8259, section 6: integers up to 2^53-1 are exact everywhere.
  ['[9007199254740991,-9007199254740991]', [9007199254740991, -9007199254740991]],
  ['[54.12345678901234567890,1e3,1.0,-0.5E-1]', [54.123456789012344, 1000, 1, -0.05]],
  [
    '[9007199254740993.0,9.007199254740993e15,-1E16,1e999]',
    ['9007199254740993.0', '9.007199254740993e15', '-1E16', '1e999'],
  ],
])('%s keeps the digits of a number that no double has for certain', (text, value) => {
  expect(parse(text)).toEqual(value);
});

it('a key named __proto__ is a key', () => {
  expect(Object.entries(parse('{"__proto__":1,"__proto__":2}') as object)).toEqual([['__proto__', [[1, 2]]]]);
});

/** `JSON.parse`, but for numbers that no double has for certain. */
const parsedExactly = (json: string): unknown =>
  JSON.parse(json, (_, value: unknown) =>
    typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER ? String(value) : value,
  );

it('without such keys it is JSON.parse', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(parse(JSON.stringify(value, undefined, 1))).toEqual(parsedExactly(JSON.stringify(value)));
    }),
  );
});

it('reads any value like JSON.parse, also beside a key that stands twice', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const json = JSON.stringify(value);
      expect(parse(`{"twice":1,"value":${json},"twice":2}`)).toEqual({
        twice: [[1, 2]],
        value: parsedExactly(json),
      });
    }),
  );
});

it.each(['', '{"a":1,', '{"a":1}}', 'NaN'])('what is no JSON is no value: %s', (text) => {
  expect(() => parse(text)).toThrow(SyntaxError);
});
