import { createInterface } from 'node:readline/promises';
import { FolkloreError, interrupted } from '../../base/errors.js';

/** A question for one value. */
export interface Question {
  /** The name of the value. */
  readonly name: string;
  readonly text: string;
  /** The value of an empty answer; absent: none. */
  readonly preset?: string | undefined;
}

/** Where questions are asked. */
export interface Terminal {
  readonly input: NodeJS.ReadableStream;
  readonly output: NodeJS.WritableStream;
  readonly signal: AbortSignal;
}

/**
 * Asks questions one after another. A question whose answer is wrong is asked again.
 *
 * @param check throws an error about a wrong answer
 * @returns the answers by name; an empty one without a preset is left out
 * @throws FolkloreError INTERRUPTED at Ctrl-C, at the end of the input, and when the signal is aborted
 */
export async function askAll(
  questions: readonly Question[],
  check: (name: string, answer: string) => Promise<void>,
  { input, output, signal }: Terminal,
): Promise<Readonly<Record<string, string>>> {
  const terminal = createInterface({ input, output });
  const close = (): void => terminal.close();
  let isOpen = true;
  terminal.once('close', () => {
    isOpen = false;
  });
  terminal.once('SIGINT', close);
  signal.addEventListener('abort', close);
  // Keeps lines that arrive before they are asked for.
  const lines = terminal[Symbol.asyncIterator]();
  const answers: Record<string, string> = {};
  try {
    for (const { name, text, preset } of questions) {
      const prompt = `${text}${preset === undefined ? '' : ` [${preset}]`}: `;
      terminal.setPrompt(prompt);
      for (;;) {
        // The input may have ended behind lines that wait: Node.js 24 throws at a prompt then.
        if (isOpen) terminal.prompt();
        else output.write(prompt);
        const { value, done } = await lines.next();
        if (done === true) {
          output.write('\n');
          throw interrupted('asking', 'nothing was written');
        }
        const answer = value.trim() || preset;
        if (answer === undefined) break;
        const fault = await faultOf(() => check(name, answer));
        if (fault === undefined) {
          answers[name] = answer;
          break;
        }
        output.write(`${fault}\n`);
      }
    }
    return answers;
  } finally {
    signal.removeEventListener('abort', close);
    close();
  }
}

/** What is wrong with an answer; undefined for nothing. */
async function faultOf(check: () => Promise<void>): Promise<string | undefined> {
  try {
    await check();
    return undefined;
  } catch (thrown) {
    if (!(thrown instanceof FolkloreError) || thrown.code !== 'CONFIG_INVALID') throw thrown;
    return thrown.message;
  }
}
