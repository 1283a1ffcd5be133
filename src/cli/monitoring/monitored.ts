import { renameSync, writeFileSync } from 'node:fs';
import { type ExitCode, messageOf } from '../../base/errors.js';
import type { Report, RunEvent } from '../../base/events.js';
import { storePathsOf } from '../../response-store/paths.js';
import { errorCode } from '../../response-store/store-errors.js';
import type { CommandContext } from '../command.js';
import { configOf } from '../plans.js';
import type { RunCall } from '../run-options.js';
import { RunWatch } from './run-watch.js';

/** Milliseconds between two updates of a status by progress. */
const UPDATE_MS = 5_000;

/** The status file of a store: beside it, as the store itself is replaced by each harvest. */
export const statusFileOf = async (store: string): Promise<string> =>
  `${(await storePathsOf(store)).directory}.status.json`;

/**
 * Runs a harvest or a build, and records how it goes in the status file beside the store. A status that cannot be written
 * is a warning and does not change the exit code.
 *
 * @param run gets a context whose events are recorded
 */
export async function monitored(
  command: string,
  call: RunCall,
  context: CommandContext,
  run: (context: CommandContext) => Promise<ExitCode>,
): Promise<ExitCode> {
  const { report, runId, startedAt, now, isOver } = context;
  const watch = new RunWatch({ command, runId, startedAt, now, pid: process.pid });
  const file = await fileOf(call);
  const write = onceWarning(report, () => {
    if (file !== undefined) replaceFile(file, `${JSON.stringify(watch.status, undefined, 2)}\n`);
  });
  let writtenAt = now();
  const observe = (event: RunEvent): void => {
    report(event);
    const isStep = watch.see(event);
    if (!isStep && now() - writtenAt < UPDATE_MS) return;
    writtenAt = now();
    write();
  };
  const giveUp = () => {
    watch.end({ thrown: isOver.reason });
    write();
  };
  isOver.addEventListener('abort', giveUp);
  write();
  try {
    const exitCode = await run({ ...context, report: observe });
    watch.end({ exitCode });
    return exitCode;
  } catch (thrown) {
    watch.end({ thrown });
    throw thrown;
  } finally {
    isOver.removeEventListener('abort', giveUp);
    write();
  }
}

/** Without a store there is no file; the run itself reports what is wrong with the configuration. */
const fileOf = async (call: RunCall): Promise<string | undefined> => {
  try {
    return await statusFileOf(storeOf(call));
  } catch {
    return undefined;
  }
};

/** The store of a call; of one whose configuration cannot be read, only that of an option or a variable. */
function storeOf(call: RunCall): string {
  try {
    return configOf(call).store;
  } catch (thrown) {
    const given = call.settings.store?.value;
    if (typeof given === 'string') return given;
    throw thrown;
  }
}

/** Replaces a file as a whole: readers see the old text or the new one. */
function replaceFile(file: string, text: string): void {
  const next = `${file}.${process.pid}.partial`;
  try {
    writeFileSync(next, text);
    renameSync(next, file);
  } catch (thrown) {
    // The folder of a store that has not been filled yet is made by the harvest.
    if (errorCode(thrown) !== 'ENOENT') throw thrown;
  }
}

/** A function that reports its first error as a warning, and none after it. */
function onceWarning(report: Report, act: () => void): () => void {
  let hasWarned = false;
  return () => {
    try {
      act();
    } catch (thrown) {
      if (!hasWarned)
        report({ event: 'warning', message: `the status cannot be written: ${messageOf(thrown)}` });
      hasWarned = true;
    }
  };
}
