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
