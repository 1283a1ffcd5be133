import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { changesSinceLatest, publishedSettings, recordedSettings } from '../../src/cli/changed-settings.js';
import { readConfig } from '../../src/cli/config/config.js';
import { type ConfigSchema, schemaWith } from '../../src/cli/config/settings.js';
import { FEATURES } from '../../src/features/index.js';
import { scratch } from '../support/files.js';

/** Which settings rename or remove what is published, and what counts as a change of one. */

const schema = await schemaWith(FEATURES);
const published = await publishedSettings(FEATURES);

/** The settings of a schema that are no sections, by their dotted paths. */
function leavesOf(of: z.core.$ZodType, path = ''): string[] {
  if (
    of instanceof z.ZodDefault ||
    of instanceof z.ZodPrefault ||
    of instanceof z.ZodOptional ||
    of instanceof z.ZodPipe
  )
    return leavesOf(of instanceof z.ZodPipe ? of.in : of.unwrap(), path);
  if (!(of instanceof z.ZodObject)) return [path];
  return Object.entries(of.shape as Record<string, z.core.$ZodType>).flatMap(([key, value]) =>
    leavesOf(value, path === '' ? key : `${path}.${key}`),
  );
}

/** Settings that neither rename nor remove what is published; a section stands for all in it. */
const HARMLESS = [
  // where and how records are requested, and where they are stored
  ...['services.archive.url', 'services.archive.path', 'services.archive.key', 'services.archive.names'],
  ...['services.placenames', 'out', 'store', 'contact', 'pace', 'harvest'],
  // the limits of a run
  ...['maxRejected', 'maxChange'],
  // what each release states about itself alone
  ...['release.frequency', 'release.availability', 'release.contact'],
  ...['release.doi.previous', 'release.doi.reserved'],
  // what is made beside the releases
  ...['browseIndex', 'metrics', 'notify', 'stores'],
];

test('every setting is in the table of what is published, or known to be harmless', () => {
  const isBelow = (path: string, names: readonly string[]): boolean =>
    names.some((name) => path === name || path.startsWith(`${name}.`));
  const names = Object.keys(published);
  const leaves = leavesOf(schema);
  expect(leaves.filter((path) => !isBelow(path, names) && !isBelow(path, HARMLESS))).toEqual([]);
  expect(names.filter((name) => isBelow(name, HARMLESS))).toEqual([]);
  // No row is about a setting that is not there.
  expect(names.filter((name) => !leaves.some((path) => isBelow(path, [name])))).toEqual([]);
});

const SERVICES = {
  'services.archive.url': 'http://127.0.0.1',
  'services.archive.key': { env: 'KEY' },
  'services.placenames.url': 'http://127.0.0.1',
  'services.placenames.key': { env: 'KEY' },
};
const configOf = (settings: object) =>
  readConfig(undefined, { ...SERVICES, ...settings }, schema as ConfigSchema);

describe('a setting that has another value than in the release of latest', () => {
  let out: string;
  beforeEach(async () => {
    out = await scratch();
    await mkdir(join(out, 'a'));
    await symlink('a', join(out, 'latest'));
  });
  const changed = async (then: object, now: object) => {
    const settings = recordedSettings(published, configOf(then));
    await writeFile(join(out, 'a/run.json'), JSON.stringify({ settings }));
    const { changes } = await changesSinceLatest({ out }, { config: configOf(now), schema, published });
    return changes.map(({ name, before, setting }) => [
      name,
      before,
      setting.isMade === true ? 'made' : 'refused',
    ]);
  };

  test.each<[string, object, object, string, 'made' | 'refused']>([
    ['base', { base: 'https://a.example/' }, {}, '--base https://a.example/', 'refused'],
    [
      'vocabularyBase',
      { vocabularyBase: 'https://v.example/' },
      {},
      'vocabularyBase: https://v.example/',
      'refused',
    ],
    ['kinds', {}, { kinds: ['places'] }, '--kinds manuscripts,schools,photographs,people,places', 'refused'],
    ['formats', {}, { formats: ['nt'] }, '--formats ttl,nt,jsonld', 'refused'],
    ['compress', {}, { compress: 'none' }, '--compress gzip', 'refused'],
    ['personsProfile', {}, { personsProfile: 'roles-only' }, 'personsProfile: full', 'refused'],
    // What was withheld would be published.
    ['personsProfile', { personsProfile: 'roles-only' }, {}, 'personsProfile: roles-only', 'refused'],
    [
      'services.archive.profile',
      { 'services.archive.profile': 'privileged' },
      {},
      'services.archive.profile: privileged',
      'refused',
    ],
    [
      'links',
      { links: { photograph: 'https://a.example/{photographID}' } },
      {},
      'links.photograph: https://a.example/{photographID}',
      'refused',
    ],
    ['linksTable', { linksTable: 'private/links.csv' }, {}, '--links-table <file>', 'refused'],
    ['subjectsTable', { subjectsTable: 's.csv' }, {}, '--subjects-table <file>', 'refused'],
    ['views', { views: ['edm', 'foaf'] }, { views: ['foaf'] }, '--views edm,foaf', 'refused'],
    ['sqlite', { sqlite: true }, {}, '--sqlite', 'refused'],
    ['feed', { feed: true }, {}, '--feed', 'made'],
    ['onViolation', {}, { onViolation: 'skip' }, '--on-violation trim', 'made'],
    ['placeholders', {}, { placeholders: ['x'] }, '', 'made'],
  ])('%s', async (name, then, now, before, outcome) => {
    const changes = await changed(then, now);
    expect(changes).toEqual([[name, before === '' ? expect.any(String) : before, outcome]]);
    expect(await changed(now, now)).toEqual([]);
  });

  test('is no change where something is added, or where a table has another path', async () => {
    expect(await changed({}, { sqlite: true, views: ['edm'], linksTable: 'links.csv' })).toEqual([]);
    expect(await changed({ kinds: ['places'] }, {})).toEqual([]);
    expect(await changed({}, { links: { photograph: 'https://a.example/{photographID}' } })).toEqual([]);
    expect(await changed({ linksTable: 'a/links.csv' }, { linksTable: '/srv/links.csv' })).toEqual([]);
  });

  test('is found in a release of an earlier program, where run.json or a file shows the setting', async () => {
    const manifest = {
      ...{ format: 'folklore-ld-release', version: 1, program: '0.1.0', label: 'a', previous: null },
      ...{
        issued: '2026-01-01',
        base: 'https://a.example/',
        vocabularyBase: 'https://w3id.org/folklore-ld/ns#',
      },
      ...{ datasets: [], deltas: [], others: [], counts: {} },
    };
    const file = { mediaType: 'x', compression: 'none', bytes: 1, sha256: '', licence: 'x', unpacked: 1 };
    const derived = [{ path: 'derived/release.sqlite', publication: 'folklore', ...file }];
    await writeFile(join(out, 'a/manifest.json'), JSON.stringify({ ...manifest, derived }));
    await writeFile(join(out, 'a/run.json'), JSON.stringify({ personsProfile: 'roles-only', inputs: 'x' }));
    const config = configOf({ vocabularyBase: 'https://w3id.example/' });
    const { changes } = await changesSinceLatest({ out }, { config, schema, published });
    expect(changes.map(({ name }) => name)).toEqual(['base', 'vocabularyBase', 'personsProfile', 'sqlite']);
    // A release that states nothing refuses nothing.
    await writeFile(join(out, 'a/run.json'), '{}');
    await writeFile(join(out, 'a/manifest.json'), '{}');
    expect(await changesSinceLatest({ out }, { config, schema, published })).toEqual({
      release: 'a',
      changes: [],
    });
  });

  test('no path of this machine is recorded', () => {
    const config = configOf({ linksTable: '/home/x/links.csv', subjectsTable: '/home/x/s.csv' });
    const recorded = recordedSettings(published, { ...config, features: ['/home/x/mine.mjs'] });
    expect(recorded).toMatchObject({ linksTable: true, features: ['mine.mjs'] });
    expect(JSON.stringify(recorded)).not.toContain('home');
  });
});
