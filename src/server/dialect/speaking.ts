import type { HostedService } from '../answer.js';
import type { Dialect } from './dialect.js';
import { asLaterRelease } from './later-release.js';

/** What a dialect makes of a service. */
const CHANGES: Readonly<Record<Dialect, (hosted: HostedService) => HostedService>> = {
  'v0.6': (hosted) => hosted,
  'v1.1': asLaterRelease,
};

/** A service in a dialect. */
export const speaking = (hosted: HostedService, dialect: Dialect): HostedService => CHANGES[dialect](hosted);
