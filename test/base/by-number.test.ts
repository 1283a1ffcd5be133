import { Parser } from 'n3';
import { expect, test } from 'vitest';
import { escapeControls } from '../../src/base/text.js';

/** ESC and its sister among the C1 controls, DEL, what turns text round, what ends lines elsewhere. */
const HOSTILE = 'a\u001b[2J\u009b31m\u007f\u202eb\u2028c';

test('JSON says the same, and nothing in it steers a terminal', () => {
  const shown = escapeControls(JSON.stringify({ name: HOSTILE }));
  expect(shown).toMatch(/^[\x20-\x7e]*$/);
  expect(JSON.parse(shown)).toEqual({ name: HOSTILE });
});

test('Turtle says the same, and nothing in it steers a terminal', () => {
  const shown = escapeControls(`<urn:a> <urn:b> "${HOSTILE}" .`);
  expect(shown).toMatch(/^[\x20-\x7e]*$/);
  expect(new Parser().parse(shown)[0]?.object.value).toBe(HOSTILE);
});

test('lines stay lines', () => {
  expect(escapeControls('one\ntwo\n')).toBe('one\ntwo\n');
});
