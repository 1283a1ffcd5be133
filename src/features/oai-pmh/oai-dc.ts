import type { Quad_Object } from '@rdfjs/types';
import { element, type Xml } from '../../base/xml.js';
import { facetValueNameOf, kindName, LANGUAGES } from '../browse/interface-words.js';
import type { PageContext } from '../browse/layout.js';
import { inheritedFacts, inheritedTexts } from '../browse/record/inherited-facts.js';
import { RecordStatements } from '../browse/record/record-statements.js';
import type { DescribedRecord } from './metadata-format.js';
import { DC_ELEMENTS, NAMESPACES, withSchema } from './namespaces.js';

/** How a value is written: as it is; as the labels of what it names; as such a label with the role of the person. */
type As = 'value' | 'label' | 'role';

/**
 * The elements of Dublin Core in their order, each with terms of the context. A path leads through a node of the record. Of
 * several lists of terms, the first with a value counts. Who is a creator is in reference-data/citation-types.yaml.
 */
const ELEMENTS: readonly (readonly [name: string, as: As, ...terms: readonly (readonly string[])[]])[] = [
  ['title', 'value', ['name'], ['prefLabel'], ['label']],
  ['title', 'value', ['alternateName']],
  ['creator', 'role', ['photographer']],
  ['contributor', 'role', ['collector', 'informant', 'teacher', 'transcriber']],
  ['subject', 'label', ['subject']],
  [
    'description',
    'value',
    ['description', 'extract', 'archivedDescription', 'text', 'definition', 'translation'],
  ],
  ['date', 'value', ['dateSpan/notation', 'birthSpan/notation', 'deathSpan/notation']],
  ['language', 'value', ['inLanguage']],
  ['coverage', 'label', ['spatial', 'birthPlace', 'containedInPlace']],
  ['relation', 'role', ['relevantPerson']],
  ['relation', 'label', ['isPartOf']],
  ['relation', 'value', ['isPartOf', 'broader', 'transcribesItem']],
  ['identifier', 'value', ['identifier', 'url']],
  ['rights', 'value', ['rights']],
];

/** The types of DCMI, by kind. */
const DCMI_TYPES: Readonly<Record<string, string>> = {
  item: 'Text',
  transcript: 'Text',
  photograph: 'StillImage',
  volume: 'Collection',
  part: 'Collection',
  collection: 'Collection',
};

/** The attributes of an element with a record in Dublin Core. */
export const DUBLIN_CORE = {
  'xmlns:oai_dc': NAMESPACES.dc.namespace,
  'xmlns:dc': DC_ELEMENTS,
  ...withSchema(NAMESPACES.dc),
};

type Text = readonly [text: string, language?: string | undefined];

/** A record in unqualified Dublin Core. */
export function oaiDc(context: PageContext, { path, iri, kind, documents, licences }: DescribedRecord) {
  const record = new RecordStatements(context, path, documents);
  const written: (Xml | undefined)[] = [];
  const seen = new Set<string>();
  const write = (name: string, texts: readonly Text[]): void => {
    for (const [text, language] of texts) {
      const key = JSON.stringify([name, text, language]);
      if (!seen.has(key)) written.push(element(`dc:${name}`, { 'xml:lang': language }, text));
      seen.add(key);
    }
  };
  for (const [name, as, ...lists] of ELEMENTS) {
    const found = lists.map((terms) => terms.flatMap((term) => valuesOf(record, term, as)));
    write(name, found.find((texts) => texts.length > 0) ?? []);
    if (name === 'title' && written.length === 0) write(name, [[path]]);
  }
  write('coverage', inheritedBy(record));
  write('identifier', [[iri]]);
  write('type', [DCMI_TYPES[kind ?? ''], kind ? kindName(kind, 'one', 'en') : undefined].flatMap(asText));
  write('rights', licences.flatMap(asText));
  return element('oai_dc:dc', DUBLIN_CORE, written);
}

/** The date, the county and the place that hold for a work and that something else states, with whose they are. */
function inheritedBy(record: RecordStatements): readonly Text[] {
  const summary = record.context.site.index.summary(record.path);
  const facts = summary === undefined ? [] : inheritedFacts(record, summary);
  return facts.flatMap((fact) =>
    LANGUAGES.flatMap((language) => inheritedTexts(fact, language).map((text): Text => [text, language])),
  );
}

const asText = (text: string | undefined): readonly Text[] => (text === undefined ? [] : [[text]]);

/** The texts of a term, or of a path of two terms. */
function valuesOf(record: RecordStatements, path: string, as: As): readonly Text[] {
  const [term = '', inner] = path.split('/');
  const values = record.values(term);
  if (inner !== undefined) return values.flatMap((node) => record.values(inner, node.value).map(textOf));
  if (as === 'value') return values.map(textOf);
  const labels = values.flatMap((value) => labelsOf(record, value));
  if (as === 'label') return labels;
  const role = facetValueNameOf(term, 'en').toLowerCase();
  return labels.map(([text, language]): Text => [`${text} (${role})`, language]);
}

const textOf = (value: Quad_Object): Text =>
  value.termType === 'Literal' && value.language !== '' ? [value.value, value.language] : [value.value];

/** The labels of what an IRI names; the IRI where it has none. The index has one text for both languages where there is one alone. */
function labelsOf(record: RecordStatements, { value: iri }: Quad_Object): readonly Text[] {
  if (record.isOwn(iri)) return record.values('label', iri).map(textOf);
  const { label_en: en, label_ga: ga } = record.labelled(iri) ?? {};
  if (en == null || ga == null || en === ga) return [[en ?? ga ?? iri]];
  return [
    [en, 'en'],
    [ga, 'ga'],
  ];
}
