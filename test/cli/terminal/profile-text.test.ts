import { expect, it } from 'vitest';
import { profileText } from '../../../src/cli/terminal/build-summary.js';

it('ids of the slowest records cannot control the terminal or start a line', () => {
  const text = profileText({
    ...{ workers: 1, elapsed: 2, stages: new Map(), describing: new Map() },
    slowest: [{ kind: 'cbed.occupation', id: 'X\u001b[2J\u009b31m\u202e\nAll is well.', ms: 1 }],
  });
  expect(text).toContain('X\\u{1b}[2J');
  for (const line of text.split('\n')) expect(line).not.toMatch(/[\p{Cc}\p{Cf}]|^All is well/u);
});
