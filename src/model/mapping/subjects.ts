import { fragment, type Iris } from '../rdf/iris.js';
import type { Node } from '../rdf/node.js';
import { asRecorded, byLanguageOr } from './language.js';
import type { MappingContext } from './mapping-context.js';

/* The operator's own classifications of works, and alignments of topics (model 3.12). */

/** How a topic of a list of the archive stands to a concept (SKOS Reference, section 10). */
export const MAPPING_RELATIONS = [
  'exactMatch',
  'closeMatch',
  'broadMatch',
  'narrowMatch',
  'relatedMatch',
] as const;
export type MappingRelation = (typeof MAPPING_RELATIONS)[number];

/** Names a concept: a scheme by its short name, and a notation of it. */
export interface ConceptKey {
  readonly scheme: string;
  readonly notation: string;
}

/** Labels in the two languages; a scheme without any goes by its name, a concept by its notation. */
export interface SubjectLabels {
  readonly labelEN?: string | undefined;
  readonly labelGA?: string | undefined;
}

/** A concept scheme of the operator. */
interface SubjectScheme extends SubjectLabels {
  readonly scheme: string;
}

/** A concept of such a scheme. */
export interface Subject extends ConceptKey, SubjectLabels {
  /** The same concept elsewhere. */
  readonly elsewhere: readonly string[];
}

/** Says of a record under which concept it is, and who says so. */
export interface Classification extends ConceptKey {
  /** Of a topic; absent: of a work. */
  readonly relation?: MappingRelation | undefined;
  /** Who says so, or in what publication. */
  readonly source: string;
  /** EDTF: a year, a month or a day. */
  readonly date?: string | undefined;
}

/** A classification as the operator's table has it. */
export interface ClassificationRow extends Classification {
  /** The path of the record below the data base: `cbes/item/7101`. */
  readonly record: string;
  /** In the table. */
  readonly line: number;
}

/** The operator's table, read and checked (docs/subjects.md). Plain data. */
export interface SubjectsTable {
  readonly schemes: readonly SubjectScheme[];
  readonly concepts: readonly Subject[];
  readonly rows: readonly ClassificationRow[];
}

/** A work or topic with its classifications. */
export interface ClassifiedRecord {
  /** Its IRI below the data base. */
  readonly path: string;
  /** For the tables alone. */
  readonly label: string;
  readonly classifications: readonly (Classification & SubjectLabels)[];
}

/** What is said of a work or topic in a dataset of its own: its concepts, and who names them. */
export function describeClassified(
  { path, classifications }: ClassifiedRecord,
  { iri }: MappingContext,
): Node {
  const id = `${iri.base}${path}`;
  const conceptsOf = (relation: MappingRelation | undefined): string[] =>
    classifications.filter((one) => one.relation === relation).map((one) => iri.subject(one));
  return {
    id,
    subject: conceptsOf(undefined),
    ...Object.fromEntries(MAPPING_RELATIONS.map((relation) => [relation, conceptsOf(relation)])),
    classification: classifications.map(
      ({ scheme, notation, source, date }): Node => ({
        id: fragment.classification(id, { scheme, notation, source }),
        type: ['Classification'],
        classifiedAs: iri.subject({ scheme, notation }),
        classificationSource: source,
        classificationDate: date,
      }),
    ),
  };
}

/** The column of the table of classifications that names a record, by its path. */
const RECORD_COLUMNS = [
  ['item', /^cbes?\/item\//],
  ['photograph', /^cbeg\//],
  ['topic', /^/],
] as const;

/** The rows of a record in the table of classifications. */
export const classificationRows = (
  { path, label, classifications }: ClassifiedRecord,
  iri: Iris,
): { readonly classificationRows: readonly Node[] } => ({
  classificationRows: classifications.map((one): Node => {
    const id = `${iri.base}${path}`;
    const [column] = RECORD_COLUMNS.find(([, form]) => form.test(path)) ?? RECORD_COLUMNS[2];
    const { labelEN, labelGA, ...said } = one;
    return { id, [column]: id, recordLabel: label, concept: iri.subject(one), labelEN, labelGA, ...said };
  }),
});

/** A concept of an operator's scheme that a published record has. */
export const describeSubject = (subject: Subject, { iri }: MappingContext): Node => ({
  id: iri.subject(subject),
  type: ['skos:Concept'],
  inScheme: iri.subjectScheme(subject.scheme),
  topConceptOf: iri.subjectScheme(subject.scheme),
  code: subject.notation,
  prefLabel: byLanguageOr(asRecorded(subject.notation), subject.labelEN, subject.labelGA),
  exactMatch: subject.elsewhere,
});

/** An operator's scheme with the concepts of it that published records have. */
export interface SubjectSchemeWithTop extends SubjectScheme {
  /** The notations of its concepts. */
  readonly notations: readonly string[];
  /** For the tables alone: how many works and topics have a concept of it. */
  readonly works: number;
  readonly topics: number;
}

export const describeSubjectScheme = (
  { scheme, labelEN, labelGA, notations }: SubjectSchemeWithTop,
  { iri }: MappingContext,
): Node => ({
  id: iri.subjectScheme(scheme),
  type: ['skos:ConceptScheme'],
  prefLabel: byLanguageOr(asRecorded(scheme), labelEN, labelGA),
  hasTopConcept: notations.map((notation) => iri.subject({ scheme, notation })),
});

/** The row of a scheme in the table of schemes. */
export const schemeRow = ({ scheme, notations, works, topics }: SubjectSchemeWithTop) => ({
  schemeRow: scheme,
  concepts: notations.length,
  works,
  topics,
});
