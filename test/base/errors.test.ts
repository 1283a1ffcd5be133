import { describe, expect, it } from 'vitest';
import { FolkloreError, interrupted, messageOf, withRemedy } from '../../src/base/errors.js';
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

describe('trouble with a file that no part of the program expected', () => {
  const trouble = (code: string) =>
    withRemedy(
      Object.assign(new Error(`${code}: no, open '/data/x'`), { code, syscall: 'open', path: '/data/x' }),
    );

  it.each([
    ['EACCES', /permission to read and write/],
    ['EROFS', /writable disk/],
    ['ENOSPC', /Free some space/],
    ['EBUSY', /mount point/],
    ['EMFILE', /ulimit -n/],
  ])('%s names the file and the remedy, and is no error of the program (exit 2)', (code, hint) => {
    const error = trouble(code) as FolkloreError;
    expect(error).toMatchObject({ exitCode: 2, hint: expect.stringMatching(hint) });
    expect(error.message).toContain('/data/x');
    expect(error.hint).not.toContain('unfinished');
  });

  it.each(['ENOENT', 'EINVAL'])('%s may be a fault of the program: it stays as it is', (code) => {
    expect(trouble(code)).not.toBeInstanceOf(FolkloreError);
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
