import { statfs } from 'node:fs/promises';
import { EXIT, type ExitCode, FolkloreError } from '../base/errors.js';
import { examine } from './checks/examine.js';
import { exitCodeOf, type Finding, RENDERINGS } from './checks/finding.js';
import type { Subject, Surroundings } from './checks/subject.js';
import type { Circumstances } from './commands.js';
import { type Overrides, readConfig } from './config.js';
import { SAMPLE_STORE } from './default-stores.js';
import { overridesOf, type SharedOptions } from './options.js';

/** Whoever waits longer for one small answer has found out that something is wrong. */
const TIMEOUT_MS = 15_000;

/** Checks everything that an unattended run needs, and prints what was found. */
export async function runDoctor(
  options: SharedOptions,
  { report, signal }: Circumstances,
): Promise<ExitCode> {
  const surroundings: Surroundings = {
    environment: process.env,
    nodeVersion: process.versions.node,
    now: Date.now,
    freeBytes: async (folder) => {
      const { bavail, bsize } = await statfs(folder);
      return bavail * bsize;
    },
    timeoutMs: TIMEOUT_MS,
    signal,
  };
  const render = RENDERINGS[options.logFormat === 'json' ? 'json' : 'pretty'];
  const findings: Finding[] = [];
  await withSubject(options, async (subjectOf) => {
    for await (const finding of examine(subjectOf, surroundings)) {
      process.stdout.write(`${render(finding)}\n`);
      findings.push(finding);
    }
  });
  const counted = (status: Finding['status']) => findings.filter((one) => one.status === status).length;
  const detail = `${findings.length} checks, ${counted('failed')} failed, ${counted('warning')} to see to`;
  report({ event: 'note', message: `doctor: ${detail}` });
  return exitCodeOf(findings);
}

/** Has what the options name examined: what is configured, or the built-in services, started for it alone. */
async function withSubject(
  options: SharedOptions,
  action: (subjectOf: () => Subject) => Promise<void>,
): Promise<void> {
  if (options.sample !== true) return action(() => configured(options));
  const { startSample } = await import('./sample-services.js');
  const running = await startSample();
  try {
    await action(() => ({
      from: 'the built-in services and their sample world, without a configuration',
      builtIn: { key: running.keys.public, keyName: 'the sample key' },
      config: readConfig(undefined, {
        ...overridesOf(options),
        store: options.sampleStore ?? SAMPLE_STORE,
        'services.archive': { url: running.archive, key: { env: 'NONE' }, gender: 'irish' },
        'services.placenames': { url: running.placenames, key: { env: 'NONE' } },
      } satisfies Overrides),
    }));
  } finally {
    await running.close();
  }
}

function configured(options: SharedOptions): Subject {
  const { config: file } = options;
  if (file === undefined && options.archiveUrl === undefined) {
    throw new FolkloreError('CONFIG_INVALID', 'There is nothing to check: no configuration is given.', {
      hint: 'Give --config folklore-ld.config.yaml, which `folklore-ld init` writes, or --sample.',
      exitCode: EXIT.misuse,
    });
  }
  const from = file === undefined ? 'options and variables alone' : file;
  return { from, config: readConfig(file, overridesOf(options)) };
}
