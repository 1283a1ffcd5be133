import { join } from 'node:path';
import type { Report } from '../../../base/events.js';
import { type AddProblem, type ProblemList, Problems } from '../../../base/problems.js';
import type { Format } from '../../../model/rdf/formats/format.js';
import { unreadable } from '../../../model/rdf/formats/recognise-dump.js';
import { type Workers, workersFor } from '../../../pipeline/plan/workers.js';
import {
  DamagedManifest,
  dumpFormat,
  MANIFEST,
  type ManifestDataset,
  type ManifestDump,
  type ReleaseManifest,
  readManifest,
} from '../../../release/description/manifest.js';
import { FileChecker, type FileTask, type VerificationPlan } from './check-file.js';
import { checkFiles } from './check-files.js';
import { CheckedRelease } from './checked-release.js';
import { checkDataset, checkPublications, type DatasetTotals, readVoid, VOID } from './counts.js';
import {
  type Below,
  checkManifestFiles,
  checkSums,
  FETCH_AGAIN,
  filesBelow,
  readSums,
  type Sums,
} from './file-checksums.js';
import { suppressedIn } from './suppressed.js';

/** The result of a verification. */
export interface VerifiedRelease extends ProblemList {
  readonly directory: string;
  readonly files: number;
  readonly records: number;
  readonly triples: number;
}

/**
 * Verifies a release: its checksums, that every file can be read, that one dump of each dataset holds valid terms only, that the
 * counts of manifest.json and void.ttl are right, that every reference of these dumps has a target, and that no file names
 * suppressed records. Nothing is written, and nothing outside the folder is read.
 *
 * @param goOn called often; what it throws ends the verification
 * @param workers threads that read the files, or auto: as many as the release is worth; with one, this thread reads them
 * @throws FolkloreError FILE_UNREADABLE when the folder is no release, or one of a newer program
 */
export async function verifyRelease(
  directory: string,
  report: Report,
  goOn: () => void,
  workers: Workers = 1,
): Promise<VerifiedRelease> {
  const problems = new Problems(FETCH_AGAIN);
  const { addProblem } = problems;
  const below = await filesBelow(directory);
  const sums = await readSums(directory, below, addProblem);
  const manifest = await manifestOf(directory, below, sums, addProblem);
  const plan: VerificationPlan = {
    directory,
    base: manifest?.base ?? '',
    hasContext: below.get('context.jsonld') === 'file',
    suppressed: manifest === undefined ? new Set() : await suppressedIn(directory, below, addProblem),
  };
  const described = manifest === undefined ? undefined : await readVoid(directory, below, addProblem);
  const tasks = tasksOf(below, manifest, described !== undefined);
  const results = await checkFiles(plan, tasks, {
    threads: workersFor(workers, () => unpackedBytes(tasks)),
    goOn,
    onProgress: (done, total) => report({ event: 'progress', what: 'verifying, in bytes', done, total }),
  });
  const measured = new Map([...results].map(([path, result]) => [path, result.measured]));
  const sound = checkSums(below, sums, measured, addProblem);
  const verified = { directory, files: below.size, records: 0, triples: 0 };
  if (manifest === undefined) {
    for (const result of results.values()) problems.merge(result.problems);
    return { ...verified, ...problems.list };
  }
  checkManifestFiles(manifest, below, sums, sound, addProblem);
  const release = new CheckedRelease(new FileChecker(plan, goOn), manifest, results, problems);
  const known = new Map<string, DatasetTotals>();
  for (const dataset of manifest.datasets) {
    const counted = release.countDataset(dataset, readableDumps(dataset, below));
    if (counted === undefined) continue;
    verified.records += counted.records;
    verified.triples += counted.totals.triples;
    known.set(dataset.name, counted.totals);
    checkDataset(dataset, manifest, counted.totals, described, addProblem);
  }
  if (described !== undefined) checkPublications(manifest, known, described, addProblem);
  release.compareCounts([...below.keys()]);
  // With a dump that cannot be read, many records would be missing.
  if (known.size === manifest.datasets.length) await release.checkReferences();
  return { ...verified, ...problems.list };
}

/**
 * The manifest of a release; undefined, with a problem, when it is damaged.
 *
 * @throws FolkloreError FILE_UNREADABLE when nothing else shows that the folder is a release
 */
async function manifestOf(
  release: string,
  below: Below,
  sums: Sums,
  addProblem: AddProblem,
): Promise<ReleaseManifest | undefined> {
  try {
    if (below.get(MANIFEST) === 'file') return await readManifest(release);
    if (sums?.has(MANIFEST) !== true) throw new DamagedManifest('it is not there');
  } catch (thrown) {
    if (!(thrown instanceof DamagedManifest)) throw thrown;
    if (sums?.has(MANIFEST) !== true) throw unreadable(join(release, MANIFEST), thrown.message, thrown);
    addProblem(MANIFEST, `cannot be read, so that dumps were not checked: ${thrown.message}`);
  }
  return undefined;
}

/** How each file is checked. The first dump of a dataset is checked in full. */
function tasksOf(below: Below, manifest: ReleaseManifest | undefined, isVoidRead: boolean): FileTask[] {
  const files = [...below].flatMap(([path, what]) => (what === 'file' ? [path] : []));
  if (manifest === undefined) return files.map((path) => ({ path, check: 'checksum' }));
  const dumps = new Map<string, FileTask>();
  for (const dataset of manifest.datasets) {
    for (const [at, file] of readableDumps(dataset, below).entries()) {
      const { path } = file;
      if (!dumps.has(path))
        dumps.set(path, { path, check: at === 0 ? 'all' : 'text', dump: { dataset, file } });
    }
  }
  return files.map(
    (path) => dumps.get(path) ?? { path, check: path === VOID && !isVoidRead ? 'checksum' : 'text' },
  );
}

/** The dumps of a dataset that are files: the first one, which is read fastest, is checked in full. */
const readableDumps = ({ files }: ManifestDataset, below: Below): ManifestDump[] =>
  files
    .filter(({ path }) => below.get(path) === 'file')
    .toSorted((a, b) => PREFERRED.indexOf(dumpFormat(a)) - PREFERRED.indexOf(dumpFormat(b)));

const PREFERRED: readonly Format[] = ['jsonld', 'nt', 'nq', 'ttl'];

const unpackedBytes = (tasks: readonly FileTask[]): number =>
  tasks.reduce((sum, { dump }) => sum + (dump?.file.unpacked ?? 0), 0);
