import { copyFile, mkdir, readdir, readlink, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { FolkloreError } from '../../../src/base/errors.js';
import { Lock } from '../../../src/base/lock.js';
import {
  checkDestination,
  LATEST,
  LOCK,
  replacedName,
  StagingDirectory,
  type StagingPlan,
  stagingName,
} from '../../../src/pipeline/publish/staging.js';
import { filesBelow, scratch } from '../../support/files.js';

/** A release appears whole or not at all, and nothing that was there is ever damaged. */

const PID = process.pid;

/** What is in a release, so that it can be told from others. */
async function make(folder: string, text: string, isWhole = true): Promise<void> {
  await mkdir(join(folder, 'data'), { recursive: true });
  await writeFile(join(folder, 'data', 'people.ttl'), text);
  if (isWhole) await writeFile(join(folder, 'run.json'), '{}');
}

const release = (out: string, label: string, text: string): Promise<void> => make(join(out, label), text);

/** Every file of the releases, by its path, links followed by nobody, and where links lead. */
async function look(out: string): Promise<Record<string, string>> {
  const files = [...(await filesBelow(out))].map(([file, bytes]) => [file, String(bytes)] as const);
  const links = (await readdir(out, { withFileTypes: true })).filter((entry) => entry.isSymbolicLink());
  const led = links.map(async ({ name }) => [name, `-> ${await readlink(join(out, name))}`] as const);
  return Object.fromEntries([...files, ...(await Promise.all(led))]);
}

const whole = (label: string, text: string): Record<string, string> => ({
  [`${label}/data/people.ttl`]: text,
  [`${label}/run.json`]: '{}',
});

/** Publishes a release with a text in it. */
async function publish(plan: StagingPlan, text: string): Promise<void> {
  const place = await StagingDirectory.take(plan);
  await make(place.path, text);
  await place.publish();
}

async function errorOf(doing: Promise<unknown>): Promise<FolkloreError> {
  const thrown = await doing.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(thrown instanceof FolkloreError)) throw new Error(`not refused as it should be: ${thrown}`);
  return thrown;
}

describe('a release', () => {
  test('is not seen before it is whole, and nothing else is left then', async () => {
    const out = join(await scratch(), 'not', 'yet');
    const place = await StagingDirectory.take({ out, label: 'a', isLatest: true, pid: PID });
    await make(place.path, 'new');
    expect((await readdir(out)).filter((name) => !name.startsWith('.'))).toEqual([]);
    await place.publish();
    expect(await look(out)).toEqual({ ...whole('a', 'new'), latest: '-> a' });
  });

  test.each(['2026.11', 'a.partial', 'x.former', 'a..b', 'lock', 'latest.1'])(
    'may be called %s',
    async (label) => {
      const out = await scratch();
      const plan = { out, label, isLatest: true, pid: PID };
      await publish(plan, 'old');
      await publish({ ...plan, replace: true }, 'new');
      await publish({ ...plan, label: 'other', isLatest: false }, 'other');
      expect(await look(out)).toEqual({
        ...whole(label, 'new'),
        ...whole('other', 'other'),
        latest: `-> ${label}`,
      });
    },
  );
});

describe('a label that is taken', () => {
  test('that is half replaced by a run that was killed is taken, too', async () => {
    const out = await scratch();
    await make(join(out, replacedName('a')), 'old');
    expect(await errorOf(checkDestination({ out, label: 'a' }))).toMatchObject({ code: 'RELEASE_EXISTS' });
    expect(await look(out)).toEqual(whole('a', 'old'));
  });

  test('is not replaced when it is no release', async () => {
    const out = await scratch();
    await mkdir(join(out, 'thesis'));
    await writeFile(join(out, 'thesis', 'chapter-1.docx'), 'years of work');
    await writeFile(join(out, 'notes'), 'mine');
    const before = await look(out);
    for (const label of ['thesis', 'notes']) {
      const plan = { out, label, replace: true, isLatest: true, pid: PID };
      expect(await errorOf(StagingDirectory.take(plan))).toMatchObject({
        code: 'OUTPUT_UNWRITABLE',
        exitCode: 2,
        message: expect.stringMatching(`${label} is no release.*lost`),
      });
    }
    expect(await look(out)).toEqual(before);
  });

  test('of a link to a folder elsewhere: the link gives way, not what it leads to', async () => {
    const [out, elsewhere] = [await scratch(), await scratch()];
    await make(elsewhere, 'on another disk');
    await symlink(elsewhere, join(out, 'a'));
    await publish({ out, label: 'a', replace: true, pid: PID }, 'new');
    expect(await look(out)).toEqual(whole('a', 'new'));
    expect(await look(elsewhere)).toMatchObject({ 'data/people.ttl': 'on another disk' });
  });
});

describe('latest', () => {
  test('leads to the folder it is in, also when it led to one of the same name elsewhere', async () => {
    const [out, elsewhere] = [await scratch(), await scratch()];
    await release(elsewhere, 'a', 'elsewhere');
    await symlink(join(elsewhere, 'a'), join(out, LATEST));
    await publish({ out, label: 'a', isLatest: true, pid: PID }, 'new');
    expect(await readlink(join(out, LATEST))).toBe('a');
    expect(await look(elsewhere)).toEqual(whole('a', 'elsewhere'));
  });

  test('that leads nowhere is no obstacle', async () => {
    const out = await scratch();
    await symlink('a', join(out, LATEST));
    await publish({ out, label: 'a', isLatest: true, pid: PID }, 'new');
    expect(await look(out)).toEqual({ ...whole('a', 'new'), latest: '-> a' });
  });

  test.each(['file', 'folder'])('is somebody else’s %s: refused, and it stays', async (what) => {
    const out = await scratch();
    if (what === 'file') await writeFile(join(out, LATEST), 'mine');
    else await release(out, LATEST, 'mine');
    const before = await look(out);
    expect(await errorOf(checkDestination({ out, label: 'a', isLatest: true }))).toMatchObject({
      code: 'OUTPUT_UNWRITABLE',
      exitCode: 2,
      message: expect.stringMatching(/latest is no link.*lost/),
      hint: expect.stringMatching(/Move it away/),
    });
    expect(await look(out)).toEqual(before);
    // Who does not move it need not care.
    await publish({ out, label: 'a', isLatest: false }, 'new');
    expect(await look(out)).toEqual({ ...before, ...whole('a', 'new') });
  });

  test('cannot be moved at the end: everything is as it was', async () => {
    const out = await scratch();
    await publish({ out, label: 'a', isLatest: true, pid: PID }, 'old');
    for (const label of ['a', 'b']) {
      const place = await StagingDirectory.take({ out, label, replace: true, isLatest: true, pid: PID });
      await make(place.path, 'new');
      await rm(join(out, LATEST));
      await make(join(out, LATEST), 'somebody else was faster');
      await expect(place.publish()).rejects.toThrow();
      await place.abandon();
      expect(await look(out)).toEqual({
        ...whole('a', 'old'),
        ...whole(LATEST, 'somebody else was faster'),
      });
      await rm(join(out, LATEST), { recursive: true });
      await symlink('a', join(out, LATEST));
    }
  });
});

describe('after a run that was killed', () => {
  const PARTIAL = stagingName('a');
  const FORMER = replacedName('a');

  /** Each step between a finished release and its place, as the disk shows it: what is there, where `latest` leads. */
  const STATES: readonly [string, { here: Record<string, string>; latest: string; left: 'old' | 'new' }][] = [
    ['half written', { here: { a: 'old', [PARTIAL]: 'half' }, latest: 'a', left: 'old' }],
    ['written', { here: { a: 'old', [PARTIAL]: 'new' }, latest: 'a', left: 'old' }],
    ['latest led to the new one', { here: { a: 'old', [PARTIAL]: 'new' }, latest: PARTIAL, left: 'old' }],
    ['the old one gave way', { here: { [FORMER]: 'old', [PARTIAL]: 'new' }, latest: PARTIAL, left: 'old' }],
    [
      'latest led to the old one',
      { here: { [FORMER]: 'old', [PARTIAL]: 'new' }, latest: FORMER, left: 'old' },
    ],
    ['the new one in place', { here: { a: 'new', [FORMER]: 'old' }, latest: FORMER, left: 'new' }],
    ['latest moved', { here: { a: 'new', [FORMER]: 'old' }, latest: 'a', left: 'new' }],
    ['the old one half removed', { here: { a: 'new', [FORMER]: 'half' }, latest: 'a', left: 'new' }],
    // Such a death of the run that puts right, too.
    ['the old one back', { here: { a: 'old', [PARTIAL]: 'new' }, latest: FORMER, left: 'old' }],
    [
      'latest led elsewhere',
      { here: { [FORMER]: 'old', [PARTIAL]: 'new', z: 'z' }, latest: 'z', left: 'old' },
    ],
  ];

  describe.each(STATES)('%s', (_, { here, latest, left }) => {
    async function stage(): Promise<string> {
      const out = await scratch();
      for (const [name, text] of Object.entries(here)) await make(join(out, name), text, text !== 'half');
      await symlink(latest, join(out, LATEST));
      await symlink('a', join(out, '.folklore-ld.latest'));
      await leaveLock(join(out, LOCK));
      return out;
    }
    const stays = {
      ...whole('a', left),
      ...('z' in here ? whole('z', 'z') : {}),
      latest: `-> ${latest === 'z' ? 'z' : 'a'}`,
    };

    test('the next run, of another label, clears everything', async () => {
      const out = await stage();
      const place = await StagingDirectory.take({ out, label: 'b', pid: PID });
      await place.abandon();
      expect(await look(out)).toEqual(stays);
    });
  });

  test.each([
    ['whose release was in its place: latest is moved to that', ['z', 'a'], 'a'],
    ['whose release was not yet in its place: latest stays', ['z', PARTIAL], 'z'],
  ])('%s', async (_, there, led) => {
    const out = await scratch();
    for (const name of there) await make(join(out, name), name);
    await symlink('z', join(out, LATEST));
    await symlink('a', join(out, '.folklore-ld.latest'));
    await checkDestination({ out, label: 'b', isLatest: true, pid: PID });
    expect(await readlink(join(out, LATEST))).toBe(led);
    expect((await readdir(out)).sort()).toEqual([...there.filter((name) => name !== PARTIAL), LATEST].sort());
  });

  test('what others have in the folder stays, hidden or not', async () => {
    const out = await scratch();
    const others = [
      '.git',
      '.cache.partial',
      '.download.former',
      '.latest.next',
      'a.partial',
      '.folklore-ld-sample',
    ];
    for (const name of others) await make(join(out, name), name);
    await writeFile(join(out, '.folklore-ld.yaml'), 'mine');
    const before = await look(out);
    await publish({ out, label: 'b', pid: PID }, 'new');
    expect(await look(out)).toEqual({ ...before, ...whole('b', 'new') });
  });
});

/** Leaves the lock of a process that was killed. */
async function leaveLock(file: string): Promise<void> {
  const lock = await Lock.take(file, PID);
  await copyFile(file, `${file}.copy`);
  await lock.release();
  await rename(`${file}.copy`, file);
}
