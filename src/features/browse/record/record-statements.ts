import type { Quad } from '@rdfjs/types';
import { entry } from '../../../base/map-entry.js';
import { recordIriOf } from '../../../model/rdf/record-order.js';
import type { ResourceDocument, ResourceSummary } from '../index/release-index.js';
import type { PageContext } from '../layout.js';
import type { Site } from '../site.js';

/** The statements about a record and its nodes, by subject and property, with the labels of what they name. */
export class RecordStatements {
  readonly iri: string;
  readonly path: string;
  readonly #bySubject = new Map<string, Map<string, Quad['object'][]>>();
  #labels: ReadonlyMap<string, ResourceSummary> | undefined;
  readonly context: PageContext;

  constructor(context: PageContext, path: string, documents: readonly ResourceDocument[]) {
    this.context = context;
    this.path = path;
    this.iri = iriAt(path, context.site);
    for (const { subject, predicate, object } of documents.flatMap(({ quads }) => quads)) {
      const properties = entry(this.#bySubject, subject.value, () => new Map<string, Quad['object'][]>());
      const values = entry(properties, predicate.value, () => []);
      if (!values.some((value) => value.equals(object))) values.push(object);
    }
  }

  properties(subject: string = this.iri): ReadonlyMap<string, readonly Quad['object'][]> {
    return this.#bySubject.get(subject) ?? new Map();
  }

  values(term: string, subject: string = this.iri): readonly Quad['object'][] {
    return this.properties(subject).get(this.context.site.iriOf(term)) ?? [];
  }

  /** The record of the release that an IRI names, or a term of the vocabulary. */
  labelled(iri: string): ResourceSummary | undefined {
    const { base } = this.context.site.manifest;
    // Not every use of the statements asks for labels.
    this.#labels ??= this.#labelsOfNamed();
    const found = this.#labels.get(iri) ?? this.#labels.get(pathOf(iri, base));
    return found !== undefined && (found.label_en ?? found.label_ga) !== null ? found : undefined;
  }

  /** The labels of all that the statements name. */
  #labelsOfNamed(): ReadonlyMap<string, ResourceSummary> {
    const { index, manifest } = this.context.site;
    const named = [...this.#bySubject.values()].flatMap((properties) =>
      [...properties].flatMap(([property, values]) => [
        property,
        ...values.flatMap(({ termType, value }) =>
          termType === 'NamedNode' ? [value, pathOf(value, manifest.base)] : [],
        ),
      ]),
    );
    return index.summaries(named);
  }

  /** Whether an IRI is a node of this record. */
  isOwn(iri: string): boolean {
    return iri !== this.iri && this.#bySubject.has(iri);
  }
}

/** What a part of the page of a record is given. */
export interface RecordProps {
  readonly record: RecordStatements;
}

/** The records above a record, from the collection down: wholes, broader topics, or the list of topics. */
export function trailOf(record: RecordStatements): readonly ResourceSummary[] {
  const { site } = record.context;
  const trail: ResourceSummary[] = [];
  let [above] = [...record.values('isPartOf'), ...record.values('broader'), ...record.values('inScheme')];
  const seen = new Set([record.path]);
  while (above !== undefined && trail.length < MOST_ABOVE) {
    const path = pathOf(above.value, site.manifest.base);
    const summary = site.index.summary(path);
    if (summary === undefined || seen.has(path)) break;
    seen.add(path);
    trail.unshift(summary);
    const quads = site.index.documents(site.manifest.base + path).flatMap((document) => document.quads);
    const next = (term: string) =>
      quads.find(
        ({ subject, predicate }) =>
          recordIriOf(subject.value) === site.manifest.base + path && predicate.value === site.iriOf(term),
      );
    above = (next('isPartOf') ?? next('broader') ?? next('inScheme'))?.object;
  }
  return trail;
}

/** Records above another that are followed. */
const MOST_ABOVE = 6;

/** The path of the record that an IRI belongs to; the IRI itself outside the data base. */
export const pathOf = (iri: string, base: string): string => {
  const record = recordIriOf(iri);
  return record.startsWith(base) ? record.slice(base.length) : iri;
};

/** The IRI of a path of the index. */
export const iriAt = (path: string, { manifest }: Site): string =>
  /^[a-z][a-z0-9+.-]*:/i.test(path) ? path : manifest.base + path;

/** The statements of the data; of what no dataset describes, those of the description of the release. */
export function dataOf(documents: readonly ResourceDocument[], site: Site): readonly ResourceDocument[] {
  const data = dataOnly(documents, site);
  return data.length > 0 ? data : documents;
}

/** The statements of the data. */
export const dataOnly = (
  documents: readonly ResourceDocument[],
  { manifest }: Site,
): readonly ResourceDocument[] =>
  documents.filter(({ dataset }) => manifest.datasets.some(({ name }) => name === dataset));
