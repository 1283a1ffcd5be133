import type { Feature } from '../../cli/feature.js';
import type { Webhook } from './settings.js';

/** Metrics for Prometheus and a notification, at the end of a harvest or a build. */
export const monitoring: Feature = {
  name: 'monitoring',
  purpose: 'metrics for Prometheus and a notification at the end of a run',
  settings: async () => (await import('./settings.js')).SETTINGS,
  ended: async (run) => (await import('./ended.js')).afterRun(run),
  checks: {
    metrics: async ({ metrics }) =>
      typeof metrics === 'string' ? (await import('./checks.js')).metricsOutcome(metrics) : undefined,
    notify: async ({ notify }, environment) =>
      notify === undefined
        ? undefined
        : (await import('./checks.js')).notifyOutcome(notify as Webhook, environment),
  },
};
