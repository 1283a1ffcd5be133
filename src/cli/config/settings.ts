import { basename } from 'node:path';
import { z } from 'zod';
import { FolkloreError } from '../../base/errors.js';
import { DURATION, isUrl, parseDuration } from '../../base/text.js';
import { EMPTY_LISTS } from '../../harvest/crawl/request.js';
import {
  NEUTRAL_ORGANISATIONS,
  type Organisation,
  type OrganisationName,
} from '../../model/mapping/organisation.js';
import { PERSONS_PROFILES } from '../../model/mapping/persons-profile.js';
import { DEFAULT_PLACEHOLDERS } from '../../model/mapping/placeholder.js';
import { FORMAT_NAMES } from '../../model/rdf/formats/format.js';
import { DATA_BASE, VOCABULARY_BASE, webAddress } from '../../model/rdf/iris.js';
import { LINK_NAMES, type LinkName, type LinkTemplates, templateFault } from '../../model/rdf/links.js';
import { GROUPS } from '../../model/records/datasets.js';
import type { FeatureSettings } from '../../pipeline/plan/build-plan.js';
import { type MaxRejected, ON_VIOLATION, parseMaxRejected } from '../../pipeline/plan/violation-policy.js';
import { AVAILABILITIES, DOI, FREQUENCIES } from '../../release/description/facts.js';
import type { OptionGroup } from '../help.js';

/*
 * Every setting: its name, values, default and, if it has one, its option. Every key also has a line in
 * folklore-ld.config.yaml, which a test checks.
 */

/** The option of a setting. Its default and its parser come from the setting. */
export interface SettingOption {
  readonly flags: string;
  readonly description: string;
  /** The commands that have the option. */
  readonly commands: readonly string[];
  /** The environment variable that also gives the value. */
  readonly variable?: string;
  /** Whether the value is a path, which is taken from the working folder. */
  readonly isPath?: boolean;
  /** The heading in the help, of a setting of a feature. */
  readonly group?: OptionGroup;
}

/** The settings that have an option. */
export const SETTING_OPTIONS = z.registry<SettingOption>();

/** What a change of a setting does to what earlier releases have published. */
export interface PublishedSetting {
  /** Which changes are meant: each one, or a loss: a switch that is off, a value that is gone or another one. */
  readonly on: 'change' | 'loss';
  /** What such a change does: completes "it …". */
  readonly effect: string;
  /** Whether a build with the change is made, with a warning; absent: it is refused. */
  readonly isMade?: true;
  /** What run.json has in place of the value: a path, for example, says nothing. */
  readonly recorded?: (value: unknown) => unknown;
  /** Files that a release has with this setting alone: they show the setting in a release whose run.json does not have it. */
  readonly files?: RegExp;
}

/** Settings by their dotted paths. */
export type PublishedSettings = Readonly<Record<string, PublishedSetting>>;

/** The settings of the core that rename, remove or reinterpret what is published. The others do not. */
export const PUBLISHED_SETTINGS: PublishedSettings = {
  base: { on: 'change', effect: 'renames every record' },
  vocabularyBase: { on: 'change', effect: 'renames every class, property and code of the vocabulary' },
  kinds: { on: 'loss', effect: 'removes all records of these kinds' },
  formats: { on: 'loss', effect: 'removes the dumps in these formats' },
  compress: { on: 'change', effect: 'renames every dump' },
  context: { on: 'change', effect: 'changes how JSON-LD files are read', isMade: true },
  personsProfile: {
    on: 'change',
    effect: 'publishes the people of the schools collection, or withdraws them',
  },
  features: {
    on: 'loss',
    effect: 'removes the files of these features',
    // A module may only have another name.
    isMade: true,
    recorded: (paths) => (paths as readonly string[]).map((path) => basename(path)),
  },
  'services.archive.profile': { on: 'change', effect: 'decides which records are withheld' },
  'services.archive.gender': { on: 'change', effect: 'decides how codes of gender are read', isMade: true },
  placeholders: { on: 'change', effect: 'decides which texts are names', isMade: true },
  organisations: { on: 'change', effect: 'changes publishers, credit lines and copyright', isMade: true },
  links: { on: 'loss', effect: 'removes or renames the links of records to other sites' },
  'release.downloads': { on: 'loss', effect: 'renames the addresses of all files' },
  'release.doi.concept': { on: 'loss', effect: 'removes the DOI of all releases', isMade: true },
  onViolation: { on: 'change', effect: 'decides what is published of faulty records', isMade: true },
};

/** The commands that make a harvest. */
export const HARVEST = ['export', 'harvest'];
/** The commands that make a release. */
export const BUILD = ['export', 'build'];

/** Folders of stored answers: the default, and that of the sample, which never replaces a real harvest. */
export const DEFAULT_STORE = '.folklore-ld';
export const SAMPLE_STORE = '.folklore-ld-sample';

/** The name of a variable; never a key itself, because messages repeat the name. */
export const variable = z.string().regex(/^[A-Za-z_]\w*$/, 'expected the name of a variable');

/** The mark of a setting that may hold a secret: no message prints its value (JSON Schema Validation 2020-12, section 9.4). */
export const WRITE_ONLY = { writeOnly: true } as const;

/** A secret of an environment variable or of a file. */
export const secret = (what: string) =>
  z
    .union([z.strictObject({ env: variable }), z.strictObject({ file: z.string().min(1) })], {
      error: `expected { env: NAME } or { file: PATH }: ${what} is never written in the configuration`,
    })
    .meta(WRITE_ONLY);

/** Where a secret is stored: in an environment variable or in a file. */
export type SecretSource = z.output<ReturnType<typeof secret>>;

/** Scheme, host and port. A user or a query could hold a secret. */
const serviceUrl = () =>
  z
    .url({ protocol: /^https?$/, error: 'expected an http or https URL such as http://127.0.0.1:4010' })
    .refine(
      (value) => /^https?:\/\/[^/?#@]+\/?$/i.test(value),
      'expected scheme, host and port only: no user, path, query or fragment',
    )
    .meta(WRITE_ONLY);

const path = z.string().regex(/^(\/[\w.~-]+)+$/, 'expected a path such as /api/v0.6');

const base = z
  .string()
  .regex(/^https:\/\/[^\s<>"{}|\\^`?#]+\/$/, 'expected an https IRI that ends in /')
  .refine(isPlainBase, 'expected an https IRI with a host, and without user, dot segments or bad escapes');

function isPlainBase(value: string): boolean {
  const host = /^https:\/\/([^/]*)\//.exec(value)?.[1] ?? '';
  const hasFault =
    host === '' ||
    host.includes('@') ||
    /%(?![0-9A-Fa-f]{2})/.test(value) ||
    /\/\.{0,2}\//.test(value.slice(8));
  return !hasFault && isUrl(value);
}

/** A duration such as `90s`, `50m` or `2h`; read as seconds. */
const durationFrom = (isValid: (seconds: number) => boolean) =>
  z
    .union([z.string(), z.number()])
    .transform((value) => parseDuration(String(value)) ?? Number.NaN)
    .refine(isValid, DURATION);

const duration = durationFrom((seconds) => seconds > 0);

const maxRejected = z.preprocess(
  (value) =>
    (['number', 'string'].includes(typeof value) ? parseMaxRejected(String(value)) : undefined) ?? value,
  z.custom<MaxRejected>(
    (value) => typeof value === 'object' && value !== null,
    'expected a whole number of records, or a share of them such as 2%',
  ),
);

const webPage = z
  .string()
  .refine(
    (value) => webAddress(value) === value,
    'expected an http or https address with its host in lower case',
  );

const doi = z
  .string()
  .regex(DOI, 'expected a DOI such as 10.5281/zenodo.1234567, without an address before it');

const organisation = (which: OrganisationName) => {
  const { name: neutral } = NEUTRAL_ORGANISATIONS[which];
  return z
    .strictObject({
      /** By language; one of the two is enough. */
      name: z
        .strictObject({ ga: z.string().min(1).optional(), en: z.string().min(1).optional() })
        .refine((name) => name.ga !== undefined || name.en !== undefined, 'expected a name in ga or en')
        .default({ ga: neutral.ga?.[0], en: neutral.en?.[0] }),
      url: webPage.optional(),
      credit: z.string().min(1).optional(),
      copyright: z.string().min(1).optional(),
    })
    .transform(
      ({ name: { ga, en }, url, credit, copyright }): Organisation => ({
        name: { ga: [ga ?? []].flat(), en: [en ?? []].flat() },
        url,
        credit,
        copyright,
      }),
    );
};

/** The value of a link that is not made. */
const NO_LINK = 'none';

const linkTemplate = (name: LinkName) =>
  z
    .string()
    .superRefine((value, context) => {
      const fault = value === NO_LINK ? undefined : templateFault(name, value);
      if (fault !== undefined) context.addIssue({ code: 'custom', message: fault });
    })
    .default(NO_LINK);

/** A template for each link; those that are `none` are left out. */
const links = z
  .strictObject(
    Object.fromEntries(LINK_NAMES.map((name) => [name, linkTemplate(name)])) as Record<
      LinkName,
      ReturnType<typeof linkTemplate>
    >,
  )
  .transform(
    (templates): LinkTemplates =>
      Object.fromEntries(Object.entries(templates).filter(([, template]) => template !== NO_LINK)),
  );

/** The configuration file. */
export const CONFIG_SCHEMA = z.strictObject({
  services: z.strictObject({
    archive: z.strictObject({
      url: serviceUrl().register(SETTING_OPTIONS, {
        flags: '--archive-url <url>',
        description: 'address of the archive service',
        commands: [...HARVEST, 'plan', 'doctor', 'init'],
        variable: 'FOLKLORE_LD_ARCHIVE_URL',
      }),
      path: path.optional(),
      key: secret('an API key'),
      gender: z
        .enum(['auto', 'irish', 'english'])
        .default('auto')
        .register(SETTING_OPTIONS, {
          flags: '--gender <scheme>',
          description:
            "the archive service's gender codes: irish (b, f), english (f, m), or auto: as the records show",
          commands: [...HARVEST, 'build', 'plan', 'explain', 'doctor', 'init'],
          variable: 'FOLKLORE_LD_GENDER',
        }),
      profile: z.enum(['public', 'privileged']).default('public'),
      names: z.enum(['documents', 'dictionaries']).default('documents'),
    }),
    placenames: z.strictObject({
      url: serviceUrl().register(SETTING_OPTIONS, {
        flags: '--placenames-url <url>',
        description: 'address of the place-names service',
        commands: [...HARVEST, 'plan', 'doctor', 'init'],
        variable: 'FOLKLORE_LD_PLACENAMES_URL',
      }),
      path: path.optional(),
      key: secret('an API key'),
    }),
  }),
  features: z.array(z.string().min(1)).default([]),
  kinds: z
    .array(z.enum(GROUPS))
    .min(1)
    .default([...GROUPS])
    .register(SETTING_OPTIONS, {
      flags: '--kinds <list>',
      description: 'kinds of records to export, separated by commas',
      commands: [...HARVEST, 'build', 'plan', 'explain', 'doctor'],
      variable: 'FOLKLORE_LD_KINDS',
    }),
  base: base.default(DATA_BASE).register(SETTING_OPTIONS, {
    flags: '--base <iri>',
    description: 'base of all record IRIs: https, ending in /',
    commands: [...BUILD, 'explain', 'validate', 'doctor'],
    variable: 'FOLKLORE_LD_BASE',
  }),
  vocabularyBase: base.default(VOCABULARY_BASE),
  out: z
    .string()
    .min(1)
    .default('output')
    .register(SETTING_OPTIONS, {
      flags: '-o, --out <folder>',
      isPath: true,
      description: 'folder of the releases',
      commands: [...BUILD, 'doctor', 'prune'],
      variable: 'FOLKLORE_LD_OUT',
    }),
  formats: z
    .array(z.enum(FORMAT_NAMES))
    .min(1)
    .default(['ttl', 'nt', 'jsonld'])
    .register(SETTING_OPTIONS, {
      flags: '--formats <list>',
      description: `formats to write, separated by commas: ${FORMAT_NAMES.join(', ')}`,
      commands: BUILD,
    }),
  context: z.enum(['inline', 'link']).default('inline').register(SETTING_OPTIONS, {
    flags: '--context <way>',
    description:
      'JSON-LD context: inline, in each file; link: its address, ../context.jsonld, so that a file cannot be moved alone',
    commands: BUILD,
  }),
  compress: z.enum(['gzip', 'none']).default('gzip').register(SETTING_OPTIONS, {
    flags: '--compress <method>',
    description: 'compression of the dataset files: gzip or none; with --sample none',
    commands: BUILD,
  }),
  store: z
    .string()
    .min(1)
    .default(DEFAULT_STORE)
    .register(SETTING_OPTIONS, {
      flags: '--store <folder>',
      isPath: true,
      description: 'folder of the stored answers',
      commands: [...HARVEST, 'build', 'plan', 'explain', 'verify', 'doctor', 'prune', 'status'],
      variable: 'FOLKLORE_LD_STORE',
    }),
  contact: z
    .string()
    .regex(/^[\x20-\x7e]+$/, 'expected printable ASCII, because it is sent in a header')
    .optional()
    .register(SETTING_OPTIONS, {
      flags: '--contact <address>',
      description: 'your contact address, sent to the services with every request',
      commands: ['init'],
    }),
  pace: z
    .strictObject({
      concurrency: z.int().min(1).max(64).default(2),
      perSecond: z.number().positive().default(4),
    })
    .prefault({}),
  harvest: z
    .strictObject({
      patience: durationFrom((seconds) => seconds >= 0)
        .prefault('15m')
        .register(SETTING_OPTIONS, {
          flags: '--patience <time>',
          description: 'how long a failing request is repeated before its service counts as unavailable',
          commands: HARVEST,
        }),
      timeout: duration.default(120),
      /** A JavaScript string holds no more than 511 MiB. */
      maxAnswerMiB: z.int().min(1).max(511).default(64),
      maxDuration: duration.optional().register(SETTING_OPTIONS, {
        flags: '--max-duration <time>',
        description:
          'stop the harvest after this time (90s, 50m, 2h) and keep its answers (default: no limit)',
        commands: HARVEST,
      }),
      sweepEvery: z.int().min(1).default(12),
      sweepDays: z.int().min(1).default(90),
      emptyLists: z.enum(EMPTY_LISTS).default('always'),
      planHours: z.int().min(1).default(24),
      /** Of versions that requested changes by date. Their configurations stay valid. */
      overlapDays: z.unknown().optional().meta({ deprecated: true, description: 'has no effect any more' }),
      maxWithdrawn: z
        .number()
        .min(0)
        .max(1)
        .default(0.1)
        .register(SETTING_OPTIONS, {
          flags: '--max-withdrawn <share>',
          description:
            'abort if more than this share (0 to 1) of a kind of records has disappeared since the last harvest, or is no longer published since the last release',
          commands: [...new Set([...HARVEST, ...BUILD])],
        }),
      walkGaps: z
        .boolean()
        .default(false)
        .register(SETTING_OPTIONS, {
          flags: '--walk-gaps',
          description: 'also request photographs by the ids between known ids (in gaps of up to 1,000)',
          commands: [...HARVEST, 'plan'],
        }),
    })
    .prefault({}),
  personsProfile: z.enum(PERSONS_PROFILES).default('full'),
  placeholders: z
    .array(z.string().regex(/[\p{L}\p{N}]/u, 'expected words that stand in place of a name'))
    .default([...DEFAULT_PLACEHOLDERS]),
  organisations: z
    .strictObject({
      archive: organisation('archive').prefault({}),
      placenames: organisation('placenames').prefault({}),
    })
    .prefault({}),
  links: links.prefault({}),
  /** What a release states about itself. */
  release: z
    .strictObject({
      downloads: z
        .string()
        .refine(
          (value) => value.endsWith('/') && webAddress(value.replaceAll('{label}', 'x')) !== undefined,
          'expected an http or https address that ends in /, with {label} in place of the label of the release',
        )
        .optional(),
      frequency: z.enum(FREQUENCIES).default('monthly'),
      availability: z.enum(AVAILABILITIES).optional(),
      contact: z
        .strictObject({
          name: z.string().min(1),
          email: z.email('expected an e-mail address').optional(),
          page: webPage.optional(),
        })
        .optional(),
      doi: z
        .strictObject({
          concept: doi.optional(),
          previous: doi.optional(),
          reserved: doi.optional().register(SETTING_OPTIONS, {
            flags: '--doi <doi>',
            description: 'the DOI that a repository has reserved for this release',
            commands: BUILD,
          }),
        })
        .refine(
          (dois) => new Set(Object.values(dois)).size === Object.values(dois).length,
          'expected different DOIs: that of all releases, that of the release before, and that of this one',
        )
        .optional(),
    })
    .prefault({}),
  onViolation: z.enum(ON_VIOLATION).default('trim').register(SETTING_OPTIONS, {
    flags: '--on-violation <policy>',
    description:
      'records that violate a shape: trim (publish without the part), skip (leave out, into quarantine), keep (publish and report) or halt (stop)',
    commands: BUILD,
  }),
  maxRejected: maxRejected.optional().register(SETTING_OPTIONS, {
    flags: '--max-rejected <number>',
    description:
      'fail if more records than this, or a larger share such as 2%, are in quarantine; otherwise the exit code is 0 (default: no limit, and exit code 5 if there are any)',
    commands: BUILD,
  }),
  maxChange: z.number().nonnegative().default(0.2),
});

/** What a configuration may hold. */
export type ConfigSchema = typeof CONFIG_SCHEMA;

/** The settings of the core, and those of features by their keys. */
export type Config = z.output<ConfigSchema> & FeatureSettings;

/** A feature as far as the configuration needs it. */
interface WithSettings {
  readonly name: string;
  readonly settings?: () => Promise<{ readonly shape: z.core.$ZodLooseShape }>;
  /** Of a feature from outside. */
  readonly module?: object;
}

/**
 * The schema of the core with the settings of features.
 *
 * @throws FolkloreError CONFIG_INVALID naming the feature that has a setting of the core or of another feature
 */
export async function schemaWith(features: readonly WithSettings[]): Promise<ConfigSchema> {
  const loaded = features.filter(({ module }) => module !== undefined).length;
  const named = z
    .array(z.string().min(1))
    .default([])
    .refine(({ length }) => length === loaded, 'features are named in a file, not in a pipe');
  let schema = CONFIG_SCHEMA.extend({ features: named }) as unknown as ConfigSchema;
  for (const { name, settings } of features) {
    const { shape } = (await settings?.()) ?? { shape: {} };
    const taken = Object.keys(shape).find((key) => key in schema.shape);
    if (taken !== undefined)
      throw new FolkloreError(
        'CONFIG_INVALID',
        `The feature ${name} has the setting ${taken}, which is there already.`,
        {
          hint: 'Take one of the features out of `features` in the configuration, or rename its setting.',
        },
      );
    schema = schema.extend(shape) as unknown as ConfigSchema;
  }
  return schema;
}
