import { join } from 'node:path';
import { isSuppressedIri, type Suppressed } from '../../release/delta/lines.js';
import { textOf } from '../../sinks/reading/dump-file.js';
import { linesOf } from '../../sinks/reading/lines.js';
import { recordsIn } from '../../sinks/reading/records.js';
import type { Below } from './checked-files.js';
import { checkRecord } from './dump-check.js';
import { type Tell, WITHDRAW } from './problem.js';
import { MANIFEST, type ManifestFile } from './release-manifest.js';
import { ANNOUNCING, LONGEST_LINE, suppressedFinder } from './suppressed.js';
import { readerOf } from './text-readers.js';
import { whyUnread } from './unread.js';

/** What is looked for in files that are no dumps. */
export interface OtherRules {
  readonly release: string;
  readonly base: string;
  readonly suppressed: Suppressed;
  readonly check: () => void;
  readonly tell: Tell;
  /** Told which record a row or a feature of a derived file is about. */
  readonly onRow: (path: string, iri: string) => void;
}

const DERIVED = /^derived\//;
/** Lines that say what has changed: what is unlawful in a dump is unlawful in them. */
const CHANGES = /^delta\/.+\.nt(?:\.gz)?$/;
const RDF = /\.(ttl|nt)(?:\.gz)?$/;

/**
 * Reads everything that is no dump: that it is whole, holds as much as manifest.json says, and does not speak of what
 * was suppressed.
 *
 * @param leftOut paths of files that are read elsewhere
 */
export async function checkOthers(
  below: Below,
  leftOut: ReadonlySet<string>,
  listed: readonly ManifestFile[],
  rules: OtherRules,
): Promise<void> {
  const claims = new Map(listed.map((file) => [file.path, file]));
  for (const [path, what] of below) {
    if (what !== 'file' || leftOut.has(path)) continue;
    rules.check();
    try {
      const format = RDF.exec(path)?.[1];
      const found = format === undefined ? await readText(path, rules) : await readRdf(path, format, rules);
      const claim = claims.get(path);
      for (const [unit, claimed] of [
        ['records', claim?.records],
        ['triples', claim?.triples],
      ] as const) {
        if (claimed !== undefined && found !== undefined && claimed !== found)
          rules.tell(MANIFEST, `says ${claimed} ${unit} of ${path}; there are ${found}`);
      }
    } catch (thrown) {
      rules.tell(path, `cannot be read: ${whyUnread(join(rules.release, path), thrown)}`);
    }
  }
}

/** @returns how many statements there are */
async function readRdf(path: string, format: string, rules: OtherRules): Promise<number> {
  const { release, suppressed, check, tell } = rules;
  const dump = {
    path: join(release, path),
    format: format === 'nt' ? 'nt' : 'ttl',
    isPacked: isPacked(path),
  } as const;
  let statements = 0;
  for await (const record of recordsIn(dump)) {
    check();
    statements += record.quads.length;
    if (CHANGES.test(path)) checkRecord(path, record, suppressed, tell);
    else if (suppressed.size > 0) {
      const named = record.quads.flatMap(({ subject, object }) => [subject.value, object.value]);
      tellSuppressed(
        path,
        [...new Set(named)].filter((iri) => isSuppressedIri(iri, suppressed)),
        rules,
      );
    }
  }
  return statements;
}

/** @returns how many rows or features there are */
async function readText(path: string, rules: OtherRules): Promise<number | undefined> {
  const { release, base, suppressed, check, onRow } = rules;
  const suppressedIn = suppressedFinder(base, suppressed);
  const reader = readerOf(path);
  const pieces = textOf({ path: join(release, path), format: 'nt', isPacked: isPacked(path) });
  for await (const line of linesOf(pieces, LONGEST_LINE)) {
    check();
    const about = reader.line(line);
    if (about !== undefined && DERIVED.test(path) && about.startsWith(base)) onRow(path, about);
    if (!ANNOUNCING.has(path)) tellSuppressed(path, suppressedIn(line), rules);
  }
  return reader.end();
}

function tellSuppressed(path: string, iris: readonly string[], { tell }: OtherRules): void {
  for (const iri of iris) tell(path, `speaks of ${iri}, and it was suppressed`, WITHDRAW);
}

const isPacked = (path: string): boolean => path.endsWith('.gz');
