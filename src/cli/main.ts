#!/usr/bin/env node
import { randomUUID } from 'node:crypto';
import { setFlagsFromString } from 'node:v8';
import type { Command, CommanderError } from 'commander';
import { FolkloreError, withRemedy } from '../base/errors.js';
import { EXIT, type ExitCode } from '../base/exit-codes.js';
import { hasLateFeature } from '../pipeline/plan/feature-limits.js';
import type { Feature } from './feature.js';
import { createLogger, endLine, type LogFormat, type LogLevel, resumeCommand } from './terminal/logger.js';
import type { Clock } from './terminal/progress.js';
import { watchOutput } from './terminal/watched-output.js';

/**
 * Settings of V8 for all threads of the process (docs/performance.md). The heap may grow by 60 % between two full garbage
 * collections. Each thread collects its young objects itself, with one thread of V8 beside it that marks old ones: V8's own four
 * cost more processor time for their switches than they save. V8 11 (Node.js 20) optimises a function after nine times as much work
 * as it would wait for by itself: compiling took a quarter of the processor time of a build. Later versions have a compiler
 * between, and no such flag.
 */
const V8_FLAGS = [
  '--heap-growing-percent=60',
  '--no-parallel-scavenge',
  '--concurrent-marking-max-worker-num=1',
  ...(process.versions.v8.startsWith('11.') ? ['--interrupt-budget=600000'] : []),
];
for (const flag of V8_FLAGS) setFlagsFromString(flag);

/** The clock of the log. Its timers do not keep the process alive. */
const clock: Clock = {
  now: () => performance.now(),
  every: (ms, act) => {
    const timer = setInterval(act, ms).unref();
    return () => clearInterval(timer);
  },
};

/** The first of these signals lets work in progress finish; the second one ends the process. */
const STOP_SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/**
 * Milliseconds between the end of the time of `--grace`, when requests are cut off, and the end of the process: for the
 * end of the run, then for its metrics and its notification.
 */
const END_MS = { run: 1_000, records: 2_000 } as const;

/** Aborted at the end of the time of `--grace`. */
const over = new AbortController();

/** `COMMAND --help` in place of `help COMMAND`: Commander's own does not load the options of the command. */
function withHelpOption(args: readonly string[], { commands }: Command): string[] {
  const [first, name] = args;
  if (first !== 'help') return [...args];
  const isKnown = name === undefined || commands.some((command) => command.name() === name);
  // An unknown command is refused with the nearest name.
  return [...args.slice(1, 2), ...(isKnown ? ['--help'] : [])];
}

const LOG_FORMAT = /(?:^| )--log-format[ =](json|pretty)(?: |$)/;
const UNKNOWN_OPTION = 'commander.unknownOption';
const UNKNOWN_COMMAND = 'commander.unknownCommand';
/** A call without a command. */
const HELP = 'commander.help';

/** What may be meant: commands that have an option, features that have a command; undefined for other errors, and when none has it. */
async function whoHas(
  { code, message }: CommanderError,
  features: readonly Feature[],
): Promise<string | undefined> {
  if (code === UNKNOWN_COMMAND)
    return 'A command of a feature of your own needs -c; --help lists the others.';
  const [, name] = /unknown option '(-[\w-]+)/.exec(code === UNKNOWN_OPTION ? message : '') ?? [];
  if (name === undefined) return undefined;
  const { allCommands } = await import('./program.js');
  const having = (await allCommands(features)).filter(({ options }) =>
    options.some(({ long, short }) => long === name || short === name),
  );
  return having.length === 0
    ? undefined
    : `${name} is an option of ${having.map((command) => command.name()).join(', ')}.`;
}

/** Whether Commander threw: a wrong call, or a help or version that it has printed. */
const isOfCommander = (thrown: unknown): thrown is CommanderError =>
  thrown instanceof Error && thrown.name === 'CommanderError';

/** Runs the command line of this process. */
async function main(): Promise<ExitCode> {
  const output = watchOutput(process.stdout, process.stderr);
  const stop = new AbortController();
  let graceMs: number | undefined;
  const abort = () => {
    stop.abort();
    if (graceMs !== undefined) setTimeout(endNow, graceMs).unref();
  };
  const endNow = () => {
    const error = new FolkloreError('INTERRUPTED', 'The run did not end in time after the signal.', {
      hint: 'Run the same command again; --grace gives it more time.',
    });
    over.abort(error);
    const end = () => {
      process.off('exit', notEnded);
      logger.fail(error);
      process.exit(error.exitCode);
    };
    // One after the other: a run that keeps the process busy delays both.
    setTimeout(() => setTimeout(end, END_MS.records).unref(), END_MS.run).unref();
  };
  // A run that other code ends, or that waits for what never comes (exit code 13 of Node.js), has not done its work.
  const notEnded = (): void => {
    process.exitCode = EXIT.fault;
    const why = 'it waits for what never comes, or other code has ended its process';
    logger.fail(
      new FolkloreError('FEATURE_FAILED', `The command has not come to its end: ${why}.`, {
        hint: 'If the configuration has `features`, mend them or take them out; otherwise please report it.',
      }),
    );
  };
  process.once('exit', notEnded);
  for (const signal of STOP_SIGNALS) process.once(signal, abort);
  const runId = randomUUID();
  const loggerFor = (format: LogFormat, level: LogLevel) =>
    createLogger(format, {
      outlet: process.stderr,
      environment: process.env,
      clock,
      level,
      runId,
      time: () => new Date().toISOString(),
    });
  const defaultFormat = process.stderr.isTTY ? 'pretty' : 'json';
  let exitCode: ExitCode = EXIT.clean;
  let logger = loggerFor(defaultFormat, 'info');
  const args = process.argv.slice(2);
  // Commander's own messages are text; a log of JSON lines has them as an error, but for the help.
  const isJson = (LOG_FORMAT.exec(args.join(' '))?.[1] ?? defaultFormat) === 'json';
  let ofCommander = '';
  let features: readonly Feature[] = [];
  try {
    // Imported here, as Node reads many modules at once: a limit of open files may be reached.
    const { FEATURES } = await import('../features/index.js');
    const { outsideFeatures } = await import('./outside-features.js');
    const { allCommands, makeProgram } = await import('./program.js');
    features = [...FEATURES, ...(await outsideFeatures(args, process.env, FEATURES))];
    const program = makeProgram(async (run, { logFormat, logLevel, quiet, grace }) => {
      graceMs = grace === undefined ? undefined : grace * 1000;
      const level = quiet === true ? 'warn' : logLevel;
      logger = loggerFor(logFormat === 'auto' ? defaultFormat : logFormat, level);
      const outcome = await run({
        report: logger.report,
        signal: stop.signal,
        isOver: over.signal,
        startedAt: new Date(),
        now: Date.now,
        runId,
        features,
        allCommands: () => allCommands(features),
      });
      if (outcome === EXIT.clean) return;
      exitCode = outcome.exitCode;
      await output.flush();
      logger.report({ event: 'ended', ...outcome });
    }, features);
    const writeErr = (text: string): void => {
      ofCommander += text;
    };
    if (isJson) for (const one of [program, ...program.commands]) one.configureOutput({ writeErr });
    await program.parseAsync(withHelpOption(args, program), { from: 'user' });
    await output.flush();
    return exitCode;
  } catch (error) {
    const thrown = withRemedy(error);
    // Commander has already printed its message, or the help.
    if (isOfCommander(thrown)) {
      if (thrown.exitCode === 0) return EXIT.clean;
      const owners = await whoHas(thrown, features).catch(() => undefined);
      if (thrown.code === HELP) process.stderr.write(ofCommander);
      else if (isJson) {
        logger = loggerFor('json', 'info');
        const message = thrown.message.replace(/^error: /, '');
        const hint = owners ?? 'Add --help for the accepted options.';
        logger.fail(new FolkloreError('CONFIG_INVALID', message, { hint }));
        return EXIT.misuse;
      }
      if (owners !== undefined) process.stderr.write(`(${owners})\n`);
      process.stderr.write(
        `${endLine(EXIT.misuse, 'the command cannot be called like this; nothing was done')}\n`,
      );
      return EXIT.misuse;
    }
    logger.fail(thrown, resumeCommand(thrown, args));
    return thrown instanceof FolkloreError ? thrown.exitCode : EXIT.fault;
  } finally {
    logger.close();
    for (const signal of STOP_SIGNALS) process.off(signal, abort);
    await output.close();
    process.off('exit', notEnded);
  }
}

process.exitCode = await main();
// What goes on in a run or a feature that was given up does not keep the process alive.
if (over.signal.aborted || hasLateFeature()) process.exit();
