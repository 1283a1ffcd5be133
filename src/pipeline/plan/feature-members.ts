import { isObject } from '../../base/json.js';

/** Seconds that a feature from outside may take. */
export const SECONDS = {
  /** To be imported, and to say what it adds. */
  load: 30,
  /** A check of `doctor`, a page, the end of a run. */
  answer: 30,
  /** To read tables of the operator, or a world. */
  read: 600,
  /** To write files of a release, or what follows a release. */
  write: 3600,
  /** Commands. */
  unlimited: Number.POSITIVE_INFINITY,
} as const;

const isFunction = (value: unknown): boolean => typeof value === 'function';

/** The forms of members, in words, and whether a value has one. */
const FORMS = {
  'a text': (value: unknown) => typeof value === 'string',
  'a number': (value: unknown) => typeof value === 'number',
  'a list': Array.isArray,
  'a function': isFunction,
  'an object': isObject,
  'an object of functions': (value: unknown) => isObject(value) && Object.values(value).every(isFunction),
  'an object of commands, each with `description` and `load`': (value: unknown) =>
    isObject(value) &&
    Object.values(value).every(
      (command) => isObject(command) && typeof command.description === 'string' && isFunction(command.load),
    ),
} as const;

/** What holds for a member of a feature; its docstring, beside its type, says what it adds. */
export interface Member {
  /** Absent for functions in what a member holds or returns. */
  readonly form?: keyof typeof FORMS;
  /** The moment when it is called. */
  readonly called?: string;
  /** Of a function that returns a promise. Functions that are called for each record have none: these return at once or never. */
  readonly limit?: keyof typeof SECONDS | undefined;
  /** What an error in it costs. */
  readonly fails?: string;
}

function call(called: string, fails: string, limit?: Member['limit']): Member {
  return { form: 'a function', called, fails, limit };
}

const BEFORE = 'before the first request of a run';
const COMMAND = { called: 'when the command is called', fails: 'exit code 1' };
const NOTHING_DONE = 'exit code 1; nothing is done';
const NO_RELEASE = 'exit code 1; there is no release';
const WARNING = 'a warning; the exit code stays';

/**
 * The members of a feature by their paths: `*` is any name, `()` what a function has returned. A feature from outside is checked and
 * limited by these rows, and `npm run docs` makes the table of docs/features.md of them.
 */
export const MEMBERS: Readonly<Record<string, Member>> = {
  name: { form: 'a text' },
  version: { form: 'a number' },
  purpose: { form: 'a text' },
  needs: { form: 'a list' },
  settings: call('before the options of a command are read', NOTHING_DONE, 'load'),
  commands: { form: 'an object of commands, each with `description` and `load`', ...COMMAND },
  'commands.*.load': { limit: 'load' },
  'commands.*.load().command.run': { limit: 'unlimited' },
  extensions: { form: 'an object of functions', ...COMMAND },
  'extensions.*': { limit: 'load' },
  'extensions.*().run': { limit: 'unlimited' },
  worlds: call('when `serve` begins', NOTHING_DONE, 'read'),
  serviceMiddleware: call('when `serve` begins', NOTHING_DONE, 'load'),
  folders: { form: 'a list', called: 'by `verify`', fails: 'exit code 1' },
  'folders.*.verify': { limit: 'write' },
  plan: call(BEFORE, NOTHING_DONE, 'read'),
  build: call(`${BEFORE}, and in each thread`, NO_RELEASE, 'load'),
  'build().settings': { form: 'a list' },
  'build().records': call('once, when all other records are mapped', NO_RELEASE, 'write'),
  'build().derived': { form: 'a list', called: 'in a thread, while records are mapped', fails: NO_RELEASE },
  'build().rowFiles': { form: 'an object' },
  'build().rowFiles.jobs': call('once, when all records are mapped', NO_RELEASE, 'load'),
  'build().rowFiles.write': call('for each job, in any thread', NO_RELEASE, 'write'),
  'build().releaseFiles': call('once, when the dumps are complete', NO_RELEASE, 'write'),
  'build().pages': call('once, when the difference to the release before is known', NO_RELEASE, 'write'),
  'build().description': { form: 'an object', called: 'once, before the manifest', fails: NO_RELEASE },
  'build().staticFiles': call('once, before the description', NO_RELEASE, 'load'),
  'build().summary': call('once, when the release is in its place', 'exit code 1; the release stays', 'load'),
  aroundBuild: call(BEFORE, NOTHING_DONE, 'load'),
  'aroundBuild().check': call(BEFORE, NOTHING_DONE, 'load'),
  'aroundBuild().released': call('when the release is in its place', WARNING, 'write'),
  checks: { form: 'an object of functions', called: 'by `doctor`', fails: 'a failed check: exit code 2' },
  'checks.*': { limit: 'answer' },
  ended: call('when a harvest or a build has ended', WARNING, 'answer'),
  adds: { form: 'an object of functions' },
  'adds.prunable': call('by `prune`', 'exit code 1; nothing is removed', 'load'),
  'adds.prunable().decide': { limit: 'read' },
  'adds.pages': call('for each release that is served', 'a warning; a page that fails answers 500', 'load'),
  'adds.pages().*.answer': { limit: 'answer' },
  'adds.linksOfRecord': call('for each page of a record', 'a warning; the pages lack these links', 'load'),
  'adds.linksOfRecord()': { limit: 'answer' },
  'adds.metadataFormats': call(
    'for each release that is served',
    'a warning; OAI-PMH lacks these formats',
    'load',
  ),
  'adds.rolledBack': call('when a release was taken back', 'exit code 1; `latest` is changed', 'load'),
  'adds.*': { limit: 'load' },
};

/**
 * What is wrong with the members of a feature, or of what one of its functions has returned; undefined when nothing is.
 *
 * @param above the path of the part with what follows it: `build().`; empty for the feature
 */
export function faultOf(part: unknown, above = ''): string | undefined {
  const below = Object.keys(MEMBERS).filter((path) => path.startsWith(above));
  const known = below.map((path) => path.slice(above.length)).filter((name) => /^(?:\w+|\*)$/.test(name));
  if (known.length === 0 || known.includes('*')) return undefined;
  for (const [name, value] of Object.entries(part ?? {})) {
    const path = `${above}${name}`;
    if (!known.includes(name)) return `it has the unknown member \`${path}\`; known are ${known.join(', ')}`;
    const form = MEMBERS[path]?.form;
    if (value !== undefined && form !== undefined && !FORMS[form](value))
      return `its member \`${path}\` is not ${form}`;
    const fault = faultOf(value, `${path}.`);
    if (fault !== undefined) return fault;
  }
  return undefined;
}
