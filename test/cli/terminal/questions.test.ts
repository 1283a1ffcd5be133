import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { FolkloreError } from '../../../src/base/errors.js';
import { askAll, type Question } from '../../../src/cli/terminal/questions.js';

/** Questions one after another, with the answers of a person. */

const QUESTIONS: readonly Question[] = [
  { name: 'url', text: 'Address', preset: 'http://127.0.0.1:4010' },
  { name: 'contact', text: 'Contact' },
];

async function asked(lines: string, signal = new AbortController().signal) {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const check = async (name: string, answer: string) => {
    if (answer === 'wrong') throw new FolkloreError('CONFIG_INVALID', `${name} is wrong`, { hint: '' });
  };
  input.end(lines);
  const answers = await askAll(QUESTIONS, check, { input, output, signal }).catch(
    (thrown: unknown) => thrown,
  );
  return { answers, shown: String(output.read() ?? '') };
}

test('each has its preset in brackets, which an empty answer takes', async () => {
  const { answers, shown } = await asked('\n\n');
  expect(answers).toEqual({ url: 'http://127.0.0.1:4010' });
  expect(shown).toBe('Address [http://127.0.0.1:4010]: Contact: ');
});

test('a wrong answer is named, and the question is asked again', async () => {
  const { answers, shown } = await asked('wrong\n http://a.example.org \nteam@example.org\n');
  expect(answers).toEqual({ url: 'http://a.example.org', contact: 'team@example.org' });
  expect(shown.match(/Address/g)).toHaveLength(2);
  expect(shown).toContain('url is wrong\n');
});

test('the end of the input, and a signal, interrupt', async () => {
  expect((await asked('http://a.example.org\n')).answers).toMatchObject({ code: 'INTERRUPTED' });
  const stopped = new AbortController();
  const input = new PassThrough();
  const answers = askAll(QUESTIONS, async () => {}, {
    ...{ input, output: new PassThrough(), signal: stopped.signal },
  });
  stopped.abort();
  await expect(answers).rejects.toMatchObject({ code: 'INTERRUPTED' });
});
