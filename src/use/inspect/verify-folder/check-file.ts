import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Quad } from '@rdfjs/types';
import { messageOf } from '../../../base/errors.js';
import { bytesOfFile, NotRead } from '../../../base/file-bytes.js';
import { type AddProblem, type ProblemList, Problems, shortened, WITHDRAW } from '../../../base/problems.js';
import { measureFile } from '../../../base/sha256.js';
import { type Context, readContext } from '../../../model/rdf/context.js';
import type { Format } from '../../../model/rdf/formats/format.js';
import { type DumpRecord, readDump } from '../../../model/rdf/formats/read-dump.js';
import type { KnownVocabulary } from '../../../model/rdf/formats/read-jsonld.js';
import {
  type DumpFile,
  formatOf,
  linesOf,
  textOf,
  whyUnreadable,
} from '../../../model/rdf/formats/recognise-dump.js';
import { IriSet, type IriSetState } from '../../../model/rdf/iri-set.js';
import { mintIris } from '../../../model/rdf/iris.js';
import { recordIriOf } from '../../../model/rdf/record-order.js';
import { badTerms } from '../../../model/rdf/term-check.js';
import { distinctQuads, makeToQuads } from '../../../model/rdf/to-quads.js';
import { isSuppressedIri, type Suppressed } from '../../../release/delta/lines.js';
import {
  dumpFormat,
  isPacked,
  type ManifestDataset,
  type ManifestDump,
} from '../../../release/description/manifest.js';
import { Statistics } from '../../../release/description/statistics.js';
import { type ReferenceState, ReferenceTargets } from '../reference-targets.js';
import type { DatasetTotals } from './counts.js';
import { FETCH_AGAIN, type Measured } from './file-checksums.js';
import { ANNOUNCING, LONGEST_LINE, suppressedFinder, suppressedFinderInTurtle } from './suppressed.js';
import { readText } from './text-readers.js';

const CONTEXT = 'context.jsonld';
/** Characters of a term in a message. */
const MOST_SHOWN = 200;

/** Formats in which records are in the order of writing, each with its nodes. */
const AS_WRITTEN: ReadonlySet<Format> = new Set<Format>(['ttl', 'jsonld']);

/** What is known of a release before its files are checked. Plain data, and counts that threads share. */
export interface VerificationPlan {
  /** Counts the bytes on disk that all threads have read. */
  readonly bytesRead?: BigInt64Array<SharedArrayBuffer>;
  readonly directory: string;
  readonly base: string;
  readonly hasContext: boolean;
  readonly suppressed: Suppressed;
}

/** One file of a release, and how it is checked. Plain data. */
export interface FileTask {
  readonly path: string;
  /**
   * `checksum`: size and checksum alone. `text`: the content of a file that is no dump; the lines of a dump. `all`: every
   * statement of a dump.
   */
  readonly check: 'checksum' | 'text' | 'all';
  readonly dump?: { readonly dataset: ManifestDataset; readonly file: ManifestDump };
}

/** The counts of a dump. */
interface DumpCounts {
  /** Records of our own. */
  readonly records: number;
  /** Repeated ones included. */
  readonly statements: number;
}

/** The result for one file. Plain data. */
export interface FileResult {
  /** Undefined when it cannot be read. */
  readonly measured: Measured | undefined;
  readonly problems: ProblemList;
  /** Of a dump that was read to its end by `all`. */
  readonly content?: DumpCounts;
  readonly totals?: DatasetTotals;
  readonly references?: ReferenceState;
  /** Rows, features or statements of a file that is no dump, and statements of N-Triples and N-Quads. */
  readonly count?: number | undefined;
  /** Records that rows and features of a derived file are about. */
  readonly rows?: IriSetState;
}

type Content = Omit<FileResult, 'measured' | 'problems'>;

/** The vocabulary of a release, from its own context, so that an older release is read as quickly. */
interface DumpVocabulary extends KnownVocabulary {
  readonly prefixes: Context['prefixes'];
}

/** Checks the files of one release, each by itself, in any order. */
export class FileChecker {
  readonly vocabulary: DumpVocabulary | undefined;
  readonly #plan: VerificationPlan;
  readonly #goOn: () => void;

  /** @param goOn called for every record; what it throws ends the check */
  constructor(plan: VerificationPlan, goOn: () => void = () => {}) {
    this.#plan = plan;
    this.#goOn = goOn;
    this.vocabulary = plan.hasContext ? vocabularyOf(plan.directory) : undefined;
  }

  /** Reads a file once, for its checksum and its content. */
  async check(task: FileTask): Promise<FileResult> {
    this.#goOn();
    const path = join(this.#plan.directory, task.path);
    const { bytesRead } = this.#plan;
    const source = new MeasuredFile(path, task.path.endsWith('.gz'), (bytes) => {
      if (bytesRead !== undefined) Atomics.add(bytesRead, 0, BigInt(bytes));
    });
    const problems = new Problems(FETCH_AGAIN);
    try {
      const content = await this.#content(task, source, problems.addProblem).catch(
        (thrown: unknown): Content => {
          problems.addProblem(task.path, `cannot be read: ${whyUnreadable(path, thrown)}`);
          return {};
        },
      );
      const measured = await source.measure().catch((thrown: unknown) => {
        if (problems.list.count === 0) problems.addProblem(task.path, `cannot be read: ${messageOf(thrown)}`);
        return undefined;
      });
      return { measured, problems: problems.list, ...content };
    } finally {
      await source.close();
    }
  }

  /**
   * The records of a dump, each with the statements about nodes of others that follow it.
   *
   * @param bytes the unpacked content, when it is being read already
   */
  async *records(file: ManifestDump, bytes?: AsyncIterable<Buffer>): AsyncGenerator<DumpRecord> {
    const format = dumpFormat(file);
    const dump: DumpFile = {
      path: join(this.#plan.directory, file.path),
      format,
      isPacked: isPacked(file),
      most: file.unpacked,
      ...(bytes === undefined ? {} : { bytes }),
    };
    const records = readDump(dump, this.vocabulary);
    for await (const record of AS_WRITTEN.has(format)
      ? withForeignNodes(records, this.#plan.base)
      : records) {
      this.#goOn();
      yield record;
    }
  }

  /** Reports bad terms and suppressed IRIs of a record. */
  checkRecord(file: string, { iri, quads }: DumpRecord, addProblem: AddProblem): void {
    const { suppressed } = this.#plan;
    for (const { subject, term, reason } of badTerms(quads))
      addProblem(file, `has ${JSON.stringify(shortened(term, MOST_SHOWN))} in ${subject}: ${reason}`);
    if (suppressed.size === 0) return;
    const named = new Set<string>();
    for (const { subject, predicate, object } of quads) {
      named.add(subject.value).add(predicate.value);
      if (object.termType === 'NamedNode') named.add(object.value);
      if (suppressed.has(`${subject.value} ${predicate.value}`))
        addProblem(file, `has ${predicate.value} of ${subject.value}, which is suppressed`, WITHDRAW);
    }
    for (const one of named) {
      if (isSuppressedIri(one, suppressed))
        addProblem(file, `names ${one} in ${iri}, which is suppressed`, WITHDRAW);
    }
  }

  async #content(task: FileTask, source: MeasuredFile, addProblem: AddProblem): Promise<Content> {
    const { path, check, dump } = task;
    // Databases and Parquet are made of the rows of the tables, which are read.
    if (check === 'checksum' || /\.(?:sqlite|parquet)$/.test(path)) return {};
    if (dump === undefined) {
      const format = formatOf(path);
      const isRdf = format === 'ttl' || format === 'nt';
      return isRdf
        ? this.#checkRdf(path, format, source, addProblem)
        : this.#checkText(path, source, addProblem);
    }
    if (check === 'all') return this.#checkAll(dump, source, addProblem);
    return this.#checkLines(dump.file, source, addProblem);
  }

  async #checkAll(
    { dataset, file }: NonNullable<FileTask['dump']>,
    source: MeasuredFile,
    addProblem: AddProblem,
  ): Promise<Content> {
    const { base } = this.#plan;
    const graph = this.#graphOf(dataset, file) ?? '';
    let [ownRecords, statements] = [0, 0];
    const { vocabulary } = this;
    const statistics = new Statistics({ base, prefixes: vocabulary?.prefixes ?? new Map() });
    const targets = new ReferenceTargets(base);
    for await (const record of this.records(file, source.pieces(file.unpacked))) {
      checkGraph(file.path, record, graph, addProblem);
      statements += record.quads.length;
      if (isOwn(record, base)) ownRecords += 1;
      this.checkRecord(file.path, record, addProblem);
      statistics.add('', distinctQuads(record.quads));
      // A dataset without entities adds to records of others.
      if (dataset.entities > 0) targets.add(record);
      else {
        targets.addTarget(record.iri);
        targets.addReferences(record.quads);
      }
    }
    const { links, ...counts } = statistics.of('');
    return {
      content: { records: ownRecords, statements },
      totals: vocabulary === undefined ? counts : { ...counts, links },
      references: targets.state,
    };
  }

  /** Looks for suppressed records in the lines of a dump, and counts statements. */
  async #checkLines(file: ManifestDump, source: MeasuredFile, addProblem: AddProblem): Promise<Content> {
    const { directory, base, suppressed } = this.#plan;
    const format = dumpFormat(file);
    const finder = format === 'ttl' ? suppressedFinderInTurtle : suppressedFinder;
    const suppressedIn = finder(base, suppressed);
    const isCounted = format === 'nt' || format === 'nq';
    const bytes = source.pieces(file.unpacked);
    let lines = 0;
    if (suppressed.size > 0) {
      const text = textOf({ path: join(directory, file.path), isPacked: false, bytes });
      for await (const line of linesOf(text, LONGEST_LINE)) {
        this.#goOn();
        lines += 1;
        reportSuppressed(file.path, suppressedIn(line), addProblem);
      }
    } else {
      for await (const piece of bytes) {
        this.#goOn();
        if (!isCounted) continue;
        for (let at = piece.indexOf(LINE_FEED); at !== -1; at = piece.indexOf(LINE_FEED, at + 1)) lines += 1;
      }
    }
    return isCounted ? { count: lines } : {};
  }

  /** The graph that N-Quads name; undefined for other formats. */
  #graphOf({ name, publication }: ManifestDataset, file: ManifestDump): string | undefined {
    return dumpFormat(file) === 'nq' ? mintIris(this.#plan.base).graph(publication, name) : undefined;
  }

  async #checkRdf(
    path: string,
    format: 'ttl' | 'nt',
    source: MeasuredFile,
    addProblem: AddProblem,
  ): Promise<Content> {
    const { directory, suppressed } = this.#plan;
    const dump = { path: join(directory, path), format, isPacked: false, bytes: source.pieces() };
    let count = 0;
    for await (const record of readDump(dump)) {
      this.#goOn();
      count += record.quads.length;
      if (CHANGES.test(path)) this.checkRecord(path, record, addProblem);
      else if (suppressed.size > 0) {
        const named = record.quads.flatMap(({ subject, object }) => [subject.value, object.value]);
        const found = [...new Set(named)].filter((iri) => isSuppressedIri(iri, suppressed));
        reportSuppressed(path, found, addProblem);
      }
    }
    return { count };
  }

  async #checkText(path: string, source: MeasuredFile, addProblem: AddProblem): Promise<Content> {
    const { directory, base, suppressed } = this.#plan;
    const suppressedIn = suppressedFinder(base, suppressed);
    const rows = new IriSet();
    const file = join(directory, path);
    const text = textOf({ path: file, isPacked: false, bytes: source.pieces() });
    const goOn = this.#goOn;
    async function* checkedLines(): AsyncGenerator<string> {
      for await (const line of linesOf(text, LONGEST_LINE)) {
        goOn();
        if (!ANNOUNCING.has(path)) reportSuppressed(path, suppressedIn(line), addProblem);
        yield line;
      }
    }
    const onRecord = (iri: string): void => {
      if (iri.startsWith(base) && DERIVED.test(path)) rows.add(iri);
    };
    const count = await readText(path, { path: file, lines: checkedLines(), onRecord });
    return { count, rows: rows.state };
  }
}

const LINE_FEED = 0x0a;
const DERIVED = /^derived\//;
/** Lines that are added to the release before: they obey the rules of dumps. */
const CHANGES = /^delta\/.+\.nt(?:\.gz)?$/;

function reportSuppressed(path: string, iris: readonly string[], addProblem: AddProblem): void {
  for (const iri of iris) addProblem(path, `names ${iri}, which is suppressed`, WITHDRAW);
}

/** @param graph the named graph of every statement; empty where there is none */
function checkGraph(file: string, { iri, quads }: DumpRecord, graph: string, addProblem: AddProblem): void {
  const called = (name: string): string => (name === '' ? 'no named graph' : `the graph ${name}`);
  const misplaced = quads.find((quad) => quad.graph.value !== graph);
  if (misplaced !== undefined)
    addProblem(file, `has ${iri} in ${called(misplaced.graph.value)}, not in ${called(graph)}`);
}

function vocabularyOf(release: string): DumpVocabulary | undefined {
  try {
    const context = readContext(pathToFileURL(join(release, CONTEXT)));
    return { context: context.document, toQuads: makeToQuads(context), prefixes: context.prefixes };
  } catch {
    // The jsonld package reads the contexts of the dumps instead.
    return undefined;
  }
}

/** Whether a record is one of ours, with a statement about the record or its nodes. */
const isOwn = ({ iri, quads }: DumpRecord, base: string): boolean =>
  iri.startsWith(base) && quads.some(({ subject }) => recordIriOf(subject.value) === iri);

/** Joins to each record the statements that follow it about nodes outside the data base. */
async function* withForeignNodes(
  records: AsyncIterable<DumpRecord>,
  base: string,
): AsyncGenerator<DumpRecord> {
  let last: { readonly iri: string; readonly quads: Quad[] } | undefined;
  for await (const { iri, quads } of records) {
    if (last !== undefined && (iri === last.iri || !iri.startsWith(base))) {
      for (const quad of quads) last.quads.push(quad);
      continue;
    }
    if (last !== undefined) yield last;
    last = { iri, quads: [...quads] };
  }
  if (last !== undefined) yield last;
}

/** A file that is read once, for its checksum, its sizes and its content. */
class MeasuredFile {
  readonly #path: string;
  readonly #hash = createHash('sha256');
  readonly #source: AsyncGenerator<Buffer>;
  #bytes = 0;
  #unpacked = 0;

  /** @param count given the bytes of each piece on disk */
  constructor(path: string, isPacked: boolean, count: (bytes: number) => void) {
    this.#path = path;
    const onRead = (chunk: Buffer): void => {
      count(chunk.length);
      this.#bytes += chunk.length;
      this.#hash.update(chunk);
    };
    this.#source = bytesOfFile(path, { isPacked, onRead });
  }

  /**
   * The content, unpacked.
   *
   * @param most bytes that may be in it
   */
  async *pieces(most = Number.POSITIVE_INFINITY): AsyncGenerator<Buffer> {
    // Not `for await`: the rest is read by `measure`.
    for (;;) {
      const { value, done } = await this.#source.next();
      if (done === true) return;
      this.#unpacked += value.length;
      if (this.#unpacked > most)
        throw new NotRead(`there is more in it than the ${most} bytes that manifest.json gives`);
      yield value;
    }
  }

  async close(): Promise<void> {
    await this.#source.return(undefined);
  }

  /**
   * Reads the rest of the file.
   *
   * @throws what the file system throws
   */
  async measure(): Promise<Measured> {
    try {
      for await (const { length } of this.#source) this.#unpacked += length;
      return { bytes: this.#bytes, sha256: this.#hash.digest('hex'), unpacked: this.#unpacked };
    } catch {
      return { ...measureFile(this.#path), unpacked: undefined };
    }
  }
}
