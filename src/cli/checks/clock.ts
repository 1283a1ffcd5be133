import type { Said } from './asking.js';
import { type Finding, ok, warning } from './finding.js';
import { CALLED, type Service } from './subject.js';

/**
 * More than a slow answer, less than what does harm: a run shortly after midnight would be named for, and ask
 * for, another day.
 */
const MOST_APART_MS = 5 * 60 * 1000;

/** What a service's clock said, and ours when that arrived; milliseconds since 1970. */
export interface Reading {
  readonly service: Service;
  readonly servedAt: number;
  readonly at: number;
}

/** The times at which a service sent its answers: at most one reading of each clock, the last. */
export function readingsOf(service: Service, said: readonly (Said | undefined)[]): readonly Reading[] {
  return said
    .flatMap((one) => {
      const servedAt = one?.answer?.status === 200 ? one.answer.servedAt : undefined;
      return one?.answer === undefined || servedAt === undefined ? [] : [{ service, servedAt, at: one.at }];
    })
    .slice(-1);
}

/** Whether this machine's clock goes with those of the services. */
export function checkClock(readings: readonly Reading[]): Finding {
  if (readings.length === 0) {
    return warning(
      'clock',
      'the clock could not be compared: no service told the time',
      'Run the doctor again when the services answer.',
    );
  }
  const apart = readings.filter(({ servedAt, at }) => Math.abs(at - servedAt) > MOST_APART_MS);
  if (apart.length === 0) return ok('clock', "this machine's clock goes with the services'");
  const differences = apart.map(
    ({ service, servedAt, at }) =>
      `${spanOf(at - servedAt)} ${at > servedAt ? 'ahead of' : 'behind'} ${CALLED[service]}`,
  );
  return warning(
    'clock',
    `this machine's clock is ${differences.join(' and ')}`,
    apart.length === readings.length
      ? 'Set it, and keep it right with a time service (NTP).'
      : 'One of the services agrees with it: tell the other one that its clock is wrong.',
  );
}

const MINUTE_MS = 60_000;
/** From here on hours say more than minutes. */
const MANY_MINUTES = 180;

function spanOf(ms: number): string {
  const minutes = Math.round(Math.abs(ms) / MINUTE_MS);
  return minutes < MANY_MINUTES ? `${minutes} minutes` : `${Math.round(minutes / 60)} hours`;
}
