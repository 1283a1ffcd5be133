import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Compression } from '../../../../src/model/rdf/formats/format.js';
import { filesBelow, makeFolder, removeFolder } from '../../../support/files.js';
import { rdflibPython } from '../../../support/rdflib.js';
import { harvestSample, type MakeRelease } from '../../../support/sample-release.js';
import { readTable } from '../../tables/read-csv.js';

/** The programs that README.md of a release names, run with the lines that it has for them, in the folder of the release. */

const execute = promisify(execFile);

/** Debian's own Python has the packages of Debian. */
const PYTHON = '/usr/bin/python3';
const isThere = (file: string, ...given: string[]): Promise<boolean> =>
  execute(file, given).then(
    () => true,
    () => false,
  );
const rdflib = await rdflibPython();
const hasPandas = await isThere(PYTHON, '-c', 'import pandas');
const hasDepositTools =
  (await Promise.all(['zip', 'curl'].map((tool) => isThere(tool, '--version')))).every(Boolean) &&
  (await isThere('unzip', '-v'));
const hasR = await isThere('Rscript', '--version');
const hasGdal = await isThere('ogrinfo', '--version');

let folder: string;
let release: MakeRelease;
let directory: string;
let readme: string;
beforeAll(async () => {
  folder = await makeFolder();
  release = await harvestSample(folder);
  await make('plain', 'none');
});
afterAll(() => removeFolder(folder));

async function make(label: string, compression: Compression): Promise<void> {
  ({ directory } = await release(label, { compression }));
  readme = await readFile(join(directory, 'README.md'), 'utf8');
  await writeFile(join(directory, 'first.rq'), block('sparql'));
}

/** The first block of code in a language; with the name of a program, the first one behind it. */
function block(language: string, program = ''): string {
  const [, code] =
    new RegExp(`\`\`\`${language}\n([\\s\\S]+?)\n\`\`\``).exec(readme.slice(readme.indexOf(program))) ?? [];
  if (code === undefined) throw new Error(`README.md has no ${language} of ${program}`);
  return code;
}

const run = async (file: string, ...given: string[]): Promise<string> =>
  (await execute(file, given, { cwd: directory })).stdout.trim();

/** Items of a role in a collection, as pairs of a table. */
async function rolesOfItems(): Promise<Map<string, number>> {
  const table = async (file: string) =>
    readTable(await readFile(join(directory, 'derived', file), 'utf8')) as Record<string, string>[];
  const collection = new Map((await table('items.csv')).map((item) => [item.iri, item.collection]));
  const pairs = (await table('roles.csv')).flatMap(({ item, role_en: role }) =>
    item === undefined || role === undefined ? [] : [`${collection.get(item)} ${role} ${item}`],
  );
  const counts = new Map<string, number>();
  for (const pair of new Set(pairs)) {
    const key = pair.replace(/ \S+$/, '');
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

async function expectPromised(): Promise<void> {
  const [, promised] = /\*\*rdflib\*\*.*Prints ([\d,]+):/.exec(readme) ?? [];
  // test/world/README.md: 21 items of the manuscripts.
  expect(promised).toBe('21');
  expect(await run(rdflib as string, '-c', block('python', '**rdflib**'))).toBe(promised);
}

test.skipIf(rdflib === undefined)(
  'rdflib prints the number that README.md promises (Debian: python3-rdflib)',
  expectPromised,
);

test.skipIf(!hasPandas)('pandas prints items by collection and role (Debian: python3-pandas)', async () => {
  const printed = await run(PYTHON, '-c', block('python', '**pandas**'));
  const counts = await rolesOfItems();
  expect(counts.size).toBeGreaterThan(2);
  const numbers = [...printed.matchAll(/ (\d+)$/gm)].map(([, number]) => Number(number));
  expect(numbers.sort()).toEqual([...counts.values()].sort());
});

test.skipIf(!hasR)('R prints the same (Debian: r-base-core)', async () => {
  const printed = await run('Rscript', '-e', block('r', '**R**'));
  const numbers = [...printed.matchAll(/ (\d+)$/gm)].map(([, number]) => Number(number));
  expect(numbers.sort()).toEqual([...(await rolesOfItems()).values()].sort());
});

test.skipIf(!hasGdal)(
  'GDAL, with which QGIS reads, opens the file of the map (Debian: gdal-bin)',
  async () => {
    const [, path = ''] =
      /addVectorLayer\("\/path\/of\/this\/folder\/([^"]+)", "works", "ogr"\)/.exec(readme) ?? [];
    const works = JSON.parse(await readFile(join(directory, path), 'utf8')) as { features: unknown[] };
    expect(works.features.length).toBeGreaterThan(0);
    expect(await run('ogrinfo', '-so', '-al', path)).toContain(`Feature Count: ${works.features.length}\n`);
  },
);

/** The commands of docs/files.md, "Deposit a release", run in a shell, with a server in place of Zenodo. */
test.skipIf(!hasDepositTools)(
  'a release is deposited with its metadata and one upload (Debian: zip, unzip, curl)',
  async () => {
    await mkdir(join(folder, 'output'));
    await cp(directory, join(folder, 'output/2026-11-24'), { recursive: true });
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
      const page = await readFile(new URL('../../../../docs/files.md', import.meta.url), 'utf8');
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
    expect(metadata).toMatchObject({ upload_type: 'dataset', version: 'plain' });
    const uploaded = join(folder, 'uploaded.zip');
    await writeFile(uploaded, received[1]?.body ?? '');
    await execute('unzip', ['-q', uploaded, '-d', join(folder, 'unpacked')]);
    const unpacked = join(folder, 'unpacked/2026-11-24');
    const [there, sent] = [await filesBelow(join(folder, 'output/2026-11-24')), await filesBelow(unpacked)];
    expect([...sent.keys()].sort()).toEqual([...there.keys()].filter((path) => path !== 'run.json').sort());
    await execute('sha256sum', ['-c', '--quiet', 'SHA256SUMS'], { cwd: unpacked });
  },
);

// The last test, for it makes another release.
test.skipIf(rdflib === undefined)('rdflib prints it from a packed release, too', async () => {
  await make('packed', 'gzip');
  await expectPromised();
});
