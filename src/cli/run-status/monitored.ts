import { replaceFileNow } from '../../base/durable.js';
import { errorCode, FolkloreError, messageOf } from '../../base/errors.js';
import type { Report, RunEvent } from '../../base/events.js';
import { EXIT, type Outcome } from '../../base/exit-codes.js';
import { storePathsOf } from '../../harvest/store/paths.js';
import { overridesOf } from '../config/setting-options.js';
import type { Config } from '../config/settings.js';
import type { CommandContext } from '../feature.js';
import { configOf, noteOnPaths } from '../plans-from-config.js';
import type { RunCall } from '../run-options.js';
import { RunWatch } from './run-watch.js';

/** Milliseconds between two updates of a status by progress. */
const UPDATE_MS = 5_000;

/** Milliseconds that a run has to end after its requests are cut off; then it is recorded as interrupted. */
const CUT_OFF_MS = 1_000;

/** The status file of a store: beside it, as the store itself is replaced by each harvest. */
export const statusFileOf = async (store: string): Promise<string> =>
  `${(await storePathsOf(store)).directory}.status.json`;

/**
 * Runs a harvest or a build, and writes down how it goes: in the status file beside the store, in the metrics, and in a
 * notification. What cannot be written or sent is a warning and does not change the exit code.
 *
 * @param run gets a context whose events are recorded
 * @throws FolkloreError INTERRUPTED when the run does not end after `isOver`; the run goes on
 */
export async function monitored(
  command: string,
  call: RunCall,
  context: CommandContext,
  run: (context: CommandContext) => Promise<Outcome>,
): Promise<Outcome> {
  const { report, runId, startedAt, now, isOver, features } = context;
  const watch = new RunWatch({ command, runId, startedAt, now, pid: process.pid });
  const settings = settingsOf(call);
  const isTrial = call.options.trial === true;
  const { store } = settings;
  // The run itself reports what is wrong with the store.
  const file = store === undefined ? undefined : await statusFileOf(store).catch(() => undefined);
  /** The first error of writing the status. */
  let trouble: unknown;
  const write = (): void => {
    try {
      if (file !== undefined)
        replaceFileNow(file, `${JSON.stringify(watch.status, undefined, 2)}\n`, process.pid);
    } catch (thrown) {
      // The folder of a store that has not been filled yet is made by the harvest.
      if (errorCode(thrown) !== 'ENOENT') trouble ??= thrown;
    }
  };
  let writtenAt = now();
  const observe = (event: RunEvent): void => {
    report(event);
    const isStep = watch.see(event);
    if (!isStep && now() - writtenAt < UPDATE_MS) return;
    writtenAt = now();
    write();
  };
  let giveUp = () => {};
  const late = new Promise<never>((_, reject) => {
    giveUp = () => void setTimeout(() => reject(isOver.reason), CUT_OFF_MS);
  });
  isOver.addEventListener('abort', giveUp);
  if (isOver.aborted) giveUp();
  write();
  let failure: unknown;
  try {
    const message = noteOnPaths(call);
    if (message !== undefined) report({ event: 'note', message });
    const ending = await Promise.race([run({ ...context, report: observe }), late]);
    const outcome = isTrial ? trialOutcome(ending, report) : ending;
    watch.end(outcome === EXIT.clean ? { exitCode: outcome } : outcome);
    return outcome;
  } catch (thrown) {
    failure = thrown;
    watch.end({ thrown });
    throw thrown;
  } finally {
    isOver.removeEventListener('abort', giveUp);
    write();
    if (trouble !== undefined && !isOf(failure, trouble))
      warn(report, `the status ${file} cannot be written`, messageOf(trouble));
    const ended = { status: watch.status, settings, report, isOver: isOver.aborted };
    // A trial is watched by who runs it, and is not to be taken for the last run of all records.
    for (const { name, ended: act } of isTrial ? [] : features) {
      try {
        await act?.(ended);
      } catch (thrown) {
        warn(report, `${name}, at the end of the run`, messageOf(thrown));
      }
    }
  }
}

/** A trial that has made what it should has succeeded, whatever it has found. */
function trialOutcome(outcome: Outcome, report: Report): Outcome {
  if (outcome !== EXIT.clean)
    report({
      event: 'warning',
      message: `this is a trial; a run of all records would end with exit code ${outcome.exitCode} for such faults: ${outcome.because}. Places without a name may be places that the trial has not requested`,
    });
  return EXIT.clean;
}

/** Whether a run failed because of the same trouble with the disk. */
const isOf = (failure: unknown, trouble: unknown): boolean =>
  failure instanceof FolkloreError && errorCode(failure.cause) === errorCode(trouble);

const warn = (report: Report, what: string, why: string): void =>
  report({ event: 'warning', message: `${what}: ${why}` });

/** The settings of a call; if the configuration cannot be read, only those of options and variables. */
function settingsOf(call: RunCall): Partial<Config> {
  try {
    return configOf(call);
  } catch {
    // The run itself reports what is wrong with the configuration. Options have been checked.
    return overridesOf(call.settings) as Partial<Config>;
  }
}
