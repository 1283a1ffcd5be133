import { closeSync, constants, openSync, readFileSync, readSync, statSync } from 'node:fs';
import { parse, YAMLParseError } from 'yaml';
import { z } from 'zod';
import { EXIT, FolkloreError, messageOf } from '../../base/errors.js';
import { PERSONS_PROFILES } from '../../mapping/persons-profile.js';
import { DEFAULT_PLACEHOLDERS } from '../../mapping/placeholder.js';
import { FORMAT_NAMES } from '../../rdf/formats/format.js';
import { DATA_BASE, VOCABULARY_BASE } from '../../rdf/iris.js';
import { GROUPS } from '../../records/datasets.js';
import { type MaxRejected, ON_VIOLATION, parseMaxRejected } from '../../records/violation-policy.js';
import { errorCode } from '../../response-store/store-errors.js';
import { STORE_KINDS } from '../../triplestore/store-kinds.js';
import { explainIssues } from './config-errors.js';
import { DEFAULT_STORE } from './defaults.js';
import { MAX_DURATION_S, parseDuration } from './duration.js';
import { linksSchema, organisationsSchema, publicationSchema } from './publication.js';

/*
 * SPARQL stores that releases are loaded into: the section `stores` of the configuration, by the names that --store
 * knows them by. Users, passwords and tokens come from the environment or from files, as API keys do.
 */

/** The name of a variable, and no key put in its place: messages name it. */
const variable = z.string().regex(/^[A-Za-z_]\w*$/, 'expected the name of a variable');

/**
 * Where something secret is.
 *
 * @param what what it is, in messages
 */
export const secretSourceSchema = (what: string) =>
  z.union([z.strictObject({ env: variable }), z.strictObject({ file: z.string().min(1) })], {
    error: `expected { env: NAME } or { file: PATH }: ${what} is never written in the configuration`,
  });

const secret = secretSourceSchema('what is secret');

/** Where a secret is. */
export type SecretSource = z.output<typeof secret>;

const address = z
  .url({ protocol: /^https?$/, error: 'expected an http or https URL' })
  .refine((value) => !/[?#@]/.test(value), 'expected no user, query or fragment in it');

const triplestoreSchema = z.strictObject({
  url: address,
  kind: z.enum(STORE_KINDS).optional(),
  query: address.optional(),
  update: address.optional(),
  graphStore: address.optional(),
  user: secret.optional(),
  password: secret.optional(),
  token: secret.optional(),
});

export type TriplestoreSettings = z.output<typeof triplestoreSchema>;

export const triplestoresSchema = z.record(
  z.string().regex(/^[A-Za-z][A-Za-z0-9_-]*$/, 'expected a name of letters, digits, _ and -'),
  triplestoreSchema,
);

/** An origin: scheme, host and port. Anything more would end up in messages and files it does not belong in. */
const url = z
  .url({ protocol: /^https?$/, error: 'expected an http or https URL such as http://127.0.0.1:4010' })
  .refine(
    (value) => /^https?:\/\/[^/?#@]+\/?$/i.test(value),
    'expected scheme, host and port only: no user, path, query or fragment',
  );

const key = secretSourceSchema('a key itself');

function isPlainBase(value: string): boolean {
  const host = /^https:\/\/([^/]*)\//.exec(value)?.[1] ?? '';
  const isOdd =
    host === '' ||
    host.includes('@') ||
    /%(?![0-9A-Fa-f]{2})/.test(value) ||
    /\/\.{0,2}\//.test(value.slice(8));
  return !isOdd && URL.canParse(value);
}

/** What IRIs begin with. */
const base = z
  .string()
  .regex(/^https:\/\/[^\s<>"{}|\\^`?#]+\/$/, 'expected an https IRI that ends in /')
  .refine(isPlainBase, 'expected an https IRI with a host, and without user, dot segments or bad escapes');

const path = z.string().regex(/^(\/[\w.~-]+)+$/, 'expected a path such as /api/v0.6');

const pace = z.strictObject({
  /** Requests under way at once. */
  concurrency: z.int().min(1).max(64).default(2),
  /** Requests begun in a second. */
  perSecond: z.number().positive().default(4),
});

/** A span of time as people write it: `90s`, `50m`, `2h`; in seconds once read. */
const duration = z
  .union([z.string(), z.number()])
  .transform((value) => parseDuration(String(value)))
  .refine(
    (value) => value > 0 && value <= MAX_DURATION_S,
    'expected a span of time such as 90s, 50m or 2h, up to 500h',
  );

/** How a harvest is done. */
const harvest = z.strictObject({
  /** How often a request is tried before its service counts as unavailable. */
  attempts: z.int().min(1).default(6),
  /** What one attempt may take: a volume may be several megabytes from a slow machine. */
  timeout: duration.default(120),
  /** Most mebibytes of one answer, unpacked. A text of more than 511 cannot be read. */
  maxAnswerMiB: z.int().min(1).max(511).default(64),
  /** What a whole run may take; what it has gained by then is kept. */
  maxDuration: duration.optional(),
  /** Every so many harvests everything is asked for anew. */
  sweepEvery: z.int().min(1).default(12),
  /** Days by which filters by date reach back. */
  overlapDays: z.int().nonnegative().default(2),
  /** The share of a kind's records that may be gone at once. */
  maxWithdrawn: z.number().min(0).max(1).default(0.1),
  /** Whether photographs are asked for by every id between known ones. */
  walkGaps: z.boolean().default(false),
});

/** The configuration file. Every key has a line in folklore-ld.config.yaml. */
const maxRejected = z.preprocess(
  (value) =>
    typeof value === 'number' || typeof value === 'string'
      ? (parseMaxRejected(String(value)) ?? value)
      : value,
  z.custom<MaxRejected>(
    (value) => typeof value === 'object' && value !== null,
    'expected a whole number of records, or a share of them such as 2%',
  ),
);

const schema = z.strictObject({
  services: z.strictObject({
    archive: z.strictObject({
      url,
      path: path.default('/api/v0.6'),
      key,
      gender: z.enum(['irish', 'english']),
      profile: z.enum(['public', 'privileged']).default('public'),
      names: z.enum(['documents', 'dictionaries']).default('documents'),
    }),
    placenames: z.strictObject({ url, path: path.default('/api/v0.9'), key }),
  }),
  kinds: z
    .array(z.enum(GROUPS))
    .min(1)
    .default([...GROUPS]),
  base: base.default(DATA_BASE),
  vocabularyBase: base.default(VOCABULARY_BASE),
  out: z.string().min(1).default('output'),
  formats: z.array(z.enum(FORMAT_NAMES)).min(1).default(['ttl', 'nt', 'jsonld']),
  compress: z.enum(['gzip', 'none']).default('gzip'),
  store: z.string().min(1).default(DEFAULT_STORE),
  stores: triplestoresSchema.default({}),
  contact: z
    .string()
    .regex(/^[\x20-\x7e]+$/, 'expected printable ASCII: it is sent in a header')
    .optional(),
  pace: pace.prefault({}),
  harvest: harvest.prefault({}),
  personsProfile: z.enum(PERSONS_PROFILES).default('full'),
  placeholders: z
    .array(z.string().regex(/[\p{L}\p{N}]/u, 'expected words that stand where nobody gave a name'))
    .default([...DEFAULT_PLACEHOLDERS]),
  organisations: organisationsSchema.prefault({}),
  links: linksSchema.prefault({}),
  release: publicationSchema.prefault({}),
  onViolation: z.enum(ON_VIOLATION).default('skip'),
  maxRejected: maxRejected.optional(),
  maxChange: z.number().nonnegative().default(0.2),
});

export type Config = z.output<typeof schema>;

/** Values from flags or the environment, by their dotted path in the file; they take precedence over it. */
export type ConfigOverrides = Readonly<Record<string, unknown>>;

/**
 * Reads and checks the configuration: flags over environment over file.
 *
 * @throws FolkloreError CONFIG_INVALID naming each wrong path, what was expected there and the nearest name
 */
export function readConfig(file: string | undefined, overrides: ConfigOverrides): Config {
  const document = file === undefined ? {} : parseFile(file);
  for (const [dotted, value] of Object.entries(overrides)) {
    if (value !== undefined) put(document, dotted.split('.'), value);
  }
  const parsed = schema.safeParse(document);
  if (parsed.success) return parsed.data;
  const where = file === undefined ? 'The settings are' : `${file} is`;
  throw invalid(
    `${where} not right:\n${explainIssues(schema, parsed.error.issues, document)
      .map((line) => `  ${line}`)
      .join('\n')}`,
  );
}

/**
 * The base that somebody has given outside a configuration, if it is one.
 *
 * @throws FolkloreError CONFIG_INVALID saying what was expected
 */
export function checkBase(given: string): string {
  const { data, error } = base.safeParse(given);
  if (data !== undefined) return data;
  throw invalid(
    `--base is not right: ${error?.issues[0]?.message ?? ''}.`,
    'Give the base that the dump was made with: manifest.json of its release has it.',
  );
}

function parseFile(file: string): Record<string, unknown> {
  let text: string;
  try {
    text = statSync(file).isFIFO() ? readPipe(file) : readFileSync(file, 'utf8');
  } catch (thrown) {
    throw invalid(`The configuration ${file} cannot be read: ${messageOf(thrown)}`, undefined, thrown);
  }
  try {
    // Its warnings would stand between the lines of our narration.
    const document: unknown = parse(text, { logLevel: 'error' });
    if (typeof document === 'object' && document !== null && !Array.isArray(document)) return { ...document };
  } catch (thrown) {
    throw invalid(`The configuration ${file} is not YAML${placeOf(thrown)}.`, undefined, thrown);
  }
  throw invalid(`The configuration ${file} holds no settings.`);
}

/** Milliseconds that a pipe is given to say something: what writes into it may have to be started first. */
const PIPE_PATIENCE_MS = 5000;
const PIPE_PAUSE_MS = 20;

/**
 * Reads a pipe, such as that of `--config <(envsubst < template.yaml)`. Opened as a file, one that nothing writes into
 * would never end.
 *
 * @throws Error when nothing comes
 */
function readPipe(path: string): string {
  const pieces: Buffer[] = [];
  const piece = Buffer.alloc(1 << 16);
  const handle = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    for (let waited = 0; waited < PIPE_PATIENCE_MS; ) {
      const length = readNow(handle, piece);
      if (length === 0 && pieces.length > 0) return Buffer.concat(pieces).toString('utf8');
      if (length !== undefined && length > 0) pieces.push(Buffer.from(piece.subarray(0, length)));
      else {
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PIPE_PAUSE_MS);
        waited += PIPE_PAUSE_MS;
      }
    }
  } finally {
    closeSync(handle);
  }
  throw new Error(`it is a pipe, and nothing came for ${PIPE_PATIENCE_MS / 1000} seconds`);
}

/** Bytes that are there: 0 when nothing writes into the pipe, undefined when what does has not written yet. */
function readNow(handle: number, piece: Buffer): number | undefined {
  try {
    return readSync(handle, piece);
  } catch (thrown) {
    if (errorCode(thrown) === 'EAGAIN') return undefined;
    throw thrown;
  }
}

/** Where the YAML is broken and in what way; never what stands there, which may be a key. */
function placeOf(thrown: unknown): string {
  if (!(thrown instanceof YAMLParseError)) return '';
  const [position] = thrown.linePos ?? [];
  return `${position === undefined ? '' : `, line ${position.line}`} (${thrown.code})`;
}

function put(document: Record<string, unknown>, path: readonly string[], value: unknown): void {
  const [step, ...rest] = path;
  if (step === undefined) return;
  if (rest.length === 0) {
    document[step] = value;
    return;
  }
  const inner = document[step];
  const child: Record<string, unknown> = typeof inner === 'object' && inner !== null ? { ...inner } : {};
  document[step] = child;
  put(child, rest, value);
}

function invalid(message: string, hint?: string, cause?: unknown): FolkloreError {
  return new FolkloreError('CONFIG_INVALID', message, {
    hint: hint ?? 'folklore-ld.config.yaml in this package is a commented example with every setting.',
    exitCode: EXIT.misuse,
    cause,
  });
}
