import { InvalidArgumentError, Option } from 'commander';
import { interrupted, messageOf } from '../base/errors.js';
import type { CommandContext } from './feature.js';
import { GROUPS, grouped } from './help.js';
import { LOG_LEVELS } from './terminal/logger.js';

/** What a command reads whose release is not named. */
export const RELEASE_MEANT = 'folder of a release (default: output/latest, or the only one in output)';

/** An option with a fixed list of values, or lists of them, that a check of its own accepts and a shell offers. */
export class ListedOption extends Option {
  constructor(
    flags: string,
    description: string,
    readonly words: readonly string[] | undefined,
  ) {
    super(flags, description);
  }
}

/** An option without a variable; with a parser, its value is what that returns. */
export const option = (flags: string, description: string, parse?: (text: string) => unknown): Option => {
  const made = new Option(flags, description);
  return parse === undefined ? made : made.argParser(parse);
};

/**
 * A check between the steps of a command that cannot be continued.
 *
 * @throws FolkloreError INTERRUPTED when it runs after the signal
 */
export const interruptible =
  ({ signal }: CommandContext, step: string, outcome = 'nothing was changed') =>
  (): void => {
    if (signal.aborted) throw interrupted(step, outcome);
  };

/** A parser whose errors are shown as a wrong value of the option. */
export const misuseOf =
  <T>(parse: (text: string) => T) =>
  (text: string): T => {
    try {
      return parse(text);
    } catch (thrown) {
      throw new InvalidArgumentError(messageOf(thrown));
    }
  };

/**
 * A parser of whole numbers.
 *
 * @param words that the option takes in place of a number; the caller parses them
 */
export const wholeNumber =
  (least: number, most = 999_999_999, words: readonly string[] = []) =>
  (text: string): number => {
    const number = Number(text);
    if (/^\d{1,9}$/.test(text) && number >= least && number <= most) return number;
    const others = words.map((word) => `, or ${word}`).join('');
    throw new InvalidArgumentError(`Expected a whole number from ${least} to ${most}${others}.`);
  };

/** A parser of decimal numbers. */
export const decimal =
  (isValid: (number: number) => boolean, expected: string) =>
  (text: string): number => {
    if (/^\d+(\.\d+)?$/.test(text) && isValid(Number(text))) return Number(text);
    throw new InvalidArgumentError(`Expected ${expected}.`);
  };

export const configOption = (): Option =>
  option('-c, --config <file>', 'configuration file (YAML)')
    .env('FOLKLORE_LD_CONFIG')
    .helpGroup(GROUPS.source);

export const graceOption = (): Option =>
  option(
    '--grace <seconds>',
    'time to end after SIGTERM or SIGINT; then the process ends at once',
    wholeNumber(0, 86_400),
  )
    .default(25)
    .helpGroup(GROUPS.run);

export const logOptions = (): Option[] =>
  grouped(
    'run',
    option(
      '--log-format <format>',
      'format of the log on standard error; auto: pretty on a terminal, else json',
    )
      .choices(['auto', 'pretty', 'json'])
      .default('auto'),
    option('--log-level <level>', 'what the log has: debug (also each request), info, warn or error')
      .choices([...LOG_LEVELS])
      .default('info')
      .env('FOLKLORE_LD_LOG_LEVEL'),
    option(
      '-q, --quiet',
      'only warnings and errors in the log, as with --log-level warn; harvest, build and export with nothing to look at print one line, prune none',
    ),
  );
