#!/usr/bin/env node
import { CommanderError } from 'commander';
import { EXIT, type ExitCode, FolkloreError } from '../base/errors.js';
import { narrator } from './narrator.js';
import { makeProgram } from './program.js';

/** The process: its arguments, its signals, its exit code. Everything below is a function of these. */
async function main(): Promise<ExitCode> {
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
  const write = (line: string) => process.stderr.write(`${line}\n`);
  let exitCode: ExitCode = EXIT.clean;
  let tell = narrator(process.stderr.isTTY ? 'pretty' : 'json', write);
  const program = makeProgram(async (run, logFormat) => {
    if (logFormat !== 'auto') tell = narrator(logFormat, write);
    exitCode = await run({ report: tell.report, signal: stop.signal, startedAt: new Date() });
  });
  try {
    await program.parseAsync();
    return exitCode;
  } catch (thrown) {
    // Commander has said already what was wrong with the arguments, or shown the help that was asked for.
    if (thrown instanceof CommanderError) return thrown.exitCode === 0 ? EXIT.clean : EXIT.misuse;
    tell.fail(thrown);
    return thrown instanceof FolkloreError ? thrown.exitCode : EXIT.fault;
  }
}

process.exitCode = await main();
