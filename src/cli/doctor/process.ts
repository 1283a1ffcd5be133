import { freeBytes } from '../../base/files.js';
import type { Feature } from '../feature.js';
import type { DoctorContext } from './check.js';

/** More than a service needs for a small response. */
const TIMEOUT_MS = 15_000;

/** The facts of this process. */
export const doctorContext = (signal: AbortSignal, features: readonly Feature[]): DoctorContext => ({
  environment: process.env,
  nodeVersion: process.versions.node,
  now: Date.now,
  monotonic: () => performance.now(),
  freeBytes,
  timeoutMs: TIMEOUT_MS,
  signal,
  features,
});
