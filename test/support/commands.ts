import { FEATURES } from '../../src/features/index.js';

/** Every command of the command line, as its help lists them: those of the core, then those of features. */
export const COMMANDS = [
  'init',
  'doctor',
  'export',
  'plan',
  'harvest',
  'build',
  'status',
  'verify',
  'validate',
  'explain',
  'serve',
  'features',
  ...FEATURES.flatMap(({ commands = {} }) => Object.keys(commands)),
];
