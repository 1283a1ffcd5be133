import type { Literal, Quad, Term } from '@rdfjs/types';
import { LINT_STORE_NAMES, type LintRule, type LintStore, type Looking, SEVERITIES } from './rule.js';
import { LINT_RULES } from './rules.js';

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
const LONGEST = 120;
/** IRIs that are told apart; what comes again and again, as predicates do, is looked at once. */
const MOST_KNOWN = 10_000;

type Looks<At extends Looking['at']> = LintRule & { readonly looking: Extract<Looking, { at: At }> };
const looksAt =
  <At extends Looking['at']>(at: At) =>
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
  take(file: string, quad: Quad): void {
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
  takeTag(file: string, tag: string): void {
    for (const rule of this.#forTags)
      if (rule.looking.finds(tag)) this.#tell(rule, () => ({ file, term: `@${tag}` }));
  }

  /**
   * A file that cannot be read on.
   *
   * @param why what the reader says, with the line
   */
  takeUnreadable(file: string, why: string): void {
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
  (text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text).toWellFormed();
