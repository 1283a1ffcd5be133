import type { Quad, Term } from '@rdfjs/types';
import { rdf } from '../../model/rdf/iris.js';
import { bySubject, linesOf, type View, viewMapper } from './view.js';

/** The context of Linked Art. It is never fetched. */
export const LINKED_ART_CONTEXT = 'https://linked.art/ns/v1/linked-art.json';

/** How a class or a property of Linked Art is written: a row of `views/linked-art-json.tsv`. */
interface JsonTerm {
  /** The name in the context. */
  readonly name: string;
  /** What the values of a property are; `class` for a class, and the type of the documents for references. */
  readonly holds: string;
}

type Properties = ReadonlyMap<string, readonly Term[]>;

/** The term by which a node is a document of its own. */
const LABEL = '_label';

/**
 * Makes the function from the triples of a record in the view `linked-art` to JSON-LD documents (Linked Art API 1.0): one for
 * each node with a label, in the order of the triples. Nodes without a label are parts of the documents that refer to them.
 *
 * @throws Error with the line of the table that cannot be read
 */
export function linkedArtDocuments({
  prefixes,
}: Pick<View, 'prefixes'>): (quads: readonly Quad[]) => object[] {
  const terms = readTerms(prefixes);
  const label = labelIn(terms);
  return (quads) => {
    const nodes = bySubject(quads);
    /** The members of a node but its IRI. */
    const membersOf = (properties: Properties): Record<string, unknown> => {
      const members: Record<string, unknown> = {};
      for (const [predicate, values] of properties) {
        const term = terms.get(predicate);
        if (predicate === rdf.type)
          members.type = values.flatMap(({ value }) => terms.get(value)?.name ?? [])[0];
        else if (term?.holds === 'text') members[term.name] = values[0]?.value;
        else if (term?.holds === 'node') members[term.name] = partsOf(values)[0];
        else if (term !== undefined) {
          const found =
            term.holds === 'nodes'
              ? partsOf(values)
              : values.map(({ value }) => ({ id: value, type: term.holds }));
          members[term.name] = [...((members[term.name] as object[] | undefined) ?? []), ...found];
        }
      }
      return members;
    };
    const partsOf = (values: readonly Term[]): object[] =>
      values.flatMap(({ value }) => {
        const properties = nodes.get(value);
        return properties === undefined ? [] : [membersOf(properties)];
      });
    return [...nodes]
      .filter(([, properties]) => properties.has(label))
      .map(([id, properties]) => ({ '@context': LINKED_ART_CONTEXT, id, ...membersOf(properties) }));
  };
}

/**
 * Makes the function that says whether a record has a document, from its triples in our model: whether a row of the view gives the
 * record a label. The other rows are not needed for that.
 */
export function hasLinkedArt(view: View): (iri: string, quads: readonly Quad[]) => boolean {
  const label = labelIn(readTerms(view.prefixes));
  const labels = viewMapper({ rows: view.rows.filter(({ property }) => property === label) });
  return (iri, quads) => labels(quads).some(({ subject }) => subject.value === iri);
}

const labelIn = (terms: ReturnType<typeof readTerms>): string =>
  [...terms].find(([, { name }]) => name === LABEL)?.[0] ?? '';

function readTerms(prefixes: ReadonlyMap<string, string>): ReadonlyMap<string, JsonTerm> {
  const [, ...rows] = linesOf('linked-art-json.tsv');
  return new Map(
    rows.map((row) => {
      const [term = '', name, holds] = row.split('\t');
      const [prefix = '', local = ''] = term.split(':');
      const namespace = prefixes.get(prefix);
      if (namespace === undefined || name === undefined || holds === undefined)
        throw new Error(`views/linked-art-json.tsv cannot be read: "${row}".`);
      return [namespace + local, { name, holds }];
    }),
  );
}
