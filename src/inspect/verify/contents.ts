import type { Report } from '../../base/events.js';
import type { DumpRecord } from '../../rdf/formats/read-dump.js';
import { mintIris } from '../../rdf/iris.js';
import { badTerms } from '../../rdf/term-check.js';
import { isSuppressedIri, type Suppressed } from '../../release/delta/lines.js';
import {
  dumpFormat,
  filesBesideDumps,
  MANIFEST,
  type ManifestDataset,
  type ManifestDump,
  type ReleaseManifest,
} from '../../release/manifest.js';
import { ContentDigest, ReferenceLinks } from './content.js';
import { Counting, checkDataset, checkPublications, type DatasetTotals } from './counts.js';
import { readVoid, VOID } from './described-counts.js';
import type { Below } from './file-checksums.js';
import { checkOthers } from './other-files.js';
import { shortened, type Tell, WITHDRAW, whyUnreadable } from './problem.js';
import { AS_WRITTEN, dumpRecords, dumpVocabularyOf, type ReadableRelease } from './release-dump.js';
import { isSame, mostAgreed, type ReadDump, tellDifferences } from './same-content.js';
import { suppressedIn } from './suppressed.js';

const MOST_SHOWN = 200;

/** Looks at one record for what must not be said anywhere: unlawful terms, and what was suppressed. */
export function checkRecord(
  file: string,
  { iri, quads }: DumpRecord,
  suppressed: Suppressed,
  tell: Tell,
): void {
  for (const { subject, term, reason } of badTerms(quads)) {
    tell(file, `holds ${JSON.stringify(shortened(term, MOST_SHOWN))} in ${subject}: ${reason}`);
  }
  if (suppressed.size === 0) return;
  const named = new Set(
    quads.flatMap(({ subject, predicate, object }) => [
      subject.value,
      predicate.value,
      ...(object.termType === 'NamedNode' ? [object.value] : []),
    ]),
  );
  for (const { subject, predicate } of quads) {
    if (suppressed.has(`${subject.value} ${predicate.value}`))
      tell(file, `says ${predicate.value} of ${subject.value}, and it was suppressed`, WITHDRAW);
  }
  for (const one of named) {
    if (isSuppressedIri(one, suppressed))
      tell(file, `speaks of ${one} in ${iri}, and it was suppressed`, WITHDRAW);
  }
}

/** @param graph the named graph that everything is in; empty where there is none */
export function checkGraph(file: string, { iri, quads }: DumpRecord, graph: string, tell: Tell): void {
  const astray = quads.find((quad) => quad.graph.value !== graph);
  if (astray !== undefined)
    tell(file, `has ${iri} in ${graphCalled(astray.graph.value)}, not in ${graphCalled(graph)}`);
}

const graphCalled = (graph: string): string => (graph === '' ? 'no named graph' : `the graph ${graph}`);

/** What a verification tells, and what it asks. */
export interface ReleaseFolder {
  readonly report: Report;
  /** Asked for every record; what it throws ends the verification. */
  readonly check: () => void;
  readonly tell: Tell;
}

/** What the dumps are read with. */
interface Reading extends ReleaseFolder {
  readonly release: ReadableRelease;
  readonly below: Below;
  readonly suppressed: Suppressed;
  readonly links: ReferenceLinks;
}

/** Looks into every file of a release. */
export async function checkContents(
  directory: string,
  manifest: ReleaseManifest,
  below: Below,
  around: ReleaseFolder,
): Promise<{ readonly records: number; readonly triples: number }> {
  const { report, tell } = around;
  const { base, datasets } = manifest;
  const links = new ReferenceLinks(base);
  const reading: Reading = {
    ...around,
    ...{ below, links },
    release: { directory, base, words: dumpVocabularyOf(directory, below) },
    suppressed: await suppressedIn(directory, below, tell),
  };
  const described = await readVoid(directory, below, tell);
  const known = new Map<string, DatasetTotals>();
  let [done, records, triples] = [0, 0, 0];
  const total = datasets.reduce((sum, { files }) => sum + files.length, 0);
  const next = (): void => report({ event: 'progress', what: 'verify', done: done++, total });
  for (const dataset of datasets) {
    const { dumps, counted } = await readDataset(dataset, reading, next);
    const right = mostAgreed(dumps);
    for (const dump of dumps) {
      if (right === undefined || isSame(right, dump)) continue;
      // One dump was looked at for all that say the same.
      const onRecord = (file: string, record: DumpRecord): void => {
        around.check();
        if (file !== counted?.dump.file.path) checkRecord(file, record, reading.suppressed, tell);
      };
      await tellDifferences(reading.release, right, dump, onRecord, tell);
    }
    if (counted === undefined || right === undefined) continue;
    records += counted.dump.content.records;
    triples += counted.dump.content.triples;
    // What is counted in a dump that has been altered is wrong for that reason.
    if (!isSame(right, counted.dump)) continue;
    known.set(dataset.name, counted.totals);
    checkDataset(dataset, manifest, counted.totals, described, tell);
  }
  if (described !== undefined) checkPublications(manifest, known, described, tell);
  const leftOut = new Set(datasets.flatMap(({ files }) => files.map(({ path }) => path)));
  if (described === undefined) leftOut.add(VOID);
  await checkOthers(below, leftOut, filesBesideDumps(manifest), {
    ...reading,
    ...{ base, release: directory },
    onRow: (path, iri) => links.row(path, iri),
  });
  // Where a dump could not be read, much would lead nowhere.
  if (known.size === datasets.length) links.tellBroken(tell);
  return { records, triples };
}

/** Reads all dumps of a dataset; one of them stands for the others where the same is to be counted. */
async function readDataset(
  dataset: ManifestDataset,
  reading: Reading,
  next: () => void,
): Promise<{
  readonly dumps: readonly ReadDump[];
  readonly counted: { readonly dump: ReadDump; readonly totals: DatasetTotals } | undefined;
}> {
  const dumps: ReadDump[] = [];
  let counted: { readonly dump: ReadDump; readonly totals: DatasetTotals } | undefined;
  for (const file of asWrittenFirst(dataset.files)) {
    next();
    if (reading.below.get(file.path) !== 'file') continue;
    const counting = counted === undefined ? new Counting(reading.release, file) : undefined;
    const content = await readDump(dataset, file, reading, counting);
    if (content === undefined) continue;
    dumps.push({ file, content });
    if (counting !== undefined) counted = { dump: { file, content }, totals: counting.totals };
    compareSize(file, content, reading);
  }
  return { dumps, counted };
}

const asWrittenFirst = (files: readonly ManifestDump[]): ManifestDump[] => {
  const isAsWritten = (file: ManifestDump): boolean => AS_WRITTEN.has(dumpFormat(file));
  return [...files.filter(isAsWritten), ...files.filter((file) => !isAsWritten(file))];
};

/** @returns what a dump says; undefined, and told, when it cannot be read to its end */
async function readDump(
  { name, publication, entities }: ManifestDataset,
  file: ManifestDump,
  { release, suppressed, links, check, tell }: Reading,
  counting: Counting | undefined,
): Promise<ContentDigest | undefined> {
  const graph = dumpFormat(file) === 'nq' ? mintIris(release.base).graph(publication, name) : '';
  const content = new ContentDigest(release.base);
  try {
    for await (const record of dumpRecords(release, file)) {
      check();
      checkGraph(file.path, record, graph, tell);
      content.add(record);
      if (counting === undefined) continue;
      checkRecord(file.path, record, suppressed, tell);
      counting.add(record);
      links.record(file.path, record, entities > 0 ? 'describes' : 'adds');
    }
    return content;
  } catch (thrown) {
    tell(file.path, `cannot be read: ${whyUnreadable(`${release.directory}/${file.path}`, thrown)}`);
    return undefined;
  }
}

function compareSize(file: ManifestDump, content: ContentDigest, { release, tell }: Reading): void {
  const compare = (what: string, claimed: number | undefined, found: number): void => {
    if (claimed !== undefined && claimed !== found)
      tell(file.path, `holds ${found} ${what}; ${MANIFEST} says ${claimed}`);
  };
  compare('records', file.records, content.records);
  // By jsonld, which is asked when the words are not ours, it cannot be seen how often the same was said.
  if (dumpFormat(file) !== 'jsonld' || release.words !== undefined)
    compare('triples', file.triples, content.statements);
}
