import { formatCount } from '../../../base/text.js';
import { PROPERTY, type ResourceSummary } from '../index/release-index.js';
import { addressOf, labelOf, type PageProps } from '../layout.js';
import { placesNear } from '../map/places-on-map.js';
import type { Site } from '../site.js';
import type { SectionProps } from './related-records.js';

/** Works of a list. */
const MOST_OTHERS = 4;
/** Places near the place of a work, and kilometres to them. */
const MOST_NEAR = 4;
const NEAR_KM = 10;

/** Where to read on after a story: by the same teller, on the same topic, from the same place and from near it. */
export function OtherWorks({ record, kind }: SectionProps) {
  const { context, path } = record;
  const { site, words } = context;
  const id = site.index.idOf(path);
  if (kind !== 'item' || id === undefined) return null;
  const lists = [
    { title: words('sameTeller'), ...firstWithWorks(site, id, 'informant') },
    { title: words('sameTopic'), ...firstWithWorks(site, id, 'subject') },
  ];
  const near = worksNear(site, id);
  if (near === undefined && lists.every(({ of }) => of === undefined)) return null;
  return (
    <div class="overview others">
      {lists.map((list) => list.of !== undefined && <List context={context} {...list} of={list.of} />)}
      {near !== undefined && <Nearby context={context} {...near} />}
    </div>
  );
}

/** What an item names by a property that other items name, too, and some of these items: of several the one with fewest. */
function firstWithWorks(
  site: Site,
  item: number,
  property: string,
): { readonly of?: ResourceSummary; readonly works: readonly ResourceSummary[] } {
  for (const of of linked(site, item, property).toSorted((a, b) => a.works - b.works)) {
    const works = worksAfter(site, item, property, of.id);
    if (works.length > 0) return { of, works };
  }
  return { works: [] };
}

/** What an item names by a property, with the number of works that name the same. */
interface Named extends ResourceSummary {
  readonly id: number;
  readonly works: number;
}

const linked = ({ index, iriOf }: Site, item: number, property: string): readonly Named[] =>
  index
    .all<Named>(
      `SELECT other.id, other.path, other.kind, other.label_en, other.label_ga,
         (SELECT count(*) FROM link AS same WHERE same.target = other.id AND same.property = link.property) AS works
       FROM link JOIN resource AS other ON other.id = link.target
       WHERE link.source = ? AND link.property = ${PROPERTY} ORDER BY other.id`,
      [item, iriOf(property)],
    )
    .filter(({ works }) => works > 1);

/** The works that name a record by a property and follow an item in the release; after the last one those from the first on. */
function worksAfter(
  { index, iriOf }: Site,
  item: number,
  property: string,
  target: number,
): readonly ResourceSummary[] {
  const some = (condition: '>' | '<', most: number): number[] =>
    index.numbers(
      `SELECT source FROM link JOIN resource ON resource.id = source
       WHERE target = ? AND property = ${PROPERTY} AND source ${condition} ? AND kind = 'item' ORDER BY source LIMIT ?`,
      [target, iriOf(property), item, most],
    );
  const after = some('>', MOST_OTHERS);
  return index.summariesOf([...after, ...some('<', MOST_OTHERS - after.length)]);
}

interface ListProps extends PageProps {
  readonly title: string;
  /** What all works of the list name. Its page has the others. */
  readonly of: ResourceSummary;
  readonly works: readonly ResourceSummary[];
}

function List({ context: { language }, title, of, works }: ListProps) {
  return (
    <section>
      <h2>
        {title}: <a href={addressOf(of.path)}>{labelOf(of, language)}</a>
      </h2>
      <ul>
        {works.map((work) => (
          <li>
            <a href={addressOf(work.path)}>{labelOf(work, language)}</a>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A work, the place that it is from, and how far away that is. */
interface NearWork {
  readonly work: ResourceSummary;
  readonly from: ResourceSummary;
  readonly kilometres: number;
}

interface NearWorks {
  readonly here: ResourceSummary;
  readonly works: readonly NearWork[];
}

/** Works from the place of an item, and from the places near it: one from each. */
function worksNear(site: Site, item: number): NearWorks | undefined {
  const { index, search } = site;
  const [place] = search.results.placesOf(item);
  const [here] = place === undefined ? [] : index.summariesOf([place]);
  if (here === undefined) return undefined;
  const works: NearWork[] = [];
  for (const { kilometres, ...from } of [
    { ...here, kilometres: 0 },
    ...placesNear(site, here.path, NEAR_KM, MOST_NEAR),
  ]) {
    const others = search.results.worksAt([index.idOf(from.path) ?? 0]).filter((work) => work !== item);
    const next = others.find((work) => work > item) ?? others[0];
    const [work] = next === undefined ? [] : index.summariesOf([next]);
    if (work !== undefined) works.push({ work, from, kilometres });
    if (works.length === MOST_OTHERS) break;
  }
  return works.length === 0 ? undefined : { here, works };
}

const Nearby = ({ context: { words, language }, here, works }: PageProps & NearWorks) => (
  <section>
    <h2>
      {words('toldNearby')}: <a href={addressOf(here.path)}>{labelOf(here, language)}</a>
    </h2>
    <ul>
      {works.map(({ work, from, kilometres }) => (
        <li>
          <a href={addressOf(work.path)}>{labelOf(work, language)}</a>
          {kilometres > 0 && (
            <span class="whose">
              {' '}
              {labelOf(from, language)}, {formatCount(Math.max(1, Math.round(kilometres)))} km
            </span>
          )}
        </li>
      ))}
    </ul>
  </section>
);
