import { z } from 'zod';
import type { SettingsOfFeature } from '../feature.js';
import { BUILD, type PublishedSetting, SETTING_OPTIONS } from './settings.js';

/**
 * The setting of a feature that writes one more form of a release: off unless asked for, with an option of the same name.
 *
 * @param description of the option
 * @param comment above the setting in a new configuration
 * @param published what becomes of the form of the release before when the setting is off; undefined: nothing
 */
export const formSetting = (
  key: string,
  description: string,
  comment: string,
  published?: Omit<PublishedSetting, 'on'>,
): SettingsOfFeature => ({
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
  ...(published === undefined ? {} : { published: { [key]: { on: 'loss', ...published } } }),
});
