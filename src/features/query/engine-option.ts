import type { Option } from 'commander';
import { option } from '../../cli/command.js';

/** Engines that are not part of this program, by their names at the command line. */
export const ENGINE_NAMES = ['virtuoso', 'oxigraph'] as const;
export type EngineName = (typeof ENGINE_NAMES)[number];

/** The option of an engine that is installed on this machine. */
export const engineOption = (): Option =>
  option(
    '--engine <name>',
    'an engine that is installed on this machine, in place of the embedded one: it loads the release once, into .engines beside it',
  )
    .choices(ENGINE_NAMES)
    .conflicts('endpoint');
