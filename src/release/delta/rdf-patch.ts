import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pathBelow } from '../../base/file-bytes.js';
import type { Compression } from '../../model/rdf/formats/format.js';
import { TextFile, type WrittenFile } from '../dumps/compressed-file.js';
import type { Lines } from './difference.js';
import { asText, bytesOf } from './sorted-release.js';

/** RDF Patch as Apache Jena reads it: N-Quads with a letter before each, in one transaction. */
export const PATCH_MEDIA_TYPE = 'application/rdf-patch';
export const PATCH_FILE = 'patch.rdfp';

/**
 * Subject, property and graph, as in N-Quads, row by row: every value of the property is deleted before the patch is
 * applied. RDF Patch cannot express that, and a row that removes a literal would publish it again.
 */
export const PROPERTIES_FILE = 'removed-properties.txt';

/** The rows of the properties that are deleted from one graph, in bytes. */
export const propertyRows = ({ properties }: Pick<Lines, 'properties'>, graph: string): string =>
  properties.map((property) => `${property} <${graph}>\n`).join('');

/** The rows of the other changes in one graph, in bytes. */
export function patchRows({ removed, added }: Pick<Lines, 'removed' | 'added'>, graph: string): string {
  const row = (letter: 'A' | 'D') => (line: string) => `${letter} ${line.slice(0, -1)}<${graph}> .\n`;
  return removed.map(row('D')).join('') + added.map(row('A')).join('');
}

/** Writes a patch. Its header is made of its content, which is therefore written to another file first. */
export class PatchFile {
  readonly #path: string;
  readonly #body: TextFile;
  readonly #previous: string | undefined;

  private constructor(path: string, body: TextFile, previous: string | undefined) {
    this.#path = path;
    this.#body = body;
    this.#previous = previous;
  }

  /** @param previous the id of the patch before, from `patchIdOf` */
  static async create(path: string, previous: string | undefined): Promise<PatchFile> {
    return new PatchFile(path, await TextFile.create(bodyOf(path)), previous);
  }

  write(rows: string): Promise<void> {
    return this.#body.write(rows);
  }

  async close(compression: Compression): Promise<WrittenFile> {
    const { sha256 } = await this.#body.close();
    const id = uuidOf(`${this.#previous ?? ''} ${sha256}`);
    const previous = this.#previous === undefined ? '' : `H prev <${this.#previous}> .\n`;
    const file = await TextFile.create(this.#path, compression);
    try {
      await file.write(`H id <uuid:${id}> .\n${previous}TX .\n`);
      for await (const rows of wholeRows(bytesOf(bodyOf(this.#path)))) await file.write(asText(rows));
      await file.write('TC .\n');
    } catch (thrown) {
      await file.abandon();
      throw thrown;
    }
    await rm(bodyOf(this.#path));
    return file.close();
  }

  abandon(): Promise<void> {
    return this.#body.abandon();
  }
}

/** The id of the patch that led to a release; undefined when it has none. */
export async function patchIdOf(release: string, publication: string): Promise<string | undefined> {
  for (const ending of ['.gz', '']) {
    const path = await pathBelow(release, `delta/${publication}/${PATCH_FILE}${ending}`).catch(
      () => undefined,
    );
    if (path === undefined) continue;
    for await (const text of bytesOf(path)) return /^H id <(uuid:[0-9a-f-]{36})> \.\n/.exec(text)?.[1];
  }
  return undefined;
}

const bodyOf = (path: string): string => join(dirname(path), '.patch');

/** A UUID of version 8 (RFC 9562, section 5.8): the same for the same content. */
function uuidOf(content: string): string {
  const bytes = createHash('sha256').update(content).digest().subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** Pieces that end with a row, so that no character is cut. */
async function* wholeRows(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = '';
  for await (const piece of pieces) {
    const text = rest + piece;
    const end = text.lastIndexOf('\n') + 1;
    yield text.slice(0, end);
    rest = text.slice(end);
  }
}
