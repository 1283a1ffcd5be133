import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { Quad } from '@rdfjs/types';
import { replaceFile } from '../base/durable.js';
import type { SerialisationContext } from '../model/rdf/formats/format.js';
import { TEXT_FORMATS } from '../model/rdf/formats/text-format.js';
import { DATA_BASE } from '../model/rdf/iris.js';
import { compactNodes } from '../model/rdf/jsonld-quads.js';
import { serialise } from '../model/rdf/serialise.js';
import type { Finding } from '../model/shacl/finding.js';
import { type CompiledVocabulary, compileVocabulary } from '../pipeline/plan/compiled-vocabulary.js';

/** The formats of a dump that is written record by record. */
export type DumpFormat = 'ttl' | 'nt' | 'jsonld';

/** The bases of a vocabulary; a base that is absent has the default of the configuration. */
export interface Bases {
  readonly base?: string;
  readonly vocabularyBase?: string;
}

/** The context and the shapes of this program: checks statements, and writes them as text. */
export class Vocabulary {
  readonly #compiled: CompiledVocabulary;

  private constructor(compiled: CompiledVocabulary) {
    this.#compiled = compiled;
  }

  /** @throws FolkloreError CONTEXT_TERM, SHAPES_UNUSABLE */
  static async open({ base = DATA_BASE, vocabularyBase }: Bases = {}): Promise<Vocabulary> {
    const bases = { base, ...(vocabularyBase === undefined ? {} : { vocabularyBase }) };
    return new Vocabulary(await compileVocabulary(bases));
  }

  /** Checks the statements of one record with the SHACL shapes of a release. */
  validate(quads: readonly Quad[]): Promise<readonly Finding[]> {
    return this.#compiled.checker.check(quads);
  }

  /**
   * The text of a dump, piece by piece, in flat memory. N-Triples are sorted within each record.
   *
   * @param records each with all of its statements; none may hold a blank node
   */
  async *text(
    records:
      | Iterable<{ readonly quads: readonly Quad[] }>
      | AsyncIterable<{ readonly quads: readonly Quad[] }>,
    format: DumpFormat,
  ): AsyncGenerator<string> {
    const { language } = this.#compiled;
    if (format === 'nt') {
      for await (const { quads } of records) yield await serialise(quads, format, language);
      return;
    }
    const { head, first, between, foot, writer } = TEXT_FORMATS[format];
    const write = writer(language);
    yield head(language, everyName(language));
    let separator = first;
    for await (const { quads } of records) {
      const nodes = format === 'jsonld' ? await compactNodes(quads, language.context) : [{ id: '' }];
      for (const node of nodes) {
        yield separator + write.text({ node, quads });
        separator = between;
      }
    }
    yield foot;
  }

  /**
   * Writes a dump. The file appears whole, and replaces one of the same name.
   *
   * @throws the error of the file system; what `records` throws
   */
  async write(path: string, records: Parameters<Vocabulary['text']>[0], format: DumpFormat): Promise<void> {
    await replaceFile(path, (partial) =>
      pipeline(this.text(records, format), createWriteStream(partial, { flags: 'wx' })),
    );
  }
}

/** All prefixes and terms: the head of a dump is written before its records are known. */
const everyName = ({ prefixes, context }: SerialisationContext): ReadonlySet<string> =>
  new Set([...prefixes.keys(), ...Object.keys(context)]);
