import type { Literal } from '@rdfjs/types';

/** The stores of the rules, and their names for people. */
export const LINT_STORES = {
  virtuoso: 'Virtuoso',
  jena: 'Jena and Fuseki',
  oxigraph: 'Oxigraph',
  graphdb: 'GraphDB and RDF4J',
  qlever: 'QLever',
  stardog: 'Stardog',
} as const;
export type LintStore = keyof typeof LINT_STORES;
export const LINT_STORE_NAMES = Object.keys(LINT_STORES) as readonly LintStore[];

/**
 * `chokes`: a store rejects the data, or loads something else or nothing in its place. `alters`: the store returns it in
 * another form or with less precision.
 */
export const SEVERITIES = ['chokes', 'alters'] as const;
export type LintSeverity = (typeof SEVERITIES)[number];

/** The terms that a rule checks. */
export type RuleTarget =
  /** IRIs of subjects, predicates, objects and datatypes. */
  | { readonly at: 'iri'; readonly finds: (iri: string) => boolean }
  | { readonly at: 'blank node' }
  /** Literals; when datatypes are listed, of these only. */
  | {
      readonly at: 'literal';
      readonly datatypes?: readonly string[];
      readonly finds: (literal: Literal) => boolean;
    }
  /** Language tags as they are written in the file. */
  | { readonly at: 'language tag'; readonly finds: (tag: string) => boolean }
  /** A file that cannot be parsed. */
  | { readonly at: 'file' };

/** A known limit of some stores. */
export interface LintRule {
  /** Stable, for scripts. */
  readonly id: string;
  readonly stores: readonly LintStore[];
  readonly severity: LintSeverity;
  /** The data and what becomes of it; a sentence. */
  readonly what: string;
  /** What to do; a sentence. */
  readonly remedy: string;
  readonly target: RuleTarget;
}
