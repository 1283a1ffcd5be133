import type { Quad } from '@rdfjs/types';
import { formatCount } from '../../base/text.js';
import { localName } from '../../model/rdf/iri-syntax.js';
import { rdf } from '../../model/rdf/iris.js';
import { recordOf } from '../../model/rdf/record-order.js';
import { CITATION_FORMATS } from './citations.js';
import { IIIF_MEDIA_TYPE, iiifPath } from './iiif/iiif-addresses.js';
import type { ResourceSummary } from './index/cards.js';
import type { ResourceDocument } from './index/release-index.js';
import { inheritedFacts } from './inherited-facts.js';
import { kindName } from './interface-words.js';
import { addressInFormat, addressOf, descriptionOf, Layout, labelOf, type PageContext } from './layout.js';
import { MapOfIreland } from './map-of-ireland.js';
import { Pictures } from './pictures-section.js';
import type { Section } from './property-table.js';
import { RecordStatements, trailOf } from './record-statements.js';
import { PlainValue, PropertyLink, propertyName, Value } from './record-values.js';
import {
  ContainedRecords,
  isPerson,
  OtherReferrers,
  PersonWorks,
  PlacesAround,
  SubjectWorks,
} from './related-records.js';
import { SUFFIXES } from './representations.js';
import { searchAddress } from './search-page.js';
import type { PublicationNotice } from './site.js';

/** Places of a person's works on the small map. */
const MOST_POINTS = 60;
/** Transcripts that a page shows whole. */
const MOST_TRANSCRIPTS = 40;

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
  const isOffered = (suffix: string): boolean => context.asFiles?.formats.has(suffix) ?? true;
  const alternates = (['ttl', 'jsonld', 'nt'] as const)
    .filter(isOffered)
    .map((suffix) => [SUFFIXES[suffix], addressInFormat(site, path, suffix)] as const);
  const iiif = summary && iiifPath(context, summary);
  const citations = Object.entries(CITATION_FORMATS).filter(([suffix]) => isOffered(suffix));
  const kind = summary?.kind ?? undefined;
  // A person is where the works are.
  const points = isPerson(kind)
    ? site.index.places({ words: '', facets: {}, of: path }, MOST_POINTS)
    : kind === undefined
      ? []
      : site.index.points(path);
  return (
    <Layout
      context={context}
      title={title}
      alternates={[...alternates, ...(iiif === undefined ? [] : [[IIIF_MEDIA_TYPE, iiif] as const])]}
      isRecord
      styles={isPerson(kind) ? ['/assets/charts.css'] : []}
      description={summary && descriptionOf(context, summary)}
    >
      <article>
        <Trail record={record} />
        <h1>{title}</h1>
        <OtherTitles record={record} title={title} />
        <p class="kind">
          {kind !== undefined && <span class="badge">{kindName(kind, 'one', language)}</span>}{' '}
          <code class="iri">{record.iri}</code>
        </p>
        <Pictures context={context} path={path} documents={documents} />
        <div class="record">
          <div class="facts">
            <Facts record={record} sections={['fact']} />
            {summary !== undefined && <InheritedFacts record={record} summary={summary} />}
            <People record={record} />
            <Facts
              record={record}
              sections={['place']}
              title={words('where')}
              // In the order of their size, below.
              without={kind === 'place' ? ['containedInPlace'] : []}
            />
            <PlacesAround record={record} kind={kind} />
          </div>
          {points.length > 0 && (
            <aside class="small-map" aria-label={words('map')}>
              <MapOfIreland
                title={`${words('mapOf')}: ${title}`}
                circles={points.map((point) => ({
                  ...point,
                  label:
                    point.works > 1
                      ? `${labelOf(point, language)}: ${formatCount(point.works)} ${words('severalWorks')}`
                      : labelOf(point, language),
                  href: addressOf(point.path),
                  weight: Math.max(point.works, 4),
                  ...(point.works > 1 && { text: formatCount(point.works) }),
                }))}
              />
              {isPerson(kind) && (
                <p>
                  <a href={searchAddress({ words: '', facets: {}, of: path }, { path: '/map' })}>
                    {words('placesOfWorks')}
                  </a>
                </p>
              )}
            </aside>
          )}
        </div>
        <Texts record={record} />
        <Transcripts record={record} />
        <PersonWorks record={record} kind={kind} />
        <SubjectWorks record={record} kind={kind} />
        <ContainedRecords record={record} kind={kind} />
        <Facts record={record} sections={['more']} title={words('other')} />
        <Facts record={record} sections={['source']} title={words('source')} />
        <Neighbours record={record} kind={kind} />
        <OtherReferrers record={record} kind={kind} />
        {context.canExplain(record.iri) && (
          <p>
            <a href={`/explain?iri=${encodeURIComponent(record.iri)}`}>{words('howWeKnow')}</a>
          </p>
        )}
        <section class="take">
          <h2>{words('cite')}</h2>
          {[...new Set(documents.map(({ dataset }) => publicationOf(context, dataset)))].map(
            (publication) => (
              <p>
                {citationOf(context, title, publication, record.iri)} <Credit notice={publication} />
              </p>
            ),
          )}
          {summary !== undefined && citations.length > 0 && (
            <p class="downloads">
              {citations.map(([suffix, { name }]) => (
                <a href={addressInFormat(site, path, suffix)}>{name}</a>
              ))}
            </p>
          )}
          {alternates.length > 0 && (
            <>
              <h2>{words('download')}</h2>
              <p class="downloads">
                {alternates.map(([type, href]) => (
                  <a href={href}>{LANGUAGE_NAMES[type] ?? type}</a>
                ))}
              </p>
            </>
          )}
          {iiif !== undefined && (
            <>
              <h2>{words(kind === 'collection' ? 'iiifCollection' : 'iiifManifest')}</h2>
              <p>
                <a href={iiif}>
                  <code>{context.origin + iiif}</code>
                </a>
              </p>
              <p class="quiet">{words('iiifHint')}</p>
            </>
          )}
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
  `“${title}”. ${notice?.title[language] ?? ''}, ${site.manifest.label} (${site.manifest.issued}). ${iri}.`;

/** A credit line. Publishers write it in English. */
const Credit = ({ notice }: { readonly notice: PublicationNotice | undefined }) => (
  <span lang="en">{notice?.credit}</span>
);

/** From the collection down to the record. */
function Trail({ record }: { readonly record: RecordStatements }) {
  const { language } = record.context;
  const trail = trailOf(record);
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
  const [notation] = record.values('code');
  const labels = [...record.values('label'), ...record.values('prefLabel')].filter(
    ({ value }) => value !== title && `${notation?.value} ${value}` !== title,
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
  without = [],
}: {
  readonly record: RecordStatements;
  readonly sections: readonly Section[];
  readonly title?: string;
  /** Terms that another section shows. */
  readonly without?: readonly string[];
}) {
  const { site } = record.context;
  const elsewhere = new Set(without.map((term) => site.iriOf(term)));
  const shown = [...site.properties]
    .filter(([iri, { section }]) => sections.includes(section) && !elsewhere.has(iri))
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

/** The date, the county and the place that hold for a work and that something else states, with whose they are. */
function InheritedFacts({
  record,
  summary,
}: {
  readonly record: RecordStatements;
  readonly summary: ResourceSummary;
}) {
  const { site, words, language } = record.context;
  const facts = inheritedFacts(record, summary);
  if (facts.length === 0) return null;
  return (
    <dl>
      {facts.map(({ term, values, whose }) => (
        <div>
          <dt>{propertyName(record, site.iriOf(term))}</dt>
          <dd>
            {values.map((one, at) => (
              <>
                {at > 0 && ', '}
                {typeof one === 'string' ? one : <a href={addressOf(one.path)}>{labelOf(one, language)}</a>}
              </>
            ))}{' '}
            <span class="whose">({words(whose)})</span>
          </dd>
        </div>
      ))}
    </dl>
  );
}

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
function Neighbours({
  record,
  kind,
}: {
  readonly record: RecordStatements;
  readonly kind: string | undefined;
}) {
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
                  <PlainValue record={record} value={object} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      ))}
    </details>
  );
}
