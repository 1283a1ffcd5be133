import { basename } from 'node:path';
import { FolkloreError, messageOf } from '../../base/errors.js';
import type { Report } from '../../base/events.js';
import { parseStream, type StreamFormat } from '../../rdf/parse-stream.js';
import { type DumpFile, textOf } from '../../sinks/reading/dump-file.js';
import { jsonldRecords } from '../../sinks/reading/jsonld-records.js';
import { Linter, type LintFinding } from './linter.js';
import type { LintStore } from './rule.js';
import { watchingTags } from './tag-watch.js';

/** What was looked at, and what stores would make of it. */
export interface Linted {
  readonly files: number;
  readonly triples: number;
  /** What stores choke on first. */
  readonly findings: readonly LintFinding[];
}

const STREAMED: Readonly<Record<Exclude<DumpFile['format'], 'jsonld'>, StreamFormat>> = {
  // What is Turtle is TriG too, and somebody may have put graphs into it.
  ttl: 'TriG',
  nt: 'N-Triples',
  nq: 'N-Quads',
};

/**
 * Looks at dumps as stores would that have them loaded, in one pass and in flat memory. A file that cannot be read is a
 * finding like any other; what stands before the place is looked at.
 *
 * @param stores those that are asked about
 * @param check is asked again and again; what it throws ends the run
 * @throws FolkloreError FILE_UNREADABLE when a file is not there
 */
export async function lint(
  files: readonly DumpFile[],
  stores: readonly LintStore[],
  report: Report,
  check: () => void,
): Promise<Linted> {
  const linter = new Linter(stores);
  let triples = 0;
  for (const [position, file] of files.entries()) {
    report({ event: 'progress', what: 'lint', done: position, total: files.length });
    triples += await lintFile(file, linter, check);
  }
  return { files: files.length, triples, findings: linter.findings };
}

/** @returns how many triples were read */
async function lintFile(file: DumpFile, linter: Linter, check: () => void): Promise<number> {
  const name = basename(file.path);
  let triples = 0;
  try {
    for await (const quads of quadsOf(file, (tag) => linter.takeTag(name, tag))) {
      check();
      for (const quad of quads) linter.take(name, quad);
      triples += quads.length;
    }
  } catch (thrown) {
    if (!isOfContent(thrown)) throw thrown;
    linter.takeUnreadable(name, messageOf(thrown));
  }
  return triples;
}

async function* quadsOf(file: DumpFile, onTag: (tag: string) => void) {
  if (file.format === 'jsonld') {
    for await (const { quads } of jsonldRecords(file)) yield quads;
    return;
  }
  yield* parseStream(watchingTags(textOf(file), onTag), STREAMED[file.format]);
}

/** Whether it is the content that cannot be read, and not that somebody has stopped us, or the file is not there. */
function isOfContent(thrown: unknown): boolean {
  // The parser throws plain errors; anything else is a fault of ours.
  if (!(thrown instanceof FolkloreError)) return Object.getPrototypeOf(thrown) === Error.prototype;
  const { cause } = thrown;
  const isMissing = typeof cause === 'object' && cause !== null && 'errno' in cause && 'syscall' in cause;
  return thrown.code === 'FILE_UNREADABLE' && !isMissing;
}
