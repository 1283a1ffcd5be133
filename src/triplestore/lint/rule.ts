import type { Literal } from '@rdfjs/types';

/** The stores that a rule may speak of, and what they are called. */
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
 * What becomes of data. `chokes`: a store refuses it, or loads something else or nothing in its place, so that the load
 * cannot be trusted. `alters`: the store loads it and gives it back in another form or with less precision.
 */
export const SEVERITIES = ['chokes', 'alters'] as const;
export type LintSeverity = (typeof SEVERITIES)[number];

/** The terms that a rule looks at, and what it looks for. */
export type RuleTarget =
  /** Every IRI: of a subject, a predicate, an object, a datatype. */
  | { readonly at: 'iri'; readonly finds: (iri: string) => boolean }
  | { readonly at: 'blank node' }
  /** Literals, of some datatypes only when they are listed. */
  | {
      readonly at: 'literal';
      readonly datatypes?: readonly string[];
      readonly finds: (literal: Literal) => boolean;
    }
  /** Language tags as they are written in the file: a parser may have changed them already. */
  | { readonly at: 'language tag'; readonly finds: (tag: string) => boolean }
  /** The file itself, which cannot be read on. */
  | { readonly at: 'file' };

/** Something that a store makes of data, by what it is known. */
export interface LintRule {
  /** Stable: scripts may rely on it. */
  readonly id: string;
  readonly stores: readonly LintStore[];
  readonly severity: LintSeverity;
  /** What stands there and what becomes of it, as a whole sentence. */
  readonly what: string;
  /** What to do about it, as a whole sentence. */
  readonly remedy: string;
  readonly looking: RuleTarget;
}
