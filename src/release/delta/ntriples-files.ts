import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { messageOf } from '../../base/errors.js';
import { FORMAT_NAMES, FORMATS } from '../../sinks/format.js';
import { unreadable } from './unreadable.js';

/** The N-Triples of one dataset of a release. */
export interface NtriplesFile {
  readonly dataset: string;
  readonly path: string;
  /** On disk. */
  readonly bytes: number;
}

/** The N-Triples of two releases. */
export interface Releases {
  readonly before: readonly NtriplesFile[];
  readonly after: readonly NtriplesFile[];
}

/** All datasets of both, by name. */
export const datasetsOf = ({ before, after }: Releases): string[] =>
  [...new Set([...before, ...after].map(({ dataset }) => dataset))].sort();

const NAME = new RegExp(`^([A-Za-z0-9][A-Za-z0-9_-]*)\\.(${FORMAT_NAMES.join('|')})(?:\\.gz)?$`);

/**
 * Finds the N-Triples of every dataset of a release, by name.
 *
 * @throws FolkloreError FILE_UNREADABLE when there are none, when a dataset comes in other formats only (it would be
 *   taken for withdrawn), or twice; when one that manifest.json lists is not there, or of another size
 */
export async function ntriplesOf(release: string): Promise<NtriplesFile[]> {
  const folder = join(release, 'data');
  const names = await readdir(folder).catch((thrown: unknown) => {
    throw unreadable(release, `it is no release: it has no folder data (${messageOf(thrown)})`, thrown);
  });
  const dumps = names.sort().flatMap((name) => {
    const [, dataset, format] = NAME.exec(name) ?? [];
    return dataset === undefined ? [] : [{ name, dataset, format }];
  });
  const ours = dumps.filter(({ format }) => format === 'nt');
  const known = new Set(ours.map(({ dataset }) => dataset));
  const bare = dumps.find(({ dataset }) => !known.has(dataset));
  if (bare !== undefined)
    throw unreadable(join(folder, bare.name), `it is not there as ${FORMATS.nt.called} too`);
  if (ours.length === 0) throw unreadable(release, `there is no ${FORMATS.nt.called} in its folder data`);
  if (known.size < ours.length) throw unreadable(folder, 'a dataset is there twice, packed and unpacked');
  const found = await Promise.all(
    ours.map(async ({ name, dataset }) => {
      const path = join(folder, name);
      return { dataset, path, bytes: (await stat(path)).size };
    }),
  );
  checkSizes(release, found, await sizesIn(release));
  return found;
}

/** What a damaged release lacks would be taken for withdrawn. */
function checkSizes(
  release: string,
  found: readonly NtriplesFile[],
  sizes: ReadonlyMap<string, unknown>,
): void {
  const bytesOf = new Map(found.map(({ path, bytes }) => [path, bytes]));
  for (const [name, bytes] of sizes) {
    const path = join(release, name);
    const held = bytesOf.get(path);
    if (held === undefined) throw unreadable(path, 'it is not there, and manifest.json lists it');
    if (held !== bytes)
      throw unreadable(path, `it is ${held} bytes long, and manifest.json says ${String(bytes)}`);
  }
}

/** The sizes of the N-Triples that a manifest lists; none of a release that has no manifest yet, or a damaged one. */
async function sizesIn(release: string): Promise<ReadonlyMap<string, unknown>> {
  const sizes = new Map<string, unknown>();
  const manifest = await readFile(join(release, 'manifest.json'), 'utf8').then(parsed, () => undefined);
  for (const dataset of listIn(manifest, 'datasets')) {
    for (const file of listIn(dataset, 'files')) {
      const [path, bytes] = [fieldOf(file, 'path'), fieldOf(file, 'bytes')];
      if (typeof path === 'string' && NTRIPLES.test(path)) sizes.set(path, bytes);
    }
  }
  return sizes;
}

const NTRIPLES = /^data\/[^/]+\.nt(?:\.gz)?$/;

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined;

function listIn(value: unknown, name: string): readonly unknown[] {
  const list = fieldOf(value, name);
  return Array.isArray(list) ? list : [];
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
