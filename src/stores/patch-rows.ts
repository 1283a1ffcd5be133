import type { FolkloreError } from '../base/errors.js';
import { notLoadable } from './loadable.js';
import { cut, type PieceLimits, unpackedBytes } from './pieces.js';

/** A patch of a release, which says what leads to it from the release before (docs/decisions: deltas). */
export interface PatchFile {
  readonly path: string;
  readonly isPacked: boolean;
  readonly sha256: string;
}

/** Lines of N-Triples that go out of graphs and come into them, by graph. */
export interface PatchPiece {
  readonly removed: ReadonlyMap<string, readonly string[]>;
  readonly added: ReadonlyMap<string, readonly string[]>;
}

/** A head of RDF Patch, or the bounds of a transaction. */
const FRAME = /^(?:H |TX |TC )/;
const ROW = /^([AD]) (<.*) <([^<>" ]+)> \.$/;

/**
 * Reads a patch in pieces. The same file and the same limits give the same pieces.
 *
 * @throws FolkloreError FILE_UNREADABLE when it is no patch, or not what its checksum says
 */
export async function* patchPieces(file: PatchFile, limits: PieceLimits): AsyncGenerator<PatchPiece> {
  for await (const { text } of cut(unpackedBytes(file), limits)) {
    const [removed, added] = [new Map<string, string[]>(), new Map<string, string[]>()];
    for (const row of text.toString('utf8').split('\n')) {
      if (row === '' || FRAME.test(row)) continue;
      const [, letter, statement, graph] = ROW.exec(row) ?? [];
      if (statement === undefined || graph === undefined) throw noRow(file.path);
      const ways = letter === 'A' ? added : removed;
      const lines = ways.get(graph) ?? [];
      lines.push(`${statement} .\n`);
      ways.set(graph, lines);
    }
    yield { removed, added };
  }
}

const noRow = (path: string): FolkloreError =>
  notLoadable(path, 'it has a row that is none of an RDF Patch of quads');
