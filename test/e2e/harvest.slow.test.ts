import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { type RunningServices, startServices } from '../../src/services/server/serve.js';
import { loadWorld, SAMPLE_WORLD } from '../../src/services/server/world.js';
import { type Ended, ending, installInto, run, start } from '../support/cli.js';
import { makeFolder, removeFolder, scratch } from '../support/files.js';
import { Front, refusing, type Seen } from '../support/front.js';
import { answersIn, requestsIn, storedFiles } from '../support/stored.js';
import { runWarm } from '../support/warm.js';

/** The harvest, against the command line; the numbers are those of test/world/README.md. */

const KEYS = { public: 'a-key-of-quiet-heron', archive: 'another-of-marten', internal: 'third-of-stoat' };
const ENVIRONMENT = { ARCHIVE_API_KEY: KEYS.public, PLACENAMES_API_KEY: KEYS.public };
const front = new Front();
const folder = await makeFolder();
const running: RunningServices[] = [];
let sample: RunningServices;
let config: string;
/** An undisturbed harvest: its output, its requests, its answers and documents. */
let first: Ended;
let askedFirst: readonly Seen[];
let undisturbed: Map<string, string>;

/** Starts services of a world, to be put behind the front. */
async function serving(world: URL | string): Promise<RunningServices> {
  const services = await startServices({ world: await loadWorld(world), keys: KEYS });
  running.push(services);
  return services;
}

/** The sample world with some records added, changed, or left out: `undefined`, or not to be kept. */
async function otherWorld(records: Record<string, object | undefined>, keep = (_: string) => true) {
  const world = join(await scratch(), 'world');
  await cp(fileURLToPath(SAMPLE_WORLD), world, {
    recursive: true,
    filter: (from) => !from.endsWith('.json') || keep(from.slice(fileURLToPath(SAMPLE_WORLD).length)),
  });
  for (const [file, record] of Object.entries(records)) {
    if (record === undefined) await removeFolder(join(world, file));
    else await writeFile(join(world, file), JSON.stringify(record));
  }
  return world;
}

const configText = (): string => `services:
  archive: { url: ${front.url('archive')}, key: { env: ARCHIVE_API_KEY }, gender: irish }
  placenames: { url: ${front.url('placenames')}, path: /api/v0.9, key: { env: PLACENAMES_API_KEY } }
contact: archive-team@example.org
pace: { concurrency: 2, perSecond: 10000 }
`;

/** Runs a command on a store; the key is never seen, whatever happens. */
async function call(name: string, store: string, ...more: string[]): Promise<Ended> {
  const ended = await runWarm([name, '-c', config, '--store', store, ...more], ENVIRONMENT);
  expect(ended.stdout + ended.stderr).not.toContain(KEYS.public);
  return ended;
}

/** A harvest that is expected to end in order. */
async function harvest(store: string, ...more: string[]): Promise<Ended> {
  const ended = await call('harvest', store, ...more);
  expect(ended.code, ended.stderr).toBe(0);
  return ended;
}

/** A copy of the undisturbed store, to go on from. */
async function filled(): Promise<string> {
  const store = join(await scratch(), 'store');
  await cp(join(folder, 'undisturbed'), store, { recursive: true });
  return store;
}

const linesOf = ({ stderr }: Ended) =>
  stderr
    .trim()
    .split('\n')
    .map((line): Record<string, unknown> => JSON.parse(line));
const errorOf = (ended: Ended) => linesOf(ended).find(({ level }) => level === 'error') ?? {};

/** The requests, without those for descriptions of the services; sorted. */
const asked = (seen: readonly Seen[] = front.seen): string[] =>
  seen
    .filter(({ request }) => request !== '/api')
    .map(({ service, request }) => `${service} ${request}`)
    .sort();

/** The stored answers of an unfinished harvest, by request. */
const kept = (store: string): string[] => requestsIn(store, 'unfinished');

/** The body of an answer of the undisturbed harvest. */
const bodyOf = (request: string): string =>
  answersIn(join(folder, 'undisturbed')).find((answer) => answer.request === request)?.body ?? '';

/** The numbers in a row of the table of the undisturbed harvest. */
function row(way: string): string[] {
  const line = first.stdout.split('\n').find((one) => one.startsWith(`${way} `)) ?? '';
  return line.slice(way.length).trim().split(/\s+/);
}

beforeAll(async () => {
  await front.open();
  sample = await serving(SAMPLE_WORLD);
  config = join(folder, 'config.yaml');
  await writeFile(config, configText());
  front.behind = sample;
  first = await runWarm(['harvest', '-c', config, '--store', join(folder, 'undisturbed')], ENVIRONMENT);
  expect(first.code, first.stderr).toBe(0);
  expect(first.stdout + first.stderr).not.toContain(KEYS.public);
  askedFirst = [...front.seen];
  undisturbed = storedFiles(join(folder, 'undisturbed'));
});
beforeEach(() => {
  front.behind = sample;
  front.instead = () => false;
  front.seen.length = 0;
});
afterAll(async () => {
  front.close();
  await Promise.all(running.map((one) => one.close()));
  await removeFolder(folder);
});

test('a clock that is set back an hour does not delay a harvest', async () => {
  const back = `const real = Date.now; Date.now = () => real() - (process.uptime() > 0.5 ? 3_600_000 : 0);`;
  const [steady, store] = [join(await scratch(), 'steady.yaml'), join(await scratch(), 'store')];
  await writeFile(steady, configText().replace('10000', '100'));
  const args = ['--store', store, '--kinds', 'photographs', '--max-duration', '30s'];
  const ended = await run(['harvest', '-c', steady, ...args], {
    ...ENVIRONMENT,
    NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(back)}`,
  });
  expect(ended.code, ended.stderr).toBe(0);
});

test('a plan before the first harvest makes no request, and names the unknown lists', async () => {
  const plan = await call('plan', join(await scratch(), 'store'), '--list');
  expect(plan.code).toBe(0);
  expect(plan.stdout).toMatch(/^archive \/cbe\/volumes$/m);
  expect(plan.stdout).toMatch(/^schools by volume +archive +about 1,128$/m);
  expect(plan.stdout).toMatch(/^manuscripts by volume +archive +about 337$/m);
  const counts = [...plan.stdout.matchAll(/^\S.* (archive|place-names) +(?:about )?([\d,]+)$/gm)];
  const sum = counts.reduce((total, [, , count = '']) => total + Number(count.replace(',', '')), 0);
  expect(plan.stdout).toContain(`About ${sum.toLocaleString('en')} requests: `);
  expect(plan.stdout).toMatch(/: about \d+ s, and more for what is not counted\.$/m);
  // At 10,000 requests a second.
  expect(plan.stdout).toMatch(
    /^Not counted: one for each person in the people database \(10,000 people take 1 s\); .*category of places/m,
  );
  expect(plan.stdout).toMatch(/^No harvest is complete yet.*\n`folklore-ld export --trial` /m);
  expect(front.seen).toEqual([]);
});

test('a plan of a trial names the most requests of each group, and their sum', async () => {
  const plan = await call('plan', join(await scratch(), 'store'), '--trial');
  expect(plan.stdout).toMatch(/^schools by volume +archive +at most 3$/m);
  const counts = [...plan.stdout.matchAll(/^\S.* (?:archive|place-names) +(?:at most )?(\d+)$/gm)];
  const sum = counts.reduce((total, [, count]) => total + Number(count), 0);
  expect(plan.stdout).toContain(`At most ${sum} requests: `);
  expect(front.seen).toEqual([]);
});

test('a plan after a harvest takes as long as that one, if the rate limit allows more', async () => {
  const store = join(await scratch(), 'store');
  await writeFile(
    `${store}.status.json`,
    JSON.stringify({ harvest: { requests: 60 }, seconds: { harvest: 600 } }),
  );
  const plan = await call('plan', store, '--kinds', 'places');
  // Four lists and 32 counties, ten seconds each.
  expect(plan.stdout).toMatch(/^About 36 requests/m);
  expect(plan.stdout).toContain('At the pace of the last harvest: about 6 min.');
});

test('the summary of a harvest has requests, records and missing records on one screen', () => {
  expect(row('photographs by county')[0]).toBe('32');
  expect(row('places by county').at(-1)).toBe(row('places by county')[1]);
  expect(first.stdout).toMatch(/Found 2 manuscripts: volumes.* 12 photographs \(.* found again\)/);
  expect(first.stdout).toMatch(/ 16 people.* 71 places /);
  expect(first.stdout).toMatch(/not found, places: 1: 9900001 \(by cbes\.item 7107\)/);
  expect(first.stdout.trim().split('\n').length).toBeLessThanOrEqual(40);
});

test('no request is repeated; each has a User-Agent; the key is only in a header', () => {
  expect(new Set(asked(askedFirst)).size).toBe(asked(askedFirst).length);
  for (const { request, headers } of askedFirst) {
    expect(request).not.toContain(KEYS.public);
    expect(headers['user-agent']).toMatch(/^folklore-ld\/.*archive-team@example\.org/);
    expect(headers['accept-encoding']).toBe('gzip');
    expect(headers['if-none-match']).toBeUndefined();
    expect(headers['x-api-key']).toBe(request === '/api' ? undefined : KEYS.public);
  }
  for (const [name, text] of undisturbed) expect(`${name} ${text}`).not.toContain(KEYS.public);
});

test('the next harvest makes the requests of its plan, conditionally; the store can be verified and served', async () => {
  const store = await filled();
  const plan = await call('plan', store, '--list');
  expect(front.seen).toEqual([]);
  expect((await call('plan', store, '--list')).stdout).toBe(plan.stdout);
  const [list = '', summary = ''] = plan.stdout.split('\n\n');
  const services = list.split('\n').map((line) => line.split(' ')[0]);
  expect(services).toEqual([...services].sort());
  expect(plan.stdout).toContain(`${list.split('\n').length} requests: `);
  expect(summary).toContain('photographs by county');
  const second = await harvest(store);
  expect(asked()).toEqual(list.split('\n').sort());
  // All but the one place that is not there, which has no tag.
  const conditional = front.seen.filter(({ headers }) => headers['if-none-match'] !== undefined);
  expect(conditional).toHaveLength(asked().length - 1);
  expect(second.stdout).toMatch(new RegExp(` 0 new answers, ${conditional.length} unchanged`));
  // The history of earlier harvests is no answer.
  const [after, before] = [storedFiles(store), new Map(undisturbed)];
  for (const files of [after, before]) files.delete('history.json');
  expect(after).toEqual(before);

  expect((await runWarm(['verify', store])).code).toBe(0);
  const mirror = start(['serve', '--port', '0', '--world', store], {
    FOLKLORE_LD_PUBLIC_KEY: KEYS.public,
    FOLKLORE_LD_ARCHIVE_KEY: KEYS.archive,
    FOLKLORE_LD_INTERNAL_KEY: KEYS.internal,
  });
  onTestFinished(() => void mirror.kill());
  front.behind = JSON.parse(String((await once(mirror.stdout ?? mirror, 'data'))[0]));
  expect((await harvest(store)).stdout).toMatch(/ 0 new answers, /);
});

test('a refused key ends the run at once, with the remedy: 2', async () => {
  front.instead = refusing(/ \/(?!api$)/, 401, JSON.stringify({ detail: `who is ${KEYS.public}?` }));
  const ended = await call('harvest', join(await scratch(), 'store'));
  expect(ended.code).toBe(2);
  expect(errorOf(ended)).toMatchObject({ code: 'KEY_REFUSED', hint: expect.stringMatching(/_API_KEY/) });
  expect(errorOf(ended).command).toBeUndefined();
  // One of each service that was under way.
  expect(asked().length).toBeLessThanOrEqual(2);
});

test('a service that stays down: 3, answers are kept, and the printed command continues the harvest', async () => {
  const store = join(await scratch(), "the archivist's store");
  let left = 40;
  front.instead = ({ service }, response) => {
    if (service === 'placenames' || left-- > 0) return false;
    response.writeHead(503).end();
    return true;
  };
  const ended = await call('harvest', store, '--patience', '0.5s');
  expect(ended.code).toBe(3);
  expect(errorOf(ended)).toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  const gained = kept(store);
  // The greeting is not kept.
  expect(gained.filter((one) => one.startsWith('archive'))).toHaveLength(39);

  front.instead = () => false;
  front.seen.length = 0;
  const bin = await installInto(folder);
  const pasted = spawn('sh', ['-c', String(errorOf(ended).command)], {
    env: { PATH: `${bin}:${process.env.PATH ?? ''}`, ...ENVIRONMENT },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const resumed = await ending(pasted);
  expect(resumed.code, resumed.stderr).toBe(0);
  expect(asked().filter((one) => gained.includes(one))).toEqual([]);
  expect(storedFiles(store)).toEqual(undisturbed);
});

test('Ctrl-C lets requests in progress finish and keeps their answers: 130; the next run makes the other requests', async () => {
  const store = join(await scratch(), 'store');
  const args = ['--kinds', 'manuscripts,places'];
  const child = start(['harvest', '-c', config, '--store', store, ...args], ENVIRONMENT);
  const body = bodyOf('/cbe?VolumeID=3101');
  let seenAtStop = Number.NaN;
  front.instead = ({ request }, response) => {
    if (request !== '/cbe?VolumeID=3101') return false;
    child.kill('SIGINT');
    seenAtStop = front.seen.length;
    setTimeout(() => response.writeHead(200).end(body), 500);
    return true;
  };
  const ended = await ending(child);
  expect(ended.code, ended.stderr).toBe(130);
  expect(errorOf(ended).command).toContain(store);
  // A few may have left before the signal arrived.
  expect(front.seen.length - seenAtStop).toBeLessThanOrEqual(4);
  const gained = kept(store);
  expect(gained).toContain('archive /cbe?VolumeID=3101');

  front.instead = () => false;
  front.seen.length = 0;
  await harvest(store, ...args);
  expect(asked().filter((one) => gained.includes(one))).toEqual([]);
});

test('SIGTERM: a harvest that waits for a silent service ends after the time of --grace, and frees its store', async () => {
  const store = join(await scratch(), 'store');
  const child = start(['harvest', '-c', config, '--store', store, '--grace', '1'], ENVIRONMENT);
  const from = new Promise<number>((resolve) => {
    front.instead = ({ request }) => {
      if (!request.startsWith('/cbe?')) return false;
      if (!child.killed && child.kill('SIGTERM')) resolve(performance.now());
      return true;
    };
  });
  const { code, stderr } = await ending(child);
  expect([code, stderr]).toEqual([130, expect.stringContaining('Stopped before')]);
  const seconds = (performance.now() - (await from)) / 1000;
  expect(seconds).toBeGreaterThan(0.9);
  expect(seconds).toBeLessThan(10);
  expect(existsSync(`${store}.lock`)).toBe(false);
});

test('--max-duration ends the run, and the next one continues', async () => {
  const store = join(await scratch(), 'store');
  const down = refusing(/ \/cbed$/, 503);
  front.instead = (seen, response) => {
    if (seen.request !== '/cbed') return false;
    setTimeout(() => down(seen, response), 1300);
    return true;
  };
  const ended = await call('harvest', store, '--kinds', 'people', '--max-duration', '1s');
  expect(ended.code).toBe(130);
  expect(errorOf(ended).message).toMatch(/time limit/);
  const gained = kept(store);
  front.instead = () => false;
  front.seen.length = 0;
  await harvest(store, '--kinds', 'people');
  const people = ['/cbed', '/cbed/occupations', '/counties', '/countries'].map((one) => `archive ${one}`);
  expect([...gained, ...asked()].sort()).toEqual(people);
});

test('a photograph with neither place nor person: its id counts as not requested, or --walk-gaps finds it', async () => {
  const photograph = JSON.parse(await readFile(new URL('archive/cbeg/1208.json', SAMPLE_WORLD), 'utf8'));
  const world = await otherWorld({
    'archive/cbeg/1220.json': { ...photograph, id: 1220 },
    'archive/cbeg/1217.json': { ...photograph, id: 1217, relevantPersons: [] },
  });
  front.behind = await serving(world);
  const store = join(await scratch(), 'store');
  const without = await harvest(store, '--kinds', 'photographs');
  expect(without.stdout).toContain('Found 13 photographs');
  // 1213 to 1219: the public key gets neither 1213 nor 1214.
  expect(without.stdout).toMatch(/Not requested: 7 ids/);
  const walked = await harvest(store, '--kinds', 'photographs', '--walk-gaps');
  expect(walked.stdout).toContain('Found 14 photographs');
  expect(walked.stdout).not.toContain('Not requested');
  expect(asked()).toContain('archive /cbeg/1217');
});

test('withdrawn records are listed and recorded', async () => {
  const store = await filled();
  front.behind = await serving(
    await otherWorld({ 'archive/cbeg/1206.json': undefined, 'archive/cbed/4115.json': undefined }),
  );
  const gone = await harvest(store);
  expect(gone.stdout).toMatch(/Withdrawn since the last harvest, photographs: 1: 1206\./);
  expect(gone.stdout).toMatch(/Withdrawn since the last harvest, people: 1: 4115\./);
  expect(await readFile(join(store, 'history.json'), 'utf8')).toMatch(/"id":1206,"noticed":"\d{4}-/);
});

test('too many withdrawn records leave the last store unchanged: 4, with the option to accept them', async () => {
  const store = await filled();
  front.behind = await serving(await otherWorld({}, (file) => !/places\/90000[1-9]/.test(file)));
  const lost = await call('harvest', store, '--kinds', 'places');
  expect(lost.code).toBe(4);
  expect(errorOf(lost)).toMatchObject({
    message: expect.stringMatching(/35 of 71 .*places.*10 %/),
    hint: expect.stringContaining('--max-withdrawn 1'),
  });
  expect(storedFiles(store)).toEqual(undisturbed);
  const wanted = await harvest(store, '--kinds', 'places', '--max-withdrawn', '1');
  expect(wanted.stdout).toMatch(/Withdrawn .* places: 35: /);
});

test('a field that has disappeared, and a gender code of the other scheme, are reported by kind, with counts', async () => {
  const store = await filled();
  const people = JSON.parse(bodyOf('/cbed'));
  for (const person of people) {
    delete person.dateCreated;
    if (person.gender !== undefined) person.gender = 'm';
  }
  front.instead = ({ request }, response) => {
    if (request !== '/cbed') return false;
    response.writeHead(200).end(JSON.stringify(people));
    return true;
  };
  const { stdout } = await harvest(store, '--kinds', 'people');
  expect(stdout).toMatch(/^Drift in people: dateCreated was in 16 of 16, now in 0 of 16\.$/m);
  expect(stdout).toMatch(/^Unknown code gender=m in people: \d+ records\.$/m);
});

test('records that this run did not request are not withdrawn', async () => {
  // 1208 is reached by this person only (test/world/README.md).
  front.instead = refusing(/PersonID=4105$/, 400);
  const { stdout } = await call('harvest', await filled(), '--kinds', 'photographs');
  expect(stdout).not.toContain('Withdrawn');
});

test.each([
  ['a service of which nothing is wanted may be down', 'places', refusing(/^archive /, 503), [], 0],
  ['a greeting that is a web page is no harm', 'people', refusing(/ \/api$/, 200, '<h1>Help</h1>'), [], 0],
  ['one id that is refused is a gap', 'schools,places', refusing(/\/9900001$/, 400), [], 5],
  // Timers of Node count to 2^31 milliseconds, not 25 days.
  ['more than that is refused', 'people', () => false, ['--max-duration', '720h'], 2],
  ['twenty days are a time that a run may take', 'people', () => false, ['--max-duration', '480h'], 0],
] as const)('%s', async (_, kinds, instead, more, code) => {
  front.instead = instead;
  const store = join(await scratch(), 'store');
  const ended = await call('harvest', store, '--kinds', kinds, '--patience', '0', ...more);
  expect(ended.code).toBe(code);
});
