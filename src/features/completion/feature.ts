import type { Feature } from '../../cli/feature.js';

/** Completion in bash, zsh and fish. */
export const completion: Feature = {
  name: 'completion',
  purpose: 'commands and options are completed in bash, zsh and fish',
  commands: {
    completion: {
      usage: '<shell>',
      description: 'Print a script that completes commands and options in bash, zsh or fish.',
      load: () => import('./command.js'),
    },
  },
};
