import { formatCount } from '../../../base/text.js';
import { PROPERTY, type ResourceSummary } from '../index/release-index.js';
import { addressOf, labelOf, type PageProps } from '../layout.js';
import { placesNear } from '../map/places-on-map.js';
import type { Site } from '../site.js';
import type { SectionProps } from './related-records.js';

/** Works of a list. */
const MOST_OTHERS = 4;
/** Places near the place of a work, and kilometres to them. */
const MOST_NEAR = 12;
const NEAR_KM = 10;

/** Where to read on after a story: by the same teller, on the same topic, from the same place and from near it. */
export function OtherWorks({ record, kind }: SectionProps) {
  const { context, path } = record;
  const { site, words } = context;
  const id = site.index.idOf(path);
  if (kind !== 'item' || id === undefined) return null;
  const [teller] = linked(site, id, 'informant');
  const topic = linked(site, id, 'subject').toSorted((a, b) => a.works - b.works)[0];
  return (
    <div class="overview">
      {teller !== undefined && (
        <List
          context={context}
          title={words('sameTeller')}
          of={teller}
          works={worksAfter(site, id, 'informant', teller.id)}
        />
      )}
      {topic !== undefined && (
        <List
          context={context}
          title={words('sameTopic')}
          of={topic}
          works={worksAfter(site, id, 'subject', topic.id)}
        />
      )}
      <Nearby record={record} id={id} />
    </div>
  );
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
  if (works.length === 0) return null;
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

/** Works from the place of an item, and from the places near it. */
function Nearby({ record, id }: Omit<SectionProps, 'kind'> & { readonly id: number }) {
  const { site, words, language } = record.context;
  const [place] = site.search.results.placesOf(id);
  const [here] = place === undefined ? [] : site.index.summariesOf([place]);
  if (here === undefined) return null;
  const near = [{ ...here, kilometres: 0 }, ...placesNear(site, here.path, NEAR_KM, MOST_NEAR)];
  const works = near.flatMap(({ kilometres, ...from }) => {
    const others = site.search.results
      .worksAt([site.index.idOf(from.path) ?? 0])
      .filter((work) => work !== id);
    const next = others.find((work) => work > id) ?? others[0];
    const [work] = next === undefined ? [] : site.index.summariesOf([next]);
    return work === undefined ? [] : { work, from, kilometres };
  });
  if (works.length === 0) return null;
  return (
    <section>
      <h2>
        {words('toldNearby')}: <a href={addressOf(here.path)}>{labelOf(here, language)}</a>
      </h2>
      <ul>
        {works.slice(0, MOST_OTHERS).map(({ work, from, kilometres }) => (
          <li>
            <a href={addressOf(work.path)}>{labelOf(work, language)}</a>
            {kilometres > 0 && (
              <span class="whose">
                {' '}
                {labelOf(from, language)}, {formatCount(Math.round(kilometres))} km
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
