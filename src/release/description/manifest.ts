import { join } from 'node:path';
import { z } from 'zod';
import { messageOf } from '../../base/errors.js';
import { parseForeignJson, textBelow } from '../../base/file-bytes.js';
import type { Format } from '../../model/rdf/formats/format.js';
import { formatOf, unreadable } from '../../model/rdf/formats/recognise-dump.js';
import { unlawfulInIri } from '../../model/rdf/iri-syntax.js';
import { licence } from '../../model/rdf/iris.js';
import { licenceOfDataset } from './facts.js';
import type { DescribedRelease } from './metadata/names.js';
import { type DataFile, otherFile, type ReleasedFile } from './released-file.js';

/** The file that makes a folder a release. */
export const MANIFEST = 'manifest.json';
const FORMAT = 'folklore-ld-release';
/** Goes up with each change that a reader of the version before would misread. */
const VERSION = 1;

/** Whether a path in a manifest or a list of checksums stays below the folder of the release. */
export const isBelow = (path: string): boolean =>
  path.split('/').every((segment) => segment !== '' && segment !== '.' && segment !== '..');

const text = z.string('is not a string');
const count = z.int('is not a count').min(0, 'is not a count');
const publication = z.enum(['folklore', 'placenames'], 'is not a publication');
const fields = <Shape extends z.ZodRawShape>(shape: Shape) => z.object(shape, 'is not an object');
const list = <Item extends z.ZodType>(item: Item) => z.array(item, 'is not a list');

const FILE = fields({
  path: text.refine(isBelow, 'is not below the release'),
  mediaType: text,
  compression: z.enum(['gzip', 'none'], 'is not a compression'),
  bytes: count,
  sha256: text,
  licence: text,
});
const DATA_FILE = FILE.extend({
  unpacked: count,
  /** Records of a dump, rows of a table, features of a map. */
  records: count.optional(),
  triples: count.optional(),
});
const DATASET = fields({
  name: text,
  publication,
  graph: text,
  licence: text,
  triples: count,
  entities: count,
  files: list(
    DATA_FILE.refine(({ path }) => formatOf(path) !== undefined, {
      path: ['path'],
      message: 'is not in a format that this program writes',
    }),
  ),
});
const RELEASE = fields({
  format: text,
  version: z.literal(VERSION, `is not ${VERSION}`),
  program: text,
  label: text,
  /** The label of the release before. */
  previous: text.nullable(),
  issued: text,
  /** Whether the release has part of the records only; absent: it is no trial. */
  trial: z.literal(true, 'is not true').optional(),
  /** The DOIs of the release and of all releases, where they are known. */
  doi: fields({ concept: text.optional(), reserved: text.optional() }).optional(),
  base: text.refine(
    (base) => /^https?:\/\/[^/]+\/(?:.*\/)?$/.test(base) && !unlawfulInIri(base),
    'is not the beginning of an IRI',
  ),
  vocabularyBase: text,
  datasets: list(DATASET),
  derived: list(DATA_FILE.extend({ publication })),
  deltas: list(DATA_FILE.extend({ publication, kind: text })),
  others: list(FILE),
  counts: z.record(z.string(), z.record(z.string(), count)),
});

/** manifest.json: every file of a release for programs, with what is in it. */
export type ReleaseManifest = z.infer<typeof RELEASE>;
export type ManifestDataset = z.infer<typeof DATASET>;
export type ManifestDump = z.infer<typeof DATA_FILE>;
/** Any file; only files with data have `unpacked`, `records` and `triples`. */
export type ManifestFile = z.infer<typeof FILE> & Partial<ManifestDump>;

/** The format of a dump, which the schema sees to. */
export const dumpFormat = ({ path }: ManifestDump): Format => formatOf(path) as Format;

export const isPacked = ({ compression }: ManifestFile): boolean => compression === 'gzip';

/** All files but the dumps. */
export const filesBesideDumps = ({ derived, deltas, others }: ReleaseManifest): ManifestFile[] => [
  ...derived,
  ...deltas,
  ...others,
];

/** A manifest of this program that breaks its schema. */
export class DamagedManifest extends Error {}

/**
 * Reads the manifest of a release.
 *
 * @throws DamagedManifest with the field and what is wrong with it; FolkloreError FILE_UNREADABLE when it was written by
 *   another program, or by a newer version of this one
 */
export async function readManifest(release: string): Promise<ReleaseManifest> {
  return parseManifest(
    await textBelow(release, MANIFEST).catch((thrown: unknown) => {
      throw new DamagedManifest(messageOf(thrown));
    }),
    join(release, MANIFEST),
  );
}

/** The manifest of a release; undefined when there is none yet, or none that can be read. */
export const readManifestIfValid = (release: string): Promise<ReleaseManifest | undefined> =>
  readManifest(release).catch(() => undefined);

/**
 * Reads the text of a manifest.
 *
 * @param path of the file, for messages
 * @throws as `readManifest` does
 */
export function parseManifest(content: string, path: string): ReleaseManifest {
  const document = parsed(content);
  const { format, version } = (document ?? {}) as { readonly format?: unknown; readonly version?: unknown };
  if (typeof document === 'object' && document !== null && format !== FORMAT)
    throw unreadable(path, 'it is the manifest of something else');
  if (typeof version === 'number' && version > VERSION)
    throw unreadable(path, `it is of version ${version}, newer than this program, which reads ${VERSION}`);
  const read = RELEASE.safeParse(document);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw new DamagedManifest(`${z.core.toDotPath(issue?.path ?? []) || 'it'} ${issue?.message}`);
}

function parsed(content: string): unknown {
  try {
    return parseForeignJson(content);
  } catch (thrown) {
    throw new DamagedManifest(messageOf(thrown));
  }
}

/** The text of manifest.json. */
export function manifestText(facts: DescribedRelease): string {
  const { files, publications, names } = facts;
  const manifest: ReleaseManifest = {
    format: FORMAT,
    version: VERSION,
    program: facts.program,
    label: facts.label,
    previous: facts.previous ?? null,
    issued: facts.issued,
    ...(facts.isTrial === true && { trial: true as const }),
    ...(facts.doi?.concept === undefined && facts.doi?.reserved === undefined
      ? {}
      : { doi: { concept: facts.doi.concept, reserved: facts.doi.reserved } }),
    base: facts.base,
    vocabularyBase: facts.vocabularyBase,
    datasets: facts.datasets.map((dataset) => {
      const { triples, entities } = facts.statistics.of(dataset.name);
      return {
        name: dataset.name,
        publication: dataset.publication,
        graph: names.iri.graph(dataset.publication, dataset.name),
        licence: licence(licenceOfDataset(dataset)),
        triples,
        entities,
        files: files.filter((file) => file.dataset === dataset.name).map(dataEntry),
      };
    }),
    derived: files
      .filter((file) => file.dataset === undefined && file.delta === undefined)
      .map((file) => ({ publication: file.publication, ...dataEntry(file) })),
    deltas: files.flatMap((file) =>
      file.delta === undefined
        ? []
        : [{ publication: file.publication, kind: file.delta, ...dataEntry(file) }],
    ),
    others: facts.others.map((file) => entry(otherFile(file, publications))),
    counts: Object.fromEntries(facts.kinds.map(({ kind, called: _, ...counts }) => [kind, counts])),
  };
  return `${JSON.stringify(manifest, undefined, 2)}\n`;
}

const entry = ({ path, bytes, sha256, mediaType, compression, licence: which }: ReleasedFile) => ({
  path,
  mediaType,
  compression,
  bytes,
  sha256,
  licence: licence(which),
});

const dataEntry = (file: DataFile) => ({
  ...entry(file),
  unpacked: file.unpacked,
  records: file.records,
  triples: file.triples,
});

/** The triples of all datasets. */
export const triplesOf = ({ datasets }: Pick<ReleaseManifest, 'datasets'>): number =>
  datasets.reduce((sum, { triples }) => sum + triples, 0);
