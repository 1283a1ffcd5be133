import { expect, test } from 'vitest';
import { FolkloreError } from '../../../src/base/errors.js';
import { EXIT } from '../../../src/base/exit-codes.js';
import { resumeCommand } from '../../../src/cli/terminal/logger.js';

/** A run that was cut short prints the command to go on. */

const ended = (exitCode: FolkloreError['exitCode']) =>
  new FolkloreError('SERVICE_UNAVAILABLE', 'no answer', { hint: 'wait', exitCode });

test.each([EXIT.unavailable, EXIT.interrupted])('after exit code %i it is the same command', (code) => {
  expect(resumeCommand(ended(code), ['harvest', '--config', 'my.yaml'])).toBe(
    'folklore-ld harvest --config my.yaml',
  );
});

test('can be pasted into a shell', () => {
  expect(resumeCommand(ended(EXIT.interrupted), ['harvest', '--store', "Seán's store"])).toBe(
    "folklore-ld harvest --store 'Seán'\\''s store'",
  );
});

test.each([EXIT.misuse, EXIT.gate, EXIT.fault])(
  'after exit code %i there is no command to continue',
  (code) => {
    expect(resumeCommand(ended(code), ['harvest'])).toBeUndefined();
  },
);

test('after an unexpected error there is no command to continue', () => {
  expect(resumeCommand(new Error('bang'), ['harvest'])).toBeUndefined();
});

test.each([
  [['--notify', 'https://hooks.example.org/s3cret']],
  [['--notify=https://hooks.example.org/s3cret']],
])('does not repeat the address of a webhook: %j', (option) => {
  expect(resumeCommand(ended(EXIT.interrupted), ['harvest', ...option, '-c', 'my.yaml'])).toBe(
    'folklore-ld harvest -c my.yaml',
  );
});
