import { basename, resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { FolkloreError } from '../base/errors.js';
import { isObject } from '../base/json.js';
import { nearest } from '../base/text.js';
import type { BuildPlan } from '../pipeline/plan/build-plan.js';
import { linkTarget } from '../pipeline/publish/staging.js';
import { readRun } from '../pipeline/shards/build-inputs.js';
import { filesBesideDumps, readManifestIfValid } from '../release/description/manifest.js';
import { optionSettings } from './config/setting-options.js';
import {
  CONFIG_SCHEMA,
  type Config,
  type ConfigSchema,
  PUBLISHED_SETTINGS,
  type PublishedSetting,
  type PublishedSettings,
} from './config/settings.js';
import type { CommandContext, Feature } from './feature.js';

/** The settings of a run, with the table that says what their changes do. */
export interface SettingsToCompare {
  readonly config: Config;
  /** What a configuration may hold; absent: the settings of the core. */
  readonly schema?: ConfigSchema | undefined;
  readonly published: PublishedSettings;
}

/** A setting that has another value than the last release. */
export interface SettingChange {
  readonly name: string;
  readonly setting: PublishedSetting;
  /** The change and its effect: `base is A and was B: it renames every record`. */
  readonly text: string;
  /** The option, or the line of the configuration, that gives the value of the last release. */
  readonly before: string;
}

/** The settings whose changes are compared: those of the core, and those of features. */
export async function publishedSettings(
  features: readonly Pick<Feature, 'settings'>[],
): Promise<PublishedSettings> {
  const ofFeatures = await Promise.all(features.map(async ({ settings }) => (await settings?.())?.published));
  return Object.assign({}, PUBLISHED_SETTINGS, ...ofFeatures);
}

/** What run.json records, for the comparison with the next release. Values are plain JSON. */
export const recordedSettings = (
  published: PublishedSettings,
  config: object,
): Readonly<Record<string, unknown>> =>
  JSON.parse(
    JSON.stringify(
      Object.fromEntries(
        Object.entries(published).map(([name, { recorded = (value: unknown) => value }]) => [
          name,
          recorded(
            name.split('.').reduce<unknown>((at, key) => (isObject(at) ? at[key] : undefined), config),
          ),
        ]),
      ),
    ),
  );

/**
 * The settings that the release of `latest` had, as far as the release states them: run.json of an earlier program has only some,
 * and files show others.
 */
async function settingsOfRelease(
  release: string,
  published: PublishedSettings,
): Promise<Readonly<Record<string, unknown>>> {
  const { settings, ...run } = await readRun(release);
  if (isObject(settings)) return settings;
  const manifest = await readManifestIfValid(release);
  if (manifest === undefined) return run;
  const files = [...manifest.datasets.flatMap((dataset) => dataset.files), ...filesBesideDumps(manifest)];
  const shown = Object.entries(published).flatMap(([name, { files: only }]) =>
    only !== undefined && files.some(({ path }) => only.test(path)) ? [[name, true] as const] : [],
  );
  const { base, vocabularyBase } = manifest;
  return { base, vocabularyBase, ...run, ...Object.fromEntries(shown) };
}

/**
 * The release that the settings are compared with, and the changes since. That is the release of `latest`, whose files and IRIs
 * are in use; without `latest` the one of `--previous`.
 */
export async function changesSinceLatest(
  { out, previous }: Pick<BuildPlan, 'out' | 'previous'>,
  { config, schema = CONFIG_SCHEMA, published }: SettingsToCompare,
): Promise<{ readonly release: string | undefined; readonly changes: readonly SettingChange[] }> {
  const target = await linkTarget(out);
  const release = target === undefined ? previous : resolve(out, target);
  if (release === undefined) return { release, changes: [] };
  const then = await settingsOfRelease(release, published);
  const now = recordedSettings(published, config);
  const options = new Map([...optionSettings('build', schema)].map(({ path, option }) => [path, option]));
  const changes = Object.entries(published).flatMap(([name, setting]): SettingChange[] => {
    const [old, value] = [then[name], now[name]];
    if (old === undefined || !(setting.on === 'loss' ? isLess(old, value) : !isDeepStrictEqual(old, value)))
      return [];
    const option = options.get(name);
    // A switch, and a table whose path is not recorded.
    const given = old === true ? option?.flags : option && `${option.long} ${[old].flat().join(',')}`;
    const lines = isObject(old)
      ? keysLost(old, value).map((key) => `${name}.${key}: ${plain(old[key])}`)
      : [`${name}: ${plain(old)}`];
    const text = `${name} ${differenceOf(old, value, setting)}: it ${setting.effect}`;
    return [{ name, setting, text, before: given ?? lines.join(', ') }];
  });
  return { release: basename(release), changes };
}

const plain = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

const keysLost = (old: Readonly<Record<string, unknown>>, value: unknown): string[] =>
  Object.keys(old).filter((key) => !isDeepStrictEqual(old[key], isObject(value) ? value[key] : undefined));

/** Whether a value lacks something that the earlier one has. */
function isLess(old: unknown, value: unknown): boolean {
  if (Array.isArray(old)) return entriesLost(old, value).length > 0;
  return isObject(old) ? keysLost(old, value).length > 0 : old !== false && old !== value;
}

const entriesLost = (old: readonly unknown[], value: unknown): unknown[] =>
  old.filter((one) => !Array.isArray(value) || !value.includes(one));

/** The predicate of a sentence about a changed setting. */
function differenceOf(old: unknown, value: unknown, { on }: PublishedSetting): string {
  if (old === true) return 'is not set';
  if (on === 'loss' && Array.isArray(old)) return `is without ${entriesLost(old, value).join(', ')}`;
  if (isObject(old)) return `has lost or changed ${keysLost(old, value).join(', ')}`;
  if (Array.isArray(old)) return 'has changed';
  return `${value === undefined ? 'is not set' : `is ${plain(value)}`} and was ${plain(old)}`;
}

/**
 * Compares the settings of a build with those of the last release, before the first request. The sample is exempt. A change that
 * does not stop the build is a warning.
 *
 * @param accepted the names of settings that may have changed
 * @throws FolkloreError CONFIG_INVALID when a name is no setting of the table; SETTING_CHANGED when the build would rename or
 *   remove what is published
 */
export async function checkChanges(
  plan: Pick<BuildPlan, 'out' | 'previous' | 'isLatest'>,
  settings: SettingsToCompare,
  accepted: readonly string[] = [],
  { report }: Pick<CommandContext, 'report'>,
): Promise<void> {
  const names = Object.keys(settings.published);
  const unknown = accepted.find((name) => !names.includes(name));
  if (unknown !== undefined) {
    const near = nearest(unknown, names);
    throw new FolkloreError(
      'CONFIG_INVALID',
      `--accept-change: ${unknown} is not a setting whose change has to be accepted${near === undefined ? '' : `; did you mean "${near}"?`}`,
      { hint: `These are ${names.join(', ')}.` },
    );
  }
  if (plan.isLatest !== true) return;
  const { release, changes } = await changesSinceLatest(plan, settings);
  const refused = changes.filter(({ name, setting }) => setting.isMade !== true && !accepted.includes(name));
  if (refused.length > 0)
    throw new FolkloreError('SETTING_CHANGED', refusalOf(release, refused), remedyOf(refused));
  for (const { text } of changes)
    report({ event: 'warning', message: `since the release ${release}, ${text}` });
  const unchanged = accepted.filter((one) => changes.every(({ name }) => name !== one));
  if (unchanged.length > 0)
    report({
      event: 'warning',
      message: `--accept-change ${unchanged.join(',')}: nothing has changed there; take the option out, or it accepts the next change`,
    });
}

/** What a build with these changes would do. */
export const refusalOf = (release: string | undefined, changes: readonly SettingChange[]): string =>
  `The settings are not those of the release ${release}, and would rename or remove what is published:\n${changes.map(({ text }) => `  ${text}`).join('\n')}`;

/** How to keep what is published, or to accept the changes. */
export const remedyOf = (changes: readonly SettingChange[]): { readonly hint: string } => ({
  hint: `Give what the release has: ${changes.map(({ before }) => before).join(' ')}. If the change is meant: --accept-change ${changes.map(({ name }) => name).join(',')}.`,
});
