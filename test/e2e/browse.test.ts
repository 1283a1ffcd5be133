import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ending, run, start } from '../support/cli.js';
import { makeFolder, removeFolder } from '../support/files.js';
import { runWarm } from '../support/warm.js';

/** The command `browse`, with the harvest of the release. */

let folder: string;
let release: string;
let store: string;

beforeAll(async () => {
  folder = await makeFolder();
  [release, store] = [join(folder, 'out', 'sample'), join(folder, 'store')];
  const { code } = await run(['export', '--sample', '--out', join(folder, 'out'), '--store', store]);
  expect(code).toBe(0);
});
afterAll(() => removeFolder(folder));

test('prints its address, shows what became of the fields of a record, and stops cleanly', async () => {
  const child = start(['browse', release, '--port', '0', '--sample', '--store', store]);
  const ended = ending(child);
  if (child.stdout === null) throw new Error('no standard output');
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  const { url } = JSON.parse(line) as { readonly url: string };
  const page = await (await fetch(`${url}/cbe/item/7002.html`)).text();
  const [, address] = /<a href="(\/explain\?iri=[^"]*)">/.exec(page) ?? [];
  const explained = await fetch(url + address);
  expect(explained.status).toBe(200);
  expect(await explained.text()).toContain('the numbers state it and take precedence');
  child.kill('SIGTERM');
  expect((await ended).code).toBe(0);
});

test.each([
  [['--store', 'nowhere', '--sample'], /There is no harvest in /],
  [['--store', 'nowhere'], /No configuration is given/],
])('%j is misuse, before anything is served', async (args, told) => {
  const { code, stdout, stderr } = await runWarm(['browse', release, '--port', '0', ...args], {}, folder);
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toMatch(told);
});
