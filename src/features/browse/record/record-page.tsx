import { formatCount } from '../../../base/text.js';
import type { ResourceDocument } from '../index/release-index.js';
import { kindName } from '../interface-words.js';
import {
  addressInFormat,
  addressOf,
  CreditLine,
  descriptionOf,
  Layout,
  labelOf,
  type PageProps,
  pageOfRecord,
} from '../layout.js';
import { MapOfIreland } from '../map/map-of-ireland.js';
import { placesOfWorks, pointsOf } from '../map/places-on-map.js';
import { KeepButton, Trail } from '../page-parts.js';
import { Pictures } from '../pictures/pictures-section.js';
import { searchAddress } from '../search/search-address.js';
import { CITATION_FORMATS, citationInWords, citationOf, citationTags } from './citations.js';
import { OtherWorks } from './other-works.js';
import { PersonWorks } from './person-works.js';
import { pictureRights, publicationsOf } from './publications.js';
import { neighboursOf } from './record-queries.js';
import {
  Facts,
  InheritedFacts,
  Neighbours,
  OtherTitles,
  People,
  Statements,
  sequelsAmong,
  Texts,
  Transcripts,
  transcriptsOf,
} from './record-sections.js';
import { dataOf, RecordStatements, trailOf } from './record-statements.js';
import {
  ContainedRecords,
  isPerson,
  OtherReferrers,
  PlacesAround,
  SubjectWorks,
  worksOf,
} from './related-records.js';
import { DATA_FORMATS, SUFFIXES, type Suffix } from './representations.js';
import { Pupils, SchoolsAround, schoolAt } from './school-sections.js';
import { schemaJsonld, schemaStatements } from './structured-data.js';
import { onTopic, TopicsBeside } from './topic-sections.js';

/** Places of the works of a person or on a topic, on the small map. */
const MOST_POINTS = 60;

interface RecordPageProps extends PageProps {
  readonly path: string;
  readonly documents: readonly ResourceDocument[];
}

/** The page of one record: its properties, people and places, its text, references to it, and its downloads. */
export function RecordPage({ context, path, documents }: RecordPageProps) {
  const { site, language, words } = context;
  const summary = site.index.summary(path);
  const record = new RecordStatements(context, path, documents);
  const data = dataOf(documents, site);
  const rights = pictureRights(record);
  const isReferredOnly = documents.every(({ dataset }) => dataset === 'omissions');
  const cited =
    summary === undefined || isReferredOnly ? undefined : citationOf(context, { summary, documents: data });
  const title = summary === undefined ? path : labelOf(summary, language);
  const isOffered = (suffix: string): boolean => context.asFiles?.formats.has(suffix) ?? true;
  const formats = Object.entries(DATA_FORMATS)
    .filter(([suffix]) => isOffered(suffix))
    .map(([suffix, name]) => ({ suffix: suffix as Suffix, name, href: addressInFormat(site, path, suffix) }));
  const links = summary === undefined ? [] : context.linksOfRecord(context, summary);
  const citations = Object.entries(CITATION_FORMATS).filter(([suffix]) => isOffered(suffix));
  const kind = summary?.kind ?? undefined;
  const transcripts = kind === 'item' ? transcriptsOf(record) : [];
  const neighbours = kind === 'item' ? neighboursOf(site, path) : {};
  const school = kind === 'part' ? schoolAt(site, path) : undefined;
  // A person and a topic are where the works are.
  const works = isPerson(kind) ? worksOf(path) : kind === 'topic' ? onTopic(path) : undefined;
  const points =
    works !== undefined
      ? placesOfWorks(site, works, MOST_POINTS)
      : kind === undefined
        ? []
        : (school?.points ?? pointsOf(site, path));
  return (
    <Layout
      context={context}
      title={title}
      structuredData={schemaJsonld(schemaStatements(site, record.iri, documents))}
      alternates={[
        ...formats.map(({ suffix, href }) => [SUFFIXES[suffix], href] as const),
        ...links.flatMap(({ mediaType, href, isOfSeveral }) =>
          isOfSeveral === true ? [] : [[mediaType, href] as const],
        ),
      ]}
      isRecord
      canonical={summary && pageOfRecord(summary)}
      styles={works !== undefined ? ['/assets/charts.css'] : []}
      description={summary && descriptionOf(context, summary)}
      tags={cited === undefined ? [] : citationTags(cited)}
    >
      <article>
        <Trail
          context={context}
          steps={trailOf(record).map((one) => [addressOf(one.path), labelOf(one, language)])}
        />
        <h1>{title}</h1>
        <OtherTitles record={record} title={title} kind={kind} />
        <p class="kind">
          {kind !== undefined && <span class="badge">{kindName(kind, 'one', language)}</span>}{' '}
          <code class="iri">{record.iri}</code>{' '}
          {summary !== undefined && <KeepButton context={context} path={path} />}
        </p>
        {isReferredOnly && <p>{words('onlyReferred')}</p>}
        {kind === 'item' ? (
          <div class="reading">
            <div>
              <Transcripts record={record} transcripts={transcripts} />
              <Texts record={record} transcripts={transcripts} />
            </div>
            <Pictures context={context} path={path} documents={documents} />
          </div>
        ) : (
          <Pictures context={context} path={path} documents={documents} />
        )}
        <Neighbours record={record} neighbours={neighbours} />
        {school !== undefined && <SchoolsAround record={record} school={school} />}
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
              {works !== undefined && (
                <p>
                  <a href={searchAddress(works, { path: '/map' })}>{words('placesOfWorks')}</a>
                </p>
              )}
            </aside>
          )}
        </div>
        {kind !== 'item' && <Texts record={record} />}
        <OtherWorks record={record} kind={kind} />
        <PersonWorks record={record} kind={kind} />
        <SubjectWorks record={record} kind={kind} />
        {kind === 'topic' && <TopicsBeside record={record} />}
        {school !== undefined && <Pupils context={context} path={path} />}
        <ContainedRecords record={record} kind={kind} />
        <Facts
          record={record}
          sections={['more']}
          title={words('other')}
          without={sequelsAmong(record, neighbours)}
        />
        <Facts record={record} sections={['source']} title={words('source')} />
        <OtherReferrers record={record} kind={kind} />
        {context.canExplain(record.iri) && (
          <p class="how-we-know">
            <a href={`/explain?iri=${encodeURIComponent(record.iri)}`}>{words('howWeKnow')}</a>
          </p>
        )}
        <section class="take">
          <h2>{words('cite')}</h2>
          <p class="citation">
            {cited === undefined ? `“${title}”. ${record.iri}.` : citationInWords(cited)}
          </p>
          {cited?.claims !== undefined && <p class="citation claims">{cited.claims}</p>}
          {rights !== undefined && <p>{rights}.</p>}
          {publicationsOf(site, data).map((notice) => (
            <p>
              {words('dataLicence')}: <CreditLine context={context} notice={notice} />{' '}
              <a href={notice.licence} rel="license">
                {notice.licence}
              </a>
            </p>
          ))}
          {cited !== undefined && citations.length > 0 && (
            <p class="downloads">
              {citations.map(([suffix, { name }]) => (
                <a href={addressInFormat(site, path, suffix)}>{name}</a>
              ))}
            </p>
          )}
          {formats.length > 0 && (
            <>
              <h2>{words('download')}</h2>
              <p class="downloads">
                {formats.map(({ name, href }) => (
                  <a href={href}>{name}</a>
                ))}
              </p>
            </>
          )}
          {links.map(({ title, href, note }) => (
            <>
              <h2>{title}</h2>
              <p>
                <a href={href}>
                  <code>{context.origin + href}</code>
                </a>
              </p>
              <p class="quiet">{note}</p>
            </>
          ))}
        </section>
        <Statements record={record} documents={documents} />
      </article>
    </Layout>
  );
}
