import { basename } from 'node:path';
import type { Literal, Quad, Term } from '@rdfjs/types';
import { FolkloreError } from '../../../base/errors.js';
import type { Report } from '../../../base/events.js';
import { readQuads } from '../../../model/rdf/formats/read-dump.js';
import { type DumpFile, unreadable, whyUnreadable } from '../../../model/rdf/formats/recognise-dump.js';
import { LINT_RULES, type LintRule } from './rules.js';
import { LINT_STORE_NAMES, type LintStore, SEVERITIES } from './stores.js';

/** A place where a rule found something. */
export interface LintExample {
  readonly file: string;
  /** Subject and predicate as in N-Triples; absent where they are not known. */
  readonly at?: string;
  /** The start of the term. */
  readonly term: string;
}

/** The findings of one rule in all files. */
export interface LintFinding {
  readonly rule: LintRule;
  /** The selected stores that it concerns. */
  readonly stores: readonly LintStore[];
  /** Triples, or language tags, or files. */
  readonly count: number;
  /** The first few. */
  readonly examples: readonly LintExample[];
}

const MAX_EXAMPLES = 3;
/** Characters of a term in an example. */
const MAX_EXAMPLE_LENGTH = 120;
/** IRIs and datatypes whose rules are cached. */
const MAX_CACHED = 10_000;

/** Applies the rules for some stores to triples, one after another. */
export class Linter {
  readonly #stores: readonly LintStore[];
  readonly #rules: readonly LintRule[];
  readonly #byDatatype = new Map<string, readonly LintRule[]>();
  readonly #byIri = new Map<string, readonly LintRule[]>();
  readonly #found = new Map<LintRule, { count: number; readonly examples: LintExample[] }>();

  constructor(stores: readonly LintStore[] = LINT_STORE_NAMES) {
    this.#stores = stores;
    this.#rules = LINT_RULES.filter((rule) => rule.stores.some((store) => stores.includes(store)));
  }

  /** Checks one triple of a file, and the name of its graph; each rule counts it once. */
  add(file: string, { subject, predicate, object, graph }: Quad): void {
    const found = new Map<LintRule, Term>();
    for (const term of [subject, predicate, object, graph]) {
      for (const rule of this.#rulesFoundBy(term)) if (!found.has(rule)) found.set(rule, term);
    }
    for (const [rule, term] of found)
      this.#record(rule, () => ({
        file,
        at: `${formatTerm(subject)} ${formatTerm(predicate)}`,
        term: formatTerm(term),
      }));
  }

  /** Checks a language tag as it is written in a file. */
  addLanguageTag(file: string, tag: string): void {
    for (const rule of this.#rules)
      if (rule.target.at === 'language tag' && rule.target.finds(tag))
        this.#record(rule, () => ({ file, term: `@${tag}` }));
  }

  /** Records a version that a file announces: whatever the version, RDF 1.1 has no such line. */
  addVersion(file: string, version: string): void {
    for (const rule of this.#rulesAt('rdf 1.2'))
      this.#record(rule, () => ({ file, term: `VERSION "${shortened(version)}"` }));
  }

  /** Records a line of N-Triples or N-Quads that is not one statement. */
  addLine(file: string, number: number): void {
    for (const rule of this.#rules)
      if (rule.target.at === 'line') this.#record(rule, () => ({ file, term: `line ${number}` }));
  }

  /**
   * Records a file that cannot be read to its end.
   *
   * @param why the message of the parser
   */
  addUnreadableFile(file: string, why: string): void {
    for (const rule of this.#rules)
      if (rule.target.at === 'file') this.#record(rule, () => ({ file, term: shortened(why) }));
  }

  /** All findings, the most severe first, then in the order of the rules. */
  get findings(): readonly LintFinding[] {
    const findings = this.#rules.flatMap((rule) => {
      const found = this.#found.get(rule);
      const stores = rule.stores.filter((store) => this.#stores.includes(store));
      return found === undefined ? [] : [{ rule, stores, ...found }];
    });
    return SEVERITIES.flatMap((severity) => findings.filter(({ rule }) => rule.severity === severity));
  }

  #rulesFoundBy(term: Term): readonly LintRule[] {
    if (term.termType === 'BlankNode') return this.#rulesAt('blank node');
    if (term.termType === 'NamedNode') return this.#rulesFoundByIri(term.value);
    if (term.termType === 'Quad') {
      const inner = [term.subject, term.predicate, term.object].flatMap((one) => this.#rulesFoundBy(one));
      return [...this.#rulesAt('rdf 1.2'), ...inner];
    }
    if (term.termType !== 'Literal') return [];
    const { value: datatype } = term.datatype;
    const rules = cached(this.#byDatatype, datatype, () =>
      this.#rules.filter(
        ({ target }) => target.at === 'literal' && target.datatypes?.includes(datatype) !== false,
      ),
    );
    return [
      ...(directionOf(term) === '' ? [] : this.#rulesAt('rdf 1.2')),
      ...rules.filter(({ target }) => target.at === 'literal' && target.finds(term)),
      ...this.#rulesFoundByIri(datatype),
    ];
  }

  #rulesAt(place: 'blank node' | 'rdf 1.2'): readonly LintRule[] {
    return this.#rules.filter(({ target }) => target.at === place);
  }

  #rulesFoundByIri(iri: string): readonly LintRule[] {
    return cached(this.#byIri, iri, () =>
      this.#rules.filter(({ target }) => target.at === 'iri' && target.finds(iri)),
    );
  }

  #record(rule: LintRule, example: () => LintExample): void {
    const found = this.#found.get(rule) ?? { count: 0, examples: [] };
    if (found.count === 0) this.#found.set(rule, found);
    found.count += 1;
    if (found.examples.length < MAX_EXAMPLES) found.examples.push(example());
  }
}

function cached<T>(cache: Map<string, T>, key: string, compute: () => T): T {
  const known = cache.get(key);
  if (known !== undefined) return known;
  if (cache.size >= MAX_CACHED) cache.clear();
  const value = compute();
  cache.set(key, value);
  return value;
}

/** `ltr` or `rtl` (RDF 1.2 Concepts, section 3.4), of which the types know nothing; mostly nothing. */
const directionOf = (literal: Literal): string =>
  (literal as { readonly direction?: string }).direction ?? '';

/** A term as N-Triples writes it, or its beginning. */
function formatTerm(term: Term): string {
  if (term.termType === 'Quad')
    return `<<( ${[term.subject, term.predicate, term.object].map(formatTerm).join(' ')} )>>`;
  if (term.termType !== 'Literal')
    return term.termType === 'BlankNode' ? `_:${term.value}` : `<${shortened(term.value)}>`;
  const direction = directionOf(term);
  const tail =
    term.language === ''
      ? `^^<${term.datatype.value}>`
      : `@${term.language}${direction === '' ? '' : `--${direction}`}`;
  return `${JSON.stringify(shortened(term.value))}${term.datatype.value.endsWith('#string') ? '' : tail}`;
}

const shortened = (text: string): string =>
  (text.length > MAX_EXAMPLE_LENGTH ? `${text.slice(0, MAX_EXAMPLE_LENGTH)}…` : text).toWellFormed();

/** The end of a literal and its language tag: `"@ga-Latg`. */
const TAG = /(?<!\\)["']@([A-Za-z]{1,8}(?:-[A-Za-z0-9]{1,64})*)(?=[\s;,.)\]}<])/g;
/** Characters of a piece that are searched again with the next one; longer than any tag. */
const OVERLAP = 256;

/**
 * Finds the language tags of a text in pieces as they are written; parsers change them to lower case. It searches by
 * pattern, so a text that quotes Turtle may match too.
 *
 * @returns a function that takes the next piece
 */
export function findLanguageTags(onTag: (tag: string) => void): (piece: string) => void {
  let before = '';
  let reported = 0;
  return (piece) => {
    const text = before + piece;
    for (const { 1: tag = '', index, 0: match } of text.matchAll(TAG)) {
      if (index + match.length <= reported) continue;
      onTag(tag);
      reported = index + match.length;
    }
    const kept = Math.max(0, text.length - OVERLAP);
    before = text.slice(kept);
    reported = Math.max(0, reported - kept);
  };
}

/** A line as this program writes it, and most others do. */
const USUAL_LINE =
  /^(?:<[^>]*>|_:\w+) <[^>]*> (?:<[^>]*>|_:\w+|"[^"\\]*"(?:@[\w-]+|\^\^<[^>]*>)?)(?: <[^>]*>)? \.$/;
/** Terms of N-Triples and N-Quads; a label may have points in it. */
const TERMS = /"(?:[^"\\]+|\\.)*"|<[^<>]*>|_:[^\s<>"#.]+(?:\.+[^\s<>"#.]+)*/g;
/** The rest of a line without its terms: a comment, the version of RDF 1.2, or the end of one statement. */
const REST_OF_LINE = /^(?:VERSION\s*x\s*|[^.#]*(?:(?<=^\s*)|\.\s*))(?:#|$)/;

/** Whether a line of N-Triples or N-Quads that a parser reads is one statement, or none. */
const isOneStatement = (line: string): boolean =>
  USUAL_LINE.test(line) || REST_OF_LINE.test(line.replace(TERMS, 'x').trim());

/**
 * Finds lines of N-Triples or N-Quads that are not one statement: parsers read them all the same.
 *
 * @param onLine receives the number of the line
 * @returns a function that takes the next piece; a line feed ends the last line
 */
function findBadLines(onLine: (number: number) => void): (piece: string) => void {
  let number = 0;
  // The pieces of a line are joined once.
  let begun: string[] = [];
  const check = (line: string): void => {
    number += 1;
    // A carriage return alone ends a line, too (RDF 1.1 N-Triples, section 7, EOL).
    if (!line.split('\r').every(isOneStatement)) onLine(number);
  };
  return (piece) => {
    const [first = '', ...others] = piece.split('\n');
    begun.push(first);
    for (const next of others) {
      check(begun.join(''));
      begun = [next];
    }
  };
}

/** The result of a run. */
export interface LintResult {
  readonly files: number;
  readonly triples: number;
  /** The most severe first. */
  readonly findings: readonly LintFinding[];
}

/**
 * Checks dumps in one pass and in constant memory. A file that cannot be parsed is a finding; the triples before the error
 * are checked.
 *
 * @param check called repeatedly; an error that it throws ends the run
 * @throws FolkloreError FILE_UNREADABLE when a file is missing, or no file holds a statement
 */
export async function lint(
  files: readonly DumpFile[],
  stores: readonly LintStore[],
  report: Report,
  check: () => void,
): Promise<LintResult> {
  const linter = new Linter(stores);
  let [triples, blank] = [0, 0];
  for (const [position, file] of files.entries()) {
    report({ event: 'progress', what: 'lint', done: position, total: files.length });
    const linted = await lintFile(file, linter, check);
    triples += linted.triples;
    blank += linted.isBlank ? 1 : 0;
  }
  const [first] = files;
  const hasNone = linter.findings.length === 0 || blank === files.length;
  if (triples === 0 && hasNone && first !== undefined)
    throw unreadable(first.path, 'it holds no statement, so that there is nothing to check');
  return { files: files.length, triples, findings: linter.findings };
}

/** @returns how many triples were read, and whether there is no text: readers of JSON-LD refuse it, those of Turtle do not */
async function lintFile(
  file: DumpFile,
  linter: Linter,
  check: () => void,
): Promise<{ readonly triples: number; readonly isBlank: boolean }> {
  const { path, format } = file;
  const name = basename(path);
  const findTags = findLanguageTags((tag) => linter.addLanguageTag(name, tag));
  const findLines = findBadLines((number) => linter.addLine(name, number));
  const onVersion = (version: string): void => linter.addVersion(name, version);
  let isBlank = true;
  const onText = (piece: string): void => {
    isBlank &&= piece.trim() === '';
    // Readers of JSON-LD may change the tags of languages.
    if (format !== 'jsonld') findTags(piece);
    if (format === 'nt' || format === 'nq') findLines(piece);
  };
  let triples = 0;
  try {
    for await (const quads of readQuads({ ...file, onText, onVersion })) {
      check();
      for (const quad of quads) linter.add(name, quad);
      triples += quads.length;
    }
    onText('\n');
  } catch (thrown) {
    if (!isOfContent(thrown)) throw thrown;
    // A file that breaks off before its first character has a cause.
    isBlank &&= thrown instanceof FolkloreError && thrown.cause === undefined;
    linter.addUnreadableFile(name, whyUnreadable(path, thrown));
  }
  return { triples, isBlank };
}

/** Whether an error is due to the content of a file, not to an interruption or a missing file. */
function isOfContent(thrown: unknown): boolean {
  if (!(thrown instanceof FolkloreError) || thrown.code !== 'FILE_UNREADABLE') return false;
  const { cause } = thrown;
  return !(typeof cause === 'object' && cause !== null && 'errno' in cause && 'syscall' in cause);
}
