import { join } from 'node:path';
import { Argument } from 'commander';
import { dayOf } from '../../base/calendar.js';
import { EXIT } from '../../base/exit-codes.js';
import { option } from '../../cli/command.js';
import type { CommandModule } from '../../cli/feature.js';
import { print } from '../../cli/terminal/table.js';

interface RollbackOptions {
  readonly to?: string;
  readonly republish?: boolean;
}

export const command: CommandModule<RollbackOptions, [label: string, out?: string]> = {
  args: [
    new Argument('<label>', 'the release that `latest` leads to'),
    new Argument('[folder]', 'folder of the releases (default: output)'),
  ],
  options: [
    option(
      '--to <label>',
      'the release that `latest` is to lead to (default: the one before, as the release states)',
    ),
    option(
      '--republish',
      'also if records are published again that the release has withheld or removed as such',
    ),
  ],
  help: () => `
\`latest\` leads to the release before, and the event streams and OAI-PMH say so to those who have read the
bad one. Its folder is moved to .rolled-back beside the releases, unchanged. The next build is compared with
the release that \`latest\` leads to, and the label is free.

The same command may be repeated: a release is taken back once.

Examples:
  folklore-ld rollback 2026-12-01
  folklore-ld rollback 2026-12-01 /data/releases --to 2026-10-01`,
  run: async ({ args: [label, out = 'output'], options }, context) => {
    const { rollback } = await import('./rollback.js');
    const { to, republish = false } = options;
    const order = { out, label, to, mayRepublish: republish, pid: process.pid };
    const done = await rollback({ ...order, today: dayOf(context.startedAt) });
    print(
      `${join(out, 'latest')} leads to ${done.to}. The release ${label}${done.isRepeated ? ' was taken back before, and' : ''} is in ${done.folder}.`,
    );
    for (const { adds } of context.features) {
      const said = await adds?.rolledBack?.(out, context);
      if (said !== undefined) print(said);
    }
    context.report({ event: 'finished', what: 'rollback', detail: done.folder });
    return EXIT.clean;
  },
};
