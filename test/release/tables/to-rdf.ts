import { readContext } from '../../../src/model/rdf/context.js';
import type { Node } from '../../../src/model/rdf/node.js';
import { makeToQuads } from '../../../src/model/rdf/to-quads.js';

/** A column in it. */
interface Column {
  readonly name: string;
  readonly titles: Readonly<Record<string, string>>;
  readonly datatype: string | { readonly '@id': string; readonly base: string };
  readonly separator?: string;
  readonly lang?: string;
  readonly required?: boolean;
  readonly suppressOutput?: boolean;
  readonly propertyUrl?: string;
  readonly valueUrl?: string;
}
/** The description of a table (Metadata Vocabulary for Tabular Data). */
export interface Description {
  readonly '@context': unknown;
  readonly url: string;
  readonly 'dc:license': { readonly '@id': string };
  readonly dialect: Readonly<Record<string, unknown>>;
  readonly tableSchema: {
    readonly primaryKey: string;
    readonly aboutUrl: string;
    readonly columns: readonly Column[];
  };
}

/** One triple as a text: of literals the language, of everything else that it is an IRI. */
const triple = (
  ...terms: readonly [subject: string, property: string, value: string, kind: string]
): string => JSON.stringify(terms);

/** The triples that dumps have of some nodes. */
export function triplesOf(nodes: readonly Node[]): ReadonlySet<string> {
  const toQuads = makeToQuads(readContext());
  return new Set(
    nodes
      .flatMap((node) => toQuads(node))
      .map(({ subject, predicate, object }) =>
        triple(
          subject.value,
          predicate.value,
          object.value,
          object.termType === 'Literal' ? object.language : 'IRI',
        ),
      ),
  );
}

/**
 * Generating RDF from Tabular Data, section 4.6, in minimal mode and for the templates used here: `{+name}` stands for
 * the cell as it is, `{name}` for the cell percent-encoded. Of lists of IRIs a converter makes texts; they are
 * taken for IRIs here.
 */
export function toRdf(
  [header = [], ...rows]: readonly (readonly string[])[],
  { tableSchema }: Description,
): string[] {
  return rows.flatMap((row) => {
    const cells = new Map(header.map((name, place) => [name, row[place] ?? '']));
    const expand = (template: string): string =>
      template.replace(/\{(\+?)(\w+)\}/g, (_, plus: string, name: string) => {
        const cell = cells.get(name) ?? '';
        return plus === '' ? encodeURIComponent(cell) : cell;
      });
    const subject = expand(tableSchema.aboutUrl);
    return tableSchema.columns.flatMap((column) => {
      const cell = cells.get(column.name) ?? '';
      if (cell === '' || column.suppressOutput === true) return [];
      const property = column.propertyUrl ?? '';
      if (column.valueUrl !== undefined) return [triple(subject, property, expand(column.valueUrl), 'IRI')];
      const values = column.separator === undefined ? [cell] : cell.split(column.separator);
      const kind = column.datatype === 'anyURI' ? 'IRI' : (column.lang ?? '');
      return values.map((value) => triple(subject, property, value, kind));
    });
  });
}
