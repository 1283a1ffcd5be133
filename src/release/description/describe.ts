import { writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { compareBytes } from '../../base/byte-order.js';
import { FolkloreError } from '../../base/errors.js';
import { entriesBelow, entryPath } from '../../base/files-below.js';
import { measureFile } from '../../base/sha256.js';
import { checksums, measureText, RUN_FILE } from './checksums.js';
import {
  DESCRIPTION,
  type DescriptionFile,
  type OtherFile,
  publicationsOf,
  type ReleaseFacts,
} from './facts.js';
import { manifestText } from './manifest.js';
import { datasetJsonld } from './metadata/dataset-jsonld.js';
import { dcatNodes } from './metadata/dcat.js';
import { licences, readme } from './metadata/markdown.js';
import { type DescribedRelease, type DescriptionTexts, namesOf } from './metadata/names.js';
import { readReleaseVocabulary } from './metadata/release-vocabulary.js';
import { voidNodes } from './metadata/void.js';
import { dataFiles } from './released-file.js';

/**
 * Describes a release for people, registers, search engines and programs (model 6): texts by the names of files. The same
 * facts give the same bytes.
 *
 * @param added what features add
 * @throws FolkloreError CONFIG_INVALID when the label is the name of a dataset, or a configured IRI is not valid;
 *   CONTEXT_TERM
 */
export function describe(
  facts: ReleaseFacts,
  added: readonly DescriptionTexts[] = [],
): Readonly<Record<DescriptionFile, string> & Record<string, string>> {
  refuseLabel(facts);
  const release: DescribedRelease = {
    ...facts,
    description: namesOfDescription(added),
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
  };
  const more: Record<string, string> = {};
  for (const one of added) Object.assign(more, one.texts(withTexts(release, { ...texts, ...more })));
  const whole = withTexts(release, { ...texts, ...more });
  const manifest = manifestText(whole);
  const sums = checksums([...whole.files, ...whole.others, measureText('manifest.json', manifest)]);
  return { ...texts, ...more, 'manifest.json': manifest, SHA256SUMS: sums };
}

const namesOfDescription = (added: readonly DescriptionTexts[]): readonly string[] => [
  ...DESCRIPTION,
  ...added.flatMap(({ files }) => files),
];

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
 * Writes the description into the folder of a release, which must have all other files.
 *
 * @param added what features add
 * @throws FolkloreError CONFIG_INVALID, CONTEXT_TERM
 */
export async function writeDescription(
  directory: string,
  facts: Omit<ReleaseFacts, 'others'>,
  added: readonly DescriptionTexts[],
): Promise<void> {
  const whole = { ...facts, others: [] };
  const known = [...dataFiles(whole).map(({ path }) => path), ...namesOfDescription(added), RUN_FILE];
  const others = await measureOthers(directory, new Set(known));
  for (const [path, text] of Object.entries(describe({ ...whole, others }, added)))
    writeFileSync(join(directory, path), text);
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
