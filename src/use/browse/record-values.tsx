import type { Quad } from '@rdfjs/types';
import type { Child } from 'hono/jsx';
import { compactIri, localName } from '../../model/rdf/iri-syntax.js';
import { EDTF_LEVEL_1, rdf, webAddress, xsd } from '../../model/rdf/iris.js';
import { type DateQualifier, dateInWords } from './dates-in-words.js';
import { type Language, nameOfValue } from './interface-words.js';
import { addressOf, labelOf, type PageContext } from './layout.js';
import type { RecordStatements } from './record-statements.js';

interface ValueProps {
  readonly record: RecordStatements;
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
export function PropertyLink({ record, iri }: { readonly record: RecordStatements; readonly iri: string }) {
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
  const { language, words } = record.context;
  if (value.termType === 'Literal') {
    const datatype = value.datatype.value;
    if (datatype === EDTF_LEVEL_1) return dateInWords(value.value, undefined, language);
    if (datatype === xsd.dateTime) return dateInWords(value.value.slice(0, DAY), undefined, language);
    if (datatype === xsd.boolean) return words(value.value === 'true' ? 'isTrue' : 'isFalse');
    // A text without a language can be of any.
    return <span lang={value.language}>{value.value}</span>;
  }
  const { value: iri } = value;
  if (record.isOwn(iri)) return <Node record={record} node={iri} />;
  const compactForm = compact(record.context, iri);
  const known = nameOfValue(compactForm)?.[language];
  // What has a name only as a whole IRI is a document: a licence, a rights statement.
  if (known !== undefined)
    return compactForm === iri ? <Unlabelled record={record} iri={iri} text={known} /> : known;
  const labelled = record.labelled(iri);
  if (labelled !== undefined) return <a href={addressOf(labelled.path)}>{labelOf(labelled, language)}</a>;
  if (LANGUAGES.test(iri)) return languageName(localName(iri), language);
  return <Unlabelled record={record} iri={iri} text={iri} />;
}

/** `YYYY-MM-DD` */
const DAY = 10;

/** An IRI without a label: a path of the release as code, the address of another host as a link. */
function Unlabelled({
  record,
  iri,
  text,
}: {
  readonly record: RecordStatements;
  readonly iri: string;
  readonly text: string;
}) {
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

/** A node of the record: a date in words, a point, or what it is called with a list of its other properties. */
function Node({ record, node }: { readonly record: RecordStatements; readonly node: string }): Child {
  const { site, language } = record.context;
  const date = dateOfNode(record, node);
  if (date !== undefined) return date;
  const [latitude] = record.values('latitude', node);
  const [longitude] = record.values('longitude', node);
  if (latitude !== undefined && longitude !== undefined) return `${latitude.value}, ${longitude.value}`;
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
  const rows = others.filter((one) => !flags.includes(one));
  return (
    <span class="node">
      {[...names.values()].map((name, at) => (
        <>
          {at > 0 && ' · '}
          <Value record={record} value={name} />
        </>
      ))}
      {names.size > 0 && flags.length > 0 && ' '}
      {flags.length > 0 && (
        <span class="whose">({flags.map(([iri]) => propertyName(record, iri)).join(', ')})</span>
      )}
      {rows.length > 0 && (
        <span class="node-rows">
          {rows.map(([iri, values]) => (
            <span class="node-row">
              <span class="property">{propertyName(record, iri)}</span>{' '}
              {values.map((value, at) => (
                <>
                  {at > 0 && ', '}
                  <Value record={record} value={value} />
                </>
              ))}
            </span>
          ))}
        </span>
      )}
    </span>
  );
}

/** A node that is a date, in words, with its problems; undefined for another node. */
function dateOfNode(record: RecordStatements, node: string): Child {
  const [edtf] = record.values('notation', node);
  const years = [...record.values('statedFromYear', node), ...record.values('statedToYear', node)];
  if (edtf === undefined || years.length === 0) return undefined;
  const [qualifier] = record.values('dateQualifier', node);
  return (
    <>
      {dateInWords(
        edtf.value,
        qualifier === undefined ? undefined : (localName(qualifier.value) as DateQualifier),
        record.context.language,
      )}
      {record.values('dateProblem', node).map((problem) => (
        <>
          {' ('}
          <Value record={record} value={problem} />)
        </>
      ))}
    </>
  );
}
