import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ending, start } from '../support/cli.js';
import { makeFolder, removeFolder } from '../support/files.js';
import { runWarm } from '../support/warm.js';

/** The command `browse`, with the harvest of the release. */

let folder: string;
let release: string;
let store: string;

beforeAll(async () => {
  folder = await makeFolder();
  [release, store] = [join(folder, 'out', 'sample'), join(folder, 'store')];
  const { code } = await runWarm(['export', '--sample', '--out', join(folder, 'out'), '--store', store]);
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

test('two processes make the index at the same time, and remove what a killed one has left', async () => {
  const indexes = join(folder, 'indexes');
  const serve = async () => {
    const child = start(['browse', release, '--port', '0', '--index-folder', indexes]);
    const ended = ending(child);
    const [line] = (await once(createInterface({ input: child.stdout as Readable }), 'line')) as [string];
    const { url } = JSON.parse(line) as { readonly url: string };
    const { status } = await fetch(`${url}/cbe/item/7002`);
    child.kill('SIGTERM');
    expect([status, (await ended).code]).toEqual([200, 0]);
  };
  await serve();
  const [index = ''] = await readdir(indexes);
  expect(index).toMatch(/\.sqlite$/);
  await rm(join(indexes, index));
  // A process that has ended, and the folder by which SQLite locked its file.
  const { pid = 0 } = await ended(spawn('true'));
  await writeFile(join(indexes, `${index}.${pid}.partial`), 'begun');
  await mkdir(join(indexes, `${index}.${pid}.partial.lock`));
  await Promise.all([serve(), serve()]);
  expect(await readdir(indexes)).toEqual([index]);
});

/** Waits for the end of a process. */
async function ended(child: ChildProcess): Promise<ChildProcess> {
  await once(child, 'close');
  return child;
}

test.each([
  [['--store', 'nowhere', '--sample'], /There is no harvest in /],
  [['--store', 'nowhere'], /No configuration is given/],
])('%j is misuse, before anything is served', async (args, told) => {
  const { code, stdout, stderr } = await runWarm(['browse', release, '--port', '0', ...args], {}, folder);
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toMatch(told);
});
