import { join } from 'node:path';
import { isSuppressedIri, type Suppressed } from '../../release/delta/lines.js';
import { SUPPRESSED_LIST, suppressedOf } from '../../release/delta/suppressed-list.js';
import type { Below } from './checked-files.js';
import type { Tell } from './problem.js';
import { whyUnread } from './unread.js';

/** Files that say what is suppressed: it stands in them by right. */
export const ANNOUNCING: ReadonlySet<string> = new Set([
  SUPPRESSED_LIST,
  'delta/suppressed.ru',
  'delta/changes.csv',
]);

/** The records and nodes that this release and those before it took back. */
export async function suppressedIn(release: string, below: Below, tell: Tell): Promise<Suppressed> {
  if (below.get(SUPPRESSED_LIST) !== 'file') return new Set();
  try {
    return await suppressedOf(release);
  } catch (thrown) {
    tell(SUPPRESSED_LIST, `cannot be read: ${whyUnread(join(release, SUPPRESSED_LIST), thrown)}`);
    return new Set();
  }
}

/** Finds what is suppressed in any text, where IRIs stand as they are. */
export function suppressedFinder(base: string, suppressed: Suppressed): (text: string) => string[] {
  if (suppressed.size === 0) return () => [];
  const iris = new RegExp(`${base.replace(/[^A-Za-z0-9]/g, '\\$&')}[^\\s"'<>|,;()[\\]{}\\\\^\`]*`, 'g');
  return (text) => (text.match(iris) ?? []).filter((iri) => isSuppressedIri(iri, suppressed));
}
