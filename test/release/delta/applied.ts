import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { filesBelow } from '../../support/files.js';
import { type Lines, sortedText } from './synthetic.js';

/*
 * How users bring an old release to a new one (model 6): delete all triples about suppressed records, then every value of
 * the removed properties, then the removed triples, and add the added ones. It knows nothing of how a
 * delta is made.
 */

export interface Read {
  /** IRIs. */
  readonly suppressed: readonly string[];
  /** Subject, property and graph, as N-Quads have them. */
  readonly properties: readonly string[];
  readonly removed: readonly string[];
  readonly added: readonly string[];
  /** Rows of the patch that are no rows of data. */
  readonly frame: readonly string[];
  /** Quads of the patch. */
  readonly deleted: readonly string[];
  readonly inserted: readonly string[];
}

const linesOf = (text: string): string[] => text.split('\n').slice(0, -1);

/** The content of a delta for one publication. */
export async function readDelta(folder: string, publication: string): Promise<Read> {
  const packed = async (name: string) =>
    linesOf(gunzipSync(await readFile(join(folder, publication, `${name}.gz`))).toString('utf8'));
  const rows = await packed('patch.rdfp');
  const after = (letter: string) => rows.filter((row) => row.startsWith(letter)).map((row) => row.slice(2));
  return {
    suppressed: linesOf(await readFile(join(folder, 'suppressed.txt'), 'utf8')).filter(
      (line) => !line.includes(' '),
    ),
    properties: await packed('removed-properties.txt'),
    removed: await packed('removed.nt'),
    added: await packed('added.nt'),
    frame: rows.filter((row) => !/^[AD] /.test(row)),
    deleted: after('D '),
    inserted: after('A '),
  };
}

/** Whether subject or object of a line is an IRI of the list, or such an IRI followed by `#`. */
export function mentions(line: string, iris: readonly string[] | ReadonlySet<string>): boolean {
  const list = iris instanceof Set ? iris : new Set(iris);
  const [, subject = '', object = ''] = /^<([^>]*)> <[^>]*> (?:<([^>]*)>|.*) \.$/s.exec(line) ?? [];
  return [subject, object].some((one) => list.has(one) || list.has(one.split('#', 1)[0]));
}

/** A quad without its graph. */
export const asTriple = (quad: string): string => quad.replace(/ <[^ ]*> \.$/, ' .');

const apply = (
  old: Iterable<string>,
  suppressed: readonly string[],
  properties: readonly string[],
  removed: readonly string[],
  added: readonly string[],
): string => {
  const gone = new Set(removed);
  const emptied = new Set(properties);
  const withheld = new Set(suppressed);
  const left = [...old].filter(
    (line) => !mentions(line, withheld) && !emptied.has(line.split(' ', 2).join(' ')) && !gone.has(line),
  );
  return sortedText([...left, ...added]);
};

/** The text of one dataset after the patch. */
export function patched(old: readonly string[], graph: string, delta: Read): string {
  const here = (quads: readonly string[]) =>
    quads.filter((quad) => quad.endsWith(` <${graph}> .`)).map(asTriple);
  const properties = delta.properties
    .filter((row) => row.endsWith(` <${graph}>`))
    .map((row) => row.split(' ', 2).join(' '));
  return apply(old, delta.suppressed, properties, here(delta.deleted), here(delta.inserted));
}

/** The text of datasets as one graph after the delta. */
export function merged(old: Lines, delta: Read): string {
  const properties = delta.properties.map((row) => row.split(' ', 2).join(' '));
  return apply(Object.values(old).flat(), delta.suppressed, properties, delta.removed, delta.added);
}

const LITERAL = /"(?:[^"\\\n]|\\.)*"/g;

/** Literals in any file of a delta, RDF or not, that no line of the new release holds. */
export async function literalsGone(folder: string, after: readonly string[]): Promise<string[]> {
  const held = new Set(after.flatMap((line) => line.match(LITERAL) ?? []));
  const gone: string[] = [];
  for (const [path, bytes] of await filesBelow(folder)) {
    // Commands and queries have quotation marks of their own.
    if (path === 'README.md') continue;
    const text = (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8').replaceAll('"#")', '');
    for (const literal of text.match(LITERAL) ?? []) if (!held.has(literal)) gone.push(`${path} ${literal}`);
  }
  return gone;
}
