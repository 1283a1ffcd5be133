import type { Quad_Object } from '@rdfjs/types';
import {
  HASH,
  type NodeBeside,
  type Path,
  readView,
  type View,
  type ViewRow,
  type Wording,
} from '../../../src/features/views/view.js';
import { VIEWS, type ViewName } from '../../../src/features/views/view-names.js';

/**
 * The SPARQL query that makes a view out of a store that has the dumps in its default graph. It gives the same triples as
 * {@link viewMapper}: one group for each row of the table.
 */
function constructQuery({ name, rows, prefixes }: View): string {
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
  const leads = ({ steps, language }: Path, variable: string): string =>
    `?thing ${steps.map((iri) => write.iri(iri)).join('/')} ${variable} .` +
    (language === undefined ? '' : ` FILTER(LANG(${variable}) = "${language}")`);
  const bound = ({ suffix, of }: NodeBeside, variable: string): string => {
    if (suffix === '') return `BIND(?thing AS ${variable})`;
    const sign = 'IF(CONTAINS(STR(?thing), "#"), "-", "#")';
    if (of === undefined) return `BIND(IRI(CONCAT(STR(?thing), ${sign}, "${suffix}")) AS ${variable})`;
    const text = `${variable}Text`;
    const hash = `SUBSTR(SHA256(CONCAT(STR(${text}), "@", LANG(${text}))), 1, ${HASH})`;
    return `${leads(of, text)} FILTER(isLiteral(${text}))
    BIND(IRI(CONCAT(STR(?thing), ${sign}, "${suffix}-", ${hash})) AS ${variable})`;
  };
  const term = (one: Quad_Object): string =>
    one.termType === 'Literal' ? JSON.stringify(one.value) : write.iri(one.value);
  const lines = [`VALUES ?class { ${classes.map((iri) => write.iri(iri)).join(' ')} } ?thing a ?class .`];
  for (const { path, holds } of when) {
    if (typeof holds !== 'string') {
      const [exists, terms] = 'some' in holds ? ['EXISTS', holds.some] : ['NOT EXISTS', holds.none];
      lines.push(
        `FILTER ${exists} { ${leads(path, '?any')} FILTER(?any IN (${terms.map(term).join(', ')})) }`,
      );
    } else if (holds === 'none') lines.push(`FILTER NOT EXISTS { ${leads(path, '?any')} }`);
    else lines.push(`FILTER EXISTS { ${leads(path, '?any')} }`);
    if (holds === 'one')
      lines.push(`FILTER NOT EXISTS { ${leads(path, '?one, ?other')} FILTER(?one != ?other) }`);
  }
  lines.push('path' in node ? leads(node.path, '?node') : bound(node, '?node'));
  const worded = (variable: string, wording: Wording): string =>
    wording.reduce(
      (text, [pattern, replacement]) =>
        `REPLACE(${text}, ${JSON.stringify(pattern)}, ${JSON.stringify(replacement)})`,
      `STR(${variable})`,
    );
  if ('ownText' in value) lines.push(`BIND(${worded('?nodeText', value.ownText)} AS ?value)`);
  else if ('term' in value) lines.push(`BIND(${term(value.term)} AS ?value)`);
  else if ('suffix' in value) lines.push(bound(value, '?value'));
  else if (value.path.steps.length === 0) lines.push('BIND(?thing AS ?value)');
  else if (value.wording !== undefined)
    lines.push(`${leads(value.path, '?sent')} BIND(${worded('?sent', value.wording)} AS ?value)`);
  else lines.push(leads(value.path, '?value'));
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
