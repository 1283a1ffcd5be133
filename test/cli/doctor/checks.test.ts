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
import {
  type RunningServices,
  type ServeOptions,
  startServices,
} from '../../../src/services/server/serve.js';
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

/** Services for one test. */
async function serving(options: Partial<ServeOptions>): Promise<RunningServices> {
  const running = await startServices({ world: await loadWorld(SAMPLE_WORLD), ...options });
  onTestFinished(() => running.close());
  return running;
}

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
    freeBytes: async () => 100 * GIB,
    timeoutMs: 120_000,
    signal: new AbortController().signal,
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
  'archive.key',
  'archive.service',
  'archive.version',
  'archive.answer',
  'placenames.key',
  'placenames.service',
  'placenames.version',
  'placenames.answer',
  'clock',
  'store.folder',
  'store.space',
  'store.harvest',
  'store.lock',
  'out.folder',
  'out.space',
];

describe('when all is well', () => {
  test('every check is ok, once, and the exit code is 0', async () => {
    const { findings, exitCode, of } = await examined();
    expect(findings.map(({ check }) => check)).toEqual(ALL_CHECKS);
    expect(findings.filter(({ status }) => status !== 'ok')).toEqual([]);
    expect(exitCode).toBe(EXIT.clean);
    expect(of('archive.answer').message).toContain('speaks v0.6: bare lists');
    expect(of('placenames.answer').message).toContain('speaks v0.9: bare lists');
  });

  test('neither key is printed, in whichever form', async () => {
    const { printed, of } = await examined();
    expect(printed).not.toContain(services.keys.public);
    expect(of('archive.key').message).toContain('ARCHIVE_API_KEY');
  });

  test('the list form of later releases is shown', async () => {
    const { archive, placenames } = await serving({ dialect: 'v1.1' });
    const { of } = await examined({
      config: { 'services.archive.url': archive, 'services.placenames.url': placenames },
    });
    expect(of('placenames.answer')).toMatchObject({
      status: 'ok',
      message: expect.stringContaining('results'),
    });
    expect(of('archive.answer').message).toContain('bare lists');
  });
});

describe('the program', () => {
  test.each([
    ['20.19.0', 'ok'],
    ['20.18.3', 'failed'],
    ['18.20.0', 'failed'],
    ['26.9.0', 'ok'],
    ['27.0.0', 'warning'],
  ])('on Node.js %s: %s', async (nodeVersion, status) => {
    const now = () => Date.UTC(2026, 3, 29);
    const { of } = await examined({ surroundings: { nodeVersion, now } });
    expect(of('program')).toMatchObject({ status, message: expect.stringContaining(nodeVersion) });
  });
});

describe('a Node.js without security fixes', () => {
  test.each([
    // https://github.com/nodejs/Release: the ends of 20, 22 and 24.
    ['20.19.0', '2026-04-30', 'ok'],
    ['20.19.0', '2026-05-01', 'warning'],
    ['22.1.0', '2027-04-30', 'ok'],
    ['22.1.0', '2027-05-01', 'warning'],
    ['24.1.0', '2028-04-30', 'ok'],
    ['24.1.0', '2028-05-01', 'warning'],
    ['25.1.0', '2026-11-23', 'warning'],
  ])('%s on %s: %s', async (nodeVersion, day, status) => {
    const now = () => Date.parse(`${day}T12:00:00Z`);
    const { of, exitCode } = await examined({ surroundings: { nodeVersion, now } });
    expect(of('program').status).toBe(status);
    if (status === 'warning')
      expect(of('program')).toMatchObject({
        message: expect.stringContaining('no security fixes since 20'),
        remedy: expect.stringMatching(/Install Node\.js 2[2468] or newer/),
      });
    expect(exitCode).toBe(EXIT.clean);
  });
});

describe('the base', () => {
  test('of the example is a warning, one of the publisher is not', async () => {
    const { of, exitCode } = await examined({ config: { base: undefined } });
    expect(of('base')).toMatchObject({ status: 'warning', remedy: expect.stringContaining('`base`') });
    expect(exitCode).toBe(EXIT.clean);
    const own = await examined();
    expect(own.of('base')).toMatchObject({
      status: 'ok',
      message: expect.stringContaining('https://data.archive.test/'),
    });
  });
});

describe('monitoring', () => {
  test('metrics and a notification that would not arrive are warnings', async () => {
    const folder = await scratch();
    const metrics = join(folder, 'folklore-ld.prom');
    const right = await examined({ config: { metrics, notify: 'https://hooks.example.org/s3cret' } });
    expect([right.of('metrics'), right.of('notify')]).toMatchObject([{ status: 'ok' }, { status: 'ok' }]);
    expect(right.printed).not.toContain('s3cret');
    expect(await readdir(folder)).toEqual([]);
    const wrong = await examined({
      config: { metrics: join(folder, 'none', 'x.prom'), notify: { env: 'WEBHOOK' } },
    });
    expect(wrong.of('metrics')).toMatchObject({
      status: 'warning',
      message: expect.stringContaining('none'),
    });
    expect(wrong.of('notify')).toMatchObject({
      status: 'warning',
      message: expect.stringContaining('WEBHOOK is not set'),
    });
    expect(wrong.exitCode).toBe(EXIT.clean);
    const unread = await examined({ config: { metrics: join(folder, 'metrics.txt') } });
    expect(unread.of('metrics')).toMatchObject({
      status: 'warning',
      message: expect.stringContaining('.prom'),
    });
  });
});

describe('the configuration', () => {
  test('all its errors are shown, and the dependent checks are skipped: 2', async () => {
    const { of, exitCode, printed, findings } = await examined({ config: { kindz: 1, base: 'x' } });
    expect(of('configuration')).toMatchObject({ status: 'failed', exitCode: 2 });
    expect(of('configuration').message).toMatch(/base.*\n(.*\n)*.*"kinds"/);
    expect(findings.map(({ check }) => check)).toEqual(['program', 'configuration', 'others']);
    expect(exitCode).toBe(EXIT.misuse);
    // Every line that begins with a mark is a check.
    expect(printed.match(/^[✓!✗] /gm)).toHaveLength(findings.length);
  });

  test('no contact is worth seeing to, and no more', async () => {
    const { of, exitCode } = await examined({ config: { contact: undefined } });
    expect(of('contact')).toMatchObject({ status: 'warning', remedy: expect.stringContaining('contact:') });
    expect(exitCode).toBe(EXIT.clean);
  });
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
    expect(findings.map(({ check }) => check)).toEqual(ALL_CHECKS);
    expect(exitCode).toBe(EXIT.misuse);
  });

  test('that the service rejects: 2, with its source, never the key', async () => {
    const { of, exitCode, printed } = await examined({
      environment: { ARCHIVE_API_KEY: 'wrong-key-of-mine', PLACENAMES_API_KEY: services.keys.public },
    });
    expect(of('archive.key').status).toBe('ok');
    expect(of('archive.answer')).toMatchObject({
      status: 'failed',
      exitCode: 2,
      remedy: expect.stringContaining('ARCHIVE_API_KEY'),
    });
    expect(printed).not.toContain('wrong-key-of-mine');
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
  test('that is down: 3, and the other one is checked', async () => {
    // Port 9 (discard) is never ours.
    const { of, exitCode } = await examined({ config: { 'services.archive.url': 'http://127.0.0.1:9' } });
    expect(of('archive.service')).toMatchObject({
      status: 'failed',
      exitCode: 3,
      message: expect.stringContaining('http://127.0.0.1:9'),
      remedy: expect.stringContaining('services.archive.url'),
    });
    expect(of('placenames.answer').status).toBe('ok');
    expect(of('store.folder').status).toBe('ok');
    expect(exitCode).toBe(EXIT.unavailable);
  });

  test('that is down, and something to mend besides: 2', async () => {
    const { exitCode } = await examined({
      config: { 'services.archive.url': 'http://127.0.0.1:9' },
      environment: { ARCHIVE_API_KEY: 'x' },
    });
    expect(exitCode).toBe(EXIT.misuse);
  });

  test('that never answers gets one request and no more than the timeout', async () => {
    const asked: (string | undefined)[] = [];
    const url = await scripted((request) => void asked.push(request.url));
    const { exitCode } = await examined({
      config: { 'services.archive.url': url },
      // Longer than it takes to ask, on a busy machine too.
      surroundings: { timeoutMs: 1_000 },
    });
    expect(exitCode).toBe(EXIT.unavailable);
    expect(asked).toEqual(['/api', '/api/v0.6/counties']);
  });

  test('that answers with a page of HTML: 3', async () => {
    const url = await scripted((_, response) => {
      response.setHeader('content-type', 'text/html').end('<p>Back soon</p>');
    });
    const { of, exitCode } = await examined({ config: { 'services.placenames.url': url } });
    expect(of('placenames.service').message).toContain('text/html');
    expect(of('placenames.answer').status).toBe('failed');
    expect(exitCode).toBe(EXIT.unavailable);
  });

  test('of another version: the path to set is named', async () => {
    const url = await scripted(saying({ name: 'Archive', version: 'v1.1', versions: ['v1.0', 'v1.1'] }));
    const { of, exitCode } = await examined({ config: { 'services.archive.url': url } });
    expect(of('archive.version')).toMatchObject({
      status: 'warning',
      message: expect.stringMatching(/\/api\/v0\.6.*v1\.1, v1\.0/),
      remedy: 'Set services.archive.path: /api/v1.1',
    });
    expect(exitCode).toBe(EXIT.clean);
  });

  test.each([
    { version: 'v0.6' },
    { version: '0.6' },
    { version: 'v1.0', versions: ['v0.5', 'v0.6', 'v1.0'] },
  ])('that describes itself as %j has the configured version', async (metadata) => {
    const url = await scripted(saying(metadata));
    const { of } = await examined({ config: { 'services.archive.url': url } });
    expect(of('archive.version').status).toBe('ok');
  });

  test.each([{}, { version: null, versions: [] }, { versions: [{ a: 1 }] }])(
    'that describes itself as %j lists no version',
    async (metadata) => {
      const url = await scripted(saying(metadata));
      const { of } = await examined({ config: { 'services.archive.url': url } });
      expect(of('archive.version')).toMatchObject({
        status: 'warning',
        remedy: expect.stringContaining('services.archive.path'),
      });
    },
  );

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
    [{ TotalCount: 7, Results: [] }, /within { results }.*\(7 counties\)/],
    [{ id: 1 }, /\(1 counties\)/],
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

describe('the clock', () => {
  const clockWith = async (offset: number, ...which: ('archive' | 'placenames')[]): Promise<CheckResult> => {
    const url = await scripted(saying({ version: 'v0.6' }, [{ id: 1 }], Date.now() + offset));
    const config = Object.fromEntries(which.map((service) => [`services.${service}.url`, url]));
    const { of } = await examined({ config });
    return of('clock');
  };

  test('that is off by more than five minutes is worth seeing to', async () => {
    const { status } = await clockWith(4 * MINUTE, 'archive', 'placenames');
    expect(status).toBe('ok');
    expect(await clockWith(12 * MINUTE, 'archive', 'placenames')).toMatchObject({
      status: 'warning',
      message: expect.stringMatching(/12 minutes behind the archive service and 12 minutes behind/),
      remedy: expect.stringContaining('NTP'),
    });
  });

  test('of a service may be the one that is off', async () => {
    expect(await clockWith(-5 * 60 * MINUTE, 'archive')).toMatchObject({
      status: 'warning',
      message: expect.stringMatching(/5 hours ahead of the archive service$/),
      remedy: expect.stringContaining('operator of the other one'),
    });
  });

  test('cannot be compared if no service sends its time', async () => {
    const url = 'http://127.0.0.1:9';
    const { of } = await examined({
      config: { 'services.archive.url': url, 'services.placenames.url': url },
    });
    expect(of('clock').status).toBe('warning');
  });

  test('is the one that is given', async () => {
    const { of } = await examined({ surroundings: { now: () => Date.now() + 60 * MINUTE } });
    expect(of('clock').message).toMatch(/60 minutes ahead of the archive service and 60 minutes ahead/);
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

  test.runIf(process.platform === 'linux')('where nothing can be made: 2', async () => {
    const { of } = await examined({ config: { out: '/proc/nowhere/out', store: '/proc/nowhere/store' } });
    expect([of('out.folder').status, of('store.folder').status]).toEqual(['failed', 'failed']);
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

  test('on a disk with less than 5 GiB left is worth seeing to', async () => {
    const withFree = (bytes: number) => examined({ surroundings: { freeBytes: async () => bytes } });
    const short = await withFree(5 * GIB - 1);
    expect(short.of('store.space')).toMatchObject({
      status: 'warning',
      remedy: expect.stringContaining('5 GiB'),
    });
    expect(short.of('out.space').status).toBe('warning');
    expect(short.exitCode).toBe(EXIT.clean);
    expect((await withFree(5 * GIB)).of('out.space').status).toBe('ok');
  });

  test('on a disk with unknown free space is a warning', async () => {
    const freeBytes = async (): Promise<number> => {
      throw new Error('ENOSYS');
    };
    const { of, exitCode } = await examined({ surroundings: { freeBytes } });
    expect(of('out.space').status).toBe('warning');
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
    const complete = await storeWith(async (store) => (await harvested(store)).finish());
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

  test('with the lock of a dead process is free', async () => {
    const { of } = await storeWith((store) => writeFile(`${store}.lock`, '{"pid":0}'));
    expect(of('store.lock').status).toBe('ok');
  });

  test('with foreign files, or damaged: 2', async () => {
    const foreign = await storeWith(async (store) => {
      await mkdir(store);
      await writeFile(join(store, 'thesis.doc'), '');
    });
    expect(foreign.of('store.harvest')).toMatchObject({ status: 'failed', exitCode: 2 });
    const damaged = await storeWith(async (store) => {
      await (await harvested(store)).finish();
      await writeFile(join(store, 'store.json'), '{');
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
