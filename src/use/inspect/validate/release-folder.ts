import { readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { messageOf } from '../../../base/errors.js';
import { parseForeignJson, pathBelow, textBelow } from '../../../base/file-bytes.js';
import { PERSONS_PROFILES, type PersonsProfile } from '../../../model/mapping/persons-profile.js';
import { type DumpFile, formatOf, recognise, unreadable } from '../../../model/rdf/formats/recognise-dump.js';
import { DATA_BASE, VOCABULARY_BASE } from '../../../model/rdf/iris.js';
import { listedDumps } from '../../../release/delta/sorted-release.js';
import { RUN_FILE } from '../../../release/description/checksums.js';
import { readManifestIfValid } from '../../../release/description/manifest.js';

/** Dumps that belong together, and their bases. */
export interface Dumps {
  readonly files: readonly DumpFile[];
  /** Whether these are all dumps of a release: then every reference must lead to a record. */
  readonly isWhole: boolean;
  readonly base: string;
  readonly vocabularyBase: string;
  readonly personsProfile: PersonsProfile;
}

/** The formats in the order of the time that they take: one of them is read for each dataset. */
const QUICKEST: readonly DumpFile['format'][] = ['nt', 'nq', 'ttl', 'jsonld'];

/**
 * Finds the dumps of a release; the path may also be a single dump.
 *
 * @throws FolkloreError FILE_UNREADABLE when there is no dump, or none of a dataset of the manifest, or when a dump is no file or a
 *   link that leads out of the release
 */
export async function dumpsOf(path: string): Promise<Dumps> {
  const plain = { base: DATA_BASE, vocabularyBase: VOCABULARY_BASE, personsProfile: 'full' } as const;
  const about = await stat(path).catch((thrown: unknown) => {
    throw unreadable(path, messageOf(thrown), thrown);
  });
  if (!about.isDirectory()) return { files: [await recognise(path)], isWhole: false, ...plain };
  const folder = join(path, 'data');
  const names = await readdir(folder).catch(() => {
    throw unreadable(path, 'it is a folder, but no release: it has no folder data');
  });
  const listed = await listedDumps(path);
  const chosen = quickestOf(names);
  // What is not read must not seem to have been checked.
  const datasets = new Set(chosen.map(datasetOf));
  const missing = [...listed.keys()].find((file) => !datasets.has(datasetOf(basename(file))));
  if (missing !== undefined)
    throw unreadable(join(path, missing), 'it is not there, and manifest.json lists it');
  const files = chosen.map(async (name) => ({
    ...(await recognise(await dumpBelow(path, `data/${name}`))),
    most: listed.get(`data/${name}`)?.unpacked,
  }));
  if (files.length === 0) throw unreadable(path, 'there is no dump in its folder data');
  return { files: await Promise.all(files), isWhole: true, ...plain, ...(await basesOf(path)) };
}

/**
 * A file of a release.
 *
 * @throws FolkloreError FILE_UNREADABLE when it is not there, or a link that leads out of the release
 */
export const dumpBelow = (release: string, name: string): Promise<string> =>
  pathBelow(release, name).catch((thrown: unknown) => {
    throw unreadable(join(release, name), messageOf(thrown), thrown);
  });

/** The dataset of a dump, by its name. */
const datasetOf = (name: string): string => name.split('.')[0] ?? name;

/** One dump of each dataset, by name. */
function quickestOf(names: readonly string[]): string[] {
  const chosen = new Map<string, { readonly name: string; readonly rank: number }>();
  for (const name of [...names].sort()) {
    const format = formatOf(name);
    if (format === undefined || name.startsWith('.')) continue;
    const dataset = datasetOf(name);
    const rank = QUICKEST.indexOf(format);
    if (rank < (chosen.get(dataset)?.rank ?? QUICKEST.length)) chosen.set(dataset, { name, rank });
  }
  return [...chosen.values()].map(({ name }) => name);
}

/** The bases and the profile of a release, from its run.json, or else from its manifest. */
async function basesOf(release: string): Promise<Partial<Dumps>> {
  const text = await textBelow(release, RUN_FILE).catch(() => undefined);
  if (text === undefined) {
    const { base, vocabularyBase } = (await readManifestIfValid(release)) ?? {};
    return base === undefined || vocabularyBase === undefined ? {} : { base, vocabularyBase };
  }
  try {
    const run: Readonly<Record<string, unknown>> = { ...(parseForeignJson(text) as object) };
    const { base = DATA_BASE, vocabularyBase = VOCABULARY_BASE } = run;
    return {
      base: String(base),
      vocabularyBase: String(vocabularyBase),
      personsProfile: PERSONS_PROFILES.find((one) => one === run.personsProfile) ?? 'full',
    };
  } catch (thrown) {
    throw unreadable(join(release, RUN_FILE), messageOf(thrown), thrown);
  }
}
