import { FolkloreError } from '../../base/errors.js';
import { decimal, option, wholeNumber } from '../../cli/command.js';
import type { CommandCall, CommandExtension } from '../../cli/feature.js';

/** Options of `serve` for a generated world. */
export interface WorldOptions {
  readonly world: string;
  readonly scale: number;
  readonly seed: number;
  readonly dirt: number;
  readonly month?: number;
}

export const EXTENSION: CommandExtension = {
  options: [
    option(
      '--scale <scale>',
      'size of a generated world; 1 is the real archive',
      decimal((scale) => scale > 0 && scale <= 10, 'a number above 0, at most 10'),
    ).default(0.01),
    option(
      '--seed <number>',
      'selects what a generated world holds, and the requests that faults hit',
      wholeNumber(0),
    ).default(1),
    option(
      '--dirt <share>',
      'share of dirty records in a generated world, 0 to 1',
      decimal((share) => share <= 1, 'a number from 0 to 1'),
    ).default(0.01),
    option(
      '--month <number>',
      'month of a generated world, from 1: each has changes, additions and deletions (default: 1)',
      wholeNumber(1, 120),
    ),
  ],
  help: () => `
  folklore-ld serve --world generated --scale 0.05        a twentieth of the real archive
  folklore-ld serve --world generated --month 2           the same a month later, for a second harvest`,
  run: async ({ options: { month, world } }: CommandCall<WorldOptions>) => {
    if (month === undefined || world === 'generated') return undefined;
    throw new FolkloreError(
      'CONFIG_INVALID',
      `The world ${world} has no months: --month is of a generated one.`,
      { hint: 'Give --world generated, or leave out --month.' },
    );
  },
};
