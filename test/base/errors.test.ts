import { describe, expect, it } from 'vitest';
import { interrupted, messageOf } from '../../src/base/errors.js';
import { EXIT } from '../../src/base/exit-codes.js';

describe('exit codes', () => {
  it('are the public interface of architecture 5', () => {
    expect(EXIT).toEqual({
      clean: 0,
      fault: 1,
      misuse: 2,
      unavailable: 3,
      gate: 4,
      partial: 5,
      mismatch: 6,
      interrupted: 130,
    });
  });
});

describe('a run that was asked to stop', () => {
  it('says what it was at, what became of its work and how to do it again', () => {
    expect(interrupted('looking', 'nothing was found')).toMatchObject({
      code: 'INTERRUPTED',
      message: 'Stopped while looking; nothing was found.',
      hint: 'Run the same command again.',
      exitCode: 130,
    });
  });
});

describe('messageOf', () => {
  it.each([
    [new TypeError('no'), 'no'],
    ['a word', 'a word'],
    [undefined, 'undefined'],
    [7, '7'],
    [
      Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' }),
      'the disk is full',
    ],
    [Object.assign(new Error('ECONNREFUSED'), { code: 'ECONNREFUSED' }), 'ECONNREFUSED'],
  ])('%s', (thrown, message) => {
    expect(messageOf(thrown)).toBe(message);
  });
});
