import { TEXTS_WITH_STATUS } from '../mapping/access.js';
import { CONTEXT_FILE, readContext } from '../rdf/context.js';
import { type Collection, type Iris, mintIris, type Scheme } from '../rdf/iris.js';
import type { GraphLayoutOf } from '../release/delta/graph-layout.js';
import { type Dataset, graphsOf, publicationOf } from './datasets.js';
import type { Kind, RecordRef } from './record.js';

/** The IRI of a record by its kind and id, for records that must be named without being described. */
const IRI_OF: { readonly [K in Kind]: (iri: Iris, id: never) => string } = {
  organisation: (iri, id: 'archive' | 'placenames') => iri.organisation(id),
  collection: (iri, id: Collection) => iri.collection(id),
  scheme: (iri, id: Scheme) => iri.scheme(id),
  lexicon: (iri) => iri.scheme('glossary'),
  omission: (iri, id: string) => `${iri.base}${id}`,
  'cbe.volume': (iri, id: number) => iri.volume('cbe', id),
  'cbe.part': (iri, id: number) => iri.part('cbe', id),
  'cbe.item': (iri, id: number) => iri.item('cbe', id),
  'cbe.page': (iri, id: number) => iri.page('cbe', id),
  'cbes.volume': (iri, id: number) => iri.volume('cbes', id),
  'cbes.part': (iri, id: number) => iri.part('cbes', id),
  'cbes.item': (iri, id: number) => iri.item('cbes', id),
  'cbes.page': (iri, id: number) => iri.page('cbes', id),
  'cbes.transcript': (iri, id: number) => iri.transcript(id),
  'cbes.topic': (iri, id: number) => iri.schoolsTopic(id),
  // Of an id that stands for several people, the end of the IRI of one of them.
  'cbes.person': (iri, id: number | string) =>
    typeof id === 'number' ? iri.schoolsPerson(id) : `${iri.collection('cbes')}/${id}`,
  'cbes.transcriber': (iri, id: number) => iri.transcriber(id),
  'cbeg.photograph': (iri, id: number) => iri.photograph(id),
  'cbeg.topic': (iri, id: string) => iri.handbookTopic(id),
  'cbed.person': (iri, id: number) => iri.person(id),
  'cbed.occupation': (iri, id: string) => iri.occupation(id),
  county: (iri, id: number) => iri.place(id),
  country: (iri, id: string) => iri.country(id),
  'location-ireland': (iri, id: number) => iri.place(id),
  'location-abroad': (iri, id: number) => iri.abroad(id),
  place: (iri, id: number) => iri.place(id),
  'place-summary': (iri, id: number) => iri.place(id),
  category: (iri, id: string) => iri.category(id),
  glossary: (iri, id: number) => iri.glossary(id),
  acceptability: (iri, id: number) => iri.acceptability(id),
  cluster: (iri, id: number) => iri.cluster(id),
  resource: (iri, id: number) => iri.resource(id),
  supplier: (iri, id: number) => iri.supplier(id),
};

/** The IRI that a record has, or would have. */
export const iriOf = ({ kind, id }: RecordRef, iri: Iris): string => IRI_OF[kind](iri, id as never);

/** Kinds that go by the IRI of another, or have no path of their own. */
const WITHOUT_PATH: readonly Kind[] = ['county', 'location-ireland', 'place-summary', 'omission'];

/** Kinds by the paths of their IRIs below the base. */
const KIND_OF_PATH: ReadonlyMap<string, Kind> = new Map([
  ...(Object.keys(IRI_OF) as Kind[])
    .filter((kind) => !WITHOUT_PATH.includes(kind))
    .map((kind) => [IRI_OF[kind](mintIris(''), '' as never), kind] as const),
  [mintIris('').schoolsPerson('' as never), 'cbes.person'],
]);

/** The kind and the id of a record whose IRI is known; undefined when it is none of ours. */
export function refOfIri(iri: string, base: string): RecordRef | undefined {
  if (!iri.startsWith(base)) return undefined;
  const path = iri.slice(base.length);
  const at = path.lastIndexOf('/') + 1;
  const id = path.slice(at);
  const kind = KIND_OF_PATH.get(path.slice(0, at));
  return kind === undefined ? undefined : { kind, id: /^\d{1,15}$/.test(id) ? Number(id) : id };
}

const OMISSIONS: Dataset = 'omissions';

/** Where the datasets of a release belong, for those who compare releases. */
export function graphLayoutOf(base: string): GraphLayoutOf {
  const graphOf = graphsOf(base);
  return (dataset) => ({
    publication: publicationOf(dataset),
    graph: graphOf(dataset),
    holds: dataset === OMISSIONS ? 'omissions' : 'records',
  });
}

/**
 * Whether a property that a subject has no longer may have been withheld of a record that is published still: its text may
 * be edited again, and a public key is not told.
 */
export function mayBeWithheld(vocabularyBase?: string): (subject: string, property: string) => boolean {
  const { terms } = readContext(CONTEXT_FILE, vocabularyBase);
  const properties = new Set(TEXTS_WITH_STATUS.map((word) => terms.get(word)?.iri));
  return (_, property) => properties.has(property);
}
