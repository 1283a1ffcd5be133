import { mkdirSync, writeFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { compareBytes } from '../../base/byte-order.js';
import { FolkloreError } from '../../base/errors.js';
import { entriesBelow, entryPath } from '../../base/files-below.js';
import { measureFile } from '../../base/sha256.js';
import { bulkScripts } from './bulk-scripts.js';
import { checksums, measureText, RUN_FILE } from './checksums.js';
import {
  DESCRIPTION,
  type DescriptionFile,
  type OtherFile,
  publicationsOf,
  type ReleaseFacts,
} from './facts.js';
import { manifestText } from './manifest.js';
import { citation } from './metadata/citation.js';
import { datasetJsonld } from './metadata/dataset-jsonld.js';
import { dcatNodes } from './metadata/dcat.js';
import { datacite, zenodo } from './metadata/deposit.js';
import { licences, readme } from './metadata/markdown.js';
import { type DescribedRelease, namesOf } from './metadata/names.js';
import { readReleaseVocabulary } from './metadata/release-vocabulary.js';
import { roCrate } from './metadata/ro-crate.js';
import { voidNodes } from './metadata/void.js';
import { NOTEBOOK, notebook } from './notebook.js';
import { dataFiles } from './released-file.js';

/**
 * Describes a release for people, registers, search engines and programs (model 6): texts by the names of files. The same
 * facts give the same bytes.
 *
 * @throws FolkloreError CONFIG_INVALID when the label is the name of a dataset, or a configured IRI is not valid;
 *   CONTEXT_TERM
 */
export function describe(facts: ReleaseFacts): Readonly<Record<DescriptionFile, string>> {
  refuseLabel(facts);
  const release: DescribedRelease = {
    ...facts,
    names: namesOf(facts),
    words: readReleaseVocabulary(facts.base, facts.vocabularyBase),
    files: dataFiles(facts),
    publications: publicationsOf(facts),
  };
  const { turtle } = release.words;
  const texts = {
    'void.ttl': turtle(`What is in release ${facts.label}, in numbers (VoID).`, voidNodes(release)),
    'dcat.ttl': turtle(
      `Release ${facts.label}: its files, who publishes them, and what they were made from (DCAT).`,
      dcatNodes(release),
    ),
    'dataset.jsonld': datasetJsonld(release),
    'README.md': readme(release),
    'LICENCES.md': licences(release),
    'CITATION.cff': citation(release),
    '.zenodo.json': zenodo(release),
    'datacite.json': datacite(release),
  };
  const withoutCrate = withTexts(release, texts);
  const crate = roCrate(withoutCrate);
  const whole = withTexts(withoutCrate, { 'ro-crate-metadata.json': crate });
  const manifest = manifestText(whole);
  const sums = checksums([...whole.files, ...whole.others, measureText('manifest.json', manifest)]);
  return { ...texts, 'ro-crate-metadata.json': crate, 'manifest.json': manifest, SHA256SUMS: sums };
}

/** A release that has more texts beside the data. */
const withTexts = (release: DescribedRelease, texts: Readonly<Record<string, string>>): DescribedRelease => ({
  ...release,
  others: [...release.others, ...Object.entries(texts).map(([path, text]) => measureText(path, text))],
});

/** The release of a publication and the graph of a dataset would have one IRI. */
function refuseLabel({ label, datasets }: ReleaseFacts): void {
  if (!datasets.some(({ name }) => name === label)) return;
  throw new FolkloreError('CONFIG_INVALID', `A release cannot be called ${label}: a dataset has this name.`, {
    hint: 'Choose another label, a date for example.',
  });
}

/**
 * Writes bulk scripts and the description into the folder of a release, which must have all other files.
 *
 * @throws FolkloreError CONFIG_INVALID, CONTEXT_TERM
 */
export async function writeDescription(
  directory: string,
  facts: Omit<ReleaseFacts, 'others'>,
): Promise<void> {
  const whole = { ...facts, others: [] };
  const known = [...dataFiles(whole).map(({ path }) => path), ...DESCRIPTION, RUN_FILE];
  await writeBulkScripts(directory, facts);
  writeNotebook(directory, facts);
  const others = await measureOthers(directory, new Set(known));
  for (const [path, text] of Object.entries(describe({ ...whole, others })))
    writeFileSync(join(directory, path), text);
}

/** The scripts load the files of the description too, which are not there yet. */
async function writeBulkScripts(directory: string, facts: Omit<ReleaseFacts, 'others'>): Promise<void> {
  const there = new Set<string>([...(await readdir(directory)), ...DESCRIPTION]);
  for (const [path, text] of Object.entries(bulkScripts(facts, there))) {
    mkdirSync(dirname(join(directory, path)), { recursive: true });
    writeFileSync(join(directory, path), text);
  }
}

function writeNotebook(directory: string, facts: Omit<ReleaseFacts, 'others'>): void {
  const text = notebook(facts);
  if (text === undefined) return;
  mkdirSync(dirname(join(directory, NOTEBOOK)), { recursive: true });
  writeFileSync(join(directory, NOTEBOOK), text);
}

/** Every file below a folder without the known ones, in the order of their paths. */
async function measureOthers(directory: string, known: ReadonlySet<string>): Promise<OtherFile[]> {
  const entries = await entriesBelow(directory);
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(directory, entryPath(entry)).split(sep).join('/'))
    .filter((path) => !known.has(path))
    .sort(compareBytes);
  return paths.map((path) => ({ path, ...measureFile(join(directory, path)) }));
}
