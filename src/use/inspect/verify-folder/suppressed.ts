import { join } from 'node:path';
import type { AddProblem } from '../../../base/problems.js';
import { linesOf, textOf, whyUnreadable } from '../../../model/rdf/formats/recognise-dump.js';
import { CHANGES_FILE } from '../../../release/delta/difference.js';
import { isLine, isSuppressedIri, type Suppressed, subjectOf } from '../../../release/delta/lines.js';
import { SUPPRESSED_LIST, suppressedOf } from '../../../release/delta/suppressed-list.js';
import type { Below } from './file-checksums.js';

/** Files that may name what is suppressed. */
export const ANNOUNCING: ReadonlySet<string> = new Set([
  SUPPRESSED_LIST,
  'delta/suppressed.ru',
  CHANGES_FILE,
]);

/** The lines that a delta adds to a publication. */
const ADDED = /^delta\/[^/]+\/added\.nt(\.gz)?$/;
/** Characters of a line. */
export const LONGEST_LINE = 64 << 20;

/**
 * The records and nodes that this release and those before it have suppressed, without the nodes that the delta adds again:
 * a node of a record that stays may be suppressed and described anew.
 */
export async function suppressedIn(
  release: string,
  below: Below,
  addProblem: AddProblem,
): Promise<Suppressed> {
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
    addProblem(SUPPRESSED_LIST, `cannot be read: ${whyUnreadable(join(release, SUPPRESSED_LIST), thrown)}`);
    return new Set();
  }
}

/** The subjects of lines that a delta adds. Files that cannot be read are reported elsewhere. */
async function describedAnew(release: string, below: Below): Promise<ReadonlySet<string>> {
  const nodes = new Set<string>();
  for (const [path, what] of below) {
    const [isAdded, packed] = ADDED.exec(path) ?? [];
    if (what !== 'file' || isAdded === undefined) continue;
    const pieces = textOf({ path: join(release, path), isPacked: packed !== undefined });
    try {
      for await (const line of linesOf(pieces, LONGEST_LINE)) if (isLine(line)) nodes.add(subjectOf(line));
    } catch {}
  }
  return nodes;
}

/** Finds suppressed IRIs in a text. */
export function suppressedFinder(base: string, suppressed: Suppressed): (text: string) => string[] {
  if (suppressed.size === 0) return () => [];
  const iris = new RegExp(`${base.replace(/[^A-Za-z0-9]/g, '\\$&')}[^\\s"'<>|,;()[\\]{}\\\\^\`]*`, 'g');
  return (text) => (text.match(iris) ?? []).filter((iri) => isSuppressedIri(iri, suppressed));
}

/** A line of Turtle that declares a prefix. */
const DECLARED = /^@prefix ([\w-]*):\s+<([^<>]*)> \.$/;
/** An IRI of Turtle: in brackets, or a prefix and a local name. */
const TURTLE_IRI = /<([^<>\s"]*)>|(?<![\w\\"])([A-Za-z][\w-]*):((?:[\w.%-]|\\.)*)/g;
const ABSOLUTE = /^[A-Za-z][A-Za-z\d+.-]*:/;

/** Finds suppressed IRIs in the lines of a Turtle dump, one after the other: the first lines declare the prefixes. */
export function suppressedFinderInTurtle(base: string, suppressed: Suppressed): (line: string) => string[] {
  const namespaces = new Map<string, string>();
  return (line) => {
    const [, declared, namespace = ''] = DECLARED.exec(line) ?? [];
    if (declared !== undefined) {
      namespaces.set(declared, namespace);
      return [];
    }
    return Array.from(line.matchAll(TURTLE_IRI), ([, written, prefix = '', local = '']) => {
      if (written === undefined) return (namespaces.get(prefix) ?? '') + local.replace(/\\(.)/g, '$1');
      return ABSOLUTE.test(written) ? written : base + written;
    }).filter((iri) => isSuppressedIri(iri, suppressed));
  };
}
