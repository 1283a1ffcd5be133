import { join } from 'node:path';
import { linesOf, textOf } from '../../rdf/formats/dump-file.js';
import { isLine, isSuppressedIri, type Suppressed, subjectOf } from '../../release/delta/lines.js';
import { SUPPRESSED_LIST, suppressedOf } from '../../release/delta/suppressed-list.js';
import type { Below } from './file-checksums.js';
import { type Tell, whyUnreadable } from './problem.js';

/** Files that say what is suppressed: it stands in them by right. */
export const ANNOUNCING: ReadonlySet<string> = new Set([
  SUPPRESSED_LIST,
  'delta/suppressed.ru',
  'delta/changes.csv',
]);

/** What a delta adds to a publication. */
const ADDED = /^delta\/[^/]+\/added\.nt(\.gz)?$/;
/** What a line may hold, in characters. */
export const LONGEST_LINE = 64 << 20;

/**
 * The records and nodes that this release and those before it took back. A node of a record that is still there may be on
 * the list so that readers forget what was said of it, and be described anew by the delta: that is lawful.
 */
export async function suppressedIn(release: string, below: Below, tell: Tell): Promise<Suppressed> {
  if (below.get(SUPPRESSED_LIST) !== 'file') return new Set();
  try {
    const suppressed = new Set(await suppressedOf(release));
    if ([...suppressed].some((iri) => iri.includes('#'))) {
      for (const node of await describedAnew(release, below)) {
        if (node.includes('#')) suppressed.delete(node);
      }
    }
    return suppressed;
  } catch (thrown) {
    tell(SUPPRESSED_LIST, `cannot be read: ${whyUnreadable(join(release, SUPPRESSED_LIST), thrown)}`);
    return new Set();
  }
}

/** What a delta adds something to; of files that cannot be read somebody else tells. */
async function describedAnew(release: string, below: Below): Promise<ReadonlySet<string>> {
  const nodes = new Set<string>();
  for (const [path, what] of below) {
    const [isAdded, packed] = ADDED.exec(path) ?? [];
    if (what !== 'file' || isAdded === undefined) continue;
    const pieces = textOf({ path: join(release, path), format: 'nt', isPacked: packed !== undefined });
    try {
      for await (const line of linesOf(pieces, LONGEST_LINE)) if (isLine(line)) nodes.add(subjectOf(line));
    } catch {}
  }
  return nodes;
}

/** Finds what is suppressed in any text, where IRIs stand as they are. */
export function suppressedFinder(base: string, suppressed: Suppressed): (text: string) => string[] {
  if (suppressed.size === 0) return () => [];
  const iris = new RegExp(`${base.replace(/[^A-Za-z0-9]/g, '\\$&')}[^\\s"'<>|,;()[\\]{}\\\\^\`]*`, 'g');
  return (text) => (text.match(iris) ?? []).filter((iri) => isSuppressedIri(iri, suppressed));
}
