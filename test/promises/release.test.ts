import { createHash } from 'node:crypto';
import { readdir, readFile, readlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isomorphic } from 'rdf-isomorphic';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningServices, startServices } from '../../src/services/server/serve.js';
import { loadWorld, SAMPLE_WORLD } from '../../src/services/server/world.js';
import type { Ended } from '../support/cli.js';
import { readJsonld, readNtriples, readTurtle } from '../support/dumps.js';
import { exportedSample } from '../support/exported-sample.js';
import { filesBelow, makeFolder, removeFolder } from '../support/files.js';
import { runWarm } from '../support/warm.js';

/** From HTTP to a release, as a user sees it. The numbers were worked out by hand: test/world/README.md. */

/** Published records of the sample world. */
const PUBLISHED = {
  'cbe.volume': 2,
  'cbe.part': 4,
  'cbe.item': 21,
  'cbe.page': 30,
  'cbes.volume': 2,
  'cbes.part': 4,
  'cbes.item': 10,
  'cbes.page': 16,
  'cbes.topic': 18,
  'cbes.person': 17,
  'cbes.transcript': 8,
  'cbes.transcriber': 3,
  'cbeg.photograph': 12,
  // Nine in the list, and the headings A, B and F, which are not.
  'cbeg.topic': 12,
  'cbed.person': 16,
  'cbed.occupation': 8,
  county: 32,
  country: 8,
  place: 71,
  category: 13,
  glossary: 10,
};

/** Records that only a privileged key gets, and that are not published. */
const WITHHELD = {
  'cbe.volume': 1,
  'cbe.part': 1,
  'cbe.item': 3,
  'cbe.page': 4,
  'cbes.item': 1,
  'cbes.transcript': 2,
  'cbeg.photograph': 2,
};

type Counts = Readonly<Record<string, Readonly<Record<string, number>>>>;

const json = async (...path: string[]) => JSON.parse(await readFile(join(...path), 'utf8'));

const countsOf = async (release: string): Promise<Counts> => (await json(release, 'run.json')).counts;

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

describe('`export --sample`', () => {
  let release: string;
  let datasets: readonly string[];
  beforeAll(async () => {
    ({ release } = await exportedSample());
    const { files } = await json(release, 'run.json');
    datasets = [...new Set<string>(files.map(({ dataset }: { dataset: string }) => dataset))];
  });

  test('publishes every record that a public key gets', async () => {
    const counts = await countsOf(release);
    const published = Object.keys(PUBLISHED).map((kind) => [kind, counts[kind]?.published]);
    expect(Object.fromEntries(published)).toEqual(PUBLISHED);
    for (const [kind, { fetched, ...outcomes }] of Object.entries(counts))
      expect([kind, Object.values(outcomes).reduce((sum, one) => sum + one, 0)]).toEqual([kind, fetched]);
  });

  test('says the same in Turtle, N-Triples and JSON-LD, without a blank node', async () => {
    expect(datasets.length).toBeGreaterThan(10);
    for (const dataset of datasets) {
      const [turtle = [], ntriples = [], jsonld = []] = await Promise.all(
        [readTurtle, readNtriples, readJsonld].map((read) => read(release, dataset)),
      );
      expect([dataset, isomorphic(turtle, ntriples)]).toEqual([dataset, true]);
      expect([dataset, isomorphic(turtle, jsonld)]).toEqual([dataset, true]);
      const terms = turtle.flatMap(({ subject, object }) => [subject, object]);
      expect(terms.filter(({ termType }) => termType === 'BlankNode')).toEqual([]);
    }
  });

  test('has a sum of each file, and `verify` accepts the release', async () => {
    const files = await filesBelow(release);
    const sums = String(files.get('SHA256SUMS')).trim().split('\n');
    expect(Object.fromEntries(sums.map((line) => line.split('  ').reverse()))).toEqual(
      Object.fromEntries(
        [...files]
          .filter(([file]) => file !== 'SHA256SUMS' && file !== 'run.json')
          .map(([file, bytes]) => [file, sha256(bytes)]),
      ),
    );
    expect((await runWarm(['verify', release])).code).toBe(0);
  });
});

describe('a release of an archive that sends withheld records, too', () => {
  let folder: string;
  let services: RunningServices;
  let config: string;
  let first: Ended;
  const label = '2026-10-01';
  const out = () => join(folder, 'out');
  const call = (command: string, ...more: string[]): Promise<Ended> =>
    runWarm([command, '--config', config, ...more], {
      KEY: services.keys.internal,
      PUBLIC: services.keys.public,
    });

  beforeAll(async () => {
    folder = await makeFolder();
    services = await startServices({ world: await loadWorld(SAMPLE_WORLD) });
    config = join(folder, 'config.yaml');
    await writeFile(
      config,
      `services:
  archive: { url: "${services.archive}", key: { env: KEY }, profile: privileged, gender: irish }
  placenames: { url: "${services.placenames}", key: { env: PUBLIC } }
pace: { concurrency: 8, perSecond: 10000 }
store: ${join(folder, 'store')}
out: ${out()}
compress: none
`,
    );
    first = await call('export', '--release', label);
  });
  afterAll(async () => {
    await services.close();
    await removeFolder(folder);
  });

  test('counts them, publishes the others, and is the release that `latest` leads to', async () => {
    expect(first.code, first.stderr).toBe(0);
    expect(await readlink(join(out(), 'latest'))).toBe(label);
    const counts = await countsOf(join(out(), label));
    for (const [kind, published] of Object.entries(PUBLISHED))
      expect([kind, counts[kind]]).toEqual([
        kind,
        {
          fetched: published + ((WITHHELD as Record<string, number>)[kind] ?? 0),
          ...{ published, withheld: (WITHHELD as Record<string, number>)[kind] ?? 0 },
          ...{ rejected: 0, unreadable: 0 },
        },
      ]);
  });

  test('has no text of a withheld record and no key in any file, and prints none', async () => {
    const secrets = Object.keys(await json('test/world/secrets.json'));
    expect(secrets.length).toBeGreaterThan(30);
    const files = await filesBelow(out());
    expect(files.size).toBeGreaterThan(20);
    const printed: [string, Buffer] = ['what was printed', Buffer.from(first.stdout + first.stderr)];
    for (const word of [...secrets, ...Object.values(services.keys)])
      for (const [file, bytes] of [...files, printed])
        expect(bytes.includes(word), `${word} in ${file}`).toBe(false);
  });

  test('is never overwritten; the next one becomes `latest` beside it', async () => {
    const taken = await call('build', '--release', label);
    expect([taken.code, taken.stderr]).toEqual([2, expect.stringContaining('RELEASE_EXISTS')]);
    const before = await filesBelow(join(out(), label));
    const fewer = ['--kinds', 'people', '--formats', 'nt', '--accept-change', 'kinds,formats'];
    const next = await call('build', ...fewer, '--release', '2026-11-01');
    expect(next.code, next.stderr).toBe(0);
    expect(await readlink(join(out(), 'latest'))).toBe('2026-11-01');
    expect(await filesBelow(join(out(), label))).toEqual(before);
    expect((await readdir(out())).filter((name) => name.startsWith('2026-'))).toEqual([label, '2026-11-01']);
  });

  test('with a key that is privileged and said to be public is not made', async () => {
    const text = await readFile(config, 'utf8');
    const wrong = join(folder, 'wrong.yaml');
    await writeFile(wrong, text.replace('profile: privileged', 'profile: public'));
    const folders = ['--store', join(folder, 'wrong-store'), '--out', join(folder, 'wrong')];
    const ended = await call('export', '--config', wrong, ...folders);
    expect([ended.code, ended.stderr]).toEqual([2, expect.stringContaining('profile: privileged')]);
    expect([...(await filesBelow(join(folder, 'wrong'))).keys()]).toEqual([]);
  });
});
