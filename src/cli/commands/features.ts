import { EXIT } from '../../base/exit-codes.js';
import { configOption } from '../command.js';
import type { CommandModule, Feature } from '../feature.js';
import { inColumn } from '../terminal/table.js';

export const command: CommandModule = {
  options: [configOption()],
  help: () => `
A feature is a part of the program that the rest does not need: a folder of the program, or a module that the
configuration names (docs/features.md).

Examples:
  folklore-ld features
  folklore-ld features -c folklore-ld.config.yaml  with those that the configuration names`,
  run: async (_, { features }) => {
    const wide = Math.max(...features.map(({ name }) => name.length));
    for (const feature of features) {
      const { name, purpose } = feature;
      const adds = await addedBy(feature);
      const lines = [purpose, ...(adds === '' ? [] : [adds])].join('\n');
      process.stdout.write(`${name.padEnd(wide)}  ${inColumn(lines, wide + 2)}\n`);
    }
    return EXIT.clean;
  },
};

/** The commands, the options of other commands, and the settings of a feature. */
async function addedBy({ commands = {}, extensions = {}, settings }: Feature): Promise<string> {
  const options = await Promise.all(
    Object.entries(extensions).map(async ([command, load]) => {
      const { options: added } = await load();
      return `${command} ${added.map(({ long }) => long).join(' ')}`;
    }),
  );
  const keys = Object.keys((await settings?.())?.shape ?? {});
  const all = { commands: Object.keys(commands), options, settings: keys };
  return Object.entries(all)
    .flatMap(([what, names]) => (names.length === 0 ? [] : [`${what}: ${names.join(', ')}`]))
    .join('; ');
}
