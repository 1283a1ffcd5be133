import { chmod, mkdir, readdir, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { EXIT } from '../../../src/base/exit-codes.js';
import { type ConfigOverrides, readConfig } from '../../../src/cli/config/config.js';
import {
  type CheckedSystem,
  type CheckResult,
  type DoctorContext,
  outcomeOf,
  RESULT_FORMATS,
} from '../../../src/cli/doctor/check.js';
import { runChecks } from '../../../src/cli/doctor/checks.js';
import { openForHarvest } from '../../../src/harvest/store/harvest-store.js';
import { type RunningServices, startServices } from '../../../src/services/server/serve.js';
import { loadWorld, SAMPLE_WORLD } from '../../../src/services/server/world.js';
import { scratch } from '../../support/files.js';

/** What a run would fail of is said before it runs, with the remedy; keys are never said. */

const GIB = 2 ** 30;
const MINUTE = 60_000;

let services: RunningServices;
beforeAll(async () => {
  services = await startServices({ world: await loadWorld(SAMPLE_WORLD) });
});
afterAll(() => services.close());

/** A service of the test's own making. */
async function scripted(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A service that says this at /api and has these counties. */
const saying = (metadata: unknown, counties: unknown = [{ id: 1 }], date?: number): RequestListener => {
  return (request, response) => {
    response.setHeader('content-type', 'application/json');
    if (date !== undefined) response.setHeader('date', new Date(date).toUTCString());
    response.end(JSON.stringify(request.url === '/api' ? metadata : counties));
  };
};

interface Case {
  readonly config?: ConfigOverrides;
  readonly environment?: NodeJS.ProcessEnv;
  readonly surroundings?: Partial<DoctorContext>;
}

interface Examined {
  readonly findings: readonly CheckResult[];
  readonly exitCode: number;
  /** The finding of that name. */
  readonly of: (check: string) => CheckResult;
  /** Everything that would be printed, in both forms. */
  readonly printed: string;
}

async function examined({ config = {}, environment, surroundings = {} }: Case = {}): Promise<Examined> {
  const folder = await scratch();
  const subject = (): CheckedSystem => ({
    source: 'my.yaml',
    config: readConfig(undefined, {
      'services.archive.url': services.archive,
      'services.archive.key': { env: 'ARCHIVE_API_KEY' },
      'services.archive.gender': 'irish',
      'services.placenames.url': services.placenames,
      'services.placenames.key': { env: 'PLACENAMES_API_KEY' },
      store: join(folder, 'store'),
      out: join(folder, 'out'),
      contact: 'team@example.org',
      base: 'https://data.archive.test/',
      ...config,
    }),
  });
  const findings: CheckResult[] = [];
  for await (const finding of runChecks(subject, {
    environment: environment ?? {
      ARCHIVE_API_KEY: services.keys.public,
      PLACENAMES_API_KEY: services.keys.public,
    },
    nodeVersion: '26.0.0',
    now: Date.now,
    monotonic: () => 0,
    freeBytes: async () => 100 * GIB,
    timeoutMs: 120_000,
    signal: new AbortController().signal,
    features: [],
    ...surroundings,
  })) {
    findings.push(finding);
  }
  // Nothing is left behind, whatever was found.
  expect((await readdir(folder)).filter((name) => /doctor|out$/.test(name))).toEqual([]);
  const of = (check: string): CheckResult => {
    const found = findings.filter((finding) => finding.check === check);
    if (found.length !== 1 || found[0] === undefined) {
      throw new Error(`${found.length} findings of ${check} among ${findings.map((one) => one.check)}`);
    }
    return found[0];
  };
  const printed = findings
    .flatMap((one) => [RESULT_FORMATS.pretty(one), RESULT_FORMATS.json(one)])
    .join('\n');
  const outcome = outcomeOf(findings);
  return { findings, exitCode: outcome === EXIT.clean ? outcome : outcome.exitCode, of, printed };
}

const ALL_CHECKS = [
  'program',
  'configuration',
  'contact',
  'base',
  'proxy',
  'archive.key',
  'archive.service',
  'archive.version',
  'archive.answer',
  'archive.time',
  'archive.gender',
  'placenames.key',
  'placenames.service',
  'placenames.version',
  'placenames.answer',
  'placenames.time',
  'clock',
  'store.folder',
  'store.space',
  'store.harvest',
  'store.lock',
  'out.folder',
  'out.space',
  'out.settings',
];

test('when all is well, every check is ok, once, the exit code is 0, and no key is printed', async () => {
  const { findings, exitCode, of, printed } = await examined();
  expect(findings.map(({ check }) => check)).toEqual(ALL_CHECKS);
  expect(findings.filter(({ status }) => status !== 'ok')).toEqual([]);
  expect(exitCode).toBe(EXIT.clean);
  expect(of('archive.answer').message).toContain('speaks v0.6: bare lists');
  expect(of('placenames.answer').message).toContain('speaks v0.9: bare lists');
  expect(printed).not.toContain(services.keys.public);
  expect(of('archive.key').message).toContain('ARCHIVE_API_KEY');
});

// https://github.com/nodejs/Release: the ends of 20 and 22.
test.each([
  ['20.18.3', '2026-04-29', 'failed', /Install a Node\.js from 20\.19/],
  ['20.19.0', '2026-05-01', 'warning', /Install Node\.js 22 or newer/],
  ['22.1.0', '2027-05-01', 'warning', /Install Node\.js 24 or newer/],
  ['26.9.0', '2026-04-29', 'ok', undefined],
  ['27.0.0', '2026-04-29', 'warning', /Install a Node\.js from 20\.19/],
])('Node.js %s on %s: %s', async (nodeVersion, day, status, remedy) => {
  const now = () => Date.parse(`${day}T12:00:00Z`);
  const { of } = await examined({ surroundings: { nodeVersion, now } });
  expect(of('program')).toMatchObject({ status, message: expect.stringContaining(nodeVersion) });
  if (remedy !== undefined) expect(of('program').remedy).toMatch(remedy);
});

test('a missing contact is a warning, with the line to add', async () => {
  const { of, exitCode } = await examined({ config: { contact: undefined } });
  expect(of('contact')).toMatchObject({ status: 'warning', remedy: expect.stringContaining('contact:') });
  expect(exitCode).toBe(EXIT.clean);
});

describe('a key', () => {
  test('that is not set: 2, with the variable; all other checks run', async () => {
    const { of, exitCode, findings } = await examined({
      environment: { PLACENAMES_API_KEY: services.keys.public },
    });
    expect(of('archive.key')).toMatchObject({
      status: 'failed',
      remedy: expect.stringContaining('ARCHIVE_API_KEY'),
    });
    expect(of('archive.service').status).toBe('ok');
    expect(of('archive.answer')).toMatchObject({
      status: 'warning',
      message: expect.stringContaining('no key'),
    });
    // The path and the gender codes are seen in lists, which need the key.
    const without = ['archive.version', 'archive.gender'];
    expect(findings.map(({ check }) => check)).toEqual(ALL_CHECKS.filter((one) => !without.includes(one)));
    expect(exitCode).toBe(EXIT.misuse);
  });

  test.each(['two\nlines', 'fáda'])('that no header can carry (%j): 2, without it', async (key) => {
    const { of, printed } = await examined({
      environment: { ARCHIVE_API_KEY: key, PLACENAMES_API_KEY: services.keys.public },
    });
    expect(of('archive.key')).toMatchObject({ status: 'failed', exitCode: 2 });
    expect(printed).not.toContain(key);
    expect(printed).not.toContain(JSON.stringify(key).slice(1, -1));
  });

  test.runIf(process.platform !== 'win32')('in a file that others may read is a warning', async () => {
    const file = join(await scratch(), 'archive.key');
    await writeFile(file, `${services.keys.public}\n`);
    const keyOf = async (mode: number) => {
      await chmod(file, mode);
      return (await examined({ config: { 'services.archive.key': { file } } })).of('archive.key');
    };
    expect(await keyOf(0o640)).toMatchObject({
      status: 'warning',
      remedy: expect.stringContaining(`chmod 600 ${file}`),
    });
    expect(await keyOf(0o600)).toMatchObject({ status: 'ok', message: expect.stringContaining(file) });
  });

  test('that the service repeats wherever it can is not shown', async () => {
    const key = 'my-very-own-key';
    const url = await scripted((request, response) => {
      response.setHeader('content-type', 'application/json');
      if (request.url === '/api')
        response.end(JSON.stringify({ name: `service of ${key}`, versions: [key] }));
      else response.writeHead(403).end(JSON.stringify({ detail: `no rights for ${key}` }));
    });
    const { printed, of } = await examined({
      config: { 'services.archive.url': url },
      environment: { ARCHIVE_API_KEY: key, PLACENAMES_API_KEY: services.keys.public },
    });
    expect(of('archive.answer').status).toBe('failed');
    expect(printed).not.toContain(key);
  });
});

describe('a service', () => {
  test('that is down, and something to mend besides: 2', async () => {
    // Port 9 (discard) is never ours.
    const { exitCode } = await examined({
      config: { 'services.archive.url': 'http://127.0.0.1:9' },
      environment: { ARCHIVE_API_KEY: 'x' },
    });
    expect(exitCode).toBe(EXIT.misuse);
  });

  test('that never answers has no more than the timeout', async () => {
    const url = await scripted(() => {});
    const { exitCode } = await examined({
      config: { 'services.archive.url': url },
      surroundings: { timeoutMs: 300 },
    });
    expect(exitCode).toBe(EXIT.unavailable);
  });

  test.each([
    [1, 'failed', EXIT.misuse],
    [20, 'warning', EXIT.clean],
    [120, 'ok', EXIT.clean],
  ])(
    'that takes 3 s for a small answer, with a timeout of %i s: %s, %i',
    async (timeout, status, expected) => {
      // Each reading of the clock is 3 s later; a request reads it twice.
      let seconds = 0;
      const later = (): number => {
        seconds += 3;
        return 1000 * seconds;
      };
      const { of, exitCode } = await examined({
        config: { 'harvest.timeout': timeout },
        surroundings: { monotonic: later },
      });
      for (const check of ['archive.time', 'placenames.time'])
        expect(of(check)).toMatchObject({
          status,
          message: expect.stringMatching(/took [36]\.0 s .*timeout is \d+ s/),
        });
      expect(exitCode).toBe(expected);
      if (status !== 'ok') expect(of('archive.time').remedy).toContain('harvest.timeout');
    },
  );

  test('that answers with a page of HTML: 3', async () => {
    const url = await scripted((_, response) => {
      response.setHeader('content-type', 'text/html').end('<p>Back soon</p>');
    });
    const { of, exitCode } = await examined({ config: { 'services.placenames.url': url } });
    expect(of('placenames.service').message).toContain('text/html');
    expect(of('placenames.answer')).toMatchObject({
      status: 'failed',
      remedy: expect.stringMatching(/services\.placenames\.url and services\.placenames\.path/),
    });
    expect(exitCode).toBe(EXIT.unavailable);
  });

  test('that has the address of the other: 2, by its counties; its name is a warning', async () => {
    const { of, exitCode } = await examined({
      config: { 'services.archive.url': services.placenames, 'services.placenames.url': services.archive },
    });
    for (const [service, name] of [
      ['archive', 'Place-Names Service'],
      ['placenames', 'Folklore Archive'],
    ] as const) {
      expect(of(`${service}.service`)).toMatchObject({
        status: 'warning',
        message: expect.stringMatching(new RegExp(`calls itself ${name}`)),
        remedy: expect.stringContaining('swapped'),
      });
      expect(of(`${service}.answer`)).toMatchObject({
        status: 'failed',
        message: expect.stringContaining('records of the other service'),
        remedy: expect.stringContaining(`services.${service}.url`),
      });
    }
    expect(exitCode).toBe(EXIT.misuse);
  });

  test('whose key is absent is known by its name and its versions', async () => {
    const url = await scripted(saying({ name: 'x', version: 'v0.9', versions: ['v0.9', 'v1.1'] }));
    const { of } = await examined({ config: { 'services.archive.url': url }, environment: {} });
    expect(of('archive.service')).toMatchObject({
      status: 'warning',
      message: expect.stringContaining('v0.9'),
    });
  });

  test.each(['Cnuasach an Bhéaloidis', 'Archive of Place-Names', 'x'])(
    'called %s may be an archive',
    async (name) => {
      const url = await scripted(saying({ name, version: 'v0.6' }));
      const { of } = await examined({ config: { 'services.archive.url': url } });
      expect(of('archive.service').status).toBe('ok');
    },
  );

  test('at one address and path with the other: 2', async () => {
    const url = await scripted((request, response) => {
      if (/^\/api\/v0/.test(request.url ?? '')) response.writeHead(404).end();
      else saying({})(request, response);
    });
    const config = { 'services.archive.url': url, 'services.placenames.url': url };
    const { of, exitCode } = await examined({ config });
    expect(of('services')).toMatchObject({ status: 'failed', message: expect.stringContaining('/api/v1.1') });
    expect(exitCode).toBe(EXIT.misuse);
    const paths = { 'services.archive.path': '/archive', 'services.placenames.path': '/places' };
    const { findings } = await examined({ config: { ...config, ...paths } });
    expect(findings.map(({ check }) => check)).not.toContain('services');
  });

  test('that refuses its key, as the other does: the keys may be swapped, and neither is sent to the other', async () => {
    const sent: (string | string[] | undefined)[][] = [[], []];
    const urls = await Promise.all(
      sent.map((keys) =>
        scripted((request, response) => {
          keys.push(request.headers['x-api-key']);
          response.writeHead(request.url === '/api' ? 404 : 401).end();
        }),
      ),
    );
    const { of, exitCode } = await examined({
      config: { 'services.archive.url': urls[0], 'services.placenames.url': urls[1] },
      environment: { ARCHIVE_API_KEY: 'of-places', PLACENAMES_API_KEY: 'of-folklore' },
    });
    expect(of('keys').remedy).toContain('swapped');
    expect(exitCode).toBe(EXIT.misuse);
    expect(sent.map((keys) => [...new Set(keys)].filter(Boolean))).toEqual([['of-places'], ['of-folklore']]);
  });

  test('of another version: the path to set is named', async () => {
    const url = await scripted(saying({ name: 'Archive', version: 'v1.1', versions: ['v1.0', 'v1.1'] }));
    const { of, exitCode } = await examined({
      config: { 'services.archive.url': url, 'services.archive.path': '/api/v0.6' },
    });
    expect(of('archive.version')).toMatchObject({
      status: 'warning',
      message: expect.stringMatching(/\/api\/v0\.6.*v1\.1, v1\.0/),
      remedy: 'Set services.archive.path: /api/v1.1',
    });
    expect(exitCode).toBe(EXIT.clean);
  });

  test.each([
    [{ version: 'v1.0', versions: ['v0.5', 'v0.6', 'v1.0'] }, 'ok'],
    [{}, 'warning'],
    [{ version: null, versions: [] }, 'warning'],
  ])('that describes itself as %j: its version is %s', async (metadata, status) => {
    const url = await scripted(saying(metadata));
    const { of } = await examined({
      config: { 'services.archive.url': url, 'services.archive.path': '/api/v0.6' },
    });
    expect(of('archive.version')).toMatchObject({
      status,
      ...(status === 'ok' ? {} : { remedy: expect.stringContaining('services.archive.path') }),
    });
  });

  test('that has nothing at the path of the specification: the path is found, and the codes of the people are named', async () => {
    const answers = saying({}, [{ id: 1, names: [{ fullName: 'Máire' }], gender: 'm' }]);
    const url = await scripted((request, response) => {
      if (/^\/api\/v0/.test(request.url ?? '')) response.writeHead(404).end();
      else answers(request, response);
    });
    const other = await scripted((request, response) => {
      if (/^\/api\/v0/.test(request.url ?? '')) response.writeHead(404).end();
      else answers(request, response);
    });
    const config = {
      'services.archive.url': url,
      'services.archive.gender': 'auto',
      'services.placenames.url': other,
    };
    const { of, exitCode } = await examined({ config });
    for (const service of ['archive', 'placenames'])
      expect(of(`${service}.version`)).toMatchObject({
        status: 'ok',
        message: expect.stringContaining('/api/v1.1, which was found'),
      });
    expect(of('placenames.answer').message).toContain('speaks v1.1');
    expect(of('archive.gender')).toMatchObject({
      status: 'ok',
      message: expect.stringContaining('English (f, m), as the records show'),
    });
    expect(exitCode).toBe(EXIT.clean);
    const configured = await examined({ config: { ...config, 'services.archive.gender': 'irish' } });
    expect(configured.of('archive.gender')).toMatchObject({
      status: 'warning',
      remedy: 'Set services.archive.gender: english, or auto.',
    });
  });

  test('with nothing at any known path: 2, naming the setting and the paths', async () => {
    const url = await scripted((_, response) => response.writeHead(404).end());
    const { of, exitCode } = await examined({ config: { 'services.placenames.url': url } });
    expect(of('placenames.answer')).toMatchObject({
      status: 'failed',
      message: expect.stringContaining('/api/v0.9, /api/v1.1, /api/v1.0'),
      remedy: expect.stringContaining('services.placenames.path'),
    });
    expect(exitCode).toBe(EXIT.misuse);
  });

  test('with nothing at the configured path: 2, naming the setting', async () => {
    const { of, exitCode } = await examined({ config: { 'services.archive.path': '/api/v0.7' } });
    expect(of('archive.version')).toMatchObject({
      status: 'warning',
      remedy: expect.stringContaining('/api/v0.6'),
    });
    expect(of('archive.answer')).toMatchObject({
      status: 'failed',
      exitCode: 2,
      remedy: expect.stringContaining('services.archive.path'),
    });
    expect(exitCode).toBe(EXIT.misuse);
  });

  test.each([404, 401])('that answers %i at /api is worth a look, not a failure', async (status) => {
    const answers = saying({});
    const url = await scripted((request, response) => {
      if (request.url === '/api') response.writeHead(status).end();
      else answers(request, response);
    });
    const { of, exitCode } = await examined({ config: { 'services.archive.url': url } });
    expect(of('archive.service').status).toBe('warning');
    expect(of('archive.answer').status).toBe('ok');
    expect(exitCode).toBe(EXIT.clean);
  });

  test.each([
    [{ totalCount: 32, places: [{ id: 1 }] }, /within { places } \(32 counties\)/],
    [[], /bare lists \(0 counties\)/],
  ])('that sends %j is understood', async (counties, form) => {
    const url = await scripted(saying({ version: 'v0.6' }, counties));
    const { of } = await examined({ config: { 'services.archive.url': url } });
    expect(of('archive.answer')).toMatchObject({ status: 'ok', message: expect.stringMatching(form) });
  });

  test('cannot control a terminal or add results', async () => {
    const url = await scripted(saying({ name: 'a\u001b[2J\n✗ b', version: 'v0.6\u2028✗ c' }));
    const { printed, findings } = await examined({ config: { 'services.archive.url': url } });
    expect(printed).not.toContain('\u001b');
    expect(printed.match(/^[✓!✗] /gm)).toHaveLength(findings.length);
  });
});

describe('the way of requests', () => {
  test('through a proxy is said for each service, without the credentials of the proxy', async () => {
    const { of, printed } = await examined({
      config: { 'services.archive.url': 'http://archive.test' },
      environment: {
        HTTP_PROXY: 'http://team:pass%20word@127.0.0.1:9',
        ARCHIVE_API_KEY: services.keys.public,
        PLACENAMES_API_KEY: services.keys.public,
      },
    });
    expect(of('proxy')).toMatchObject({
      status: 'ok',
      message:
        'requests are sent to the archive service through the proxy http://127.0.0.1:9 (HTTP_PROXY), ' +
        'and to the place-names service without a proxy (it is on this machine)',
    });
    expect(of('archive.answer').message).toContain('through the proxy http://127.0.0.1:9');
    expect(of('placenames.answer').status).toBe('ok');
    expect(printed).not.toMatch(/pass|team:/);
  });

  test('that is no address: 2, without the value; services are not asked', async () => {
    const { of, exitCode, printed } = await examined({
      environment: { https_proxy: 'socks5://me:secret@h' },
    });
    expect(of('proxy')).toMatchObject({ status: 'failed', message: expect.stringContaining('https_proxy') });
    expect(of('services').status).toBe('warning');
    expect(exitCode).toBe(EXIT.misuse);
    expect(printed).not.toContain('secret');
  });

  test.each([
    ['no such file', undefined],
    ['no certificate', 'hello'],
    [undefined, '-----BEGIN CERTIFICATE-----'],
  ])("with authorities of one's own: %s", async (fault, text) => {
    const file = join(await scratch(), 'authorities.pem');
    if (text !== undefined) await writeFile(file, text);
    const { of } = await examined({ environment: { NODE_EXTRA_CA_CERTS: file } });
    expect(of('certificates')).toMatchObject({
      status: fault === undefined ? 'ok' : 'failed',
      message: expect.stringContaining(fault ?? file),
    });
  });
});

test.each([
  [4, ['archive', 'placenames'], 'ok', /./, undefined],
  [12, ['archive', 'placenames'], 'warning', /12 minutes behind the archive service and 12 min/, 'NTP'],
  [-300, ['archive'], 'warning', /5 hours ahead of the archive service$/, 'operator of the other one'],
] as const)('a clock %i minutes behind that of %j: %s', async (minutes, those, status, message, remedy) => {
  const url = await scripted(saying({ version: 'v0.6' }, [{ id: 1 }], Date.now() + minutes * MINUTE));
  const config = Object.fromEntries(those.map((service) => [`services.${service}.url`, url]));
  expect((await examined({ config })).of('clock')).toMatchObject({
    ...{ status, message: expect.stringMatching(message) },
    ...(remedy === undefined ? {} : { remedy: expect.stringContaining(remedy) }),
  });
});

describe('a folder', () => {
  test('below a file: 2, for the store and for releases', async () => {
    const file = join(await scratch(), 'a-file');
    await writeFile(file, '');
    const { of, exitCode } = await examined({
      config: { out: join(file, 'below'), store: join(file, 'below') },
    });
    for (const which of ['out', 'store']) {
      expect(of(`${which}.folder`)).toMatchObject({
        status: 'failed',
        exitCode: 2,
        remedy: expect.stringContaining(`--${which}`),
      });
    }
    expect(exitCode).toBe(EXIT.misuse);
  });

  test('that exists is not changed; one that does not exist is not made', async () => {
    const folder = await scratch();
    await mkdir(join(folder, 'out'));
    const { of } = await examined({
      config: { out: join(folder, 'out'), store: join(folder, 'not', 'yet', 'store') },
    });
    expect(of('out.folder').message).toMatch(/can be written$/);
    expect(of('store.folder').message).toMatch(/can be made and written$/);
    expect(await readdir(folder, { recursive: true })).toEqual(['out']);
  });

  test.each([
    ['5 GiB', async () => 5 * GIB, 'ok'],
    ['less than 5 GiB', async () => 5 * GIB - 1, 'warning'],
    ['unknown', () => Promise.reject(new Error('ENOSYS')), 'warning'],
  ])('on a disk whose free space is %s: %s', async (_, freeBytes, status) => {
    const { of, exitCode } = await examined({ surroundings: { freeBytes } });
    for (const which of ['store.space', 'out.space'])
      expect(of(which)).toMatchObject({
        status,
        ...(status === 'ok' ? {} : { remedy: expect.stringContaining('5 GiB') }),
      });
    expect(exitCode).toBe(EXIT.clean);
  });
});

describe('the store', () => {
  const storeWith = async (fill: (store: string) => Promise<void>): Promise<Examined> => {
    const store = join(await scratch(), 'store');
    await fill(store);
    return examined({ config: { store } });
  };

  /** One harvest: a body and a request without one. */
  const harvested = async (store: string) => {
    const harvest = await openForHarvest(store, { pid: process.pid });
    await harvest.put('archive', '/counties', Buffer.from('[]'));
    await harvest.putMissing('placenames', '/?PlaceID=1');
    return harvest;
  };

  test('with a complete harvest, and one to go on with', async () => {
    const complete = await storeWith(async (store) => {
      await (await harvested(store)).finish();
    });
    expect(complete.of('store.harvest')).toMatchObject({
      status: 'ok',
      message: expect.stringMatching(/a complete harvest in .*: 2 answers$/),
    });
    const both = await storeWith(async (store) => {
      await (await harvested(store)).finish();
      await (await harvested(store)).close();
    });
    expect(both.of('store.harvest').message).toMatch(/complete.*2 answers; an unfinished one.*: 2 answers$/);
    const begun = await storeWith(async (store) => (await harvested(store)).close());
    expect(begun.of('store.harvest').message).toMatch(/no complete harvest.*an unfinished one/);
  });

  test('with a running harvest is a warning', async () => {
    const { of, exitCode } = await storeWith(async (store) => {
      const harvest = await harvested(store);
      onTestFinished(() => harvest.close());
    });
    expect(of('store.lock')).toMatchObject({
      status: 'warning',
      message: expect.stringContaining(`process ${process.pid}`),
    });
    expect(exitCode).toBe(EXIT.clean);
  });

  test('with foreign files, or damaged: 2', async () => {
    const foreign = await storeWith(async (store) => {
      await mkdir(store);
      await writeFile(join(store, 'thesis.doc'), '');
    });
    expect(foreign.of('store.harvest')).toMatchObject({ status: 'failed', exitCode: 2 });
    const damaged = await storeWith(async (store) => {
      await (await harvested(store)).finish();
      await writeFile(join(store, 'store.sqlite'), Buffer.alloc(8192));
    });
    expect(damaged.of('store.harvest')).toMatchObject({
      status: 'failed',
      remedy: expect.stringContaining('folklore-ld harvest'),
    });
    expect(damaged.exitCode).toBe(EXIT.misuse);
  });
});

test('the doctor can be interrupted', async () => {
  const signal = AbortSignal.abort();
  await expect(examined({ surroundings: { signal } })).rejects.toMatchObject({ exitCode: EXIT.interrupted });
});
