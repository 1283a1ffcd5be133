import { NoJson, parseForeignJson } from '../../base/file-bytes.js';
import { TooLong } from '../../rdf/formats/dump-file.js';

/** Reads a text line by line, in flat memory. Faults are thrown as errors that name the line. */
export interface TextReader {
  /** @returns the IRI of the record of a row or a feature that begins on this line */
  line(text: string): string | undefined;
  /** @returns the number of rows, features or lines; undefined where they are not counted */
  end(): number | undefined;
}

/** Readers by the ends of names; all other files are only checked to be text. */
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

/** A table (RFC 4180) with a header: every row has the same number of cells. Open quotes continue a row. */
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

/** RDF Patch: the rows of statements are counted. */
class Patch implements TextReader {
  #rows = 0;

  line(text: string): undefined {
    if (/^[AD] /.test(text)) this.#rows += 1;
  }

  end(): number {
    return this.#rows;
  }
}

/** A collection of features, one a line, as this program writes it; other JSON is read whole. */
class Features implements TextReader {
  #line = 0;
  #count = 0;
  #expected: 'head' | 'feature' | 'end' | 'nothing' = 'head';
  #whole: WholeJson | undefined;

  line(text: string): string | undefined {
    this.#line += 1;
    if (this.#expected === 'head' && !text.endsWith('[')) this.#whole = new WholeJson();
    if (this.#whole !== undefined) return this.#whole.line(text);
    if (this.#expected === 'head') {
      parsed(`${text}]}`, this.#line);
      this.#expected = 'feature';
      return undefined;
    }
    if (this.#expected === 'end' && text === ']}') {
      this.#expected = 'nothing';
      return undefined;
    }
    if (this.#expected !== 'feature')
      throw new Error(`line ${this.#line}: a comma or the end is missing before it`);
    const feature = parsed(text.replace(/,$/, ''), this.#line);
    this.#expected = text.endsWith(',') ? 'feature' : 'end';
    this.#count += 1;
    return idOf(feature);
  }

  end(): number | undefined {
    if (this.#whole !== undefined) return this.#whole.end();
    if (this.#expected !== 'nothing') throw new Error('it breaks off before its end');
    return this.#count;
  }
}

function idOf(feature: unknown): string | undefined {
  const { id, '@id': iri = id } = (feature ?? {}) as { readonly id?: unknown; readonly '@id'?: unknown };
  return typeof iri === 'string' ? iri : undefined;
}

/** Characters of a document. */
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
