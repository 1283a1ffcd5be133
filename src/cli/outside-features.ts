import { statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { FolkloreError, messageOf } from '../base/errors.js';
import { isObject } from '../base/json.js';
import { sha256 } from '../base/sha256.js';
import type { FeatureModule } from '../pipeline/plan/build-plan.js';
import { readText } from './config/read-text.js';
import type { Feature } from './feature.js';

/** The version of {@link Feature} that this program knows. */
export const FEATURE_VERSION = 1;

/**
 * Loads the features that the configuration of a command line names (`features`), before the command line is parsed: they
 * may add commands and options. A configuration that cannot be read is reported by the command.
 *
 * @throws FolkloreError CONFIG_INVALID naming the module, and why it is no feature of this program
 */
export async function outsideFeatures(
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
): Promise<readonly Feature[]> {
  const file = configOf(args) ?? environment.FOLKLORE_LD_CONFIG;
  const names = file === undefined ? [] : await namesIn(file);
  return Promise.all(names.map((name) => loadFeature(name, resolve(file ?? ''))));
}

/** The configuration that a command line names. */
function configOf(args: readonly string[]): string | undefined {
  const at = args.findIndex((arg) => arg === '-c' || arg === '--config');
  if (at >= 0) return args[at + 1];
  return args.find((arg) => arg.startsWith('--config='))?.slice('--config='.length);
}

async function namesIn(file: string): Promise<readonly string[]> {
  try {
    // A pipe can be read once, by the command.
    if (!statSync(file).isFile()) return [];
    const text = readText(file);
    if (!/^features\s*:/m.test(text)) return [];
    const { parse } = await import('yaml');
    const { features } = parse(text, { logLevel: 'error' }) as { readonly features?: unknown };
    return Array.isArray(features) ? features.filter((name) => typeof name === 'string') : [];
  } catch {
    return [];
  }
}

async function loadFeature(name: string, config: string): Promise<Feature> {
  const refuse = (why: string, cause?: unknown): FolkloreError =>
    new FolkloreError('CONFIG_INVALID', `The feature ${name} of ${config} cannot be used: ${why}.`, {
      hint: 'docs/features.md shows a feature. Mend the module, or take it out of `features`.',
      cause,
    });
  let loaded: { readonly feature?: unknown; readonly default?: unknown };
  let module: FeatureModule;
  try {
    const path = /^\.{0,2}\//.test(name)
      ? resolve(dirname(config), name)
      : createRequire(join(dirname(config), 'x.js')).resolve(name);
    module = { url: pathToFileURL(path).href, sha256: sha256(readText(path)) };
    loaded = (await import(module.url)) as typeof loaded;
  } catch (thrown) {
    throw refuse(messageOf(thrown), thrown);
  }
  const feature = loaded.feature ?? loaded.default;
  if (typeof feature !== 'object' || feature === null) throw refuse('its module exports no object `feature`');
  const { name: own, purpose, version } = feature as Partial<Feature>;
  if (version !== FEATURE_VERSION)
    throw refuse(
      `it is made for version ${String(version)} of features, and this program has ${FEATURE_VERSION}`,
    );
  if (typeof own !== 'string' || !/^[a-z][a-z0-9-]*$/.test(own) || typeof purpose !== 'string')
    throw refuse('it has no `name` of small letters, or no `purpose`');
  const fault = faultOf(feature);
  if (fault !== undefined) throw refuse(fault);
  return { ...(feature as Feature), module };
}

type Shape = 'text' | 'number' | 'function' | 'functions' | 'commands' | 'list';

/** The members of a feature from outside. */
const MEMBERS: Readonly<Record<Exclude<keyof Feature, 'module'>, Shape>> = {
  name: 'text',
  version: 'number',
  purpose: 'text',
  needs: 'list',
  settings: 'function',
  commands: 'commands',
  extensions: 'functions',
  worlds: 'function',
  serviceMiddleware: 'function',
  folders: 'list',
  plan: 'function',
  build: 'function',
  aroundBuild: 'function',
  checks: 'functions',
  ended: 'function',
  adds: 'functions',
};

const isFunction = (value: unknown): boolean => typeof value === 'function';

/** Whether a member has its shape, and the words for that shape. */
const SHAPES: Readonly<Record<Shape, readonly [is: (value: unknown) => boolean, words: string]>> = {
  text: [(value) => typeof value === 'string', 'a text'],
  number: [(value) => typeof value === 'number', 'a number'],
  list: [Array.isArray, 'a list'],
  function: [isFunction, 'a function'],
  functions: [(value) => isObject(value) && Object.values(value).every(isFunction), 'an object of functions'],
  commands: [
    (value) =>
      isObject(value) &&
      Object.values(value).every(
        (command) =>
          isObject(command) &&
          typeof Reflect.get(command, 'description') === 'string' &&
          isFunction(Reflect.get(command, 'load')),
      ),
    'an object of commands, each with `description` and `load`',
  ],
};

/** What is wrong with the members of a feature; undefined when nothing is. */
function faultOf(feature: object): string | undefined {
  for (const [name, value] of Object.entries(feature)) {
    if (!Object.hasOwn(MEMBERS, name))
      return `it has the unknown member \`${name}\`; known are ${Object.keys(MEMBERS).join(', ')}`;
    const [is, words] = SHAPES[MEMBERS[name as keyof typeof MEMBERS]];
    if (value !== undefined && !is(value)) return `its member \`${name}\` is not ${words}`;
  }
  return undefined;
}
