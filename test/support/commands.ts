/** Every command of the command line, as its help lists them. */
export const COMMANDS = [
  'export',
  'harvest',
  'build',
  'plan',
  'explain',
  'validate',
  'diff',
  'lint',
  'load',
  'verify',
  'doctor',
  'init',
  'serve',
];
