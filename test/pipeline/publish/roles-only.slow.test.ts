import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { silent } from '../../../src/base/events.js';
import type { BuildPlan } from '../../../src/pipeline/plan/build-plan.js';
import { type BuildResult, build } from '../../../src/pipeline/publish/build.js';
import { features } from '../../support/build-features.js';
import { readTurtle } from '../../support/dumps.js';
import { filesBelow, makeFolder, removeFolder, scratch } from '../../support/files.js';
import { harvestSample, PLAN } from '../../support/sample-release.js';
import { storeOf } from '../store-of.js';

/** Model 5.5: what somebody did can be published without saying who. */

let folder: string;
let full: BuildResult;
let rolesOnly: BuildResult;

beforeAll(async () => {
  folder = await makeFolder();
  const release = await harvestSample(folder);
  full = await release('full');
  rolesOnly = await release('roles-only', { personsProfile: 'roles-only' });
});
afterAll(() => removeFolder(folder));

describe('roles-only', () => {
  it('says that somebody took part and never who', async () => {
    const { directory, ledger } = rolesOnly;
    const people = ledger.rows().find(({ kind }) => kind === 'cbes.person');
    const known = full.ledger.rows().find(({ kind }) => kind === 'cbes.person');
    expect(people).toEqual({ ...known, published: 0, withheld: known?.fetched });
    expect(ledger.total('rejected')).toBe(0);

    const roles = (await readTurtle(directory, 'schools')).filter(
      ({ predicate, subject }) => predicate.value.endsWith('bibframe/role') && /#role-/.test(subject.value),
    );
    const rolesOfFull = (await readTurtle(full.directory, 'schools')).filter(({ predicate }) =>
      /ns#(collector|informant|teacher)$/.test(predicate.value),
    );
    expect(roles.length).toBe(rolesOfFull.length);

    const predicates = new Set(
      (await readTurtle(directory, 'schools')).map(({ predicate }) => predicate.value.replace(/^.*[/#]/, '')),
    );
    for (const word of ['collector', 'informant', 'teacher', 'contributor', 'agent', 'age', 'ageQualifier'])
      expect(predicates.has(word), word).toBe(false);
  });

  it('lets no name of them into any file of the release; the people database stays', async () => {
    const observed = await readTurtle(full.directory, 'schools-people');
    const names = [
      ...new Set(
        observed
          .filter(({ predicate }) => /(literalName|schema\.org\/(alternateN|n)ame)$/.test(predicate.value))
          .map(({ object }) => object.value),
      ),
    ];
    expect(names.length).toBeGreaterThan(10);
    const { directory } = rolesOnly;
    const files = await filesBelow(directory);
    expect([...files.keys()].filter((file) => file.includes('schools-people'))).toEqual([]);
    expect([...files.keys()].filter((file) => file.includes('contribution-agent'))).toEqual([]);
    // The people database is another matter: who is named there may bear the name of somebody in a copybook.
    const others = new Set((await readTurtle(directory, 'people')).map(({ object }) => object.value));
    const found = [...files].flatMap(([file, bytes]) =>
      names.filter((name) => !others.has(name) && bytes.includes(name)).map((name) => `${file}: ${name}`),
    );
    expect(found).toEqual([]);
    expect((await readTurtle(directory, 'people')).length).toBe(
      (await readTurtle(full.directory, 'people')).length,
    );
    for (const [file, bytes] of files) expect(bytes.toString(), file).not.toMatch(/cbes[/-]person[/:]\d/);
  });
});

describe('a schools record that is left out', () => {
  /** A volume that the shapes or the dictionary refuse, with a name in it. */
  const quarantineOf = async (parts: readonly object[]): Promise<Map<string, Buffer>> => {
    const below = await scratch();
    const volume = { id: 1, volumeNumber: '1', pages: [], parts };
    const bodies = { '/cbes/volumes': [], '/cbes?VolumeID=1': [volume] };
    const plan: BuildPlan = {
      ...{ ...PLAN, onViolation: 'skip', kinds: ['schools'], personsProfile: 'roles-only', label: 'test' },
      ...{ store: await storeOf(join(below, 'store'), bodies), out: join(below, 'out') },
    };
    const { directory, ledger } = await build(plan, () => ({}), silent, { features });
    expect(ledger.quarantined).toBeGreaterThan(0);
    return filesBelow(directory);
  };
  const named = { id: 5, names: [{ fullName: 'Síle Rúnda' }], gender: 'b' };
  /** Said twice, in two ways: no shape admits that. */
  const informants = ['PAR', 'REL'].map((collectorRelationship) => ({ ...named, collectorRelationship }));

  it.each([
    ['by the shapes', { id: 2, items: [{ id: 3, pages: [], languages: [], informants }] }],
    ['because it cannot be read', { id: 2, items: [{ id: 3, pages: 'none', informants }] }],
  ])('%s names nobody in the quarantine', async (_, part) => {
    for (const [file, bytes] of await quarantineOf([part])) expect(bytes.includes('Rúnda'), file).toBe(false);
  });
});
