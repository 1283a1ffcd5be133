import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Ended } from '../support/cli.js';
import { scratch } from '../support/files.js';
import { runWarm } from '../support/warm.js';

const messagesIn = ({ stderr }: Ended, level: string): string[] =>
  stderr
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line))
    .flatMap((line) => (line.level === level ? [line.message] : []));

describe('former names of options', () => {
  const NOWHERE = 'http://127.0.0.1:1';

  test.each([
    ['load', ['--store', NOWHERE], ['--endpoint', NOWHERE]],
    [
      'load',
      [`--store=${NOWHERE}`, '--store-kind', 'fuseki'],
      [`--endpoint=${NOWHERE}`, '--endpoint-kind', 'fuseki'],
    ],
    ['verify', ['--store', NOWHERE], ['--endpoint', NOWHERE]],
    ['verify', ['--store', NOWHERE, '--sample', '5'], ['--endpoint', NOWHERE, '--lookups', '5']],
  ])('%s %j is understood as %j, with a note', async (command, former, present) => {
    const folder = await scratch();
    const rest = [folder, '--attempts', '1'];
    const [before, now] = [
      await runWarm([command, ...rest, ...former]),
      await runWarm([command, ...rest, ...present]),
    ];
    expect([before.code, messagesIn(before, 'error')]).toEqual([now.code, messagesIn(now, 'error')]);
    const notes = messagesIn(before, 'warn');
    for (const [place, word] of former.entries())
      if (word.startsWith('--')) {
        const names = [word, present[place]].map((name) => name?.split('=')[0]);
        expect(notes).toContainEqual(expect.stringContaining(`${names[0]} is now called ${names[1]}`));
      }
    expect(messagesIn(now, 'warn')).toEqual([]);
  });

  test('the store of a harvest keeps its name', async () => {
    const ended = await runWarm(['verify', '--store', await scratch()]);
    expect([ended.code, messagesIn(ended, 'warn')]).toEqual([2, []]);
    expect(messagesIn(ended, 'error').join()).toContain('harvest');
  });
});

describe('former names of variables', () => {
  test('are understood, with a note that does not repeat the value', async () => {
    const authorizations: (string | undefined)[] = [];
    const store = createServer(({ headers }, response) => {
      authorizations.push(headers.authorization);
      response.writeHead(403).end();
    });
    await once(store.listen(0, '127.0.0.1'), 'listening');
    const url = `http://127.0.0.1:${(store.address() as AddressInfo).port}`;
    try {
      const out = await scratch();
      const made = ['export', '--sample', '--kinds', 'people', '--store', join(out, 'store'), '--out', out];
      expect((await runWarm(made)).code).toBe(0);
      const args = [
        'verify',
        join(out, 'sample'),
        '--endpoint',
        url,
        '--endpoint-kind',
        'fuseki',
        '--attempts',
        '1',
      ];
      const ended = await runWarm(args, { FOLKLORE_LD_STORE_TOKEN: 't0k3n' });
      expect(authorizations).toContain('Bearer t0k3n');
      expect(messagesIn(ended, 'warn')).toEqual([
        expect.stringContaining('FOLKLORE_LD_STORE_TOKEN is now called FOLKLORE_LD_ENDPOINT_TOKEN'),
      ]);
      expect(ended.stderr).not.toContain('t0k3n');
    } finally {
      store.close();
    }
  });
});

describe('help', () => {
  test.each([['expotr'], ['hep'], ['--smaple']])('of %s is refused: 2', async (name) => {
    const { code, stdout, stderr } = await runWarm(['help', name]);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(/^error: unknown (command|option)/);
  });

  test('of a misspelt command suggests the right one', async () => {
    expect((await runWarm(['help', 'expotr'])).stderr).toContain('Did you mean export?');
  });

  test('of a command is its --help, and without a command the list of all', async () => {
    expect((await runWarm(['help', 'export'])).stdout).toBe((await runWarm(['export', '--help'])).stdout);
    expect(await runWarm(['help'])).toEqual(await runWarm(['--help']));
  });
});
