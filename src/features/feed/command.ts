import { Argument } from 'commander';
import { EXIT } from '../../base/exit-codes.js';
import { option } from '../../cli/command.js';
import type { CommandModule } from '../../cli/feature.js';
import { print } from '../../cli/terminal/table.js';

interface FeedOptions {
  readonly rebuild?: boolean;
}

export const command: CommandModule<FeedOptions, [out?: string]> = {
  args: [new Argument('[folder]', 'folder of the releases (default: output)')],
  options: [option('--rebuild', 'make the event streams again from the releases that are there')],
  help: () => `
\`build --feed\` adds each release to the event streams (LDES) in the folder feed, beside the releases. This
command adds what a build that was stopped has left out, and makes streams that are missing or damaged.
\`folklore-ld verify output/feed\` looks for damage, byte by byte.

Streams that are made again begin with the first release that is still there and that leads to \`latest\`.
Clients should then read them from the start.

Examples:
  folklore-ld feed
  folklore-ld feed /data/releases --rebuild`,
  run: async ({ args: [out = 'output'], options: { rebuild = false } }, { report, signal }) => {
    const { addedText, updateFeed } = await import('./update-feed.js');
    const updated = await updateFeed({ out, pid: process.pid, isRebuilt: rebuild, report, signal });
    print(addedText(updated));
    report({ event: 'finished', what: 'feed', detail: updated.folder });
    return EXIT.clean;
  },
};
