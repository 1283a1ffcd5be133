import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import oxigraph from 'oxigraph';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { Ended } from '../../support/cli.js';
import { makeFolder, removeFolder } from '../../support/files.js';
import { harvestSample } from '../../support/sample-release.js';
import { runWarm } from '../../support/warm.js';
import { loadInto } from './loading.js';
import { startOxigraph } from './oxigraph-server.js';

/** `lint` and `verify --endpoint` as commands: output and exit codes. */

const BASE = 'https://data.example.org/folklore/';

let folder: string;
let release: string;

beforeAll(async () => {
  folder = await makeFolder();
  release = (await (await harvestSample(folder))('one', { formats: ['nt'] })).directory;
});
afterAll(() => removeFolder(folder));

const ran = (...args: string[]): Promise<Ended> => runWarm(args);

describe('lint', () => {
  const DUMP = [
    '<http://e.org/s> <http://e.org/p> "true"^^<http://www.w3.org/2001/XMLSchema#boolean> .',
    `<http://e.org/s> <http://e.org/p> <http://e.org/${'x'.repeat(2000)}> .`,
  ].join('\n');

  it('ends with 0 for a release with its catalogue, and lists findings', async () => {
    const { code, stdout: out } = await ran('lint', release);
    expect(code).toBe(0);
    expect(out).toMatch(/triples in \d+ files; 0 things that stores choke on, [1-9]\d* that they alter\.\n/);
    expect(out).toContain('× boolean (Virtuoso)');
    expect(out).toContain('- dcat.ttl: ');
    expect(out).not.toContain('A store chokes:');
  });

  it('ends with 4 when a store rejects data, and prints counts first', async () => {
    const path = join(folder, 'dump.nt');
    await writeFile(path, `${DUMP}\n`);
    const { code, stdout: out } = await ran('lint', path);
    expect(code).toBe(4);
    expect(out.split('\n')[0]).toBe(
      `${path}: 2 triples in 1 file; 1 thing that stores choke on, 1 that they alter.`,
    );
    expect(out.indexOf('A store chokes:')).toBeLessThan(out.indexOf('A store alters:'));
    expect((await ran('lint', path, '--for', 'oxigraph,jena')).code).toBe(0);
  });

  it('prints the same as JSON', async () => {
    const path = join(folder, 'dump.nt');
    await writeFile(path, `${DUMP}\n`);
    const { findings, ...rest } = JSON.parse((await ran('lint', path, '--json')).stdout);
    expect(rest).toEqual({ path, files: 1, triples: 2 });
    expect(findings).toMatchObject([
      { id: 'iri-too-long', severity: 'chokes', stores: ['virtuoso'], count: 1 },
      { id: 'boolean', severity: 'alters', stores: ['virtuoso'], count: 1 },
    ]);
  });

  it('refuses unknown stores', async () => {
    const { code, stderr } = await ran('lint', release, '--for', 'oracle');
    expect(code).toBe(2);
    expect(JSON.parse(stderr)).toMatchObject({
      message: expect.stringContaining('There is no store "oracle"'),
    });
  });
});

describe('verify with a release and --endpoint', () => {
  it('ends with 0 for a complete store, and with 6 for differences', async () => {
    const server = await startOxigraph();
    onTestFinished(() => server.stop());
    await loadInto(server.url, release);
    const whole = await ran('verify', release, '--endpoint', server.url);
    expect(whole.stdout).toMatch(/^Release one: [\d,]+ triples in \d+ graphs\.\n/);
    expect(whole.stdout).toContain('No problems found.');
    expect(whole.code).toBe(0);

    const [one] = server.store.match(
      null,
      null,
      null,
      oxigraph.namedNode(`${BASE}dataset/placenames/places`),
    );
    if (one === undefined) throw new Error('there are no places');
    server.store.delete(one);
    const less = await ran('verify', release, '--endpoint', server.url);
    expect(less.code).toBe(6);
    expect(less.stdout).toContain(`does not have <${one.subject.value}> <${one.predicate.value}> `);
    expect(less.stdout).toContain('Load the release again.');
  });

  it.each([
    ['verify', '--query-url'],
    ['load', '--update-url'],
    ['load', '--graph-store-url'],
  ])(
    '%s refuses a password in %s before it asks: a run that failed would repeat it with the command to go on',
    async (command, option) => {
      // Nothing listens there, so the kind cannot be detected.
      const store = ['--endpoint', 'http://127.0.0.1:9', option, 'http://ann:secret@127.0.0.1:9/sparql'];
      const { code, stdout, stderr } = await ran(command, release, ...store);
      expect([code, stderr]).toEqual([2, expect.stringContaining('CONFIG_INVALID')]);
      expect(stdout + stderr).not.toContain('secret');
    },
  );

  it.each(['load', 'verify'])('%s names the address to give where the store redirects', async (command) => {
    const moved = createServer((_request, response) =>
      response.writeHead(301, { location: `https://store.example.org${_request.url}` }).end(),
    );
    await once(moved.listen(0, '127.0.0.1'), 'listening');
    onTestFinished(() => void moved.close());
    const store = `http://127.0.0.1:${(moved.address() as AddressInfo).port}/ds`;
    for (const kind of ['detect', 'graphdb']) {
      const { code, stderr } = await ran(command, release, '--endpoint', store, '--endpoint-kind', kind);
      expect([code, stderr]).toEqual([
        2,
        expect.stringContaining('Give --endpoint https://store.example.org/ds,'),
      ]);
    }
  });

  it.each(['load', 'verify'])(
    '%s of a folder that is not there ends with 2 before a store is asked',
    async (command) => {
      // Nothing listens there.
      const { code, stderr } = await ran(
        command,
        join(folder, 'nowhere'),
        '--endpoint',
        'http://127.0.0.1:9',
      );
      expect([code, stderr]).toEqual([2, expect.stringContaining('FILE_UNREADABLE')]);
    },
  );

  it('requires a release', async () => {
    const { code, stderr } = await ran('verify', '--endpoint', 'http://127.0.0.1:1/');
    expect([code, stderr]).toEqual([2, expect.stringContaining('CONFIG_INVALID')]);
  });
});
