import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { compareBytes } from '../../base/byte-order.js';
import { entriesBelow, entryPath } from '../../base/files-below.js';
import { VOCABULARY_BASE } from '../../model/rdf/iris.js';
import { turtleAsJsonld } from '../../model/rdf/jsonld-quads.js';
import type { BuildPlan } from '../../pipeline/plan/build-plan.js';
import { SOURCE_FIELDS_FILE } from '../../pipeline/shards/source-field.js';
import {
  renderVocabulary,
  type TurtleFile,
  VOCABULARY_PAGE,
  type VocabularyPageFacts,
} from './vocabulary-page.js';

/** The folder of the documentation, below the folder of a release. */
const FOLDER = dirname(VOCABULARY_PAGE);

/** The documents by path, made once in a process for the same files. */
const made = new Map<string, Promise<ReadonlyMap<string, string>>>();

/**
 * Writes the documentation of the vocabulary, made from the Turtle files that are in the folder of the release: a page, and
 * the same statements as JSON-LD.
 */
export async function writeVocabularyDocs(
  folder: string,
  { vocabularyBase = VOCABULARY_BASE }: Pick<BuildPlan, 'vocabularyBase'>,
): Promise<void> {
  const shapeFiles = (await entriesBelow(join(folder, 'shapes')))
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, entryPath(entry)).split(sep).join('/'))
    .sort(compareBytes);
  const read = (path: string): TurtleFile => ({ path, text: readFileSync(join(folder, path), 'utf8') });
  const files = {
    ontology: read('ontology.ttl'),
    alignments: read('alignments.ttl'),
    codes: read('codes.ttl'),
    releaseShapes: read('release-shapes.ttl'),
    shapes: shapeFiles.map(read),
    vocabularyBase,
  };
  const key = JSON.stringify(files);
  const documents = made.get(key) ?? documentsOf(files);
  made.set(key, documents);
  mkdirSync(join(folder, FOLDER), { recursive: true });
  for (const [path, text] of await documents) writeFileSync(join(folder, path), text);
}

async function documentsOf(
  files: Omit<VocabularyPageFacts, 'sourceFields' | 'otherForms'>,
): Promise<ReadonlyMap<string, string>> {
  const documents = {
    [`${FOLDER}/ontology.jsonld`]: [files.ontology],
    [`${FOLDER}/codes.jsonld`]: [files.codes],
    [`${FOLDER}/shapes.jsonld`]: [...files.shapes, files.releaseShapes],
  };
  const page = renderVocabulary({
    ...files,
    sourceFields: readFileSync(SOURCE_FIELDS_FILE, 'utf8'),
    otherForms: [...['ontology.ttl', 'codes.ttl', 'release-shapes.ttl'], ...Object.keys(documents)],
  });
  const texts = new Map([[VOCABULARY_PAGE, page]]);
  for (const [path, of] of Object.entries(documents)) texts.set(path, await turtleAsJsonld(of));
  return texts;
}
