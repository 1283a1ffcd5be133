import { numberOrText } from '../../base/json.js';
import { TEXTS_WITH_STATUS } from '../../model/mapping/access.js';
import { CONTEXT_FILE, readContext } from '../../model/rdf/context.js';
import { type Iris, mintIris } from '../../model/rdf/iris.js';
import { type Dataset, graphsOf, publicationOf } from '../../model/records/datasets.js';
import { KIND_NAMES, kindOf } from '../../model/records/kinds.js';
import type { Kind, RecordRef } from '../../model/records/record.js';
import type { GraphLayoutOf } from '../../release/delta/comparison.js';

/** The IRI that a record has, or would have. */
export const iriOf = ({ kind, id }: RecordRef, iri: Iris): string => kindOf({ kind }).iri(iri, id as never);

const NO_BASE = mintIris('');
/** An id that every kind admits. */
const ANY_ID = '0';

/** Kinds by the paths of their IRIs below the base. */
const KIND_OF_PATH: ReadonlyMap<string, Kind> = new Map(
  KIND_NAMES.filter((kind) => kindOf({ kind }).sharesIri !== true).map((kind) => [
    iriOf({ kind, id: ANY_ID }, NO_BASE).slice(0, -ANY_ID.length),
    kind,
  ]),
);

/** The kind and id of a record IRI; undefined for any other IRI. */
export function refOfIri(iri: string, base: string): RecordRef | undefined {
  if (!iri.startsWith(base)) return undefined;
  const path = iri.slice(base.length);
  const at = path.lastIndexOf('/') + 1;
  const id = path.slice(at);
  const kind = KIND_OF_PATH.get(path.slice(0, at));
  return kind === undefined ? undefined : { kind, id: /^\d+$/.test(id) ? numberOrText(id) : id };
}

/** The kinds whose records have IRIs like those of a kind, itself included: a place is described by both services. */
export function kindsWithIriOf(kind: Kind): readonly Kind[] {
  const iri = iriOf({ kind, id: ANY_ID }, NO_BASE);
  return KIND_NAMES.filter((other) => iriOf({ kind: other, id: ANY_ID }, NO_BASE) === iri);
}

const OMISSIONS: Dataset = 'omissions';

/** The publication and graph of each dataset, for deltas. */
export function graphLayoutOf(base: string): GraphLayoutOf {
  const graphOf = graphsOf(base);
  return (dataset) => ({
    publication: publicationOf(dataset),
    base,
    graph: graphOf(dataset),
    holds: dataset === OMISSIONS ? 'omissions' : 'records',
  });
}

/**
 * Whether a removed property may have been withheld although the record is still published: its text may be edited again, and a
 * public key does not get it.
 */
export function mayBeWithheld(vocabularyBase?: string): (subject: string, property: string) => boolean {
  const { terms } = readContext(CONTEXT_FILE, vocabularyBase);
  const properties = new Set(TEXTS_WITH_STATUS.map((term) => terms.get(term)?.iri));
  return (_, property) => properties.has(property);
}
