import { suppressedOf } from '../../release/delta/suppressed-list.js';
import type { ReleaseManifest } from '../../release/description/manifest.js';
import { releaseLine } from '../../release/description/release-line.js';

/** When a record was withdrawn. */
export interface Withdrawal {
  /** The release that withdrew it; where `last` is absent, the oldest one that is still there and had it withdrawn. */
  readonly label: string;
  /** The day of that release. */
  readonly issued: string;
  /** The label of the last release that named the record. */
  readonly last?: string;
}

/**
 * What a release and those before it have withdrawn, by IRI. The list of a release has what all before it withdrew: the first list
 * with an IRI is that of the release that withdrew it.
 *
 * @throws FolkloreError FILE_UNREADABLE when the list of the release itself is damaged
 */
export async function withdrawalsOf(
  release: string,
  manifest: ReleaseManifest,
): Promise<ReadonlyMap<string, Withdrawal>> {
  const open = await suppressedOf(release);
  const found = new Map<string, Withdrawal>();
  for await (const {
    folder,
    manifest: { label, issued },
  } of releaseLine(release, manifest)) {
    if (open.size === 0) break;
    const listed = await suppressedOf(folder).catch(() => undefined);
    if (listed === undefined) break;
    for (const iri of [...open])
      if (listed.has(iri)) found.set(iri, { label, issued });
      else {
        found.set(iri, { ...(found.get(iri) as Withdrawal), last: label });
        open.delete(iri);
      }
  }
  return found;
}
