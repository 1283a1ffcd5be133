import { Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { watchOutput } from '../../../src/cli/terminal/watched-output.js';

/** A pipe that is full: it takes nothing before its reader has read, or is gone. */
class FullPipe extends Writable {
  #done: ((error?: Error) => void) | undefined;

  override _write(_chunk: unknown, _encoding: string, done: (error?: Error) => void): void {
    this.#done = done;
  }

  /** What happens to all that waits in it. */
  release(code?: string): void {
    const error = code === undefined ? undefined : Object.assign(new Error(code), { code });
    this._write = (_chunk, _encoding, done) => done(error);
    this.#done?.(error);
  }
}

describe('watched output', () => {
  it.each(['results', 'narration'])('a reader of %s that closes its pipe is not an error', async (gone) => {
    const pipes = { results: new FullPipe(), narration: new FullPipe() };
    const output = watchOutput(pipes.results, pipes.narration);
    const pipe = pipes[gone as keyof typeof pipes];
    pipe.write('more than it holds');
    const closed = Promise.all([output.flush(), output.close()]);
    const failed = new Promise((resolve) => pipe.once('close', resolve));
    pipe.release('EPIPE');
    await closed;
    await failed;
    expect(pipe.errored).toMatchObject({ code: 'EPIPE' });
  });

  it('results that cannot be written are an error, even at the end', async () => {
    const results = new FullPipe();
    const output = watchOutput(results, new FullPipe());
    results.write('more than it holds');
    const written = output.flush();
    results.release('ENOSPC');
    await expect(written).rejects.toMatchObject({ code: 'OUTPUT_UNWRITABLE', exitCode: 2 });
    await output.close();
  });

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
});
