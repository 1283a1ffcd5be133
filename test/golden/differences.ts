import type { Reporter, TestModule } from 'vitest/node';

/**
 * `npm run golden`: what the working tree changes about the golden records, in the words of Turtle, record by record.
 * Vitest ends with 1 when there is any difference.
 */
export default class Differences implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const failed = tests.filter((test) => test.result().state === 'failed');
    const broken = modules.flatMap((module) => module.errors());
    for (const test of failed) {
      const messages = (test.result().errors ?? []).map(({ message }) => message);
      process.stdout.write(`${test.fullName.replaceAll(' > ', ': ')}\n${indented(messages.join('\n'))}\n\n`);
    }
    for (const { message } of broken) process.stdout.write(`${message}\n\n`);
    process.stdout.write(
      failed.length + broken.length === 0
        ? `No difference: ${tests.length} golden records and rules hold.\n`
        : `${failed.length} of ${tests.length} golden records and rules differ.\n` +
            'If that is meant, change the .ttl files by hand, from the model, and read them again.\n',
    );
  }
}

const indented = (text: string): string => text.replace(/^/gm, '  ');
