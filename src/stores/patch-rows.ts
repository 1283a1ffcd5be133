import type { FolkloreError } from '../base/errors.js';
import { notLoadable } from './loadable.js';
import { cut, type PieceLimits, unpackedBytes } from './pieces.js';

/**
 * A file of a release that says what leads to it from the release before: the properties whose values go, or a patch
 * (docs/decisions: deltas).
 */
export interface PatchFile {
  readonly path: string;
  readonly isPacked: boolean;
  readonly sha256: string;
}

/** What goes out of graphs and comes into them, by graph. */
export interface PatchPiece {
  /** Subjects and properties, as lines of N-Triples begin with them, of which every value goes. */
  readonly properties: ReadonlyMap<string, readonly string[]>;
  /** Lines of N-Triples. */
  readonly removed: ReadonlyMap<string, readonly string[]>;
  readonly added: ReadonlyMap<string, readonly string[]>;
}

/** A head of RDF Patch, or the bounds of a transaction. */
const FRAME = /^(?:H |TX |TC )/;
const ROW = /^([AD]) (<.*) <([^<>" ]+)> \.$/;
/** Nothing that would end an IRI in an update. */
const PROPERTY = /^(<[^<>"{}|^`\\\s]+> <[^<>"{}|^`\\\s]+>) <([^<>" ]+)>$/;

/**
 * Reads a list of properties or a patch in pieces. The same file and the same limits give the same pieces.
 *
 * @throws FolkloreError FILE_UNREADABLE when it is neither, or not what its checksum says
 */
export async function* patchPieces(file: PatchFile, limits: PieceLimits): AsyncGenerator<PatchPiece> {
  for await (const { text } of cut(unpackedBytes(file), limits)) {
    const [properties, removed, added] = [newWay(), newWay(), newWay()];
    const put = (way: ReturnType<typeof newWay>, graph: string, line: string): void => {
      const lines = way.get(graph) ?? [];
      lines.push(line);
      way.set(graph, lines);
    };
    for (const row of text.toString('utf8').split('\n')) {
      if (row === '' || FRAME.test(row)) continue;
      const [, property, where] = PROPERTY.exec(row) ?? [];
      const [, letter, statement, graph] = ROW.exec(row) ?? [];
      if (property !== undefined && where !== undefined) put(properties, where, property);
      else if (statement === undefined || graph === undefined) throw noRow(file.path);
      else put(letter === 'A' ? added : removed, graph, `${statement} .\n`);
    }
    yield { properties, removed, added };
  }
}

const newWay = () => new Map<string, string[]>();

const noRow = (path: string): FolkloreError =>
  notLoadable(path, 'it has a row that is none of a list of properties or of an RDF Patch of quads');
