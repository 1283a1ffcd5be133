import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { compareBytes } from '../base/byte-order.js';
import { entriesBelow, entryPath } from '../base/files-below.js';
import { renderVocabulary, type TurtleFile, VOCABULARY_PAGE } from '../pages/vocabulary-page.js';
import { VOCABULARY_BASE } from '../rdf/iris.js';
import { turtleAsJsonld } from '../rdf/jsonld-quads.js';
import type { BuildPlan } from '../records/build-plan.js';
import { SOURCE_FIELDS_FILE } from './source-field.js';

/** The folder of the documentation, below the folder of a release. */
const FOLDER = dirname(VOCABULARY_PAGE);

/**
 * Writes the documentation of the vocabulary, made from the Turtle files that are in the folder of the release: a page, and
 * the same statements as JSON-LD.
 */
export async function writeVocabularyDocs(
  folder: string,
  { label, vocabularyBase = VOCABULARY_BASE }: Pick<BuildPlan, 'label' | 'vocabularyBase'>,
): Promise<void> {
  const read = async (path: string): Promise<TurtleFile> => ({
    path,
    text: await readFile(join(folder, path), 'utf8'),
  });
  const shapeFiles = (await entriesBelow(join(folder, 'shapes')))
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, entryPath(entry)).split(sep).join('/'))
    .sort(compareBytes);
  const [ontology, alignments, codes, releaseShapes, ...shapes] = await Promise.all([
    ...[read('ontology.ttl'), read('alignments.ttl'), read('codes.ttl'), read('release-shapes.ttl')],
    ...shapeFiles.map(read),
  ] as const);
  const documents = {
    [`${FOLDER}/ontology.jsonld`]: [ontology],
    [`${FOLDER}/codes.jsonld`]: [codes],
    [`${FOLDER}/shapes.jsonld`]: [...shapes, releaseShapes],
  };
  await mkdir(join(folder, FOLDER), { recursive: true });
  for (const [path, files] of Object.entries(documents))
    await writeFile(join(folder, path), await turtleAsJsonld(files));
  const page = renderVocabulary({
    ...{ label, vocabularyBase, ontology, alignments, codes, shapes, releaseShapes },
    sourceFields: await readFile(SOURCE_FIELDS_FILE, 'utf8'),
    otherForms: [...['ontology.ttl', 'codes.ttl', 'release-shapes.ttl'], ...Object.keys(documents)],
  });
  await writeFile(join(folder, VOCABULARY_PAGE), page);
}
