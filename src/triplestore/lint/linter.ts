import { basename } from 'node:path';
import type { Literal, Quad, Term } from '@rdfjs/types';
import { FolkloreError, messageOf } from '../../base/errors.js';
import type { Report } from '../../base/events.js';
import { type DumpFile, textOf } from '../../rdf/formats/dump-file.js';
import { readJsonld } from '../../rdf/formats/read-jsonld.js';
import { parseStream, type StreamFormat } from '../../rdf/parse.js';
import { GEOMETRY_RULES } from './geometry-rules.js';
import { IRI_RULES, TEXT_RULES } from './iri-and-text-rules.js';
import { DATE_RULES, NUMBER_RULES } from './number-and-date-rules.js';
import { LINT_STORE_NAMES, type LintRule, type LintStore, type RuleTarget, SEVERITIES } from './rule.js';

/**
 * Everything that is known of what stores choke on or alter: one row a fact, with where it is known from. `run` is what
 * was loaded into the store and asked for again. A new fact is a row.
 */
export const LINT_RULES: readonly LintRule[] = [
  ...TEXT_RULES,
  ...IRI_RULES,
  ...NUMBER_RULES,
  ...DATE_RULES,
  ...GEOMETRY_RULES,
];

/** A place where a rule found something. */
export interface LintExample {
  readonly file: string;
  /** Of what: a triple without its object, as N-Triples has it; absent where it is not known. */
  readonly at?: string;
  /** The beginning of what was found. */
  readonly term: string;
}

/** What one rule found in all files. */
export interface LintFinding {
  readonly rule: LintRule;
  /** Stores of those asked for that it concerns. */
  readonly stores: readonly LintStore[];
  /** Triples, or language tags, or files. */
  readonly count: number;
  /** The first few. */
  readonly examples: readonly LintExample[];
}

const MOST_EXAMPLES = 3;
/** What an example may take of a line. */
const LONGEST_EXAMPLE = 120;
/** IRIs that are told apart; what comes again and again, as predicates do, is looked at once. */
const MOST_KNOWN = 10_000;

type Looks<At extends RuleTarget['at']> = LintRule & { readonly looking: Extract<RuleTarget, { at: At }> };
const looksAt =
  <At extends RuleTarget['at']>(at: At) =>
  (rule: LintRule): rule is Looks<At> =>
    rule.looking.at === at;

/** Looks at triples, one after another, with every rule that concerns the stores asked for; memory stays flat. */
export class Linter {
  readonly #stores: readonly LintStore[];
  readonly #rules: readonly LintRule[];
  readonly #forIris: readonly Looks<'iri'>[];
  readonly #forBlankNodes: readonly LintRule[];
  readonly #forTags: readonly Looks<'language tag'>[];
  readonly #forFiles: readonly LintRule[];
  readonly #forLiterals: readonly Looks<'literal'>[];
  readonly #byDatatype = new Map<string, readonly Looks<'literal'>[]>();
  readonly #known = new Map<string, readonly LintRule[]>();
  readonly #found = new Map<LintRule, { count: number; readonly examples: LintExample[] }>();

  /** @param stores those that are asked about */
  constructor(stores: readonly LintStore[] = LINT_STORE_NAMES, rules: readonly LintRule[] = LINT_RULES) {
    this.#stores = stores;
    this.#rules = rules.filter((rule) => rule.stores.some((store) => stores.includes(store)));
    this.#forIris = this.#rules.filter(looksAt('iri'));
    this.#forBlankNodes = this.#rules.filter(looksAt('blank node'));
    this.#forTags = this.#rules.filter(looksAt('language tag'));
    this.#forFiles = this.#rules.filter(looksAt('file'));
    this.#forLiterals = this.#rules.filter(looksAt('literal'));
  }

  /** Looks at one triple of a file. */
  add(file: string, quad: Quad): void {
    const { subject, predicate, object } = quad;
    const found = new Map<LintRule, Term>();
    for (const term of [subject, predicate, object]) {
      for (const rule of this.#rulesOf(term)) if (!found.has(rule)) found.set(rule, term);
    }
    for (const [rule, term] of found) {
      this.#tell(rule, () => ({
        file,
        at: `${written(subject)} ${written(predicate)}`,
        term: written(term),
      }));
    }
  }

  /** Looks at a language tag as it is written in a file. */
  addLanguageTag(file: string, tag: string): void {
    for (const rule of this.#forTags)
      if (rule.looking.finds(tag)) this.#tell(rule, () => ({ file, term: `@${tag}` }));
  }

  /**
   * A file that cannot be read on.
   *
   * @param why what the reader says, with the line
   */
  addUnreadableFile(file: string, why: string): void {
    for (const rule of this.#forFiles) this.#tell(rule, () => ({ file, term: shortened(why) }));
  }

  /** What was found: what stores choke on first, and otherwise in the order of the rules. */
  get findings(): readonly LintFinding[] {
    const found = this.#rules.flatMap((rule) => {
      const of = this.#found.get(rule);
      const stores = rule.stores.filter((store) => this.#stores.includes(store));
      return of === undefined ? [] : [{ rule, stores, count: of.count, examples: of.examples }];
    });
    return SEVERITIES.flatMap((severity) => found.filter(({ rule }) => rule.severity === severity));
  }

  #rulesOf(term: Term): readonly LintRule[] {
    if (term.termType === 'NamedNode') return this.#rulesOfIri(term.value);
    if (term.termType === 'BlankNode') return this.#forBlankNodes;
    return term.termType === 'Literal' ? this.#rulesOfLiteral(term) : [];
  }

  #rulesOfIri(iri: string): readonly LintRule[] {
    const known = this.#known.get(iri);
    if (known !== undefined) return known;
    const rules = this.#forIris.filter(({ looking }) => looking.finds(iri));
    if (this.#known.size >= MOST_KNOWN) this.#known.clear();
    this.#known.set(iri, rules);
    return rules;
  }

  #rulesOfLiteral(literal: Literal): readonly LintRule[] {
    const { value: datatype } = literal.datatype;
    let rules = this.#byDatatype.get(datatype);
    if (rules === undefined) {
      rules = this.#forLiterals.filter(
        ({ looking }) => looking.datatypes === undefined || looking.datatypes.includes(datatype),
      );
      if (this.#byDatatype.size < MOST_KNOWN) this.#byDatatype.set(datatype, rules);
    }
    return [...rules.filter(({ looking }) => looking.finds(literal)), ...this.#rulesOfIri(datatype)];
  }

  #tell(rule: LintRule, example: () => LintExample): void {
    const before = this.#found.get(rule) ?? { count: 0, examples: [] };
    if (before.count === 0) this.#found.set(rule, before);
    before.count += 1;
    if (before.examples.length < MOST_EXAMPLES) before.examples.push(example());
  }
}

/** A term as N-Triples writes it, or its beginning. */
function written(term: Term): string {
  if (term.termType !== 'Literal')
    return term.termType === 'BlankNode' ? `_:${term.value}` : `<${shortened(term.value)}>`;
  const tail = term.language === '' ? `^^<${term.datatype.value}>` : `@${term.language}`;
  return `${JSON.stringify(shortened(term.value))}${term.datatype.value.endsWith('#string') ? '' : tail}`;
}

const shortened = (text: string): string =>
  (text.length > LONGEST_EXAMPLE ? `${text.slice(0, LONGEST_EXAMPLE)}…` : text).toWellFormed();

/** What closes a text, and the tag behind it: `"@ga-Latg`. A quotation mark within a text stands behind a backslash. */
const TAG = /(?<!\\)["']@([A-Za-z]{1,8}(?:-[A-Za-z0-9]{1,64})*)(?=[\s;,.)\]}<])/g;
/** More than any tag is long; so much of a piece is looked at again with the next one. */
const OVERLAP = 256;

/**
 * Passes text on and tells the language tags in it as they are written, which parsers change to small letters (RDF 1.1
 * Turtle, section 2.5.1). It looks for what tags look like, without reading: a text that quotes Turtle may look so, too.
 */
export async function* watchLanguageTags(
  pieces: AsyncIterable<string>,
  onTag: (tag: string) => void,
): AsyncGenerator<string> {
  let before = '';
  let told = 0;
  for await (const piece of pieces) {
    const text = before + piece;
    for (const { 1: tag = '', index, 0: match } of text.matchAll(TAG)) {
      if (index + match.length <= told) continue;
      onTag(tag);
      told = index + match.length;
    }
    const kept = Math.max(0, text.length - OVERLAP);
    before = text.slice(kept);
    told = Math.max(0, told - kept);
    yield piece;
  }
}

/** What was looked at, and what stores would make of it. */
export interface LintResult {
  readonly files: number;
  readonly triples: number;
  /** What stores choke on first. */
  readonly findings: readonly LintFinding[];
}

const STREAMED: Readonly<Record<Exclude<DumpFile['format'], 'jsonld'>, StreamFormat>> = {
  // What is Turtle is TriG too, and somebody may have put graphs into it.
  ttl: 'TriG',
  nt: 'N-Triples',
  nq: 'N-Quads',
};

/**
 * Looks at dumps as stores would that have them loaded, in one pass and in flat memory. A file that cannot be read is a
 * finding like any other; what stands before the place is looked at.
 *
 * @param stores those that are asked about
 * @param check is asked again and again; what it throws ends the run
 * @throws FolkloreError FILE_UNREADABLE when a file is not there
 */
export async function lint(
  files: readonly DumpFile[],
  stores: readonly LintStore[],
  report: Report,
  check: () => void,
): Promise<LintResult> {
  const linter = new Linter(stores);
  let triples = 0;
  for (const [position, file] of files.entries()) {
    report({ event: 'progress', what: 'lint', done: position, total: files.length });
    triples += await lintFile(file, linter, check);
  }
  return { files: files.length, triples, findings: linter.findings };
}

/** @returns how many triples were read */
async function lintFile(file: DumpFile, linter: Linter, check: () => void): Promise<number> {
  const name = basename(file.path);
  let triples = 0;
  try {
    for await (const quads of quadsOf(file, (tag) => linter.addLanguageTag(name, tag))) {
      check();
      for (const quad of quads) linter.add(name, quad);
      triples += quads.length;
    }
  } catch (thrown) {
    if (!isOfContent(thrown)) throw thrown;
    linter.addUnreadableFile(name, messageOf(thrown));
  }
  return triples;
}

async function* quadsOf(file: DumpFile, onTag: (tag: string) => void) {
  if (file.format === 'jsonld') {
    yield* readJsonld(file);
    return;
  }
  yield* parseStream(watchLanguageTags(textOf(file), onTag), STREAMED[file.format]);
}

/** Whether it is the content that cannot be read, and not that somebody has stopped us, or the file is not there. */
function isOfContent(thrown: unknown): boolean {
  // The parser throws plain errors; anything else is a fault of ours.
  if (!(thrown instanceof FolkloreError)) return Object.getPrototypeOf(thrown) === Error.prototype;
  const { cause } = thrown;
  const isMissing = typeof cause === 'object' && cause !== null && 'errno' in cause && 'syscall' in cause;
  return thrown.code === 'FILE_UNREADABLE' && !isMissing;
}
