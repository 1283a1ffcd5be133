import type { Child } from 'hono/jsx';
import { formatCount } from '../../../base/text.js';
import { ROLES } from '../index/facet-statements.js';
import type { ResourceSummary } from '../index/release-index.js';
import type { SearchRequest } from '../index/result-search.js';
import { kindName } from '../interface-words.js';
import { addressOf, labelOf, type PageContext, type PageProps } from '../layout.js';
import { countiesOnMap, placesNear } from '../map/places-on-map.js';
import { AllLink } from '../page-parts.js';
import type { PersonKind } from '../people-page.js';
import { Results } from '../search/result-card.js';
import { searchAddress, WORKS } from '../search/search-address.js';
import { containedIn, firstPages, placesAround } from './record-queries.js';
import type { RecordProps } from './record-statements.js';
import { compact, propertyName } from './record-values.js';
import { onTopic, TopicInTime } from './topic-sections.js';

/*
 * The sections of a record's page with other records: what is at a place and near it, what a volume contains, and what else
 * refers to the record. The works of a person are in person-works.tsx.
 */

export interface SectionProps extends RecordProps {
  readonly kind: string | undefined;
}

/** Records of each property that refer to this one, on its page. */
const MOST_REFERRERS = 12;
/** Works that the page of a person or a place shows as cards. */
export const MOST_CARDS = 5;
/** Places near another, and kilometres to them. */
const MOST_NEAR = 8;
const NEAR_KM = 10;
/** Entries of a list of contents. */
const MOST_CONTENTS = 100;

/** Whether records of a kind are people with roles in works. */
export const isPerson = (kind: string | undefined): kind is PersonKind =>
  kind === 'person' || kind === 'schools-person';

const isPlace = (kind: string | undefined): boolean => kind === 'place' || kind === 'place-abroad';

export const worksOf = (path: string) => ({ words: '', facets: {}, of: path }) as const;

export const referringAddress = (path: string, property: string): string =>
  `/referring?to=${encodeURIComponent(path)}&by=${encodeURIComponent(property)}`;

/** The first works of a search as cards, and a link to all of them. */
export function WorkCards({ context, request }: PageProps & { readonly request: SearchRequest }) {
  const { total, records } = context.site.search.page(request, MOST_CARDS, 0);
  return (
    <>
      <Results context={context} records={records} />
      <AllLink
        context={context}
        href={searchAddress(request)}
        shown={records.length}
        count={total}
        word="allWorks"
      />
    </>
  );
}

/** What a place lies in, from the smallest unit up. */
export function PlacesAround({ record, kind }: SectionProps) {
  const { context, path } = record;
  const { site, language } = context;
  const around = kind === 'place' ? placesAround(site, path) : [];
  if (around.length === 0) return null;
  const categories = site.index.summaries(around.flatMap((place) => place.categories));
  return (
    <dl>
      <div>
        <dt>{propertyName(record, site.iriOf('containedInPlace'))}</dt>
        <dd>
          <ol class="around">
            {around.map((place) => {
              const names = place.categories.flatMap((one) => categories.get(one) ?? []);
              return (
                <li>
                  <a href={addressOf(place.path)}>{labelOf(place, language)}</a>{' '}
                  {names.length > 0 && (
                    <span class="whose">({names.map((one) => labelOf(one, language)).join(', ')})</span>
                  )}
                </li>
              );
            })}
          </ol>
        </dd>
      </div>
    </dl>
  );
}

/** The works on a topic, or at a place and at the places in it; the places near it that have works. */
export function SubjectWorks({ record, kind }: SectionProps) {
  const { context, path } = record;
  const { site, words, language } = context;
  if (!isPlace(kind) && kind !== 'topic') return null;
  const isTopic = kind === 'topic';
  const request = isTopic
    ? onTopic(path)
    : // The works from a county are those of its facet, also without a place in it.
      countiesOnMap(site).some((county) => county.path === path)
      ? { words: '', facets: { ...WORKS, county: [path] } }
      : worksOf(path);
  const { total } = site.search.page(request, 0, 0);
  const near = isTopic ? [] : placesNear(site, path, NEAR_KM, MOST_NEAR);
  return (
    <>
      {total > 0 && (
        <section>
          <h2>
            {words(isTopic ? 'worksOnTopic' : 'worksHere')} <span class="count">{formatCount(total)}</span>
          </h2>
          <WorkCards context={context} request={request} />
          {isTopic && <TopicInTime context={context} path={path} />}
        </section>
      )}
      {near.length > 0 && (
        <section>
          <h2>{words('nearHere')}</h2>
          <ul class="near">
            {near.map((place) => (
              <li>
                <a href={addressOf(place.path)}>{labelOf(place, language)}</a>{' '}
                <span class="whose">
                  {place.kilometres.toFixed(1)} km · {formatCount(place.works)}{' '}
                  {words(place.works === 1 ? 'oneWork' : 'severalWorks')}
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

const CONTAINERS: ReadonlySet<string> = new Set(['collection', 'volume', 'part']);

/** What a collection, a volume or a part contains, in the order of positions and pages. */
export function ContainedRecords({ record, kind = '' }: SectionProps) {
  const { context, path } = record;
  const { site, words, language } = context;
  if (!CONTAINERS.has(kind)) return null;
  const isPartOf = site.iriOf('isPartOf');
  const contained = containedIn(site, path, MOST_CONTENTS);
  const items = kind === 'collection' ? undefined : site.search.page(worksOf(path), MOST_CONTENTS, 0);
  const entries = (records: readonly ResourceSummary[]): Child => {
    const pages = firstPages(site, records);
    return (
      <ol class="contents">
        {records.map((one) => {
          const page = pages.get(one.path);
          return (
            <li>
              <a href={addressOf(one.path)}>{labelOf(one, language)}</a>
              {page !== undefined && <span class="whose"> {labelOf(page, language)}</span>}
            </li>
          );
        })}
      </ol>
    );
  };
  return (
    <section>
      <h2>{words('contents')}</h2>
      {contained
        .filter((group) => group.kind !== 'item')
        .map((group) => (
          <details open={group.kind !== 'page' && group.kind !== 'photograph'}>
            <summary>
              {kindName(group.kind, 'many', language)} <span class="count">{formatCount(group.count)}</span>
            </summary>
            {entries(group.records)}
            <AllLink
              context={context}
              href={referringAddress(path, isPartOf)}
              shown={group.records.length}
              count={group.count}
            />
          </details>
        ))}
      {items !== undefined && items.total > 0 && (
        <details open>
          <summary>
            {kindName('item', 'many', language)} <span class="count">{formatCount(items.total)}</span>
          </summary>
          {entries(items.records)}
          <AllLink
            context={context}
            href={searchAddress(worksOf(path))}
            shown={items.records.length}
            count={items.total}
          />
        </details>
      )}
    </section>
  );
}

/** Properties whose other end a page shows elsewhere, or that repeat another. */
const REPEATING = [
  'spatial',
  'contributor',
  'creator',
  'agent',
  'transcribesItem',
  'locationCreated',
  'previousItem',
  'nextItem',
  'hadPrimarySource',
  'firstPage',
  'lastPage',
  'hasTopConcept',
  'classifiedAs',
] as const;

const SUBJECT_PROPERTIES: Readonly<Record<string, readonly string[]>> = {
  place: ['place'],
  'place-abroad': ['placeAbroad'],
  topic: ['subject'],
};

/** The properties that the sections above show, by the kind of the record. */
const shownAbove = (kind: string): readonly string[] =>
  isPerson(kind) ? ROLES : CONTAINERS.has(kind) ? ['isPartOf'] : (SUBJECT_PROPERTIES[kind] ?? []);

/** The properties of referring records that no section shows, or another one than {@link OtherReferrers}. */
const hiddenProperties = ({ site }: Pick<PageContext, 'site'>, kind: string): ReadonlySet<string> =>
  new Set([...REPEATING, ...shownAbove(kind)].map((term) => site.iriOf(term)));

/** Whether the page of a record leads to a list of all records that refer to it by a property. */
export function hasOwnList(
  context: Pick<PageContext, 'site'>,
  kind: string | null | undefined,
  property: string,
  count: number,
): boolean {
  const { site } = context;
  if (isPerson(kind ?? '') && ROLES.some((role) => site.iriOf(role) === property)) return count > MOST_CARDS;
  if (CONTAINERS.has(kind ?? '') && property === site.iriOf('isPartOf')) return count > MOST_CONTENTS;
  return count > MOST_REFERRERS && !hiddenProperties(context, kind ?? '').has(property);
}

/** Works of a record that its page shows; undefined for kinds that have none. All of them are at {@link searchAddress} of its path. */
export function worksShown(kind: string | null): number | undefined {
  if (isPerson(kind ?? '') || isPlace(kind ?? '')) return MOST_CARDS;
  return kind === 'volume' || kind === 'part' ? MOST_CONTENTS : undefined;
}

/** What refers to a record and no other section shows. */
export function OtherReferrers({ record, kind = '' }: SectionProps) {
  const { context, path } = record;
  const { site, language, words } = context;
  const hidden = hiddenProperties(context, kind);
  const found = site.index.referrers(path, MOST_REFERRERS).filter(({ property }) => !hidden.has(property));
  if (found.length === 0) return null;
  return (
    <section>
      <h2>{words('linkedFrom')}</h2>
      {found.map(({ property, count, records }) => (
        <details open={count <= MOST_REFERRERS}>
          <summary>
            {inverseName(context, property)} <span class="count">{formatCount(count)}</span>
          </summary>
          <ul>
            {records.map((one) => (
              <li>
                <a href={addressOf(one.path)}>{labelOf(one, language)}</a>
              </li>
            ))}
          </ul>
          <AllLink
            context={context}
            href={referringAddress(path, property)}
            shown={records.length}
            count={count}
          />
        </details>
      ))}
    </section>
  );
}

/** What records are called that refer to another one by a property. */
export function inverseName(context: PageContext, property: string): string {
  const { site, language } = context;
  const shown = site.properties.get(property);
  const name = (shown?.inverse ?? shown?.label)?.[language];
  const labelled = name === undefined ? site.index.summary(property) : undefined;
  return name ?? (labelled === undefined ? compact(context, property) : labelOf(labelled, language));
}
