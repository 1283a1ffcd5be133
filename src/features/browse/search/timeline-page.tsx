import { formatCount } from '../../../base/text.js';
import { BarChart, SpanChart } from '../../report-pages/charts.js';
import { dateInWords } from '../dates-in-words.js';
import type { DateCounts, SearchRequest } from '../index/result-search.js';
import { QUALIFIER_NAMES, QUALIFIERS, type Word } from '../interface-words.js';
import { Layout, type PageProps } from '../layout.js';
import { type Page, sendPage } from '../page.js';
import { ChosenFields, ChosenFilters, Views, WithFacets } from './facets.js';
import { filesOfView, searchAddress, searchOf } from './search-address.js';

interface PictureProps extends PageProps {
  readonly request: SearchRequest;
}

/** Periods that are shown: those of most works. */
const MOST_SPANS = 40;
/** Years on a timeline. */
const MOST_YEARS = 300;

/** Years in order, with those between them; without these where there are too many. */
function withGaps(years: readonly number[]): number[] {
  const [first = 0, ...others] = years.toSorted((a, b) => a - b);
  const span = (others.at(-1) ?? first) - first + 1;
  if (years.length === 0 || span > MOST_YEARS) return years.toSorted((a, b) => a - b);
  return Array.from({ length: span }, (_, at) => first + at);
}

/** Works by year, with the facets that narrow them. */
export const timelinePage: Page = {
  path: '/timeline',
  link: { in: 'menu', text: (words) => words('timeline') },
  files: filesOfView('timeline.html'),
  answer: (c, context) => sendPage(c, <TimelinePage context={context} request={searchOf(c)} />),
};

function TimelinePage({ context, request }: PictureProps) {
  const { words } = context;
  return (
    <Layout
      context={context}
      title={words('timeline')}
      search={request.words}
      searchFields={<ChosenFields request={request} />}
      styles={['/assets/charts.css']}
      hasFacets
    >
      <h1>{words('byYear')}</h1>
      <ChosenFilters context={context} request={request} path="/timeline" />
      <Views context={context} request={request} current="timeline" />
      <WithFacets context={context} request={request} path="/timeline">
        <WorksByYear context={context} request={request} caption={words('timelineNote')} />
      </WithFacets>
    </Layout>
  );
}

/** Works by year as bars, one part for each qualifier, and the same as a table; before it, how many have no such year. */
export function WorksByYear({ context, request, caption }: PictureProps & { readonly caption?: string }) {
  const { site, words, language } = context;
  const dates = site.search.dates(request);
  const years = new Map<number, number[]>();
  for (const { year, qualifier, count } of dates.years) {
    const counts = years.get(year) ?? QUALIFIERS.map(() => 0);
    const at = QUALIFIERS.indexOf(qualifier ?? 'stated');
    counts[at] = (counts[at] ?? 0) + count;
    years.set(year, counts);
  }
  const rows = withGaps([...years.keys()]).map((year) => {
    const decade = String(Math.floor(year / 10) * 10);
    const values = years.get(year) ?? QUALIFIERS.map(() => 0);
    const href = searchAddress({ ...request, facets: { ...request.facets, decade: [decade] } });
    return { label: String(year), values, ...(years.has(year) && { href }) };
  });
  return (
    <>
      <DateSummary context={context} dates={dates} />
      {rows.length > 0 && (
        <BarChart
          title={words('byYear')}
          {...(caption !== undefined && { caption })}
          direction="vertical"
          series={QUALIFIERS.map((qualifier) => QUALIFIER_NAMES[qualifier][language])}
          rows={rows}
          labels={words('year')}
          tableTitle={words('numbersAsTable')}
        />
      )}
      <Periods context={context} spans={dates.spans} />
    </>
  );
}

/** The periods of works as bands: those that are stated of the work apart from those of its part and its collection. */
function Periods({ context, spans }: PageProps & { readonly spans: DateCounts['spans'] }) {
  const { words, language } = context;
  if (spans.length === 0) return null;
  const shown = new Set(spans.toSorted((a, b) => b.count - a.count).slice(0, MOST_SPANS));
  return (
    <>
      <SpanChart
        title={words('periodsTitle')}
        caption={words('periodsNote')}
        series={Object.values(PERIOD_WORDS).map(words)}
        rows={spans
          .filter((span) => shown.has(span))
          .map(({ first, last, open, qualifier, from, count }) => {
            const edtf = `${open === 'first' ? '..' : first}/${open === 'last' ? '..' : last}`;
            return {
              ...{ first, last },
              label: dateInWords(edtf, qualifier, language),
              values: Object.keys(PERIOD_WORDS).map((one) => (one === from ? count : undefined)),
            };
          })}
        labels={words('year')}
        tableTitle={words('numbersAsTable')}
      />
      {spans.length > MOST_SPANS && (
        <p>
          {formatCount(spans.length - MOST_SPANS)} {words('morePeriods')}
        </p>
      )}
    </>
  );
}

const PERIOD_WORDS = {
  own: 'periodsOwn',
  part: 'periodsPart',
  collection: 'periodsCollection',
} as const satisfies Readonly<Record<keyof DateCounts['periods'], Word>>;

/** How many works are in the chart, and what dates the others have. */
function DateSummary({ context, dates }: PageProps & { readonly dates: DateCounts }) {
  const { words } = context;
  const single = dates.years.reduce((sum, { count }) => sum + count, 0);
  const periods = Object.entries(dates.periods).filter(([, count]) => count > 0);
  const inPeriods = periods.reduce((sum, [, count]) => sum + count, 0);
  const named = periods.map(
    ([from, count]) => `${formatCount(count)} ${words(PERIOD_WORDS[from as keyof typeof PERIOD_WORDS])}`,
  );
  return (
    <ul class="date-summary">
      {single > 0 && (
        <li>
          {formatCount(single)} {words('datesOneYear')}
        </li>
      )}
      {inPeriods > 0 && (
        <li>
          {formatCount(inPeriods)} {words('datesPeriods')} {named.join(', ')}
        </li>
      )}
      {dates.undated > 0 && (
        <li>
          {formatCount(dates.undated)} {words('datesUndated')}
        </li>
      )}
    </ul>
  );
}
