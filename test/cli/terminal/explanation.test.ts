import { expect, test } from 'vitest';
import { explanationText } from '../../../src/cli/terminal/explanation.js';

test('each reason of a record that is not shown is a sentence that ends', () => {
  const text = explanationText({
    outcome: 'withheld',
    ref: { kind: 'cbe.item', id: 7 },
    reasons: ['`sensitive` is true, and only false leaves', 'The record cannot be described: no name.'],
  });
  expect(text.split('\n').filter((line) => line.startsWith('- '))).toEqual([
    '- `sensitive` is true, and only false leaves.',
    '- The record cannot be described: no name.',
  ]);
});
