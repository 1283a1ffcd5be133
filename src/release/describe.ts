import { EXIT, FolkloreError } from '../base/errors.js';
import { checksums, measureText } from './checksums.js';
import { citation } from './citation.js';
import { datasetJsonld } from './dataset-jsonld.js';
import { dcatNodes } from './dcat.js';
import type { ReleaseFacts } from './facts.js';
import { licences } from './licences.js';
import { manifest } from './manifest.js';
import { namesOf } from './names.js';
import { readme } from './readme.js';
import { dataFiles } from './released-file.js';
import { voidNodes } from './void.js';
import { readWords } from './words.js';

/** The files that a release is described in. */
export const DESCRIPTION = [
  'void.ttl',
  'dcat.ttl',
  'dataset.jsonld',
  'README.md',
  'LICENCES.md',
  'CITATION.cff',
  'manifest.json',
  'SHA256SUMS',
] as const;
export type DescriptionFile = (typeof DESCRIPTION)[number];

/**
 * Describes a release for people, registers, search engines and programs (model 6): the texts of its files, by their
 * names. The same facts give the same bytes.
 *
 * @throws FolkloreError CONFIG_INVALID when the label is the name of a dataset, or something configured is no lawful
 *   IRI; CONTEXT_TERM
 */
export function describe(facts: ReleaseFacts): Readonly<Record<DescriptionFile, string>> {
  refuseLabel(facts);
  const names = namesOf(facts);
  const words = readWords(facts.base, facts.vocabularyBase);
  const texts = {
    'void.ttl': words.turtle(
      `What is in release ${facts.label}, in numbers (VoID).`,
      voidNodes(facts, names, words),
    ),
    'dcat.ttl': words.turtle(
      `Release ${facts.label}: its files, who publishes them, and what they were made from (DCAT).`,
      dcatNodes(facts, names, words),
    ),
    'dataset.jsonld': datasetJsonld(facts, names, words),
    'README.md': readme(facts, names, words),
    'LICENCES.md': licences(facts),
    'CITATION.cff': citation(facts, names),
  };
  const described = Object.entries(texts).map(([path, text]) => measureText(path, text));
  const whole = { ...facts, others: [...facts.others, ...described] };
  const listed = { ...texts, 'manifest.json': manifest(whole, names) };
  return {
    ...listed,
    SHA256SUMS: checksums([
      ...dataFiles(facts),
      ...whole.others,
      measureText('manifest.json', listed['manifest.json']),
    ]),
  };
}

/** The release of a publication and the graph of a dataset would have one IRI. */
function refuseLabel({ label, datasets }: ReleaseFacts): void {
  if (!datasets.some(({ name }) => name === label)) return;
  throw new FolkloreError('CONFIG_INVALID', `A release cannot be called ${label}: a dataset has this name.`, {
    hint: 'Choose another label, a date for example.',
    exitCode: EXIT.misuse,
  });
}
