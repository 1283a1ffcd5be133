import type { Literal, Quad } from '@rdfjs/types';
import type { Child } from 'hono/jsx';
import { compactIri, localName } from '../../../model/rdf/iri-syntax.js';
import { EDTF_LEVEL_1, rdf, webAddress, xsd } from '../../../model/rdf/iris.js';
import { type DateQualifier, dateInWords, sentDateInWords } from '../dates-in-words.js';
import type { ResourceSummary } from '../index/release-index.js';
import { type Language, nameOfValue } from '../interface-words.js';
import { addressOf, labelOf, type PageContext } from '../layout.js';
import { joined } from '../page-parts.js';
import type { RecordProps, RecordStatements } from './record-statements.js';

interface ValueProps extends RecordProps {
  readonly value: Quad['object'];
}

/** The name of a property: from the table of the pages, else its label in the ontology, else its compact IRI. */
export function propertyName(record: RecordStatements, iri: string): string {
  const { site, language } = record.context;
  const shown = site.properties.get(iri)?.label;
  if (shown !== undefined) return shown[language];
  const summary = record.labelled(iri);
  return summary === undefined ? compact(record.context, iri) : labelOf(summary, language);
}

export const compact = ({ site }: PageContext, iri: string): string =>
  compactIri(iri, site.language.prefixes) ?? iri;

/** A property by its compact IRI, with a link where the release has its definition. */
export function PropertyLink({ record, iri }: RecordProps & { readonly iri: string }) {
  const name = <code>{compact(record.context, iri)}</code>;
  const defined = record.labelled(iri);
  return defined === undefined ? name : <a href={addressOf(defined.path)}>{name}</a>;
}

/** One value as it stands in the release: a text, or a link whose text is a compact IRI. */
export function PlainValue({ record, value }: ValueProps): Child {
  if (value.termType === 'Literal')
    return value.language === '' ? value.value : <span lang={value.language}>{value.value}</span>;
  const labelled = record.labelled(value.value);
  const text = compact(record.context, value.value);
  if (labelled !== undefined) return <a href={addressOf(labelled.path)}>{text}</a>;
  return <Unlabelled record={record} iri={value.value} text={text} />;
}

/** One value for readers: a link with a label, a date in words, a node of the record with its own values, or a text. */
export function Value({ record, value }: ValueProps): Child {
  if (value.termType === 'Literal') {
    const { language } = value;
    const text = literalInWords(record.context, value);
    // A text without a language can be of any.
    return text === value.value ? <span lang={language}>{text}</span> : text;
  }
  const { value: iri } = value;
  if (record.isOwn(iri)) return <Node record={record} node={iri} />;
  const { text, isDocument, labelled } = nameOfIri(record, iri);
  if (labelled !== undefined) return <a href={addressOf(labelled.path)}>{text}</a>;
  return isDocument ? <Unlabelled record={record} iri={iri} text={text} /> : text;
}

/** The same as a plain text. */
export function valueInWords(record: RecordStatements, value: Quad['object']): string {
  if (value.termType === 'Literal') return literalInWords(record.context, value);
  return record.isOwn(value.value) ? nodeInWords(record, value.value) : nameOfIri(record, value.value).text;
}

function literalInWords({ language, words }: PageContext, { value, datatype }: Literal): string {
  if (datatype.value === EDTF_LEVEL_1) return dateInWords(value, undefined, language);
  if (datatype.value === xsd.dateTime) return dateInWords(value.slice(0, DAY), undefined, language);
  return datatype.value === xsd.boolean ? words(value === 'true' ? 'isTrue' : 'isFalse') : value;
}

/** What an IRI is called, with the record that it names, and whether it is the address of something to be read. */
function nameOfIri(
  record: RecordStatements,
  iri: string,
): { readonly text: string; readonly labelled?: ResourceSummary; readonly isDocument: boolean } {
  const { language } = record.context;
  const compactForm = compact(record.context, iri);
  const known = nameOfValue(compactForm)?.[language];
  // What has a name only as a whole IRI is a document: a licence, a rights statement.
  if (known !== undefined) return { text: known, isDocument: compactForm === iri };
  const labelled = record.labelled(iri);
  if (labelled !== undefined) return { text: labelOf(labelled, language), labelled, isDocument: false };
  if (LANGUAGES.test(iri)) return { text: languageName(localName(iri), language), isDocument: false };
  return { text: iri, isDocument: true };
}

/** `YYYY-MM-DD` */
const DAY = 10;

/** An IRI without a label: a path of the release as code, the address of another host as a link. */
function Unlabelled({ record, iri, text }: RecordProps & { readonly iri: string; readonly text: string }) {
  const { base } = record.context.site.manifest;
  if (iri.startsWith(base)) return <code>{iri.slice(base.length)}</code>;
  const address = webAddress(iri);
  if (address === undefined) return <code>{iri}</code>;
  return (
    <a class="external" href={address} rel="external noreferrer">
      {text}
    </a>
  );
}

const LANGUAGES = /vocabulary\/iso639-1\/[a-z]+$/;

/** The name of a language. Irish names come from the data of the runtime where it has them. */
function languageName(tag: string, language: Language): string {
  return new Intl.DisplayNames([language, 'en'], { type: 'language' }).of(tag) ?? tag;
}

/** What a node of a record is called, and its other properties. */
function partsOfNode(record: RecordStatements, node: string) {
  const { site, language } = record.context;
  const order = [...site.properties.keys()];
  const rank = (iri: string): number => (order.indexOf(iri) + order.length + 1) % (order.length + 1);
  const properties = [...record.properties(node)]
    .filter(([iri]) => iri !== rdf.type)
    .toSorted(([a], [b]) => rank(a) - rank(b));
  const isName = (iri: string): boolean => site.properties.get(iri)?.section === 'name';
  const named = properties.filter(([iri]) => isName(iri)).flatMap(([, values]) => values);
  const inLanguage = named.filter(
    (value) => value.termType === 'Literal' && (value.language === '' || value.language === language),
  );
  const names = new Map((inLanguage.length > 0 ? inLanguage : named).map((value) => [value.value, value]));
  const others = properties.filter(([iri]) => !isName(iri));
  const isFlag = (values: readonly Quad['object'][]): boolean =>
    values.every((value) => value.termType === 'Literal' && value.datatype.value === xsd.boolean);
  const flags = others.filter(
    ([, values]) => isFlag(values) && values.every(({ value }) => value === 'true'),
  );
  return { names: [...names.values()], flags, rows: others.filter((one) => !flags.includes(one)) };
}

/** The point of a node that is one. */
function pointOfNode(record: RecordStatements, node: string): string | undefined {
  const [latitude] = record.values('latitude', node);
  const [longitude] = record.values('longitude', node);
  return latitude === undefined || longitude === undefined
    ? undefined
    : `${latitude.value}, ${longitude.value}`;
}

/** A node as a plain text: what it is called, then its other properties with their names. */
function nodeInWords(record: RecordStatements, node: string): string {
  const date = dateOfNode(record, node);
  if (date !== undefined)
    return [date.text, ...date.problems.map((problem) => `(${valueInWords(record, problem)})`)].join(' ');
  const point = pointOfNode(record, node);
  if (point !== undefined) return point;
  const { names, flags, rows } = partsOfNode(record, node);
  const textOf = (values: readonly Quad['object'][], separator: string): string =>
    values.map((value) => valueInWords(record, value)).join(separator);
  return [
    textOf(names, ' · '),
    ...flags.map(([iri]) => propertyName(record, iri)),
    ...rows.map(([iri, values]) => `${propertyName(record, iri)}: ${textOf(values, ', ')}`),
  ]
    .filter((text) => text !== '')
    .join('; ');
}

/** A node of the record: a date in words, a point, or what it is called with a list of its other properties. */
function Node({ record, node }: RecordProps & { readonly node: string }): Child {
  const date = dateOfNode(record, node);
  if (date !== undefined)
    return (
      <>
        {date.text}
        {date.problems.map((problem) => (
          <>
            {' ('}
            <Value record={record} value={problem} />)
          </>
        ))}
      </>
    );
  const point = pointOfNode(record, node);
  if (point !== undefined) return point;
  const { names, flags, rows } = partsOfNode(record, node);
  return (
    <span class="node">
      {joined(
        names.map((name) => <Value record={record} value={name} />),
        ' · ',
      )}
      {names.length > 0 && flags.length > 0 && ' '}
      {flags.length > 0 && (
        <span class="whose">({flags.map(([iri]) => propertyName(record, iri)).join(', ')})</span>
      )}
      {rows.length > 0 && (
        <span class="node-rows">
          {rows.map(([iri, values]) => (
            <span class="node-row">
              <span class="property">{propertyName(record, iri)}</span>{' '}
              {joined(
                values.map((value) => <Value record={record} value={value} />),
                ', ',
              )}
            </span>
          ))}
        </span>
      )}
    </span>
  );
}

/** A node that is a date, in words, with its problems; undefined for another node. */
function dateOfNode(
  record: RecordStatements,
  node: string,
): { readonly text: string; readonly problems: readonly Quad['object'][] } | undefined {
  const { language } = record.context;
  const [edtf] = record.values('notation', node);
  const [asSent] = record.values('sourceDate', node);
  const years = [...record.values('statedFromYear', node), ...record.values('statedToYear', node)];
  const [qualifier] = record.values('dateQualifier', node);
  const known = qualifier === undefined ? undefined : (localName(qualifier.value) as DateQualifier);
  const problems = record.values('dateProblem', node);
  if (edtf !== undefined && years.length > 0)
    return { text: dateInWords(edtf.value, known, language), problems };
  return asSent && { text: sentDateInWords(asSent.value, known, language), problems };
}
