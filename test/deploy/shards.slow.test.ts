import { spawn } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { programAt } from '../../src/base/programs.js';
import { makeSyntheticWorld } from '../../src/features/generated-world/world.js';
import { type Ended, ending, installInto, run, start } from '../support/cli.js';
import { dieAfter } from '../support/dying.js';
import '../support/equal-bytes.js';
import { filesBelow, makeFolder, removeFolder } from '../support/files.js';
import { harvestSample } from '../support/sample-release.js';
import { hasSlurm, SlurmCluster } from './slurm.js';

/** Builds in parts, by the programs of docs/shards.md: each release has the bytes of a build in one process. */

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
/** The release that docs/shards.md and the files in deploy/ make. */
const RELEASE = '2026-12-01';
/** Records are rejected. */
const PARTIAL = 5;

let folder: string;
let bin: string;
let whole: ReadonlyMap<string, Buffer>;

beforeAll(async () => {
  folder = await makeFolder();
  await harvestSample(folder, makeSyntheticWorld({ scale: 0.003, seed: 4, dirt: 0.05 }));
  bin = await installInto(folder);
  const { code, stderr } = await run(await build('whole', '--workers', '1'));
  expect(code, stderr).toBe(PARTIAL);
  whole = await releaseOf('whole');
  return () => removeFolder(folder);
});

/** The arguments of a build with a configuration, a spool and a folder of releases of its own. */
async function build(name: string, ...more: readonly string[]): Promise<string[]> {
  return ['build', '--config', await configOf(name), '--release', RELEASE, ...more];
}

async function configOf(name: string): Promise<string> {
  const path = join(folder, `${name}.yaml`);
  await writeFile(
    path,
    [
      'services:',
      '  archive: { url: "http://127.0.0.1:1", key: { env: NO_KEY }, gender: irish }',
      '  placenames: { url: "http://127.0.0.1:1", key: { env: NO_KEY } }',
      `store: ${join(folder, 'store')}`,
      `out: ${join(folder, name)}`,
      'base: https://data.example.org/folklore/',
      'formats: [ttl, nt]',
      'compress: none',
    ].join('\n'),
  );
  return path;
}

/** The files of the release of a build, without the facts of the run. */
async function releaseOf(name: string): Promise<ReadonlyMap<string, Buffer>> {
  const files = await filesBelow(join(folder, name, RELEASE));
  files.delete('run.json');
  return files;
}

/** Runs a program in the folder, as a shell that finds `folklore-ld`. */
const runProgram = (
  program: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<Ended> =>
  ending(spawn(program, args, { cwd: folder, env: { PATH: `${bin}:${process.env.PATH}`, ...environment } }));

test('a part and a merge that are killed are repeated', async () => {
  const spool = ['--spool', join(folder, 'spool-killed')];
  const killed = async (args: readonly string[], hook: string): Promise<void> => {
    const child = start(args, { NODE_OPTIONS: `--import ${hook}` });
    await ending(child);
    expect(child.signalCode).toBe('SIGKILL');
  };
  const part = await build('killed', ...spool, '--shard', '1/2', '--workers', '1');
  const merge = await build('killed', ...spool, '--merge', '--workers', '1');
  await killed(part, dieAfter(2, 'rename', 'output-'));
  // A third output may have got its name before the process ended.
  const there = [...(await filesBelow(join(folder, 'spool-killed'))).keys()].filter((path) =>
    /output-[0-9a-f]+-\d+$/.test(path),
  );
  expect(there.length).toBeGreaterThanOrEqual(2);
  const { stdout } = await run(part);
  expect(stdout).toMatch(new RegExp(`^Part 1 of 2: \\d+ shards? mapped, ${there.length} were there\\.`));
  // While it maps the other part, and when the release has its name.
  await killed(merge, dieAfter(2, 'rename', 'output-'));
  await killed(merge, dieAfter(1, 'rename', `.${RELEASE}.partial`));
  const { code, stderr } = await run([...merge, '--replace']);
  expect(code, stderr).toBe(PARTIAL);
  expect(await releaseOf('killed')).toEqual(whole);
  expect(await readdir(folder)).not.toContain('spool-killed');
});

test.skipIf((await programAt('parallel')) === undefined)(
  'GNU parallel: the lines of docs/shards.md, four parts at once',
  async () => {
    const page = await readFile(join(ROOT, 'docs/shards.md'), 'utf8');
    const [, lines = ''] = /```sh\n(parallel .*?)```/s.exec(page) ?? [];
    await configOf('my');
    const { code, stdout, stderr } = await runProgram('sh', ['-c', lines]);
    expect(code, stderr).toBe(PARTIAL);
    for (const part of [1, 2, 3, 4]) expect(stdout).toMatch(`Part ${part} of 4: `);
    // Every output is that of a part.
    expect(stdout).toMatch(/Shards: \d mapped, \d+ were in the spool/);
    expect(await releaseOf('my')).toEqual(whole);
    expect(await readdir(folder)).not.toContain('spool');
  },
);

test.skipIf(!hasSlurm)(
  'Slurm: deploy/slurm-array.sh, three parts of two threads on a node',
  async ({ skip }) => {
    const cluster = await SlurmCluster.start(6);
    if (cluster === undefined) return skip('no node of Slurm becomes idle on this machine');
    onTestFinished(() => cluster.stop());
    const [, ...options] = await build('slurm');
    const args = ['3', join(folder, 'spool-slurm'), ...options];
    const submitted = await runProgram(join(ROOT, 'deploy/slurm-array.sh'), args, cluster.environment);
    const [, array, merge] = /^map: (\d+), merge: (\d+)\n$/.exec(submitted.stdout) ?? [];
    expect(submitted).toMatchObject({ code: 0, stderr: '' });
    await cluster.untilDone();
    for (const part of [1, 2, 3])
      expect(await readFile(join(folder, `folklore-ld-${array}-${part}.log`), 'utf8')).toMatch(
        `Part ${part} of 3: `,
      );
    expect(await readFile(join(folder, `folklore-ld-${merge}.log`), 'utf8')).toMatch(/\d+ were in the spool/);
    expect(await releaseOf('slurm')).toEqual(whole);
    expect(await readdir(folder)).not.toContain('spool-slurm');
  },
);

describe('Kubernetes: kubernetes-indexed-job.yaml', () => {
  test('maps parts from 1 to their number and merges them, with options of the program', async () => {
    const text = await readFile(join(ROOT, 'deploy/kubernetes-indexed-job.yaml'), 'utf8');
    const [map, merge] = parseAllDocuments(text).map((document) => document.toJS());
    const wordsOf = (job: typeof map): string[] =>
      job.spec.template.spec.containers[0].args.join(' ').split(/\s+/);
    const { stdout: help } = await run(['build', '--help']);
    for (const words of [wordsOf(map), wordsOf(merge)]) {
      const options = words.filter((word) => word.startsWith('--'));
      expect(options).toContain('--spool');
      for (const option of options) expect(help).toContain(`${option} `);
    }
    expect(wordsOf(merge)).toContain('--merge');
    // Kubernetes counts from 0.
    expect(wordsOf(map).join(' ')).toContain(`--shard $((JOB_COMPLETION_INDEX + 1))/${map.spec.completions}`);
  });
});
