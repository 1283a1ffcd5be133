import { spawnSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { type AddressInfo, connect as connectPlain } from 'node:net';
import { join } from 'node:path';
import { createServer } from 'node:tls';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Ended, run, type Served, serve } from '../support/cli.js';
import { makeFolder, removeFolder } from '../support/files.js';
import { ForwardProxy } from '../support/proxy.js';

/** A machine that reaches the services by a proxy only (docs/operating.md, "Behind a proxy"). */

let folder: string;
let services: Served;
let proxy: ForwardProxy;
/** Ports by the names of hosts. */
const ports = new Map<string, number>();

beforeAll(async () => {
  folder = await makeFolder();
  services = await serve();
  ports.set('archive.test', Number(new URL(services.archive).port));
  ports.set('places.test', Number(new URL(services.placenames).port));
  proxy = await new ForwardProxy((host) => ports.get(host) ?? 9).start();
});
afterAll(async () => {
  await proxy.stop();
  await services.stop();
  await removeFolder(folder);
});

async function command(
  name: string,
  archive: string,
  placenames: string,
  environment: Record<string, string> = {},
): Promise<Ended> {
  const config = join(folder, 'config.yaml');
  await writeFile(
    config,
    `services:
  archive: { url: ${archive}, key: { env: KEY } }
  placenames: { url: ${placenames}, key: { env: KEY } }
store: ${join(folder, 'store')}
out: ${join(folder, 'out')}
harvest: { patience: 1s }
`,
  );
  proxy.seen.length = 0;
  const args = [
    '-c',
    config,
    '--log-format',
    'json',
    ...(name === 'harvest' ? ['--kinds', 'people,places'] : []),
  ];
  // `run` fails where Node.js warns of something, such as an experiment of undici.
  return run([name, ...args], { KEY: services.keys.public, ...environment });
}

const through = () => ({ HTTP_PROXY: proxy.url.replace('//', '//team:not-shown@') });

test('a harvest goes through the proxy, but for the service on this machine; without it there is none', async () => {
  const { code, stdout, stderr } = await command(
    'harvest',
    'http://archive.test',
    services.placenames,
    through(),
  );
  expect(code, stderr).toBe(0);
  expect(proxy.seen.length).toBeGreaterThan(3);
  expect(proxy.seen.filter((url) => !url.startsWith('http://archive.test/api'))).toEqual([]);
  expect(stdout + stderr).not.toContain('not-shown');
  expect(stderr).not.toMatch(/experimental|warning/i);
  const direct = await command('harvest', 'http://archive.test', services.placenames);
  expect([direct.code, proxy.seen]).toEqual([3, []]);
});

test('`doctor` names the way of requests, and the refusal of the proxy', async () => {
  const ended = await command('doctor', 'http://archive.test', 'http://places.test', {
    ...through(),
    no_proxy: 'places.test',
  });
  const [line] = ended.stdout.split('\n').filter((one) => one.includes('"proxy"'));
  expect(line).toContain(`the archive service through the proxy ${proxy.url} (HTTP_PROXY)`);
  expect(line).toContain('the place-names service without a proxy (NO_PROXY');
  proxy.refusal = { status: 407 };
  const refused = await command('doctor', 'http://archive.test', services.placenames, through());
  proxy.refusal = undefined;
  expect(refused.code).toBe(2);
  expect(refused.stdout).toContain(
    `The proxy ${proxy.url} (HTTP_PROXY) does not accept its user and password`,
  );
  expect(refused.stdout + refused.stderr).not.toContain('not-shown');
});

const hasOpenssl = spawnSync('openssl', ['version']).status === 0;

describe.runIf(hasOpenssl)('over HTTPS, with a certificate of an authority of its own', () => {
  const certificate = () => join(folder, 'certificate.pem');
  let close: () => void;
  beforeAll(async () => {
    const made = ['-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=archive.test'];
    const names = ['-addext', 'subjectAltName=DNS:archive.test'];
    const files = ['-keyout', join(folder, 'key.pem'), '-out', certificate()];
    expect(spawnSync('openssl', ['req', ...made, ...names, ...files]).status).toBe(0);
    const [key, cert] = [await readFile(join(folder, 'key.pem')), await readFile(certificate())];
    const server = createServer({ key, cert }, (socket) => {
      const onward = connectPlain(Number(new URL(services.archive).port), '127.0.0.1');
      for (const one of [socket, onward]) one.on('error', () => one.destroy());
      socket.pipe(onward).pipe(socket);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    ports.set('archive.test', (server.address() as AddressInfo).port);
    close = () => server.close();
  });
  afterAll(() => {
    close();
    ports.set('archive.test', Number(new URL(services.archive).port));
  });

  test('a harvest goes through a tunnel, where NODE_EXTRA_CA_CERTS names the authority', async () => {
    const environment = { HTTPS_PROXY: proxy.url, NODE_EXTRA_CA_CERTS: certificate() };
    const { code, stderr } = await command(
      'harvest',
      'https://archive.test',
      services.placenames,
      environment,
    );
    expect(code, stderr).toBe(0);
    expect(new Set(proxy.seen)).toEqual(new Set(['CONNECT archive.test:443']));
  });

  test('without it the error names the variable: 3', async () => {
    const environment = { HTTPS_PROXY: proxy.url };
    const { code, stderr } = await command(
      'harvest',
      'https://archive.test',
      services.placenames,
      environment,
    );
    expect(code).toBe(3);
    expect(stderr).toContain('NODE_EXTRA_CA_CERTS');
  });
});
