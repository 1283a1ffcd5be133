import { statfs } from 'node:fs/promises';
import { EXIT, type ExitCode, FolkloreError } from '../../base/errors.js';
import { type ConfigOverrides, readConfig } from '../config/config.js';
import { SAMPLE_STORE } from '../config/defaults.js';
import { overridesOf, type SharedOptions } from '../config/shared-options.js';
import {
  type CheckedSystem,
  type CheckResult,
  type DoctorContext,
  exitCodeOf,
  failedBy,
  ok,
  RESULT_FORMATS,
  SERVICES,
  warning,
} from '../doctor/check.js';
import { checkContact, checkKey, checkProgram } from '../doctor/configuration-checks.js';
import { checkClock, checkService } from '../doctor/service-checks.js';
import { checkFolder, checkStore } from '../doctor/storage-checks.js';
import type { CommandContext } from './pipeline.js';

/**
 * Checks everything that an unattended run needs, one after the other, whatever the others come to.
 *
 * @param subjectOf reads the configuration
 * @throws FolkloreError `INTERRUPTED`
 */
export async function* runChecks(
  subjectOf: () => CheckedSystem,
  surroundings: DoctorContext,
): AsyncGenerator<CheckResult, void> {
  yield checkProgram(surroundings);
  const { finding, subject } = readSubject(subjectOf);
  yield finding;
  if (subject === undefined) {
    yield warning(
      'others',
      'keys, services, clock and folders were not checked: the configuration does not say which',
      'Mend the configuration first, then run the doctor again.',
    );
    return;
  }
  yield checkContact(subject);
  yield* await checkServices(subject, surroundings);
  yield* await checkFolder(subject, 'store', surroundings);
  yield* await checkStore(subject, surroundings.now());
  yield* await checkFolder(subject, 'out', surroundings);
}

function readSubject(subjectOf: () => CheckedSystem): {
  readonly finding: CheckResult;
  readonly subject?: CheckedSystem;
} {
  try {
    const subject = subjectOf();
    return { finding: ok('configuration', `the configuration can be read: ${subject.source}`), subject };
  } catch (thrown) {
    return { finding: failedBy('configuration', thrown) };
  }
}

/** Both services at the same time: one that does not answer is waited for once, not twice. */
async function checkServices(
  subject: CheckedSystem,
  surroundings: DoctorContext,
): Promise<readonly CheckResult[]> {
  const examined = await Promise.all(
    SERVICES.map(async (service) => {
      const { findings, key } = await checkKey(subject, service, surroundings);
      const { findings: more, readings } = await checkService(subject, service, key, surroundings);
      return { findings: [...findings, ...more], readings };
    }),
  );
  return [
    ...examined.flatMap(({ findings }) => findings),
    checkClock(examined.flatMap(({ readings }) => readings)),
  ];
}

/** Whoever waits longer for one small answer has found out that something is wrong. */
const TIMEOUT_MS = 15_000;

/** Checks everything that an unattended run needs, and prints what was found. */
export async function runDoctor(
  options: SharedOptions,
  { report, signal }: CommandContext,
): Promise<ExitCode> {
  const surroundings: DoctorContext = {
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
  const render = RESULT_FORMATS[options.logFormat === 'json' ? 'json' : 'pretty'];
  const findings: CheckResult[] = [];
  await withSubject(options, async (subjectOf) => {
    for await (const finding of runChecks(subjectOf, surroundings)) {
      process.stdout.write(`${render(finding)}\n`);
      findings.push(finding);
    }
  });
  const counted = (status: CheckResult['status']) => findings.filter((one) => one.status === status).length;
  const detail = `${findings.length} checks, ${counted('failed')} failed, ${counted('warning')} to see to`;
  report({ event: 'note', message: `doctor: ${detail}` });
  return exitCodeOf(findings);
}

/** Has what the options name examined: what is configured, or the built-in services, started for it alone. */
async function withSubject(
  options: SharedOptions,
  action: (subjectOf: () => CheckedSystem) => Promise<void>,
): Promise<void> {
  if (options.sample !== true) return action(() => configured(options));
  const { startSampleServices: startSample } = await import('../../server/serve.js');
  const running = await startSample();
  try {
    await action(() => ({
      source: 'the built-in services and their sample world, without a configuration',
      builtIn: { key: running.keys.public, keyName: 'the sample key' },
      config: readConfig(undefined, {
        ...overridesOf(options),
        store: options.sampleStore ?? SAMPLE_STORE,
        'services.archive': { url: running.archive, key: { env: 'NONE' }, gender: 'irish' },
        'services.placenames': { url: running.placenames, key: { env: 'NONE' } },
      } satisfies ConfigOverrides),
    }));
  } finally {
    await running.close();
  }
}

function configured(options: SharedOptions): CheckedSystem {
  const { config: file } = options;
  if (file === undefined && options.archiveUrl === undefined) {
    throw new FolkloreError('CONFIG_INVALID', 'There is nothing to check: no configuration is given.', {
      hint: 'Give --config folklore-ld.config.yaml, which `folklore-ld init` writes, or --sample.',
      exitCode: EXIT.misuse,
    });
  }
  const from = file === undefined ? 'options and variables alone' : file;
  return { source: from, config: readConfig(file, overridesOf(options)) };
}
