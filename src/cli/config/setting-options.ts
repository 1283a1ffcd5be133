import type { Command, Option } from 'commander';
import { z } from 'zod';
import { nearest } from '../../base/text.js';
import { ListedOption } from '../command.js';
import type { GivenSetting } from '../feature.js';
import { GROUPS, type OptionGroup } from '../help.js';
import { type ConfigSchema, SETTING_OPTIONS, type SettingOption } from './settings.js';

/** Values from options or the environment, by their dotted path in the file; they override it. */
export type ConfigOverrides = Readonly<Record<string, unknown>>;

/** A setting that has an option. */
interface OptionSetting {
  /** Dotted, as in the configuration. */
  readonly path: string;
  readonly schema: z.core.$ZodType;
  readonly option: Option;
}

/** The settings of a command that have an option, in the order of the schema. */
export function* optionSettings(
  command: string,
  schema: z.core.$ZodType,
  steps: readonly string[] = [],
): Generator<OptionSetting> {
  const declared = SETTING_OPTIONS.get(schema);
  if (declared?.commands.includes(command) === true)
    yield {
      path: steps.join('.'),
      schema,
      option: optionOf(declared, schema, declared.group ?? GROUP_OF[steps[0] ?? ''] ?? 'run'),
    };
  const inner = unwrap(schema);
  if (!(inner instanceof z.ZodObject)) return;
  for (const [key, value] of Object.entries(inner.shape as z.core.$ZodShape))
    yield* optionSettings(command, value, [...steps, key]);
}

/** The group of the options of a setting or of a section of settings. */
const GROUP_OF: Readonly<Record<string, OptionGroup>> = {
  services: 'source',
  contact: 'source',
  store: 'source',
  kinds: 'source',
  harvest: 'harvest',
  base: 'records',
  onViolation: 'records',
  maxRejected: 'records',
  out: 'release',
  formats: 'release',
  context: 'release',
  compress: 'release',
  release: 'release',
};

function optionOf(
  { flags, description, variable }: SettingOption,
  schema: z.core.$ZodType,
  group: OptionGroup,
): Option {
  const hasDefault = schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault;
  const value = hasDefault ? schema.def.defaultValue : undefined;
  const suffix =
    value === undefined || value === false || [value].flat().length === 0
      ? ''
      : ` (default: ${[value].flat().join(', ')})`;
  const option = new ListedOption(flags, description + suffix, wordsOf(schema)).helpGroup(GROUPS[group]);
  return variable === undefined ? option : option.env(variable);
}

/** The values that a setting, or a list of it, can have. */
function wordsOf(schema: z.core.$ZodType): readonly string[] | undefined {
  const inner = unwrap(schema);
  if (inner instanceof z.ZodArray) return wordsOf(inner.element);
  return inner instanceof z.ZodEnum ? inner.options.map(String) : undefined;
}

/**
 * Adds the options of the settings that a command has.
 *
 * @returns reads the settings that the command line and the environment give, by their path, and checks them as the
 *   file is checked; throws a CommanderError with each wrong option, the expected value and the nearest name
 */
export function addSettingOptions(
  command: Command,
  config: ConfigSchema,
): () => Readonly<Record<string, GivenSetting>> {
  const settings = [...optionSettings(command.name(), config)];
  for (const { option } of settings) command.addOption(option);
  return () => {
    const given: Record<string, GivenSetting> = {};
    const names = new Map<string, string>();
    for (const { path, schema, option } of settings) {
      const name = option.attributeName();
      const text: unknown = command.getOptionValue(name);
      if (text === undefined) continue;
      const source = command.getOptionValueSource(name) === 'env' ? 'variable' : 'option';
      given[path] = { value: typed(schema, text), source };
      names.set(path, (source === 'variable' ? option.envVar : option.long) ?? name);
    }
    const document = withOverrides({}, overridesOf(given));
    const problems = (config.safeParse(document).error?.issues ?? []).flatMap((issue) => {
      const path = issue.path.join('.');
      const name = [...names].find(([setting]) => path === setting || path.startsWith(`${setting}.`))?.[1];
      return name === undefined ? [] : describeIssue(issue, document, config, name);
    });
    if (problems.length > 0) command.error(`error: ${problems.join('\nerror: ')}`);
    return given;
  };
}

/** The values alone. */
export const overridesOf = (given: Readonly<Record<string, GivenSetting>>): ConfigOverrides =>
  Object.fromEntries(Object.entries(given).map(([path, { value }]) => [path, value]));

/** The text of an option as the value that the file would have. */
function typed(schema: z.core.$ZodType, text: unknown): unknown {
  const inner = unwrap(schema);
  if (typeof text !== 'string') return text;
  if (inner instanceof z.ZodArray) return text.split(',').map((part) => part.trim());
  const isNumber = inner instanceof z.ZodNumber && text.trim() !== '' && Number.isFinite(Number(text));
  return isNumber ? Number(text) : text;
}

/**
 * One line for each fault: the setting, what was expected, the value, the nearest right name.
 *
 * @param name the setting as the user gave it; its path in the file unless given
 */
export function describeIssue(
  issue: z.core.$ZodIssue,
  document: unknown,
  schema: ConfigSchema,
  name?: string,
): string[] {
  const path = issue.path.map(String);
  if (issue.code === 'unrecognized_keys') {
    const accepted = keysAt(schema, path);
    return issue.keys.map((key) => {
      const setting = [...path, key].join('.');
      const advice = didYouMean(key, accepted) || `; accepted are ${accepted.join(', ')}`;
      return `${setting}: unknown key${advice}`;
    });
  }
  const where = name ?? (path.join('.') || 'the file');
  const value = path.reduce<unknown>(
    (inner, step) => (typeof inner === 'object' && inner !== null ? Reflect.get(inner, step) : undefined),
    document,
  );
  const isSection = issue.code === 'invalid_type' && ['object', 'record'].includes(issue.expected);
  const isSecret = isWriteOnly(schema, path);
  if (isSecret && !isSection) return [`${where}: ${issue.message}`];
  if (value === undefined) return [`${where}: is missing; ${expectation(issue)}`];
  if (isSecret) return [`${where}: ${expectation(issue)}`];
  const advice = issue.code === 'invalid_value' ? didYouMean(String(value), issue.values.map(String)) : '';
  return [`${where}: ${expectation(issue)}, got ${JSON.stringify(value)}${advice}`];
}

const didYouMean = (word: string, accepted: readonly string[]): string => {
  const name = nearest(word, accepted);
  return name === undefined ? '' : `; did you mean "${name}"?`;
};

function expectation(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_value') {
    const values = issue.values.map(String);
    return `expected ${values.length === 1 ? values[0] : `one of ${values.join(', ')}`}`;
  }
  if (issue.code !== 'invalid_type') return issue.message.replace(/^Too/, 'too');
  if (['object', 'record'].includes(issue.expected)) return 'expected a section with keys';
  return `expected ${/^[aeiou]/.test(issue.expected) ? 'an' : 'a'} ${issue.expected}`;
}

/**
 * Whether a value may be a secret, and is never printed: that of a setting marked `writeOnly`, of one in a section that is so
 * marked, or in place of a section that has such settings.
 */
function isWriteOnly(schema: z.core.$ZodType, path: readonly string[]): boolean {
  if (z.globalRegistry.get(schema)?.writeOnly === true) return true;
  const wrapped = unwrapOnce(schema);
  if (wrapped !== undefined) return isWriteOnly(wrapped, path);
  const [step, ...rest] = path;
  return partsOf(schema, step).some((part) => isWriteOnly(part, rest));
}

/** The schema of a key of a section, or of all; of the entries of a record or a list. */
function partsOf(schema: z.core.$ZodType, key?: string): readonly z.core.$ZodType[] {
  if (schema instanceof z.ZodRecord) return [schema.valueType];
  if (schema instanceof z.ZodArray) return [schema.element];
  if (!(schema instanceof z.ZodObject)) return [];
  const shape: z.core.$ZodShape = schema.shape;
  return key === undefined ? Object.values(shape) : [shape[key] ?? []].flat();
}

function keysAt(schema: z.core.$ZodType, [step, ...rest]: readonly string[]): string[] {
  const inner = unwrap(schema);
  if (!(inner instanceof z.ZodObject)) return [];
  if (step === undefined) return Object.keys(inner.shape).filter((key) => !isDeprecated(inner.shape[key]));
  const next: z.core.$ZodType | undefined = inner.shape[step];
  return next === undefined ? [] : keysAt(next, rest);
}

/** Whether a setting is accepted only in old configurations. */
const isDeprecated = (schema: z.core.$ZodType | undefined): boolean =>
  schema !== undefined && z.globalRegistry.get(schema)?.deprecated === true;

function unwrap(schema: z.core.$ZodType): z.core.$ZodType {
  const wrapped = unwrapOnce(schema);
  return wrapped === undefined ? schema : unwrap(wrapped);
}

function unwrapOnce(schema: z.core.$ZodType): z.core.$ZodType | undefined {
  if (schema instanceof z.ZodPipe) return schema.in;
  const isWrapper =
    schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault || schema instanceof z.ZodOptional;
  return isWrapper ? schema.unwrap() : undefined;
}

/** A copy of a document with values put at dotted paths. */
export function withOverrides(
  document: Readonly<Record<string, unknown>>,
  overrides: ConfigOverrides,
): Record<string, unknown> {
  let result = { ...document };
  for (const [path, value] of Object.entries(overrides))
    if (value !== undefined) result = put(result, path.split('.'), value);
  return result;
}

function put(
  section: unknown,
  [step = '', ...rest]: readonly string[],
  value: unknown,
): Record<string, unknown> {
  const copy: Record<string, unknown> = typeof section === 'object' && section !== null ? { ...section } : {};
  copy[step] = rest.length === 0 ? value : put(copy[step], rest, value);
  return copy;
}
