import { z } from 'zod';
import { isUrl } from '../../base/text.js';
import { HARVEST, SETTING_OPTIONS, variable, WRITE_ONLY } from '../../cli/config/settings.js';
import type { SettingsOfFeature } from '../../cli/feature.js';

const WEBHOOK = 'expected an http or https URL without user, { env: NAME } or { file: PATH }';

/** Path and query of a webhook often are a secret, so that messages do not repeat them. */
const webhook = z
  .union(
    [
      z
        .string()
        .refine((value) => /^https?:\/\/[^/?#@\s]+([/?][^#\s]*)?$/i.test(value) && isUrl(value), WEBHOOK),
      z.strictObject({ env: variable }),
      z.strictObject({ file: z.string().min(1) }),
    ],
    WEBHOOK,
  )
  .meta(WRITE_ONLY);

export type Webhook = z.output<typeof webhook>;

export const SETTINGS = {
  shape: {
    metrics: z
      .string()
      .min(1)
      .optional()
      .register(SETTING_OPTIONS, {
        flags: '--metrics <file>',
        isPath: true,
        description: 'at the end, write the metrics of the run into this file, for Prometheus',
        commands: [...HARVEST, 'build'],
        group: 'run',
        variable: 'FOLKLORE_LD_METRICS',
      }),
    notify: webhook.optional().register(SETTING_OPTIONS, {
      flags: '--notify <url>',
      description: 'at the end, post the summary of the run as JSON to this address',
      commands: [...HARVEST, 'build'],
      group: 'run',
      variable: 'FOLKLORE_LD_NOTIFY',
    }),
  },
  example: `
# At the end of a run, failed or not (docs/monitoring.md): metrics for the textfile collector of Prometheus's node exporter,
# and the summary of the run, posted as JSON. An address that contains a secret comes from the environment or a file.
# metrics: /var/lib/prometheus/node-exporter/folklore-ld.prom
# notify: { env: FOLKLORE_LD_WEBHOOK } # or { file: PATH } or https://hooks.example.org/folklore
`,
} satisfies SettingsOfFeature;
