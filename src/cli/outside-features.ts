import { statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Command, Option } from 'commander';
import { FolkloreError, messageOf } from '../base/errors.js';
import { literalPattern } from '../base/text.js';
import type { FeatureModule } from '../pipeline/plan/build-plan.js';
import { limited, runningFeature, withinLimit } from '../pipeline/plan/feature-limits.js';
import { faultOf } from '../pipeline/plan/feature-members.js';
import { logOptions } from './command.js';
import type { Feature } from './feature.js';

/** The version of {@link Feature} that this program knows. */
export const FEATURE_VERSION = 1;

/**
 * Loads the features that the configuration of a command line names (`features`), before the command line is parsed: they
 * may add commands and options. A configuration that cannot be read is reported by the command.
 *
 * @param own the features of the program, whose names are taken
 * @throws FolkloreError CONFIG_INVALID naming the module, and why it is no feature of this program
 */
export async function outsideFeatures(
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
  own: readonly Pick<Feature, 'name'>[],
): Promise<readonly Feature[]> {
  const file = configOf(args) ?? (environment.FOLKLORE_LD_CONFIG?.trim() || undefined);
  const names = file === undefined ? [] : await namesIn(file);
  if (names.length > 0) keepProcess();
  const loaded: Feature[] = [];
  for (const name of names) {
    const feature = await loadFeature(name, resolve(file ?? ''));
    if ([...own, ...loaded].some((other) => other.name === feature.name))
      throw refused(name, resolve(file ?? ''), `another feature is called ${feature.name}, too`);
    loaded.push(feature);
  }
  return loaded;
}

/** The configuration that a command line names, by the parser of command lines. */
function configOf(args: readonly string[]): string | undefined {
  const parser = new Command().allowUnknownOption().addOption(new Option('-c, --config <file>'));
  // Short options may stand together: -qc my.yaml.
  for (const option of logOptions()) parser.addOption(option);
  try {
    parser
      .exitOverride()
      .configureOutput({ writeErr: () => {} })
      .parseOptions([...args]);
  } catch {
    // The command reports what is wrong.
  }
  return parser.opts().config;
}

async function namesIn(file: string): Promise<readonly string[]> {
  try {
    // A pipe can be read once, by the command, which refuses `features` in one.
    if (!statSync(file).isFile()) return [];
    const { features } = (await import('./config/config.js')).parseFile(file);
    return Array.isArray(features) ? features.filter((name) => typeof name === 'string') : [];
  } catch {
    return [];
  }
}

/** Makes `process.exit` in the code of a feature an error of that feature: the run would end as if all were done. */
function keepProcess(): void {
  const exit = process.exit.bind(process);
  // Without an argument the code is `process.exitCode`.
  process.exit = (...code) => {
    const feature = runningFeature();
    if (feature === undefined) return exit(...code);
    throw new Error('it has called process.exit: a feature returns, or throws an error');
  };
}

const refused = (name: string, config: string, why: string, cause?: unknown): FolkloreError =>
  new FolkloreError('CONFIG_INVALID', `The feature ${name} of ${config} cannot be used: ${why}.`, {
    hint: 'docs/features.md shows a feature. Mend the module, or take it out of `features`.',
    cause,
  });

/** Why a module cannot be loaded, with the line where there is one. */
function whyNotLoaded(name: string, thrown: unknown): string {
  const [message = ''] = messageOf(thrown).split('\n');
  if (message === `Cannot find module '${name}'`)
    return `there is no package ${name} (a file beside the configuration is ./${name})`;
  const stack = thrown instanceof Error ? (thrown.stack ?? '') : '';
  const [line] = new RegExp(`${literalPattern(basename(name))}(?::\\d+)+`).exec(stack) ?? [];
  return message.replace(/\.$/, '') + (line === undefined ? '' : ` (${line})`);
}

async function loadFeature(name: string, config: string): Promise<Feature> {
  const { sha256 } = await import('../base/sha256.js');
  const { readText } = await import('./config/read-text.js');
  const refuse = (why: string, cause?: unknown): FolkloreError => refused(name, config, why, cause);
  let loaded: { readonly feature?: unknown; readonly default?: unknown };
  let module: FeatureModule;
  try {
    const path = /^\.{0,2}\//.test(name)
      ? resolve(dirname(config), name)
      : createRequire(join(dirname(config), 'x.js')).resolve(name);
    module = { url: pathToFileURL(path).href, sha256: sha256(readText(path)) };
    loaded = await withinLimit(name, 'its import', 'load', () => import(module.url));
  } catch (thrown) {
    throw refuse(whyNotLoaded(name, thrown), thrown);
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
  return limited({ ...(feature as Feature), module });
}
