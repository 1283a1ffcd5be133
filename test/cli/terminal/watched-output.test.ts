import { Writable } from 'node:stream';
import { expect, it } from 'vitest';
import { watchOutput } from '../../../src/cli/terminal/watched-output.js';

/** A reader that goes away, and results that cannot be written: test/e2e/output. */

/** A pipe that is full: it takes nothing before its reader has read. */
class FullPipe extends Writable {
  #done: ((error?: Error) => void) | undefined;

  override _write(_chunk: unknown, _encoding: string, done: (error?: Error) => void): void {
    this.#done = done;
  }

  release(): void {
    this._write = (_chunk, _encoding, done) => done();
    this.#done?.();
  }
}

it('results that are read late are waited for', async () => {
  const results = new FullPipe();
  const output = watchOutput(results, new FullPipe());
  results.write('more than it holds');
  let over = false;
  const written = output.flush().then(() => {
    over = true;
  });
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(over).toBe(false);
  results.release();
  await written;
  await output.close();
});
