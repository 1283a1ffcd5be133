import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { FolkloreError } from '../../../src/base/errors.js';
import { postJson } from '../../../src/features/monitoring/post-json.js';
import { remoteEngine } from '../../../src/features/query/remote-engine.js';
import { NO_CREDENTIALS } from '../../../src/features/stores/auth.js';
import { StoreConnection } from '../../../src/features/stores/connection.js';
import { detectStoreKind } from '../../../src/features/stores/kind-detection.js';
import { proxyFor, readProxies } from '../../../src/harvest/client/proxies.js';
import { ForwardProxy } from '../../support/proxy.js';
import { KEY, type Reply, ScriptedService } from './scripted-service.js';

/**
 * Requests to other servers go through the proxy that the environment names; those to this machine never do. What the proxy says
 * is not taken for the words of the service.
 */

const LIST: Reply = (_, response) => {
  response.setHeader('content-type', 'application/json').end('[{"id":1}]');
};
const PASSWORD = 'p@ss w0rd';

let service: ScriptedService;
let proxy: ForwardProxy;
beforeEach(async () => {
  service = await new ScriptedService(LIST).start();
  proxy = await new ForwardProxy(() => Number(new URL(service.url).port)).start();
});
afterEach(async () => {
  await proxy.stop();
  await service.stop();
});

const environment = () => ({
  HTTP_PROXY: proxy.url.replace('//', `//team:${encodeURIComponent(PASSWORD)}@`),
});
const client = (url = 'http://archive.test', patienceMs = 0) =>
  service.client({ url, patienceMs, proxies: readProxies(environment()) });

describe('each place that makes requests sends them through the proxy', () => {
  test('the client of a service, without a tunnel for http', async () => {
    expect(await client().get('/counties', { body: 'list' })).toMatchObject({ json: [{ id: 1 }] });
    expect(proxy.seen).toEqual(['http://archive.test/api/v0.6/counties']);
    expect(proxy.credentials).toEqual([`Basic ${Buffer.from(`team:${PASSWORD}`).toString('base64')}`]);
    expect(service.seen).toEqual(['/api/v0.6/counties']);
    expect(service.headers[0]).toMatchObject({ host: 'archive.test', 'x-api-key': KEY });
    expect(service.headers[0]).not.toHaveProperty('proxy-authorization');
  });

  test.each<[string, (proxies: ReturnType<typeof readProxies>) => Promise<unknown>]>([
    [
      'the detection of the kind of a store',
      (proxies) => detectStoreKind('http://store.test/repositories/x', 'test', 5000, proxies),
    ],
    [
      'a store',
      (proxies) =>
        new StoreConnection({
          credentials: NO_CREDENTIALS,
          userAgent: 'test',
          proxies,
          timeoutMs: 5000,
          now: () => 0,
        }).attempt({
          description: 'a query',
          method: 'POST',
          url: new URL('http://store.test/query'),
          headers: {},
          body: Buffer.from('ASK {}'),
        }),
    ],
    [
      'a notification',
      (proxies) =>
        postJson(
          'http://hooks.test/x',
          {},
          { timeoutMs: 5000, attempts: 1, pauseMs: 0, userAgent: 'test', proxies },
        ),
    ],
    [
      'a remote engine',
      (proxies) =>
        remoteEngine(
          'http://sparql.test/query',
          { timeoutMs: 5000, maxResult: 1000 } as never,
          proxies,
        ).query('ASK {}', 'json'),
    ],
  ])('%s', async (_, send) => {
    await send(readProxies(environment()));
    expect(proxy.seen).toEqual([expect.stringMatching(/^http:\/\/(store|hooks|sparql)\.test\//)]);
    expect(service.seen.length).toBe(1);
  });

  test('never for this machine', async () => {
    const { port } = new URL(service.url);
    for (const host of ['127.0.0.1', 'localhost'])
      await client(`http://${host}:${port}`).get('/counties', { body: 'list' });
    expect([proxy.seen, service.seen.length]).toEqual([[], 2]);
  });
});

describe('what the proxy says is named as the words of the proxy, without its credentials', () => {
  const failing = async (url?: string) => {
    const error = await client(url)
      .get('/counties')
      .then(
        () => expect.unreachable(),
        (thrown: FolkloreError) => thrown,
      );
    const text = JSON.stringify([error.message, error.hint, service.events, String(error.cause)]);
    expect(text).not.toContain('team');
    expect(text).not.toContain(encodeURIComponent(PASSWORD));
    expect(text).not.toContain(PASSWORD);
    return error;
  };

  test.each([
    ['http://archive.test', 'a request'],
    ['https://archive.test', 'a tunnel'],
  ])('407 of %s, at once', async (url) => {
    proxy.refusal = { status: 407 };
    expect(await failing(url)).toMatchObject({
      code: 'CONFIG_INVALID',
      message: `The proxy ${proxy.url} (HTTP_PROXY) does not accept its user and password (407 Proxy Authentication Required).`,
    });
    expect(proxy.seen.length).toBe(1);
  });

  test.each(['http://archive.test', 'https://archive.test'])('502 of %s', async (url) => {
    proxy.refusal = { status: 502 };
    const error = await failing(url);
    expect(error).toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    expect(String(error.cause)).toContain(`through the proxy ${proxy.url} (HTTP_PROXY)`);
  });

  test('403 of a tunnel, at once', async () => {
    proxy.refusal = { status: 403 };
    expect(await failing('https://archive.test')).toMatchObject({
      code: 'CONFIG_INVALID',
      message: `The proxy ${proxy.url} (HTTP_PROXY) refuses to connect to https://archive.test (403 Forbidden).`,
    });
  });

  test('403 of a request may be that of the proxy', async () => {
    proxy.refusal = { status: 403 };
    expect(await failing()).toMatchObject({
      code: 'KEY_REFUSED',
      message: expect.stringContaining(`(403 Forbidden, through the proxy ${proxy.url} (HTTP_PROXY))`),
    });
  });

  test.each(['http://archive.test', 'https://archive.test'])('a refused connection for %s', async (url) => {
    await proxy.stop();
    const error = await failing(url);
    expect(String(error.cause)).toContain(`connection refused, through the proxy ${proxy.url} (HTTP_PROXY)`);
    proxy = await new ForwardProxy(() => 0).start();
  });
});

describe('the environment', () => {
  const usedFor = (origin: string, variables: Record<string, string>): string | undefined =>
    proxyFor(origin, readProxies(variables))?.variable;
  const ALL = { HTTP_PROXY: 'http://h:1', HTTPS_PROXY: 'http://s:1' };

  test.each<[string, Record<string, string>, string | undefined]>([
    ['http://a.test', {}, undefined],
    ['http://a.test', ALL, 'HTTP_PROXY'],
    ['https://a.test', ALL, 'HTTPS_PROXY'],
    ['https://a.test', { HTTP_PROXY: 'h:1' }, 'HTTP_PROXY'],
    ['http://a.test', { HTTPS_PROXY: 'http://s:1' }, undefined],
    ['http://a.test', { ...ALL, http_proxy: 'http://l:1' }, 'http_proxy'],
    ['http://a.test', { ...ALL, http_proxy: ' ' }, 'HTTP_PROXY'],
    ['https://a.test', { ...ALL, https_proxy: 'http://l:1' }, 'https_proxy'],
    ['http://a.test', { ...ALL, NO_PROXY: '*' }, undefined],
    ['http://a.test', { ...ALL, NO_PROXY: 'b.test, a.test' }, undefined],
    ['http://a.test', { ...ALL, no_proxy: 'a.test', NO_PROXY: 'b.test' }, undefined],
    ['http://x.a.test', { ...ALL, NO_PROXY: 'a.test' }, undefined],
    ['http://x.a.test', { ...ALL, NO_PROXY: '.a.test' }, undefined],
    ['http://x.a.test', { ...ALL, NO_PROXY: '*.A.test' }, undefined],
    ['http://xa.test', { ...ALL, NO_PROXY: 'a.test' }, 'HTTP_PROXY'],
    ['http://a.test:8080', { ...ALL, NO_PROXY: 'a.test:8080' }, undefined],
    ['http://a.test', { ...ALL, NO_PROXY: 'a.test:80' }, undefined],
    ['http://a.test:8081', { ...ALL, NO_PROXY: 'a.test:8080' }, 'HTTP_PROXY'],
    ['http://10.1.2.3', { ...ALL, NO_PROXY: '10.0.0.0/8' }, undefined],
    ['http://11.1.2.3', { ...ALL, NO_PROXY: '10.0.0.0/8' }, 'HTTP_PROXY'],
    ['http://[fd00::1]:80', { ...ALL, NO_PROXY: 'fd00::/8' }, undefined],
    ['http://[fd00::1]', { ...ALL, NO_PROXY: '[fd00::1]' }, undefined],
    ['http://[fd00::1]', { ...ALL, NO_PROXY: 'fd00::1' }, undefined],
    ['http://127.0.0.1:4010', ALL, undefined],
    ['http://127.8.9.1', ALL, undefined],
    ['http://localhost', ALL, undefined],
    ['http://api.localhost', ALL, undefined],
    ['http://[::1]:4010', ALL, undefined],
    ['http://[::ffff:127.0.0.1]', ALL, undefined],
    ['http://localhost.test', ALL, 'HTTP_PROXY'],
  ])('requests to %s with %o use %s', (origin, variables, variable) => {
    expect(usedFor(origin, variables)).toBe(variable);
  });

  test.each([
    'socks5://team:secret@h:1',
    'http://team:sec%zzret@h:1',
    'http://team:secret@',
    'http://team:secret@h:x',
  ])('that names no proxy is an error of the configuration, without the value', (value) => {
    try {
      readProxies({ https_proxy: value });
      expect.unreachable();
    } catch (thrown) {
      expect(thrown).toMatchObject({
        code: 'CONFIG_INVALID',
        message: expect.stringContaining('https_proxy'),
      });
      expect(
        JSON.stringify([
          (thrown as Error).message,
          (thrown as Error).cause,
          (thrown as { hint: string }).hint,
        ]),
      ).not.toMatch(/secret|sec%/);
    }
  });
});
