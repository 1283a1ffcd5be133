import { execFile, execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { filesBelow, makeFolder, removeFolder } from '../../support/files.js';
import { harvestSample } from '../../support/sample-release.js';

/** The commands of docs/releases.md, "Deposit a release", run in a shell, with a server in place of Zenodo. */

const has = (command: string): boolean => {
  try {
    return execFileSync('sh', ['-c', `command -v ${command}`]).length > 0;
  } catch {
    return false;
  }
};
const execute = promisify(execFile);

let folder: string;
beforeAll(async () => {
  folder = await makeFolder();
  const { directory } = await (await harvestSample(folder))('2026-11-24', {});
  await rename(join(directory, '..'), join(folder, 'output'));
});
afterAll(() => removeFolder(folder));

test.skipIf(!['zip', 'unzip', 'curl'].every(has))(
  'a release is deposited with its metadata and one upload (Debian: zip, unzip, curl)',
  async () => {
    const received: { readonly line: string; readonly token?: string | undefined; readonly body: Buffer }[] =
      [];
    const server = createServer(async (request, response) => {
      const pieces: Buffer[] = [];
      for await (const piece of request) pieces.push(piece as Buffer);
      received.push({
        line: `${request.method} ${request.url}`,
        token: request.headers.authorization,
        body: Buffer.concat(pieces),
      });
      response.end(JSON.stringify({ links: { bucket: `${zenodo}/api/files/b` } }));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const zenodo = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    try {
      const page = await readFile(new URL('../../../docs/releases.md', import.meta.url), 'utf8');
      const recipe = page.slice(page.indexOf('## Deposit a release'));
      const [, commands = ''] = /```sh\n([\s\S]+?)```/.exec(recipe) ?? [];
      expect(commands).toContain('https://zenodo.org/');
      const script = commands.replaceAll('https://zenodo.org', zenodo);
      await execute('sh', ['-euc', script], {
        cwd: folder,
        env: { PATH: process.env.PATH ?? '', ZENODO_TOKEN: 'a-token' },
      });
    } finally {
      server.close();
    }
    expect(received.map(({ line, token }) => [line, token])).toEqual([
      ['POST /api/deposit/depositions', 'Bearer a-token'],
      ['PUT /api/files/b/2026-11-24.zip', 'Bearer a-token'],
    ]);
    const { metadata } = JSON.parse(String(received[0]?.body));
    expect(metadata).toMatchObject({ upload_type: 'dataset', version: '2026-11-24' });
    const uploaded = join(folder, 'uploaded.zip');
    await writeFile(uploaded, received[1]?.body ?? '');
    await execute('unzip', ['-q', uploaded, '-d', join(folder, 'unpacked')]);
    const unpacked = join(folder, 'unpacked/2026-11-24');
    const [there, sent] = [await filesBelow(join(folder, 'output/2026-11-24')), await filesBelow(unpacked)];
    expect([...sent.keys()].sort()).toEqual([...there.keys()].filter((path) => path !== 'run.json').sort());
    await execute('sha256sum', ['-c', '--quiet', 'SHA256SUMS'], { cwd: unpacked });
  },
);
