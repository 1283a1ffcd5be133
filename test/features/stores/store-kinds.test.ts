import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { detectStoreKind } from '../../../src/features/stores/kind-detection.js';
import { readCredentials } from '../../../src/features/stores/store-credentials.js';
import { endpointsOf, type StoreKindName, storeKind } from '../../../src/features/stores/store-kinds.js';
import { NO_PROXIES } from '../../../src/harvest/client/proxies.js';

/** The endpoints of each store by its manual. */
describe('the endpoints of', () => {
  test.each([
    [
      'fuseki',
      'http://h:3030/ds',
      true,
      'http://h:3030/ds/query',
      'http://h:3030/ds/update',
      'http://h:3030/ds/data',
    ],
    [
      'oxigraph',
      'http://h:7878/',
      true,
      'http://h:7878/query',
      'http://h:7878/update',
      'http://h:7878/store',
    ],
    [
      'virtuoso',
      'http://h:8890',
      true,
      'http://h:8890/sparql',
      'http://h:8890/sparql-auth',
      'http://h:8890/sparql-graph-crud-auth',
    ],
    [
      'virtuoso',
      'http://h:8890/sparql',
      false,
      'http://h:8890/sparql',
      'http://h:8890/sparql',
      'http://h:8890/sparql-graph-crud',
    ],
    [
      'graphdb',
      'http://h:7200/repositories/r',
      true,
      'http://h:7200/repositories/r',
      'http://h:7200/repositories/r/statements',
      'http://h:7200/repositories/r/rdf-graphs/service',
    ],
    ['qlever', 'http://h:7019', true, 'http://h:7019', 'http://h:7019', 'http://h:7019'],
    ['sparql', 'http://h/sparql', true, 'http://h/sparql', 'http://h/sparql', undefined],
  ] as const)(
    '%s at %s (known: %s) are where it has them',
    (kind, url, isKnown, query, update, graphStore) => {
      expect(endpointsOf(storeKind(kind), url, isKnown)).toEqual({ query, update, graphStore });
    },
  );

  test('a store with other settings are those given', () => {
    const given = { update: 'http://h/write', graphStore: 'http://h/graphs' };
    expect(endpointsOf(storeKind('sparql'), 'http://h/read', false, given)).toEqual({
      query: 'http://h/read',
      update: 'http://h/write',
      graphStore: 'http://h/graphs',
    });
  });

  test.each(['ftp://h/x', 'nonsense', 'http://ann:secret@h/', 'http://h/?key=secret', 'http://h/#secret'])(
    '%s are none, and nothing secret in it is shown',
    (url) => {
      const make = () => endpointsOf(storeKind('oxigraph'), url, false);
      expect(make).toThrow(/cannot be used/);
      expect(make).not.toThrow(/secret/);
    },
  );
});

describe('a kind of store', () => {
  const answering = async (headers: Record<string, string>): Promise<string> => {
    const server = createServer((_, response) =>
      response.writeHead(headers.location === undefined ? 404 : 301, headers).end(),
    );
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => void server.close());
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  };

  test.each([
    ['virtuoso', { server: 'Virtuoso/07.20.3229 (Linux) x86_64-pc-linux-gnu' }, ''],
    ['oxigraph', { server: 'Oxigraph/0.5.12' }, ''],
    ['fuseki', { 'fuseki-request-id': '3' }, '/ds'],
    ['fuseki', { server: 'Apache Jena Fuseki (4.5.0)' }, '/ds'],
    ['graphdb', { server: 'GraphDB/10.2' }, ''],
    ['graphdb', {}, '/repositories/r'],
  ] as readonly (readonly [StoreKindName, Record<string, string>, string])[])(
    '%s is known by %j at "%s"',
    async (kind, headers, path) => {
      expect(await detectStoreKind(`${await answering(headers)}${path}`, 'test', 5000, NO_PROXIES)).toBe(
        kind,
      );
    },
  );

  test('that redirects is an error with its address', async () => {
    const location = 'https://store.example.org/ds?query=ASK%20%7B%7D';
    await expect(
      detectStoreKind(`${await answering({ location })}/ds`, 'test', 5000, NO_PROXIES),
    ).rejects.toMatchObject({
      code: 'CONFIG_INVALID',
      exitCode: 2,
      hint: 'Give --endpoint https://store.example.org/ds, if that is the store.',
    });
  });

  test('without a known header has to be named', async () => {
    await expect(
      detectStoreKind(await answering({ server: 'nginx' }), 'test', 5000, NO_PROXIES),
    ).rejects.toMatchObject({
      code: 'CONFIG_INVALID',
      hint: expect.stringContaining('--endpoint-kind'),
    });
  });
});

describe('credentials', () => {
  const nowhere = (): never => {
    throw new Error('nothing is to be read');
  };
  const from = (environment: Record<string, string>) => readCredentials({}, environment, nowhere);

  test('come from the environment', () => {
    expect(from({})).toEqual({ kind: 'none' });
    expect(from({ FOLKLORE_LD_ENDPOINT_TOKEN: 't' })).toEqual({ kind: 'token', token: 't' });
    expect(from({ FOLKLORE_LD_ENDPOINT_USER: 'u', FOLKLORE_LD_ENDPOINT_PASSWORD: 'p' })).toEqual({
      kind: 'password',
      user: 'u',
      password: 'p',
    });
  });

  test('come only from the source in the configuration', () => {
    const store = { user: { env: 'A' }, password: { file: 'b' } };
    const read = (field: string): string => `<${field}>`;
    expect(readCredentials(store, { FOLKLORE_LD_ENDPOINT_TOKEN: 't' }, read)).toEqual({
      kind: 'password',
      user: '<user>',
      password: '<password>',
    });
  });

  test.each([
    [{ FOLKLORE_LD_ENDPOINT_USER: 'u' }, /no password/],
    [{ FOLKLORE_LD_ENDPOINT_PASSWORD: 'secret' }, /no user/],
    [
      {
        FOLKLORE_LD_ENDPOINT_USER: 'u',
        FOLKLORE_LD_ENDPOINT_PASSWORD: 'secret',
        FOLKLORE_LD_ENDPOINT_TOKEN: 'secret',
      },
      /both/,
    ],
    [{ FOLKLORE_LD_ENDPOINT_USER: 'u:v', FOLKLORE_LD_ENDPOINT_PASSWORD: 'secret' }, /colon/],
    [{ FOLKLORE_LD_ENDPOINT_TOKEN: 'sec ret' }, /no header can carry/],
  ])('that are half or double are refused, and not shown (%#)', (environment, why) => {
    const make = () => from(environment as unknown as Record<string, string>);
    expect(make).toThrow(why);
    expect(make).not.toThrow(/sec ?ret/);
  });
});
