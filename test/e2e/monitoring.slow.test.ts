import { once } from 'node:events';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type RunningServices, startServices } from '../../src/services/server/serve.js';
import { loadWorld, SAMPLE_WORLD } from '../../src/services/server/world.js';
import { parseExposition } from '../features/monitoring/exposition.js';
import type { Ended } from '../support/cli.js';
import { makeFolder, removeFolder } from '../support/files.js';
import { runWarm } from '../support/warm.js';

/** Texts of withheld records of the sample world. */
const WITHHELD = Object.keys(
  JSON.parse(await readFile(new URL('../world/secrets.json', import.meta.url), 'utf8')),
);

let folder: string;
let config: string;
let services: RunningServices;
let keys: Record<string, string>;
/** A webhook, the notifications that it has received, and its answers: the statuses, the last of them for all others. */
let hook: Server;
let hookUrl: string;
let received: { readonly headers: IncomingHttpHeaders; readonly url?: string; readonly body: string }[];
let statuses: number[];

beforeAll(async () => {
  folder = await makeFolder();
  config = join(folder, 'config.yaml');
  // With the internal key the harvest contains withheld records.
  services = await startServices({ world: await loadWorld(SAMPLE_WORLD) });
  keys = { KEY: services.keys.internal };
  await writeFile(
    config,
    `services:
  archive: { url: ${services.archive}, key: { env: KEY }, gender: irish, profile: privileged }
  placenames: { url: ${services.placenames}, key: { env: KEY } }
store: ${join(folder, 'store')}
out: ${join(folder, 'out')}
formats: [ttl, nt]
pace: { concurrency: 8, perSecond: 10000 }
harvest: { patience: 0 }
`,
  );
});
afterAll(async () => {
  await services.close();
  await removeFolder(folder);
});
beforeEach(async () => {
  received = [];
  statuses = [204];
  hook = createServer(async (request, response) => {
    received.push({ headers: request.headers, url: request.url ?? '', body: await text(request) });
    response.writeHead((statuses.length > 1 ? statuses.shift() : statuses[0]) ?? 500).end();
  });
  await once(hook.listen(0, '127.0.0.1'), 'listening');
  hookUrl = `http://127.0.0.1:${(hook.address() as AddressInfo).port}/hooks/s3cretpath?token=t0k3n`;
});
afterEach(() => void hook.close().closeAllConnections());

const metricsFile = () => join(folder, 'folklore-ld.prom');
const metrics = async () => parseExposition(await readFile(metricsFile(), 'utf8'));
const sum = (samples: Awaited<ReturnType<typeof metrics>>, name: string, label = '', value = ''): number =>
  samples
    .filter((one) => one.name === `folklore_ld_${name}` && (label === '' || one.labels[label] === value))
    .reduce((total, one) => total + one.value, 0);

/** Sees that no output of a run contains a key, the address of the webhook or a text of a withheld record. */
async function expectNoSecret({ stdout, stderr }: Ended): Promise<void> {
  const outputs = [stdout, stderr, await readFile(join(folder, 'store.status.json'), 'utf8')];
  const files = await readFile(metricsFile(), 'utf8').catch(() => '');
  const said = [...outputs, files, ...received.map(({ body }) => body)].join('\n');
  for (const secret of [...Object.values(keys), 's3cretpath', 't0k3n', ...WITHHELD])
    expect(said.includes(secret), secret).toBe(false);
}

test('a run that makes a release leaves metrics that agree with it, and posts its status', async () => {
  const ended = await runWarm(
    ['export', '-c', config, '--metrics', metricsFile(), '--notify', hookUrl, '--release', 'x'],
    keys,
  );
  expect([ended.code, ended.stderr]).toEqual([0, expect.not.stringContaining('"event":"warning"')]);
  const manifest = JSON.parse(await readFile(join(folder, 'out', 'x', 'manifest.json'), 'utf8'));
  const validation = JSON.parse(
    await readFile(join(folder, 'out', 'x', 'report', 'validation.json'), 'utf8'),
  );
  const samples = await metrics();
  for (const [kind, counts] of Object.entries<Record<string, number>>(manifest.counts))
    for (const [outcome, count] of Object.entries(counts))
      expect(
        samples.find(({ labels }) => labels.kind === kind && labels.outcome === outcome)?.value,
        `${kind} ${outcome}`,
      ).toBe(count);
  for (const { name, triples, files } of manifest.datasets) {
    expect(sum(samples, 'dataset_triples', 'dataset', name)).toBe(triples);
    expect(sum(samples, 'dump_bytes', 'dataset', name)).toBe(
      files.reduce((total: number, { bytes }: { bytes: number }) => total + bytes, 0),
    );
  }
  for (const [severity, count] of Object.entries(validation.totals))
    expect(sum(samples, 'findings', 'severity', severity)).toBe(count);
  expect(sum(samples, 'exit_code')).toBe(0);
  const day = sum(samples, 'harvest_timestamp_seconds') * 1000;
  expect(Date.now() - day).toBeLessThan(2 * 24 * 60 * 60 * 1000);
  expect(received).toHaveLength(1);
  expect(received[0]).toMatchObject({
    url: '/hooks/s3cretpath?token=t0k3n',
    headers: { 'content-type': 'application/json', 'user-agent': expect.stringMatching(/^folklore-ld/) },
  });
  expect(JSON.parse(received[0]?.body ?? '')).toEqual(
    JSON.parse(await readFile(join(folder, 'store.status.json'), 'utf8')),
  );
  await expectNoSecret(ended);
  expect((await readdir(folder)).filter((name) => name.includes('partial'))).toEqual([]);
});

test('a run that fails posts its error, and its metrics keep the time of the last success', async () => {
  const success = sum(await metrics(), 'last_success_timestamp_seconds');
  const wrong = { KEY: 'wr0ngkey' };
  const ended = await runWarm(
    ['harvest', '-c', config, '--metrics', metricsFile(), '--notify', hookUrl],
    wrong,
  );
  expect(ended.code).toBe(2);
  const samples = await metrics();
  expect(sum(samples, 'exit_code')).toBe(2);
  expect(success).toBeGreaterThan(0);
  expect(sum(samples, 'last_success_timestamp_seconds')).toBe(success);
  expect(sum(samples, 'harvest_timestamp_seconds')).toBeGreaterThan(0);
  expect(JSON.parse(received[0]?.body ?? '')).toMatchObject({
    exitCode: 2,
    error: { code: 'KEY_REFUSED' },
  });
  expect(received[0]?.body).not.toContain(wrong.KEY);
  await expectNoSecret(ended);
});

describe('a notification', () => {
  /** A build that ends at once, as there is no harvest. */
  const build = (more: readonly string[], environment = {}, from = config) =>
    runWarm(['build', '-c', from, '--store', join(folder, 'store', 'none'), ...more], environment);
  const warningsIn = ({ stderr }: Ended): string[] =>
    stderr
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line))
      .flatMap(({ level, message }) => (level === 'warn' ? [message] : []));

  test('is posted to the address of the option, also if the configuration cannot be read', async () => {
    const ended = await build(['--notify', hookUrl], {}, join(folder, 'none.yaml'));
    expect(ended.code).toBe(2);
    expect(JSON.parse(received[0]?.body ?? '')).toMatchObject({
      ...{ command: 'build', exitCode: 2, error: { code: 'CONFIG_INVALID' } },
    });
  });

  test.each([
    ['is tried once more', [503, 204], 2, []],
    [
      'is a warning with the host alone if it is never accepted',
      [500],
      2,
      [/^the notification to 127\.0\.0\.1:\d+ was not accepted: status 500 Internal Server Error$/],
    ],
    ['is a warning if nothing listens', undefined, 0, [/was not accepted: /]],
  ])('that is not accepted %s', async (_, answers, posts, warnings) => {
    if (answers === undefined) hook.close();
    else statuses = answers;
    const ended = await build(['--notify', hookUrl]);
    // The exit code is that of the run.
    expect([ended.code, received.length]).toEqual([2, posts]);
    expect(warningsIn(ended)).toEqual(warnings.map((warning) => expect.stringMatching(warning)));
    await expectNoSecret(ended);
  });

  test('goes to the address in a variable that the configuration names', async () => {
    const own = join(folder, 'hook.yaml');
    await writeFile(own, `${await readFile(config, 'utf8')}notify: { env: HOOK }\n`);
    await build([], { HOOK: hookUrl }, own);
    expect(received).toHaveLength(1);
    expect(warningsIn(await build([], {}, own))).toEqual([expect.stringContaining('HOOK is not set')]);
  });

  test.each(['ftp://example.org', 'http://me:s3cret@example.org/', 'hooks'])(
    'to %s is refused, and the address is not repeated',
    async (address) => {
      const ended = await build(['--notify', address]);
      expect([ended.code, ended.stderr]).toEqual([2, expect.stringContaining('--notify: expected an http')]);
      expect(ended.stderr).not.toContain(address);
    },
  );
});

test('metrics and a notification that cannot be written are no fault of a build', async () => {
  const file = join(folder, 'nowhere', 'x.prom');
  hook.close();
  const ended = await runWarm([
    ...['build', '-c', config, '--kinds', 'people', '--formats', 'nt', '--release', 'y'],
    ...['--accept-change', 'kinds,formats'],
    ...['--metrics', file, '--notify', hookUrl],
  ]);
  expect(ended.code).toBe(0);
  expect(ended.stderr).toMatch(/the metrics .* cannot be written/);
  expect(ended.stderr).toContain('was not accepted: ');
});

test('with --quiet the run of the next month without a change prints one line, and nothing on stderr', async () => {
  const args = [
    'export',
    '-c',
    config,
    '--out',
    join(folder, 'quiet'),
    '--store',
    join(folder, 'quiet-store'),
  ];
  const month = (label: string) =>
    runWarm([...args, '--release', label, '--max-rejected', '100%', '--quiet'], keys);
  expect((await month('2026-11-02')).code).toBe(0);
  const { code, stdout, stderr } = await month('2026-12-02');
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(/^Release 2026-12-02: [\d,]+ records, no change since 2026-11-02[^\n]*\.\n$/);
});
