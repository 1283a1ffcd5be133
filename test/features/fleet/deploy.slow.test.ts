import { spawnSync } from 'node:child_process';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import '../../support/equal-bytes.js';
import { installInto, run } from '../../support/cli.js';
import { filesBelow, scratch } from '../../support/files.js';
import { RELEASE, sharedHarvest } from './fleet.js';

/** The files in deploy/: their commands exist, and the Slurm script builds a release. */

const DEPLOY = fileURLToPath(new URL('../../../deploy/', import.meta.url));

const optionsOf = (words: readonly string[]): readonly string[] =>
  words.flatMap((text) => text.split(/\s+/)).filter((word) => word.startsWith('--'));

/** Expects that each option is in the help of a command. */
async function expectOptions(command: string, words: readonly string[]): Promise<void> {
  const { stdout } = await run([command, '--help']);
  const options = optionsOf(words);
  expect(options).toContain('--spool');
  for (const option of options) expect(stdout).toContain(`${option} `);
}

describe('deploy', () => {
  test('compose.fleet.yaml gives commands that exist, and no service key to a worker', async () => {
    const { services } = parse(await readFile(join(DEPLOY, 'compose.fleet.yaml'), 'utf8'), { merge: true });
    for (const name of ['planner', 'worker']) {
      const [command, ...words] = services[name].command;
      expect(command).toBe(name === 'planner' ? 'build' : 'work');
      await expectOptions(command, words);
      expect(Object.keys(services[name].environment)).toEqual([
        'FOLKLORE_LD_QUEUE',
        'FOLKLORE_LD_QUEUE_PASSWORD',
      ]);
    }
  });

  test('kubernetes-indexed-job.yaml maps parts from 1 to their number, and merges them', async () => {
    const text = await readFile(join(DEPLOY, 'kubernetes-indexed-job.yaml'), 'utf8');
    const [map, merge] = parseAllDocuments(text).map((document) => document.toJS());
    const of = (job: { spec: { template: { spec: { containers: { args: string[] }[] } } } }) =>
      job.spec.template.spec.containers[0]?.args ?? [];
    await expectOptions('build', of(map));
    await expectOptions('build', of(merge));
    expect(of(merge)).toContain('--merge');
    // Kubernetes counts from 0.
    expect(of(map).join(' ')).toContain(`--shard $((JOB_COMPLETION_INDEX + 1))/${map.spec.completions}`);
  });

  test('slurm-array.sh builds the same release (sbatch is a loop of a shell here)', async () => {
    const folder = await scratch();
    const harvested = await sharedHarvest('sample');
    const bin = await installInto(folder);
    const sbatch = join(bin, 'sbatch');
    await mkdir(join(folder, 'logs'));
    await writeFile(
      sbatch,
      `#!/usr/bin/env bash
set -e
tasks=0
while [ "\${1#--}" != "$1" ]; do
  case $1 in --array=1-*) tasks=\${1#--array=1-} ;; esac
  shift
done
export SLURM_CPUS_PER_TASK=1
if [ "$tasks" = 0 ]; then "$@" >&2; else
  for task in $(seq "$tasks"); do SLURM_ARRAY_TASK_ID=$task "$@" >&2; done
fi
echo 17
`,
    );
    await chmod(sbatch, 0o755);
    const out = join(folder, 'out');
    const options = ['--config', harvested.config, '--out', out, '--release', RELEASE];
    const { status, stdout, stderr } = spawnSync(
      join(DEPLOY, 'slurm-array.sh'),
      ['2', join(folder, 'spool'), ...options],
      { env: { PATH: `${bin}:${process.env.PATH}` }, encoding: 'utf8' },
    );
    expect([status, stdout]).toEqual([0, 'map: 17, merge: 17\n']);
    expect(stderr).toMatch(/Part 1 of 2: .*Part 2 of 2: /s);
    const release = await filesBelow(join(out, RELEASE));
    release.delete('run.json');
    expect(release).toEqual(harvested.release);
  });
});
