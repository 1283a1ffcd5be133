import { readFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { FolkloreError, messageOf } from '../../base/errors.js';
import { EXIT } from '../../base/exit-codes.js';
import { isAlive } from '../../base/is-alive.js';
import { counted, formatCount, toOneLine } from '../../base/text.js';
import { option } from '../command.js';
import type { CommandModule } from '../feature.js';
import { type RunOptions, sourceOptions } from '../run-options.js';
import type { RunStatus } from '../run-status/run-watch.js';
import { print } from '../terminal/table.js';

interface StatusOptions extends RunOptions {
  readonly json?: boolean;
  readonly check?: boolean;
}

export const command: CommandModule<StatusOptions> = {
  options: [
    ...sourceOptions(),
    option('--json', 'print the status file as it is'),
    option('--check', 'end with exit code 6 if the run has failed, or its process is gone'),
  ],
  help: () => `
Reads the status file beside the store (NAME.status.json), which a harvest or a build writes at its start,
at each phase and at its end. The exit code is 0 whatever the status is; 2 if there is no status. With --check
it is 0 for a run that goes on or has ended with 0 or 5, and 6 for one that has ended with another code or has
died.

Examples:
  folklore-ld status -c folklore-ld.config.yaml
  folklore-ld status -c my.yaml --check  for a monitor
  folklore-ld status --sample --json`,
  run: async (call, { now }) => {
    const { configOf } = await import('../plans-from-config.js');
    const { statusFileOf } = await import('../run-status/monitored.js');
    const file = await statusFileOf(configOf(call).store);
    const { text, status } = await readStatus(file);
    if (call.options.json === true) process.stdout.write(text);
    else print(statusLines(status, now()).join('\n'));
    const because = call.options.check === true ? faultOf(status) : undefined;
    return because === undefined ? EXIT.clean : { exitCode: EXIT.mismatch, because };
  },
};

/** @throws FolkloreError FILE_UNREADABLE */
async function readStatus(file: string): Promise<{ readonly text: string; readonly status: RunStatus }> {
  try {
    const text = await readFile(file, 'utf8');
    const status = JSON.parse(text) as RunStatus;
    if (status.format !== 'folklore-ld-status') throw new Error('it is the status of something else');
    return { text, status };
  } catch (thrown) {
    throw new FolkloreError(
      'FILE_UNREADABLE',
      `There is no status of a run: ${file} cannot be read: ${messageOf(thrown)}.`,
      {
        hint: 'Give the configuration or the --store of the run. A harvest or a build writes its status when it starts.',
        cause: thrown,
      },
    );
  }
}

function statusLines(status: RunStatus, now: number): string[] {
  const { command, runId, started, updated, ended, exitCode, phase, because, error, harvest, release } =
    status;
  const where = phase === null ? 'before its first phase' : `in phase ${phase}`;
  const state =
    exitCode !== null
      ? `ended at ${ended} with exit code ${exitCode}${because === undefined ? '' : `: ${because}`}`
      : isGone(status)
        ? `was ${where}; its process ${status.pid} is gone: it was killed, or the machine was restarted`
        : `runs, ${where}, last update ${Math.max(0, Math.round((now - Date.parse(updated)) / 1000))} s ago`;
  const progress = exitCode !== null ? [] : Object.entries(status.progress);
  return [
    `${command} ${runId}, started at ${started}: ${state}.`,
    ...progress.map(([what, { done, total }]) => `  ${what}: ${formatCount(done)} of ${formatCount(total)}`),
    ...(exitCode === null && isGone(status) ? ['  → Run the same command again; it continues.'] : []),
    ...(error === undefined ? [] : [`  ${error.message} [${error.code}]`, `  → ${error.hint ?? ''}`]),
    ...(harvest === undefined
      ? []
      : [
          `  harvest: ${counted(harvest.requests, 'request')}, ${counted(harvest.bodies, 'new answer')}, ${counted(harvest.gaps, 'gap')}`,
        ]),
    ...(release === undefined ? [] : [`  release: ${release.label}`]),
  ].map(toOneLine);
}

/** Codes of runs that have made what they should: a harvest, a release. */
const MADE: readonly unknown[] = [EXIT.clean, EXIT.partial];

/** Why a run is not as it should be. */
function faultOf(status: RunStatus): string | undefined {
  const { command, exitCode, error } = status;
  if (exitCode === null) return isGone(status) ? `the process of ${command} is gone` : undefined;
  if (MADE.includes(exitCode)) return undefined;
  return `${command} ended with exit code ${exitCode}${error === undefined ? '' : ` [${error.code}]`}`;
}

/** Whether the process of a run that goes on, on this machine, is no more. */
const isGone = ({ host, pid }: RunStatus): boolean => host === hostname() && !isAlive(pid);
