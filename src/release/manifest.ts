import { licence } from '../rdf/iris.js';
import { licenceOfDataset, publicationsOf, type ReleaseFacts } from './facts.js';
import type { ReleaseNames } from './metadata/names.js';
import { type DataFile, dataFiles, otherFile, type ReleasedFile } from './released-file.js';

/** Goes up whenever somebody who reads the file as it was would read it wrongly. */
const VERSION = 1;

/** manifest.json: every file of the release for programs, with what is in it. */
export function manifest(facts: ReleaseFacts, names: ReleaseNames): string {
  const { label, previous, issued, base, vocabularyBase, program } = facts;
  const files = dataFiles(facts);
  const publications = publicationsOf(facts);
  const document = {
    format: 'folklore-ld-release',
    version: VERSION,
    program,
    label,
    previous: previous ?? null,
    issued,
    base,
    vocabularyBase,
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
    deltas: files
      .filter((file) => file.delta !== undefined)
      .map((file) => ({ publication: file.publication, kind: file.delta, ...dataEntry(file) })),
    others: facts.others.map((file) => entry(otherFile(file, publications))),
    counts: Object.fromEntries(facts.kinds.map(({ kind, called: _, ...counts }) => [kind, counts])),
  };
  return `${JSON.stringify(document, undefined, 2)}\n`;
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
