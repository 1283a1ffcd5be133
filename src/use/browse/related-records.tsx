import type { Child } from 'hono/jsx';
import { formatCount } from '../../base/text.js';
import type { ResourceSummary } from './index/cards.js';
import { ROLES } from './index/facet-statements.js';
import type { FellowWorker, PersonKind } from './index/release-index.js';
import type { SearchRequest } from './index/result-search.js';
import { facetValueNameOf, kindName } from './interface-words.js';
import { addressOf, labelOf, type PageContext } from './layout.js';
import { WorksByYear } from './picture-pages.js';
import type { RecordStatements } from './record-statements.js';
import { compact, propertyName } from './record-values.js';
import { ResultCard } from './result-card.js';
import { searchAddress } from './search-page.js';

/*
 * The sections of a record's page with other records: a person's works and fellow workers, what is at a place and near it, what
 * a volume contains, and what else refers to the record.
 */

interface SectionProps {
  readonly record: RecordStatements;
  readonly kind: string | undefined;
}

/** Records of each property that refer to this one, on its page. */
const MOST_REFERRERS = 12;
/** Works that the page of a person or a place shows as cards. */
export const MOST_CARDS = 5;
const MOST_FELLOWS = 10;
/** Places near another, and kilometres to them. */
const MOST_NEAR = 8;
const NEAR_KM = 10;
/** Entries of a list of contents. */
const MOST_CONTENTS = 100;

/** Whether records of a kind are people with roles in works. */
export const isPerson = (kind: string | undefined): kind is PersonKind =>
  kind === 'person' || kind === 'schools-person';

const isPlace = (kind: string | undefined): boolean => kind === 'place' || kind === 'place-abroad';

const worksOf = (path: string) => ({ words: '', facets: {}, of: path }) as const;

const referringAddress = (path: string, property: string): string =>
  `/referring?to=${encodeURIComponent(path)}&by=${encodeURIComponent(property)}`;

/** The first works of a search as cards, and a link to all of them. */
function WorkCards({ context, request }: { readonly context: PageContext; readonly request: SearchRequest }) {
  const { site, words } = context;
  const { total, records } = site.index.search(request, MOST_CARDS, 0);
  return (
    <>
      <ol class="results">
        {site.index.cards(records).map((card) => (
          <ResultCard context={context} card={card} />
        ))}
      </ol>
      {total > records.length && (
        <p>
          <a href={searchAddress(request)}>
            {words('allWorks')} ({formatCount(total)})
          </a>
        </p>
      )}
    </>
  );
}

/** The works of a person: how many in which role, in which years, with whom, and the first of them. */
export function PersonWorks({ record, kind }: SectionProps) {
  const { context, path } = record;
  const { site, words } = context;
  if (!isPerson(kind)) return null;
  const properties = ROLES.map((role) => site.iriOf(role));
  const roles = site.index
    .referrers(path, 0)
    .filter(({ property }) => properties.includes(property))
    .toSorted((a, b) => b.count - a.count);
  if (roles.length === 0) return null;
  return (
    <section class="person-works">
      <h2>{words('works')}</h2>
      <ul class="counts">
        {roles.map(({ property, count }) => (
          <li>
            {hasOwnList(context, kind, property, count) ? (
              <a href={referringAddress(path, property)}>{inverseName(context, property)}</a>
            ) : (
              inverseName(context, property)
            )}{' '}
            <span class="count">{formatCount(count)}</span>
          </li>
        ))}
      </ul>
      <WorkCards context={context} request={worksOf(path)} />
      <WorksByYear context={context} request={worksOf(path)} />
      <FellowWorkers context={context} path={path} properties={properties} />
    </section>
  );
}

/** The people who have a role in the same works, as a drawing and as a list. */
function FellowWorkers({
  context,
  path,
  properties,
}: {
  readonly context: PageContext;
  readonly path: string;
  readonly properties: readonly string[];
}) {
  const { site, words, language } = context;
  const fellows = site.index.fellowWorkers(path, properties, MOST_FELLOWS);
  if (fellows.length === 0) return null;
  const rolesOf = ({ properties: iris }: FellowWorker): string =>
    ROLES.filter((role) => iris.includes(site.iriOf(role)))
      .map((role) => facetValueNameOf(role, language))
      .join(', ');
  return (
    <section>
      <h3>{words('workedWith')}</h3>
      <div class="fellows">
        <FellowDrawing context={context} path={path} fellows={fellows} />
        <ul>
          {fellows.map((fellow) => (
            <li>
              <a href={addressOf(fellow.path)}>{labelOf(fellow, language)}</a>{' '}
              <span class="whose">
                {rolesOf(fellow)} · {formatCount(fellow.works)} {words('worksTogether')}
              </span>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

const DRAWING = { width: 420, height: 270, across: 80, down: 100, most: 8, letters: 17 } as const;

/** A person in the middle and fellow workers around: the more works they share, the thicker the line. */
function FellowDrawing({
  context: { site, language, words },
  path,
  fellows,
}: {
  readonly context: PageContext;
  readonly path: string;
  readonly fellows: readonly FellowWorker[];
}) {
  const { width, height, across, down } = DRAWING;
  const shown = fellows.slice(0, DRAWING.most);
  const most = Math.max(...shown.map(({ works }) => works));
  const summary = site.index.summary(path);
  const shortened = (text: string): string =>
    text.length > DRAWING.letters ? `${text.slice(0, DRAWING.letters - 1).toWellFormed()}…` : text;
  const [middleX, middleY] = [width / 2, height / 2];
  return (
    <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={words('workedWith')}>
      {shown.map((fellow, at) => {
        // Names stand beside their points: no point is straight above or below the middle.
        const angle = ((at + 0.5) / shown.length) * 2 * Math.PI;
        const x = Math.round(middleX + across * Math.sin(angle));
        const y = Math.round(middleY - down * Math.cos(angle));
        const isRight = x >= middleX;
        return (
          <>
            <line
              x1={String(middleX)}
              y1={String(middleY)}
              x2={String(x)}
              y2={String(y)}
              stroke-width={String(1 + Math.round((fellow.works / most) * 6))}
            />
            <circle cx={String(x)} cy={String(y)} r="5" />
            <text
              x={String(x + (isRight ? 9 : -9))}
              y={String(y)}
              dy="0.35em"
              text-anchor={isRight ? 'start' : 'end'}
            >
              {shortened(labelOf(fellow, language))}
            </text>
          </>
        );
      })}
      <circle class="middle" cx={String(middleX)} cy={String(middleY)} r="8" />
      {summary !== undefined && (
        <text class="middle" x={String(middleX)} y={String(middleY + 22)} text-anchor="middle">
          {shortened(labelOf(summary, language))}
        </text>
      )}
    </svg>
  );
}

/** What a place lies in, from the smallest unit up. */
export function PlacesAround({ record, kind }: SectionProps) {
  const { context, path } = record;
  const { site, language } = context;
  const around = kind === 'place' ? site.index.placesAround(path) : [];
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
  const request = isTopic ? { words: '', facets: { topic: path } } : worksOf(path);
  const { total } = site.index.search(request, 0, 0);
  const near = isTopic ? [] : site.index.placesNear(path, NEAR_KM, MOST_NEAR);
  return (
    <>
      {total > 0 && (
        <section>
          <h2>
            {words(isTopic ? 'worksOnTopic' : 'worksHere')} <span class="count">{formatCount(total)}</span>
          </h2>
          <WorkCards context={context} request={request} />
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
  const contained = site.index.contained(path, isPartOf, MOST_CONTENTS);
  const items = kind === 'collection' ? undefined : site.index.search(worksOf(path), MOST_CONTENTS, 0);
  const entries = (records: readonly ResourceSummary[]): Child => {
    const pages = site.index.firstPages(records);
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
            {group.count > group.records.length && (
              <p>
                <a href={referringAddress(path, isPartOf)}>
                  {words('allValues')} ({formatCount(group.count)})
                </a>
              </p>
            )}
          </details>
        ))}
      {items !== undefined && items.total > 0 && (
        <details open>
          <summary>
            {kindName('item', 'many', language)} <span class="count">{formatCount(items.total)}</span>
          </summary>
          {entries(items.records)}
          {items.total > items.records.length && (
            <p>
              <a href={searchAddress(worksOf(path))}>
                {words('allValues')} ({formatCount(items.total)})
              </a>
            </p>
          )}
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
          {count > records.length && (
            <p>
              <a href={referringAddress(path, property)}>
                {words('allValues')} ({formatCount(count)})
              </a>
            </p>
          )}
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
