/** Every command of the command line, as its help lists them. */
export const COMMANDS = [
  'export',
  'harvest',
  'build',
  'work',
  'plan',
  'explain',
  'validate',
  'diff',
  'lint',
  'load',
  'verify',
  'doctor',
  'prune',
  'status',
  'init',
  'serve',
];
