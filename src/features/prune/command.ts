import { FolkloreError } from '../../base/errors.js';
import { EXIT } from '../../base/exit-codes.js';
import { formatCount, toOneLine } from '../../base/text.js';
import { option, wholeNumber } from '../../cli/command.js';
import type { CommandModule } from '../../cli/feature.js';
import { type RunOptions, sourceOptions } from '../../cli/run-options.js';
import { print } from '../../cli/terminal/table.js';
import type { Decision } from './prune.js';

interface PruneOptions extends RunOptions {
  readonly keepLast?: number;
  readonly keepMonthly?: number;
  /** A folder of stores. */
  readonly harvests?: string;
  readonly dryRun?: boolean;
}

export const command: CommandModule<PruneOptions> = {
  options: [
    ...sourceOptions(),
    option('--keep-last <number>', 'remove releases; keep the newest ones', wholeNumber(1)),
    option(
      '--keep-monthly <number>',
      'remove releases; keep the newest one of each of the newest months',
      wholeNumber(1),
    ),
    option(
      '--harvests <folder>',
      'by the same rule, also remove stores in this folder, each in a folder of its own',
    ),
    option('--dry-run', 'say what would be removed and why the rest is kept, and remove nothing'),
  ],
  help: () => `
Releases in --out are removed that neither --keep-last nor --keep-monthly keeps. Always kept are the release
that \`latest\` leads to, the release that the delta of a kept release leads from, and folders that are no
releases. Stores are removed only with --harvests, and always kept are the store of the configuration, one in
use, one with an unfinished harvest, and the harvest of a kept release.

Examples:
  folklore-ld prune -c folklore-ld.config.yaml --keep-monthly 12 --keep-last 3 --dry-run
  folklore-ld prune -c folklore-ld.config.yaml --keep-last 6 --harvests /data/stores`,
  run: async (call, { features }) => {
    const plans = await import('../../cli/plans-from-config.js');
    const { prune } = await import('./prune.js');
    const { out, store } = plans.configOf(call);
    const { keepLast: last, keepMonthly: monthly, harvests, dryRun = false } = call.options;
    if (last === undefined && monthly === undefined)
      throw new FolkloreError('CONFIG_INVALID', '`prune` needs a rule.', {
        hint: 'Give --keep-last, --keep-monthly or both, and --dry-run to see what they remove.',
      });
    // With --quiet nothing, as for a run by cron; a rehearsal is made to be read.
    const isSilent = call.options.quiet === true && !dryRun;
    const say = (lines: readonly string[]): void => {
      if (!isSilent) print(lines.join('\n'));
    };
    const stores = { folder: harvests, store };
    const prunables = await Promise.all(features.flatMap(({ adds }) => adds?.prunable?.() ?? []));
    const how = { pid: process.pid, isDryRun: dryRun };
    const pruned = await prune(out, { last, monthly }, stores, how, prunables);
    say(decisionLines(`Releases in ${out}`, pruned.releases, dryRun));
    for (const [title, decisions] of Object.entries(pruned.ofFeatures))
      if (decisions.length > 0) say(decisionLines(`${title} in ${out}`, decisions, dryRun));
    if (harvests !== undefined) say(decisionLines(`Stores in ${harvests}`, pruned.stores, dryRun));
    return EXIT.clean;
  },
};

const mebibytes = (bytes: number): string => `${formatCount(Math.round(bytes / 2 ** 20))} MiB`;

/** One line for each release or store: what becomes of it, and why. */
function decisionLines(title: string, decisions: readonly Decision[], isDryRun: boolean): string[] {
  if (decisions.length === 0) return [`${title}: none.`];
  const removed = decisions.filter(({ keptBecause }) => keptBecause === undefined);
  const total = removed.reduce((sum, { bytes }) => sum + bytes, 0);
  const wide = Math.max(...decisions.map(({ name }) => name.length));
  return [
    `${title}: ${removed.length} of ${decisions.length} ${isDryRun ? 'would be removed' : 'removed'}, ${mebibytes(total)}.`,
    ...decisions.map(({ name, keptBecause, bytes }) =>
      toOneLine(
        keptBecause === undefined
          ? `  ${name.padEnd(wide)}  ${isDryRun ? 'would be removed' : 'removed'}, ${mebibytes(bytes)}`
          : `  ${name.padEnd(wide)}  kept: ${keptBecause}`,
      ),
    ),
  ];
}
