import { AsyncLocalStorage } from 'node:async_hooks';
import { FolkloreError, messageOf } from '../../base/errors.js';
import { counted } from '../../base/text.js';
import { faultOf, MEMBERS, SECONDS } from './feature-members.js';

/** The paths of the functions that have a limit. */
const LIMITED = Object.keys(MEMBERS).filter((path) => MEMBERS[path]?.limit !== undefined);

/** The feature whose code runs. */
const RUNNING = new AsyncLocalStorage<string>();

/** The name of the feature from outside whose code runs now; undefined while other code runs. */
export const runningFeature = (): string | undefined => RUNNING.getStore();

let isLate = false;

/** Whether a function of a feature was given up: what it still waits for would keep the process alive. */
export const hasLateFeature = (): boolean => isLate;

/**
 * Runs the code of a feature from outside for as long as it may.
 *
 * @param what the function, as its path in the feature
 * @throws FolkloreError FEATURE_FAILED when the time is over; what `act` throws
 */
export function withinLimit<T>(
  name: string,
  what: string,
  limit: keyof typeof SECONDS,
  act: () => T | Promise<T>,
): T | Promise<T> {
  const result = RUNNING.run(name, act);
  const seconds = SECONDS[limit];
  if (!(result instanceof Promise) || seconds === Number.POSITIVE_INFINITY) return result;
  return new Promise<T>((resolve, reject) => {
    // The timer keeps the process alive: without it a promise that is never settled would end the process without a word.
    const timer = setTimeout(() => {
      isLate = true;
      reject(
        new FolkloreError(
          'FEATURE_FAILED',
          `The feature ${name} has not ended ${what} in ${counted(seconds, 'second')}.`,
          { hint: MEND },
        ),
      );
    }, seconds * 1000);
    result.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

const MEND = 'Mend the feature, or take it out of `features` in the configuration.';

/** What a feature has thrown, with its name; errors of this program as these are. */
export const failureOfFeature = (name: string, what: string, thrown: unknown): FolkloreError =>
  thrown instanceof FolkloreError
    ? thrown
    : new FolkloreError(
        'FEATURE_FAILED',
        `The feature ${name} has failed in ${what}: ${messageOf(thrown).replace(/\.$/, '')}.`,
        {
          hint: MEND,
          cause: thrown,
        },
      );

/** Parts whose errors the caller names: the files of a build, checks, and pages have words of their own. */
const NAMED_BY_CALLER = /^(?:build\(\)\.(?!rowFiles\.jobs|staticFiles|summary)|checks\.|adds\.pages\(\))/;

/** A feature from outside whose functions have limits, and whose errors name the feature. */
export const limited = <T extends { readonly name: string }>(feature: T): T =>
  limitedPart(feature, '', feature.name) as T;

/**
 * A part of a feature: a function, or an object or list with functions below. Other values are not changed.
 *
 * @param owner the object of a function
 */
function limitedPart(part: unknown, path: string, name: string, owner?: unknown): unknown {
  if (typeof part === 'function') return limitedFunction(part, path, name, owner);
  if (typeof part !== 'object' || part === null || !isAboveRule(path)) return part;
  if (Array.isArray(part)) return part.map((one) => limitedPart(one, `${path}.*`, name));
  const copy = Object.assign(Object.create(Object.getPrototypeOf(part)), part);
  for (const key of Object.keys(part))
    copy[key] = limitedPart(Reflect.get(part, key), path === '' ? key : `${path}.${key}`, name, part);
  return copy;
}

function limitedFunction(act: object, path: string, name: string, owner: unknown): unknown {
  const limit = MEMBERS[LIMITED.find((pattern) => fits(pattern, path)) ?? '']?.limit;
  if (limit === undefined) return act;
  const fail = (thrown: unknown): never => {
    throw NAMED_BY_CALLER.test(path) ? thrown : failureOfFeature(name, path, thrown);
  };
  const returned = (value: unknown): unknown => {
    const fault = faultOf(value, `${path}().`);
    if (fault === undefined) return limitedPart(value, `${path}()`, name);
    throw new FolkloreError('CONFIG_INVALID', `The feature ${name} cannot be used: ${fault}.`, {
      hint: MEND,
    });
  };
  return (...args: readonly unknown[]): unknown => {
    try {
      const result = withinLimit(name, path, limit, () => Reflect.apply(act as () => unknown, owner, args));
      return result instanceof Promise ? result.then(returned, fail) : returned(result);
    } catch (thrown) {
      return fail(thrown);
    }
  };
}

/** Whether a path is one of a pattern. */
const fits = (pattern: string, path: string): boolean =>
  pattern.split('.').length === path.split('.').length && isBelow(pattern, path);

const isBelow = (pattern: string, path: string): boolean => {
  const wanted = pattern.split('.');
  const nameIn = (step: string): string => step.replace(/\(\)$/, '');
  return path.split('.').every((step, at) => wanted[at]?.replace('*', () => nameIn(step)) === step);
};

/** Whether a part has functions below that have limits. */
const isAboveRule = (path: string): boolean =>
  path === '' || LIMITED.some((pattern) => isBelow(pattern, path));
