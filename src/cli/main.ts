#!/usr/bin/env node
import { type Command, CommanderError } from 'commander';
import { EXIT, type ExitCode, FolkloreError } from '../base/errors.js';
import { createLogger, type LogFormat, resumeCommand } from './output/logger.js';
import type { Clock } from './output/progress.js';
import { watchOutput } from './output/watched-output.js';
import { makeProgram } from './program.js';

/** The clock that narration goes by; it never keeps the process alive. */
const clock: Clock = {
  now: () => performance.now(),
  every: (ms, act) => {
    const timer = setInterval(act, ms).unref();
    return () => clearInterval(timer);
  },
};

/** On these the work that is under way ends in order; a second one ends the process. */
const STOPPING = ['SIGINT', 'SIGTERM'] as const;

/** Unsets the variables of options that are set to nothing, as service files and shells leave them. */
function unsetBlank({ commands }: Command, environment: NodeJS.ProcessEnv): void {
  for (const { envVar } of commands.flatMap(({ options }) => options)) {
    if (envVar !== undefined && environment[envVar]?.trim() === '') delete environment[envVar];
  }
}

/** The process: its arguments, its signals, its exit code. Everything below is a function of these. */
async function main(): Promise<ExitCode> {
  const output = watchOutput(process.stdout, process.stderr);
  const stop = new AbortController();
  const abort = () => stop.abort();
  for (const signal of STOPPING) process.once(signal, abort);
  const tellIn = (format: LogFormat) =>
    createLogger(format, { outlet: process.stderr, environment: process.env, clock });
  let exitCode: ExitCode = EXIT.clean;
  let tell = tellIn(process.stderr.isTTY ? 'pretty' : 'json');
  const program = makeProgram(async (run, logFormat) => {
    if (logFormat !== 'auto') tell = tellIn(logFormat);
    exitCode = await run({ report: tell.report, signal: stop.signal, startedAt: new Date() });
  });
  unsetBlank(program, process.env);
  try {
    await program.parseAsync();
    await output.flush();
    return exitCode;
  } catch (thrown) {
    // Commander has said already what was wrong with the arguments, or shown the help that was asked for.
    if (thrown instanceof CommanderError) return thrown.exitCode === 0 ? EXIT.clean : EXIT.misuse;
    tell.fail(thrown, resumeCommand(thrown, process.argv.slice(2)));
    return thrown instanceof FolkloreError ? thrown.exitCode : EXIT.fault;
  } finally {
    tell.close();
    for (const signal of STOPPING) process.off(signal, abort);
    await output.close();
  }
}

process.exitCode = await main();
