import { z } from 'zod';
import type { SettingsOfFeature } from '../feature.js';
import { BUILD, SETTING_OPTIONS } from './settings.js';

/**
 * The setting of a feature that writes one more form of a release: off unless asked for, with an option of the same name.
 *
 * @param description of the option
 * @param comment above the setting in a new configuration
 */
export const formSetting = (key: string, description: string, comment: string): SettingsOfFeature => ({
  shape: {
    [key]: z
      .boolean()
      .default(false)
      .register(SETTING_OPTIONS, {
        flags: `--${key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
        description,
        commands: BUILD,
        group: 'forms',
      }),
  },
  example: `
# ${comment}
${key}: false
`,
});
