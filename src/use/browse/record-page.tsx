import type { Quad } from '@rdfjs/types';
import type { Child } from 'hono/jsx';
import { compactIri, localName } from '../../model/rdf/iri-syntax.js';
import { EDTF_LEVEL_1, rdf, webAddress, xsd } from '../../model/rdf/iris.js';
import { recordOf } from '../../model/rdf/record-order.js';
import { CITATION_FORMATS } from './citations.js';
import { type DateQualifier, dateInWords } from './dates-in-words.js';
import type { ResourceSummary } from './index/cards.js';
import type { ResourceDocument } from './index/release-index.js';
import { kindName, nameOfValue, type Word } from './interface-words.js';
import { addressOf, descriptionOf, Layout, labelOf, type PageContext } from './layout.js';
import { MapOfIreland } from './map-of-ireland.js';
import type { Section } from './property-table.js';
import { SUFFIXES } from './representations.js';
import { INHERITED } from './result-card.js';
import type { PublicationNotice } from './site.js';

/** Records of each property that refer to this one, on its page. */
const MOST_REFERRERS = 12;
/** Transcripts that a page shows whole. */
const MOST_TRANSCRIPTS = 40;

/** The statements about a record and its nodes, by subject and property, with the labels of what they name. */
export class RecordStatements {
  readonly iri: string;
  readonly path: string;
  readonly #bySubject = new Map<string, Map<string, Quad['object'][]>>();
  readonly #labels: ReadonlyMap<string, ResourceSummary>;
  readonly context: PageContext;

  constructor(context: PageContext, path: string, documents: readonly ResourceDocument[]) {
    const { base } = context.site.manifest;
    this.context = context;
    this.path = path;
    this.iri = /^[a-z][a-z0-9+.-]*:/i.test(path) ? path : base + path;
    const named = new Set<string>();
    for (const { subject, predicate, object } of documents.flatMap(({ quads }) => quads)) {
      const properties = entry(this.#bySubject, subject.value, () => new Map<string, Quad['object'][]>());
      const values = entry(properties, predicate.value, () => []);
      if (!values.some((value) => value.equals(object))) values.push(object);
      named.add(predicate.value);
      if (object.termType === 'NamedNode') {
        named.add(object.value);
        named.add(pathOf(object.value, base));
      }
    }
    this.#labels = context.site.index.summaries(named);
  }

  properties(subject: string = this.iri): ReadonlyMap<string, readonly Quad['object'][]> {
    return this.#bySubject.get(subject) ?? new Map();
  }

  values(term: string, subject: string = this.iri): readonly Quad['object'][] {
    return this.properties(subject).get(this.context.site.iriOf(term)) ?? [];
  }

  /** The record of the release that an IRI names, or a term of the vocabulary. */
  labelled(iri: string): ResourceSummary | undefined {
    const found = this.#labels.get(iri) ?? this.#labels.get(pathOf(iri, this.context.site.manifest.base));
    return found !== undefined && (found.label_en ?? found.label_ga) !== null ? found : undefined;
  }

  /** Whether an IRI is a node of this record. */
  isOwn(iri: string): boolean {
    return iri !== this.iri && this.#bySubject.has(iri);
  }
}

const pathOf = (iri: string, base: string): string => {
  const record = recordOf(iri);
  return record.startsWith(base) ? record.slice(base.length) : iri;
};

function entry<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const before = map.get(key);
  if (before !== undefined) return before;
  const value = make();
  map.set(key, value);
  return value;
}

interface RecordPageProps {
  readonly context: PageContext;
  readonly path: string;
  readonly documents: readonly ResourceDocument[];
}

/** The page of one record: its properties, people and places, its text, references to it, and its downloads. */
export function RecordPage({ context, path, documents }: RecordPageProps) {
  const { site, language, words } = context;
  const summary = site.index.summary(path);
  const record = new RecordStatements(context, path, documents);
  const title = summary === undefined ? path : labelOf(summary, language);
  const alternates = (['ttl', 'jsonld', 'nt'] as const).map(
    (suffix) => [SUFFIXES[suffix], downloadOf(path, suffix)] as const,
  );
  const points = summary?.kind === undefined ? [] : site.index.points(path);
  return (
    <Layout
      context={context}
      title={title}
      alternates={alternates}
      isRecord
      description={summary && descriptionOf(context, summary)}
    >
      <article>
        <Trail record={record} />
        <h1>{title}</h1>
        <OtherTitles record={record} title={title} />
        <p class="kind">
          {summary?.kind != null && <span class="badge">{kindName(summary.kind, 'one', language)}</span>}{' '}
          <code class="iri">{record.iri}</code>
        </p>
        <div class="record">
          <div class="facts">
            <Facts record={record} sections={['fact']} />
            {summary !== undefined && <InheritedFacts record={record} summary={summary} />}
            <People record={record} />
            <Facts record={record} sections={['place']} title={words('where')} />
          </div>
          {points.length > 0 && (
            <aside class="small-map" aria-label={words('map')}>
              <MapOfIreland
                title={`${words('mapOf')}: ${title}`}
                circles={points.map((point) => ({
                  ...point,
                  label: labelOf(point, language),
                  href: addressOf(point.path),
                  weight: 4,
                }))}
              />
            </aside>
          )}
        </div>
        <Texts record={record} />
        <Transcripts record={record} />
        <Facts record={record} sections={['more']} title={words('other')} />
        <Facts record={record} sections={['source']} title={words('source')} />
        <Neighbours record={record} kind={summary?.kind ?? null} />
        <Referring context={context} path={path} />
        {context.canExplain(record.iri) && (
          <p>
            <a href={`/explain?iri=${encodeURIComponent(record.iri)}`}>{words('howWeKnow')}</a>
          </p>
        )}
        <section class="take">
          <h2>{words('cite')}</h2>
          {[...new Set(documents.map(({ dataset }) => publicationOf(context, dataset)))].map(
            (publication) => (
              <p>{citationOf(context, title, publication, record.iri)}</p>
            ),
          )}
          {summary !== undefined && (
            <p class="downloads">
              {Object.entries(CITATION_FORMATS).map(([suffix, { name }]) => (
                <a href={downloadOf(path, suffix)}>{name}</a>
              ))}
            </p>
          )}
          <h2>{words('download')}</h2>
          <p class="downloads">
            {alternates.map(([type, href]) => (
              <a href={href}>{LANGUAGE_NAMES[type] ?? type}</a>
            ))}
          </p>
        </section>
        <Statements record={record} documents={documents} />
      </article>
    </Layout>
  );
}

const LANGUAGE_NAMES: Readonly<Record<string, string>> = {
  [SUFFIXES.ttl]: 'Turtle',
  [SUFFIXES.jsonld]: 'JSON-LD',
  [SUFFIXES.nt]: 'N-Triples',
};

const downloadOf = (path: string, suffix: string): string => {
  const address = addressOf(path);
  return address.startsWith('/id?') ? `${address}&format=${suffix}` : `${address}.${suffix}`;
};

/** The publication of a dataset; what describes a release or the vocabulary goes with the first. */
export const publicationOf = ({ site }: PageContext, dataset: string): PublicationNotice | undefined => {
  const publication = site.manifest.datasets.find(({ name }) => name === dataset)?.publication;
  return publication === undefined ? [...site.publications.values()][0] : site.publications.get(publication);
};

const citationOf = (
  { site, language }: PageContext,
  title: string,
  notice: PublicationNotice | undefined,
  iri: string,
): string =>
  `“${title}”. ${notice?.title[language] ?? ''}, ${site.manifest.label} (${site.manifest.issued}). ${iri}. ${notice?.credit ?? ''}`;

/** From the collection down to the record. */
function Trail({ record }: { readonly record: RecordStatements }) {
  const { site, language } = record.context;
  const trail: ResourceSummary[] = [];
  let [above] = [...record.values('isPartOf'), ...record.values('broader'), ...record.values('inScheme')];
  const seen = new Set([record.path]);
  while (above !== undefined && trail.length < 6) {
    const path = pathOf(above.value, site.manifest.base);
    const summary = site.index.summary(path);
    if (summary === undefined || seen.has(path)) break;
    seen.add(path);
    trail.unshift(summary);
    const quads = site.index.documents(site.manifest.base + path).flatMap((document) => document.quads);
    const next = (term: string) =>
      quads.find(
        ({ subject, predicate }) =>
          recordOf(subject.value) === site.manifest.base + path && predicate.value === site.iriOf(term),
      );
    above = (next('isPartOf') ?? next('broader') ?? next('inScheme'))?.object;
  }
  if (trail.length === 0) return null;
  return (
    <nav class="trail" aria-label={record.context.words('trail')}>
      <ol>
        {trail.map((one) => (
          <li>
            <a href={addressOf(one.path)}>{labelOf(one, language)}</a>
          </li>
        ))}
      </ol>
    </nav>
  );
}

/** The other names of a record: labels in other languages. */
function OtherTitles({ record, title }: { readonly record: RecordStatements; readonly title: string }) {
  const labels = [...record.values('label'), ...record.values('prefLabel')].filter(
    ({ value }) => value !== title,
  );
  const others = [...new Map(labels.map((label) => [label.value, label])).values()];
  if (others.length === 0) return null;
  return (
    <p class="other-titles">
      {others.map((label, at) => (
        <>
          {at > 0 && ' · '}
          <Value record={record} value={label} />
        </>
      ))}
    </p>
  );
}

/** The properties of some sections, in the order of the table. */
function Facts({
  record,
  sections,
  title,
}: {
  readonly record: RecordStatements;
  readonly sections: readonly Section[];
  readonly title?: string;
}) {
  const { site } = record.context;
  const shown = [...site.properties]
    .filter(([, { section }]) => sections.includes(section))
    .map(([iri]) => iri);
  const rest = sections.includes('more')
    ? [...record.properties().keys()].filter((iri) => iri !== rdf.type && !site.properties.has(iri))
    : [];
  const rows = [...shown, ...rest].flatMap((iri) => {
    const values = record.properties().get(iri);
    return values === undefined ? [] : [[iri, values] as const];
  });
  if (rows.length === 0) return null;
  return (
    <section>
      {title !== undefined && <h2>{title}</h2>}
      <dl>
        {rows.map(([iri, values]) => (
          <div>
            <dt>{propertyName(record, iri)}</dt>
            <dd>
              {values.slice(0, 60).map((value) => (
                <p>
                  <Value record={record} value={value} />
                </p>
              ))}
              {values.length > 60 && <p>… {values.length - 60}</p>}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** The date, the county and the place that hold for a work and that its school, its part or its collection states. */
function InheritedFacts({
  record,
  summary,
}: {
  readonly record: RecordStatements;
  readonly summary: ResourceSummary;
}) {
  const { site, words, language } = record.context;
  const [card] = site.index.cards([summary]);
  if (card === undefined) return null;
  const { date, counties, countiesFrom, places } = card;
  const isPlaceInherited =
    summary.kind === 'item' && record.values('place').length === 0 && places.length > 0;
  if (date?.from === undefined && countiesFrom === undefined && !isPlaceInherited) return null;
  const row = (term: string, content: Child, whose: Word) => (
    <div>
      <dt>{propertyName(record, site.iriOf(term))}</dt>
      <dd>
        {content} <span class="whose">({words(whose)})</span>
      </dd>
    </div>
  );
  const links = (records: readonly ResourceSummary[]): Child =>
    records.map((one, at) => (
      <>
        {at > 0 && ', '}
        <a href={addressOf(one.path)}>{labelOf(one, language)}</a>
      </>
    ));
  return (
    <dl>
      {date?.from !== undefined &&
        row('dateSpan', dateInWords(date.edtf, date.qualifier, language), INHERITED.date[date.from])}
      {countiesFrom !== undefined && row('county', links(counties), INHERITED.county[countiesFrom])}
      {isPlaceInherited && row('place', links(places), 'placeOfPart')}
    </dl>
  );
}

/** The name of a property: from the table of the pages, else its label in the ontology, else its IRI. */
function propertyName(record: RecordStatements, iri: string): string {
  const { site, language } = record.context;
  const shown = site.properties.get(iri)?.label;
  if (shown !== undefined) return shown[language];
  const summary = record.labelled(iri);
  return summary === undefined ? compact(record.context, iri) : labelOf(summary, language);
}

const compact = ({ site }: PageContext, iri: string): string =>
  compactIri(iri, site.language.prefixes) ?? iri;

/** People by role, with what was recorded about their part: an age, a relationship. */
function People({ record }: { readonly record: RecordStatements }) {
  const { site, words } = record.context;
  const roles = [...site.properties].filter(([, { section }]) => section === 'person').map(([iri]) => iri);
  const rows = roles.flatMap((iri) => {
    const values = record.properties().get(iri);
    return values === undefined ? [] : [[iri, values] as const];
  });
  if (rows.length === 0) return null;
  const contributions = record.values('contribution').map(({ value }) => value);
  const noteOf = (role: string, person: string): readonly Quad['object'][] =>
    contributions
      .filter(
        (one) =>
          record.values('agent', one)[0]?.value === person &&
          record.values('role', one)[0]?.value.endsWith(`/${localName(role)}`),
      )
      .flatMap((one) =>
        ['age', 'ageMax', 'ageQualifier', 'collectorRelationship'].flatMap((term) =>
          record.values(term, one),
        ),
      );
  return (
    <section>
      <h2>{words('people')}</h2>
      <dl>
        {rows.map(([iri, people]) => (
          <div>
            <dt>{propertyName(record, iri)}</dt>
            <dd>
              {people.map((person) => (
                <p>
                  <Value record={record} value={person} />
                  {noteOf(iri, person.value).map((note) => (
                    <>
                      {', '}
                      <Value record={record} value={note} />
                    </>
                  ))}
                </p>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Texts({ record }: { readonly record: RecordStatements }) {
  const { site } = record.context;
  const rows = [...site.properties].flatMap(([iri, { section }]) => {
    const values = section === 'text' ? record.properties().get(iri) : undefined;
    return values === undefined ? [] : [[iri, values] as const];
  });
  return (
    <>
      {rows.map(([iri, values]) => (
        <section class="text">
          <h2>{propertyName(record, iri)}</h2>
          {values.map((value) => (
            <blockquote
              lang={value.termType === 'Literal' && value.language !== '' ? value.language : undefined}
            >
              {value.value}
            </blockquote>
          ))}
        </section>
      ))}
    </>
  );
}

/** The transcripts of an item, in the order of their pages. */
function Transcripts({ record }: { readonly record: RecordStatements }) {
  const { site, words, language } = record.context;
  const found = site.index.referring(record.path, site.iriOf('transcribesItem'), MOST_TRANSCRIPTS, 0);
  if (found.length === 0) return null;
  return (
    <section class="text">
      <h2>{words('transcript')}</h2>
      {found.flatMap((one) => {
        const quads = site.index
          .documents(site.manifest.base + one.path)
          .flatMap((document) => document.quads);
        const texts = quads.filter(({ predicate }) => predicate.value === site.iriOf('text'));
        return texts.map(({ object }) => (
          <figure>
            <blockquote
              lang={object.termType === 'Literal' && object.language !== '' ? object.language : undefined}
            >
              {object.value}
            </blockquote>
            <figcaption>
              <a href={addressOf(one.path)}>{labelOf(one, language)}</a>
            </figcaption>
          </figure>
        ));
      })}
    </section>
  );
}

/** The items before and after an item in its part. */
function Neighbours({ record, kind }: { readonly record: RecordStatements; readonly kind: string | null }) {
  if (kind !== 'item') return null;
  const { site, words, language } = record.context;
  const { before, after } = site.index.neighbours(record.path, {
    isPartOf: site.iriOf('isPartOf'),
    firstPage: site.iriOf('firstPage'),
  });
  if (before === undefined && after === undefined) return null;
  return (
    <nav class="neighbours" aria-label={words('nearby')}>
      {before !== undefined && (
        <a rel="prev" href={addressOf(before.path)}>
          <span>{words('before')}</span> {labelOf(before, language)}
        </a>
      )}
      {after !== undefined && (
        <a rel="next" href={addressOf(after.path)}>
          <span>{words('after')}</span> {labelOf(after, language)}
        </a>
      )}
    </nav>
  );
}

/** Properties whose other end a page shows elsewhere, or that repeat another. */
const REPEATING = [
  'spatial',
  'contributor',
  'creator',
  'transcribesItem',
  'locationCreated',
  'previousItem',
  'nextItem',
  'hadPrimarySource',
] as const;

function Referring({ context, path }: { readonly context: PageContext; readonly path: string }) {
  const { site, language, words } = context;
  const hidden = new Set(REPEATING.map((term) => site.iriOf(term)));
  const found = site.index.referrers(path, MOST_REFERRERS).filter(({ property }) => !hidden.has(property));
  if (found.length === 0) return null;
  const labels = site.index.summaries(found.map(({ property }) => property));
  return (
    <section>
      <h2>{words('linkedFrom')}</h2>
      {found.map(({ property, count, records }) => {
        const shown = site.properties.get(property)?.label;
        const labelled = labels.get(property);
        const name =
          shown !== undefined
            ? shown[language]
            : labelled === undefined
              ? compact(context, property)
              : labelOf(labelled, language);
        return (
          <details open={count <= MOST_REFERRERS}>
            <summary>
              {name} <span class="count">{count}</span>
            </summary>
            <ul>
              {records.map((one) => (
                <li>
                  <a href={addressOf(one.path)}>{labelOf(one, language)}</a>
                </li>
              ))}
            </ul>
            {count > records.length && (
              <p>
                <a href={`/referring?to=${encodeURIComponent(path)}&by=${encodeURIComponent(property)}`}>
                  {words('allValues')} ({count})
                </a>
              </p>
            )}
          </details>
        );
      })}
    </section>
  );
}

/** Every statement of the release about the record, by dataset. */
function Statements({
  record,
  documents,
}: {
  readonly record: RecordStatements;
  readonly documents: readonly ResourceDocument[];
}) {
  const { words } = record.context;
  return (
    <details class="statements">
      <summary>{words('allStatements')}</summary>
      {documents.map(({ dataset, quads }) => (
        <table>
          <caption>
            {words('statementsIn')} <code>{dataset}</code>
          </caption>
          <thead>
            <tr>
              <th scope="col">{words('identifier')}</th>
              <th scope="col">{words('property')}</th>
              <th scope="col">{words('value')}</th>
            </tr>
          </thead>
          <tbody>
            {quads.map(({ subject, predicate, object }) => (
              <tr>
                <td>
                  <code>
                    {subject.value === record.iri
                      ? '·'
                      : `#${subject.value.slice(recordOf(subject.value).length + 1)}`}
                  </code>
                </td>
                <td>
                  <PropertyLink record={record} iri={predicate.value} />
                </td>
                <td>
                  <Value record={record} value={object} isPlain />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      ))}
    </details>
  );
}

/** A property by its compact IRI, with a link where the release has its definition. */
export function PropertyLink({ record, iri }: { readonly record: RecordStatements; readonly iri: string }) {
  const name = <code>{compact(record.context, iri)}</code>;
  const defined = record.labelled(iri);
  return defined === undefined ? name : <a href={addressOf(defined.path)}>{name}</a>;
}

/** One value: a link with a label, a date in words, a node of the record with its own values, or a text. */
export function Value({
  record,
  value,
  isPlain = false,
}: {
  readonly record: RecordStatements;
  readonly value: Quad['object'];
  readonly isPlain?: boolean;
}): Child {
  const { language, site } = record.context;
  if (value.termType === 'Literal') {
    const datatype = value.datatype.value;
    if (!isPlain && datatype === EDTF_LEVEL_1) return dateInWords(value.value, undefined, language);
    if (!isPlain && datatype === xsd.boolean) return value.value === 'true' ? '✓' : '✗';
    return value.language === '' ? value.value : <span lang={value.language}>{value.value}</span>;
  }
  if (!isPlain && record.isOwn(value.value)) return <OwnNode record={record} node={value.value} />;
  const known = nameOfValue(compact(record.context, value.value));
  if (!isPlain && known !== undefined) return known[language];
  const labelled = record.labelled(value.value);
  if (labelled !== undefined)
    return (
      <a href={addressOf(labelled.path)}>
        {isPlain ? compact(record.context, value.value) : labelOf(labelled, language)}
      </a>
    );
  if (value.value.startsWith(site.manifest.base))
    return <code>{value.value.slice(site.manifest.base.length)}</code>;
  const address = webAddress(value.value);
  if (address === undefined) return <code>{value.value}</code>;
  if (!isPlain && LANGUAGES.test(value.value)) return languageName(localName(value.value), language);
  return (
    <a class="external" href={address} rel="external noreferrer">
      {compact(record.context, value.value)}
    </a>
  );
}

const LANGUAGES = /vocabulary\/iso639-1\/[a-z]+$/;

/** The name of a language. Irish names come from the data of the runtime where it has them. */
function languageName(tag: string, language: string): string {
  return new Intl.DisplayNames([language, 'en'], { type: 'language' }).of(tag) ?? tag;
}

/** A node of the record in a line: a date in words, a point, or its properties. */
function OwnNode({ record, node }: { readonly record: RecordStatements; readonly node: string }): Child {
  const { site, language } = record.context;
  const edtf = record.values('notation', node)[0];
  if (
    edtf !== undefined &&
    record.values('statedFromYear', node).length + record.values('statedToYear', node).length > 0
  ) {
    const qualifier = record.values('dateQualifier', node)[0];
    const problems = record.values('dateProblem', node);
    return (
      <>
        {dateInWords(
          edtf.value,
          qualifier === undefined ? undefined : (localName(qualifier.value) as DateQualifier),
          language,
        )}
        {problems.map((problem) => (
          <>
            {' ('}
            <Value record={record} value={problem} />)
          </>
        ))}
      </>
    );
  }
  const [latitude] = record.values('latitude', node);
  const [longitude] = record.values('longitude', node);
  if (latitude !== undefined && longitude !== undefined) return `${latitude.value}, ${longitude.value}`;
  const rows = [...record.properties(node)].filter(
    ([iri]) => iri !== rdf.type && iri !== site.iriOf('label'),
  );
  const [label] = record.values('label', node);
  return (
    <span class="node">
      {label !== undefined && (
        <>
          <Value record={record} value={label} />{' '}
        </>
      )}
      {rows.map(([iri, values], at) => (
        <span>
          {at > 0 && '; '}
          <span class="property">{propertyName(record, iri)}</span>{' '}
          {values.map((value, index) => (
            <>
              {index > 0 && ', '}
              {value.termType === 'NamedNode' && record.isOwn(value.value) ? (
                <OwnNode record={record} node={value.value} />
              ) : (
                <Value record={record} value={value} />
              )}
            </>
          ))}
        </span>
      ))}
    </span>
  );
}
