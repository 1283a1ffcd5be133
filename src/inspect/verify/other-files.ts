import { join } from 'node:path';
import { NoJson, parseForeignJson } from '../../base/file-bytes.js';
import { linesOf, TooLong, textOf } from '../../rdf/formats/dump-file.js';
import { recordsIn } from '../../rdf/formats/read-dump.js';
import { isSuppressedIri, type Suppressed } from '../../release/delta/lines.js';
import { MANIFEST, type ManifestFile } from '../../release/manifest.js';
import { checkRecord } from './contents.js';
import type { Below } from './file-checksums.js';
import { type Tell, WITHDRAW, whyUnreadable } from './problem.js';
import { ANNOUNCING, LONGEST_LINE, suppressedFinder } from './suppressed.js';

/** Reads a text line by line, in flat memory. What is wrong is thrown, as an Error that names the line. */
export interface TextReader {
  /** @returns the IRI of the record that a row or a feature is about, where it begins on this line */
  line(text: string): string | undefined;
  /** @returns how many rows, features or lines there are; undefined where that is not counted */
  end(): number | undefined;
}

/** Readers by the ends of names; of all else it is only seen that it is text. */
const READERS: readonly (readonly [ending: RegExp, make: () => TextReader])[] = [
  [/\.csv$/, () => new Table()],
  [/\.ndjson$/, () => new JsonLines()],
  [/\.rdfp$/, () => new Patch()],
  [/\.(?:geojson|lpf\.json)$/, () => new Features()],
  [/\.(?:json|jsonld)$/, () => new WholeJson()],
];

export const readerOf = (path: string): TextReader =>
  READERS.find(([ending]) => ending.test(path.replace(/\.gz$/, '')))?.[1]() ?? new PlainText();

class PlainText implements TextReader {
  line(): undefined {
    return undefined;
  }

  end(): undefined {
    return undefined;
  }
}

/** A table (RFC 4180) with a header: every row has as many cells. A row goes on where quotes are open. */
class Table implements TextReader {
  #line = 0;
  #rows = 0;
  #columns: number | undefined;
  #cells = 0;
  #isQuoted = false;

  line(text: string): string | undefined {
    this.#line += 1;
    const isNew = !this.#isQuoted;
    if (isNew) this.#cells = 1;
    for (let at = 0; at < text.length; at += 1) {
      const sign = text[at];
      if (sign === '"') this.#isQuoted = !this.#isQuoted;
      else if (sign === ',' && !this.#isQuoted) this.#cells += 1;
    }
    if (!this.#isQuoted) this.#endRow();
    return isNew && this.#line > 1 ? firstCell(text) : undefined;
  }

  end(): number {
    if (this.#isQuoted) throw new Error('it breaks off inside quotes');
    return Math.max(this.#rows - 1, 0);
  }

  #endRow(): void {
    this.#rows += 1;
    this.#columns ??= this.#cells;
    if (this.#cells !== this.#columns)
      throw new Error(
        `line ${this.#line}: a row of ${this.#cells} cells, where the header has ${this.#columns}`,
      );
  }
}

const firstCell = (row: string): string =>
  row.startsWith('"') ? row.slice(1, row.indexOf('"', 1)) : (row.split(',', 1)[0] ?? '');

/** One document a line. */
class JsonLines implements TextReader {
  #line = 0;

  line(text: string): undefined {
    this.#line += 1;
    parsed(text, this.#line);
  }

  end(): number {
    return this.#line;
  }
}

/** RDF Patch (release/delta/patch.ts): statements that come and go are counted. */
class Patch implements TextReader {
  #rows = 0;

  line(text: string): undefined {
    if (/^[AD] /.test(text)) this.#rows += 1;
  }

  end(): number {
    return this.#rows;
  }
}

/** A collection of features, one a line (sinks/derived/geojson.ts); any other JSON is read as a whole. */
class Features implements TextReader {
  #line = 0;
  #count = 0;
  #awaits: 'head' | 'feature' | 'end' | 'nothing' = 'head';
  #whole: WholeJson | undefined;

  line(text: string): string | undefined {
    this.#line += 1;
    if (this.#awaits === 'head' && !text.endsWith('[')) this.#whole = new WholeJson();
    if (this.#whole !== undefined) return this.#whole.line(text);
    if (this.#awaits === 'head') {
      parsed(`${text}]}`, this.#line);
      this.#awaits = 'feature';
      return undefined;
    }
    if (this.#awaits === 'end' && text === ']}') {
      this.#awaits = 'nothing';
      return undefined;
    }
    if (this.#awaits !== 'feature')
      throw new Error(`line ${this.#line}: a comma or the end is missing before it`);
    const feature = parsed(text.replace(/,$/, ''), this.#line);
    this.#awaits = text.endsWith(',') ? 'feature' : 'end';
    this.#count += 1;
    return idOf(feature);
  }

  end(): number | undefined {
    if (this.#whole !== undefined) return this.#whole.end();
    if (this.#awaits !== 'nothing') throw new Error('it breaks off before its end');
    return this.#count;
  }
}

function idOf(feature: unknown): string | undefined {
  const { id, '@id': iri = id } = (feature ?? {}) as { readonly id?: unknown; readonly '@id'?: unknown };
  return typeof iri === 'string' ? iri : undefined;
}

/** What one document may hold, in characters. */
const LARGEST = 64 << 20;

class WholeJson implements TextReader {
  readonly #lines: string[] = [];
  #length = 0;

  line(text: string): undefined {
    this.#length += text.length + 1;
    if (this.#length > LARGEST) throw new TooLong();
    this.#lines.push(text);
  }

  end(): undefined {
    parsed(this.#lines.join('\n'), 1);
  }
}

function parsed(text: string, line: number): unknown {
  try {
    return parseForeignJson(text);
  } catch (thrown) {
    const within = thrown instanceof NoJson ? (thrown.line ?? 1) : 1;
    throw new Error(`line ${line + within - 1}: it is no JSON`);
  }
}

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
      rules.tell(path, `cannot be read: ${whyUnreadable(join(rules.release, path), thrown)}`);
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
