import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { EXIT, EXIT_MEANINGS } from '../../src/base/exit-codes.js';

const read = (path: string): Promise<string> => readFile(new URL(`../../${path}`, import.meta.url), 'utf8');
const page = await read('docs/exit-codes.md');

test('docs/exit-codes.md has every exit code with the meaning that the help states, and what to do', () => {
  const rows = [...page.matchAll(/^\| (\d+) \| (.*) \| (.*) \|$/gm)].map(([, code, meaning, remedy]) => [
    Number(code),
    meaning,
    /\w{3,}/.test(remedy ?? ''),
  ]);
  const meanings = Object.entries(EXIT).map(([name, code]) => [
    code,
    EXIT_MEANINGS[name as keyof typeof EXIT].replaceAll('--max-rejected', '`--max-rejected`'),
    true,
  ]);
  expect(rows).toEqual(meanings);
});

test('the errors of docs/exit-codes.md are fresh; `npm run docs` makes them anew', async () => {
  const [, table = ''] =
    /^const EXITS = \{\n([\s\S]*?)^\} as const/m.exec(await read('src/base/errors.ts')) ?? [];
  const codes = [...table.matchAll(/^ {2}([A-Z_]+): '(\w+)',$/gm)];
  const commented = [
    ...table.matchAll(
      /^ {3}\* (.+)\n {3}\* @remedy (.+)\n {3}\* @kept (.+)\n {3}\*\/\n {2}([A-Z_]+): '(\w+)',$/gm,
    ),
  ].map(([, meaning, remedy, kept, code, exit]) => ({ meaning, remedy, kept, code: code ?? '', exit }));
  expect(commented.map(({ code }) => code)).toEqual(codes.map(([, code]) => code));
  expect(commented.length).toBeGreaterThan(20);
  const lines = commented
    .sort((a, b) => (a.code < b.code ? -1 : 1))
    .map(
      ({ code, exit, meaning, remedy, kept }) =>
        `- **\`${code}\`** (${EXIT[exit as keyof typeof EXIT]}). ${meaning} → ${remedy} *Not lost*: ${kept}.`,
    );
  const fresh = page.replace(
    /(?<=<!-- errors: [^\n]*\n)[\s\S]*(?=<!-- \/errors -->)/,
    () => `\n${lines.join('\n')}\n\n`,
  );
  await expect(fresh).toMatchFileSnapshot('../../docs/exit-codes.md');
});

test('the files for Kubernetes and systemd cover every exit code once', async () => {
  const restarted = [EXIT.unavailable, EXIT.interrupted];
  // The job fails with every other code, those of killed runs included.
  const inPolicy = [
    ...(await read('deploy/kubernetes-cronjob.yaml')).matchAll(/operator: NotIn, values: \[([\d, ]+)\]/g),
  ].map(([, list = '']) => list);
  expect(inPolicy).toEqual([restarted.join(', ')]);
  // The rest is SIGKILL and the like, and 0 and 5: of an export that succeeded before what follows it failed.
  const codesOf = (list: string): number[] =>
    list
      .split(' ')
      .filter((word) => /^\d+$/.test(word))
      .map(Number);
  const unit = await read('deploy/systemd/folklore-ld.service');
  const [success = ''] = unit.match(/(?<=^SuccessExitStatus=).*/m) ?? [];
  const [prevented = ''] = unit.match(/(?<=^RestartPreventExitStatus=).*/m) ?? [];
  expect([...codesOf(prevented), ...restarted].toSorted((a, b) => a - b)).toEqual(Object.values(EXIT));
  expect(success).toBe(String(EXIT.partial));
});
