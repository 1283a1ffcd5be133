import { VIEWS, type ViewName } from '../../model/records/datasets.js';
import { readView, type View, type ViewRow } from './view.js';

/**
 * The SPARQL query that makes a view out of a store that has the dumps in its default graph. It gives the same triples as
 * {@link viewMapper}: one group for each row of the table.
 */
export function constructQuery({ name, rows, prefixes }: View): string {
  const write = new IriWriter(prefixes);
  const groups = rows.map((row) => groupOf(row, write));
  return `# ${VIEWS[name]}: made of views/${name}.tsv by \`npm run docs\`. Run it over a store with the dumps of a release.
${write.header()}
CONSTRUCT { ?node ?property ?value } WHERE {
${groups.join('\n  UNION\n')}
}
`;
}

function groupOf({ classes, node, property, value, when }: ViewRow, write: IriWriter): string {
  const path = (steps: readonly string[]): string => steps.map((iri) => write.iri(iri)).join('/');
  const bound = (suffix: string, variable: string): string =>
    suffix === ''
      ? `BIND(?thing AS ${variable})`
      : `BIND(IRI(CONCAT(STR(?thing), IF(CONTAINS(STR(?thing), "#"), "-", "#"), "${suffix}")) AS ${variable})`;
  const lines = [`VALUES ?class { ${classes.map((iri) => write.iri(iri)).join(' ')} } ?thing a ?class .`];
  for (const { path: needed, holds } of when) {
    const steps = path(needed);
    if (holds === 'none') lines.push(`FILTER NOT EXISTS { ?thing ${steps} ?any }`);
    else lines.push(`FILTER EXISTS { ?thing ${steps} ?any }`);
    if (holds === 'one')
      lines.push(`FILTER NOT EXISTS { ?thing ${steps} ?one, ?other FILTER(?one != ?other) }`);
  }
  lines.push('path' in node ? `?thing ${path(node.path)} ?node .` : bound(node.suffix, '?node'));
  if ('term' in value)
    lines.push(
      `BIND(${value.term.termType === 'Literal' ? JSON.stringify(value.term.value) : write.iri(value.term.value)} AS ?value)`,
    );
  else if ('suffix' in value) lines.push(bound(value.suffix, '?value'));
  else if (value.path.length === 0) lines.push('BIND(?thing AS ?value)');
  else if (value.isText) lines.push(`?thing ${path(value.path)} ?sent . BIND(STR(?sent) AS ?value)`);
  else lines.push(`?thing ${path(value.path)} ?value .`);
  lines.push(`BIND(${write.iri(property)} AS ?property)`);
  return `  { ${lines.join('\n    ')} }`;
}

/** Writes prefixed names, and remembers which prefixes they need. */
class IriWriter {
  readonly #prefixes: ReadonlyMap<string, string>;
  readonly #used = new Set<string>();

  constructor(prefixes: ReadonlyMap<string, string>) {
    this.#prefixes = prefixes;
  }

  iri(iri: string): string {
    for (const [prefix, namespace] of this.#prefixes) {
      const local = iri.slice(namespace.length);
      if (!iri.startsWith(namespace) || !/^[\w-]+$/.test(local)) continue;
      this.#used.add(prefix);
      return `${prefix}:${local}`;
    }
    return `<${iri}>`;
  }

  header(): string {
    return [...this.#prefixes]
      .filter(([prefix]) => this.#used.has(prefix))
      .map(([prefix, namespace]) => `PREFIX ${prefix}: <${namespace}>`)
      .join('\n');
  }
}

/** The query of a view with the bases of a release. */
export const viewQuery = (name: ViewName, base: string, vocabularyBase: (text: string) => string): string =>
  constructQuery(readView(name, base, vocabularyBase));
