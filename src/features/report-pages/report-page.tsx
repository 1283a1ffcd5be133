import { html, raw } from 'hono/html';
import type { Child } from 'hono/jsx';
import { entry } from '../../base/map-entry.js';
import { formatCount, keepLines } from '../../base/text.js';
import { localName } from '../../model/rdf/iri-syntax.js';
import { licence, webAddress } from '../../model/rdf/iris.js';
import { recordIriOf } from '../../model/rdf/record-order.js';
import type { Severity } from '../../model/shacl/finding.js';
import type { DeltaResult } from '../../release/delta/delta.js';
import {
  type KindOfRecord,
  LICENCE_NAMES,
  licenceOfPublication,
  publicationsOf,
  type ReleaseFacts,
} from '../../release/description/facts.js';
import { namesOf } from '../../release/description/metadata/names.js';
import {
  creditOf,
  publisherName,
  TEXTS,
  titleOf,
  titleOfWhole,
} from '../../release/description/metadata/texts.js';
import { type CompletenessShare, completenessShares } from '../../release/report/completeness.js';
import type { FindingExample, FindingGroup } from '../../release/report/digest.js';
import { causeKey, type ValidationJson } from '../../release/report/validation-json.js';
import { BarChart, CHART_STYLE, ShareBar, TrendChart } from './charts.js';
import type { ReleaseNumbers } from './release-history.js';

/** The facts that the page is made of. */
export interface ReportPageFacts {
  readonly release: Omit<ReleaseFacts, 'others'>;
  readonly validation: ValidationJson;
  /** The report of the release before, where it can be read. */
  readonly before?: ValidationJson | undefined;
  /** Undefined when there is no release to compare with. */
  readonly delta?: DeltaResult | undefined;
  /** The releases before, the oldest first. */
  readonly history: readonly ReleaseNumbers[];
}

/** What a page holds; `validation.json` has all. */
const MOST_GROUPS = 200;
const MOST_BARS = 12;
const MOST_CHANGES = 50;

/** Where a line of the file ends. Texts have no tags: they are escaped. */
const BLOCK_END = /<\/(?:dl|figure|h\d|head|header|li|p|section|summary|svg|tr|ul)>/g;

const SEVERITIES = [
  ['violation', 'violations', 'Violations', 'A rule of the data model is broken.'],
  ['warning', 'warnings', 'Warnings', 'Probably a mistake. The record is published as it is.'],
  ['info', 'remarks', 'Remarks', 'Remarkable, and possibly right.'],
] as const satisfies readonly (readonly [Severity, string, string, string])[];

const SECTIONS = [
  ['records', 'Records'],
  ['findings', 'Findings'],
  ['completeness', 'Completeness'],
  ['changes', 'Changes since the release before'],
  ['trend', 'Releases over time'],
  ['licence', 'Licence and credit'],
  ['citing', 'How to cite'],
  ['files', 'The same for programs'],
] as const;
type SectionId = (typeof SECTIONS)[number][0];

/**
 * The report on a release as one HTML file: it has its style in itself, no script, and asks for nothing. The same facts give
 * the same bytes.
 */
export function renderReport(facts: ReportPageFacts): string {
  const { release } = facts;
  const publications = publicationsOf(release);
  const page = (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{`Report on release ${release.label}`}</title>
        <style>{raw(PAGE_STYLE + CHART_STYLE)}</style>
      </head>
      <body>
        <a class="skip" href="#content">
          Skip to the content
        </a>
        <header>
          <p>
            {titleOfWhole(publications)}
            <br />
            <span lang="ga">{publications.map((one) => TEXTS.publications[one].title.ga).join('; ')}</span>
          </p>
          <h1>Report on release {release.label}</h1>
          <p>{headLine(release)}</p>
          <nav aria-label="Sections">
            <ul>
              {SECTIONS.map(([id, title]) => (
                <li>
                  <a href={`#${id}`}>{title}</a>
                </li>
              ))}
            </ul>
          </nav>
        </header>
        <main id="content">
          <Records {...facts} />
          <Findings {...facts} />
          <Completeness {...facts} />
          <Changes {...facts} />
          <Trend {...facts} />
          <Licence {...facts} />
          <Citing {...facts} />
          <Files />
        </main>
      </body>
    </html>
  );
  // Characters that change the direction of the text, or are not seen, are shown by their number.
  return keepLines(`${html`<!doctype html>${page}`}\n`.replace(BLOCK_END, '$&\n'));
}

function headLine({ issued, program, sources, previous }: ReportPageFacts['release']): string {
  const harvested = Object.values(sources).map(({ name, harvested }) => `${name} as it was on ${harvested}`);
  const from = harvested.length === 0 ? '' : ` from ${harvested.join(' and ')}`;
  const before = previous === undefined ? '' : ` The release before is ${previous}.`;
  return `Issued ${issued}. Made by folklore-ld ${program}${from}.${before}`;
}

function Section({ id, children }: { readonly id: SectionId; readonly children?: Child }) {
  return (
    <section id={id} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{SECTIONS.find(([one]) => one === id)?.[1]}</h2>
      {children}
    </section>
  );
}

/** A table that scrolls by itself on a narrow page. */
function Table({
  caption,
  head,
  children,
}: {
  readonly caption: string;
  readonly head: readonly Child[];
  readonly children?: Child;
}) {
  return (
    <section class="scroll" aria-label={`Table: ${caption}`} tabindex={0}>
      <table>
        <caption>{caption}</caption>
        <thead>
          <tr>
            {head.map((cell, at) => (
              <th scope="col" class={at === 0 ? '' : 'number'}>
                {cell}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </section>
  );
}

const Numbers = ({ of }: { readonly of: readonly (number | undefined)[] }) =>
  of.map((number) => <td class="number">{number === undefined ? '–' : formatCount(number)}</td>);

/** A link, where the address is one of the web; otherwise the text alone. */
function Link({ to, children }: { readonly to: string; readonly children?: Child }) {
  const address = webAddress(to);
  return address === undefined ? <span>{children}</span> : <a href={address}>{children}</a>;
}

/** A text of a record, whose language and direction are not known. */
const Quoted = ({ children }: { readonly children: string }) => <bdi>{children}</bdi>;

function Records({ release: { kinds } }: ReportPageFacts) {
  const total = (column: Exclude<keyof KindOfRecord, 'kind' | 'called'>): number =>
    kinds.reduce((sum, row) => sum + (row[column] ?? 0), 0);
  const isIncomplete = kinds.filter(({ fetched, published }) => fetched > published);
  return (
    <Section id="records">
      <dl class="tiles">
        <Tile number={total('fetched')} name="fetched" what="records, sent or made from what was sent" />
        <Tile number={total('published')} name="published" what="records in this release" />
        <Tile number={total('trimmed')} name="trimmed" what="statements left out of published records" />
        <Tile number={total('withheld')} name="withheld" what="records that are not for the public" />
        <Tile number={total('rejected')} name="rejected" what="records that break a rule" />
        <Tile number={total('unreadable')} name="unreadable" what="records not as the services specify" />
      </dl>
      {isIncomplete.length === 0 ? (
        <p>Every record that was fetched is published.</p>
      ) : (
        <BarChart
          title="Records that are not published"
          caption={`By kind, with the reason.${mostOnly(isIncomplete.length)}`}
          labels="kind"
          series={['withheld', 'rejected', 'unreadable']}
          rows={isIncomplete
            .map(({ called, withheld, rejected, unreadable }) => ({
              label: called,
              values: [withheld, rejected, unreadable],
            }))
            .toSorted((a, b) => sum(b.values) - sum(a.values))
            .slice(0, MOST_BARS)}
        />
      )}
      <Table
        caption="Records by kind"
        head={['kind', 'fetched', 'published', 'trimmed', 'withheld', 'rejected', 'unreadable']}
      >
        {kinds.map(({ called, fetched, published, trimmed = 0, withheld, rejected, unreadable }) => (
          <tr>
            <th scope="row">{called}</th>
            <Numbers of={[fetched, published, trimmed, withheld, rejected, unreadable]} />
          </tr>
        ))}
      </Table>
      <p class="quiet">
        For each kind, fetched is published and withheld and rejected and unreadable together. Trimmed counts
        statements.
      </p>
    </Section>
  );
}

const Tile = ({
  number,
  name,
  what,
}: {
  readonly number: number;
  readonly name: string;
  readonly what: Child;
}) => (
  <div>
    <dt>{name}</dt>
    <dd>
      <strong>{formatCount(number)}</strong> <span>{what}</span>
    </dd>
  </div>
);

function Findings({ release, validation }: ReportPageFacts) {
  const { totals, groups } = validation;
  const shown = groups.slice(0, MOST_GROUPS);
  const byKind = new Map<string, number[]>();
  for (const { kinds, severity } of groups) {
    const at = SEVERITIES.findIndex(([one]) => one === severity);
    for (const [kind, count] of Object.entries(kinds)) {
      const counts = entry(byKind, kind, () => SEVERITIES.map(() => 0));
      counts[at] = (counts[at] ?? 0) + count;
    }
  }
  return (
    <Section id="findings">
      {groups.length === 0 ? (
        <p>Every record conforms to its rules.</p>
      ) : (
        <>
          <p>
            {SEVERITIES.map(([severity, many]) => counted(totals[severity], many)).join(', ')}, of{' '}
            {counted(groups.length, 'sorts')}. Each has up to three examples; <code>editors.csv</code> has all
            of them.
          </p>
          <BarChart
            title="Findings by kind of record"
            caption={`By severity.${mostOnly(byKind.size)}`}
            labels="kind"
            series={SEVERITIES.map(([, many]) => many)}
            rows={[...byKind]
              .map(([label, values]) => ({ label, values }))
              .toSorted((a, b) => sum(b.values) - sum(a.values))
              .slice(0, MOST_BARS)}
          />
        </>
      )}
      {SEVERITIES.map(([severity, , heading, meaning]) => {
        const own = shown.filter((group) => group.severity === severity);
        return own.length === 0 ? (
          ''
        ) : (
          <>
            <h3>
              {heading}: {formatCount(totals[severity])}
            </h3>
            <p class="quiet">{meaning}</p>
            {own.map((group) => (
              <Group group={group} release={release} />
            ))}
          </>
        );
      })}
      {groups.length > shown.length && (
        <p>And {counted(groups.length - shown.length, 'sorts')} more, in validation.json.</p>
      )}
    </Section>
  );
}

interface GroupProps {
  readonly group: FindingGroup;
  readonly release: ReportPageFacts['release'];
}

function Group({ group, release }: GroupProps) {
  const { message, messageGA, expected, expectedGA, count, kinds, examples } = group;
  return (
    <article class="finding">
      <h4>
        {message} <span class="count">× {formatCount(count)}</span>
      </h4>
      {messageGA !== undefined && <p lang="ga">{messageGA}</p>}
      {expected !== undefined && (
        <p>
          <strong>Right would be:</strong> {expected}
          {expectedGA !== undefined && expectedGA !== '' && (
            <>
              {' '}
              <span lang="ga">({expectedGA})</span>
            </>
          )}
        </p>
      )}
      <p class="quiet">
        {Object.entries(kinds)
          .map(([kind, number]) => `${kind}: ${formatCount(number)}`)
          .join('; ')}
      </p>
      <ul>
        {examples.map((example) => (
          <li>
            <Example example={example} release={release} />
          </li>
        ))}
      </ul>
    </article>
  );
}

/** A record with its name as in editors.csv, its place, and the value there. Rejected records have no page. */
function Example({ example, release }: Pick<GroupProps, 'release'> & { readonly example: FindingExample }) {
  const { kind, id, label, where, focus, value, field, message, outcome } = example;
  const isReleased = outcome.startsWith('published') && focus.startsWith(release.base);
  const isPage = where !== undefined && webAddress(where) !== undefined;
  return (
    <>
      <Link to={isReleased ? recordIriOf(focus) : ''}>
        <Quoted>{label}</Quoted>
      </Link>{' '}
      <span class="quiet">
        {release.kinds.find((row) => row.kind === kind)?.called ?? kind}
        {id !== undefined && (
          <>
            {' '}
            <Quoted>{String(id)}</Quoted>
          </>
        )}
        {where !== undefined && (
          <>
            , <Link to={where}>{isPage ? 'its page at the source' : <Quoted>{where}</Quoted>}</Link>
          </>
        )}
      </span>
      {field !== undefined && (
        <>
          ; <code>{field}</code>
        </>
      )}
      {value !== undefined && (
        <>
          {field === undefined ? '; ' : ': '}
          <q>
            <Quoted>{value}</Quoted>
          </q>
        </>
      )}
      {message !== undefined && (
        <>
          {' – '}
          <Quoted>{message}</Quoted>
        </>
      )}
      {outcome !== 'published' && <span class="outcome">{outcome}</span>}
    </>
  );
}

function Completeness({ validation, before }: ReportPageFacts) {
  const rows = completenessShares(validation.completeness ?? [], before?.completeness);
  const counted = rows.filter(({ share }) => share !== undefined);
  const kinds = [...new Set(counted.map(({ called }) => called))];
  return (
    <Section id="completeness">
      <p>
        How many published records have a field, and how many lack it. This is no finding: a source may have
        nothing to say.
      </p>
      {kinds.map((kind) => (
        <CompletenessTable called={kind} rows={counted.filter(({ called }) => called === kind)} />
      ))}
    </Section>
  );
}

const CompletenessTable = ({
  called,
  rows,
}: {
  readonly called: string;
  readonly rows: readonly CompletenessShare[];
}) => (
  <section class="scroll" aria-label={`Completeness: ${called}`} tabindex={0}>
    <table class="completeness">
      <caption>{called}</caption>
      <thead>
        <tr>
          <th scope="col">counted</th>
          <th scope="col" class="bar">
            share
          </th>
          <td />
          <th scope="col" class="number">
            have it
          </th>
          <th scope="col" class="number">
            lack it
          </th>
          <th scope="col" class="number">
            change
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ counted: { en, ga }, filled, empty, share = 0, change }) => (
          <tr>
            <th scope="row">
              {en}
              <span lang="ga">{ga}</span>
            </th>
            <td class="bar">
              <ShareBar share={share} />
            </td>
            <td class="number">{percent(share)}</td>
            <Numbers of={[filled, empty]} />
            <td class="number">
              {change === undefined ? '–' : change === 0 ? '0' : signed(change, percent)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </section>
);

function Changes({ release, validation, before, delta }: ReportPageFacts) {
  if (delta === undefined && before === undefined)
    return (
      <Section id="changes">
        <p>There is no release before that this one can be compared with.</p>
      </Section>
    );
  const datasets = delta?.datasets.filter(({ records: { added, removed, changed, suppressed } }) =>
    [added, removed, changed, suppressed].some((count) => count > 0),
  );
  const kinds = release.kinds
    .map(({ kind, called, published }) => ({
      called,
      published,
      earlier: before?.counts[kind]?.published ?? 0,
    }))
    .filter(({ published, earlier }) => published !== earlier);
  const { changes = [] } = validation;
  const messages = new Map(
    [...(before?.groups ?? []), ...validation.groups].map((group) => [causeKey(group), group.message]),
  );
  return (
    <Section id="changes">
      {delta !== undefined && (
        <>
          <p>
            Since release {release.previous ?? ''}: {counted(delta.records.added, 'records')} added,{' '}
            {formatCount(delta.records.removed)} removed, {formatCount(delta.records.changed)} changed,{' '}
            {formatCount(delta.records.suppressed)} no longer public.
          </p>
          {datasets !== undefined && datasets.length > 0 && (
            <Table
              caption="Changed records by dataset"
              head={['dataset', 'before', 'added', 'removed', 'changed', 'no longer public', 'now']}
            >
              {datasets.map(
                ({ dataset, records: { before, added, removed, changed, suppressed, after } }) => (
                  <tr>
                    <th scope="row">{titleOf(dataset).en}</th>
                    <Numbers of={[before, added, removed, changed, suppressed, after]} />
                  </tr>
                ),
              )}
            </Table>
          )}
        </>
      )}
      {before !== undefined && kinds.length > 0 && (
        <Table caption="Published records by kind" head={['kind', 'before', 'now', 'change']}>
          {kinds.map(({ called, published, earlier }) => (
            <tr>
              <th scope="row">{called}</th>
              <Numbers of={[earlier, published]} />
              <td class="number">{signed(published - earlier, formatCount)}</td>
            </tr>
          ))}
        </Table>
      )}
      {before !== undefined && changes.length === 0 && <p>As many findings of each sort as before.</p>}
      {changes.length > 0 && (
        <Table caption="Findings by sort" head={['finding', 'before', 'now', 'change']}>
          {changes.slice(0, MOST_CHANGES).map((change) => (
            <tr>
              <th scope="row">{messages.get(causeKey(change)) ?? localName(change.shape)}</th>
              <Numbers of={[change.before, change.now]} />
              <td class="number">{signed(change.now - change.before, formatCount)}</td>
            </tr>
          ))}
        </Table>
      )}
      {changes.length > MOST_CHANGES && (
        <p>And {counted(changes.length - MOST_CHANGES, 'sorts')} more, in validation.json.</p>
      )}
    </Section>
  );
}

function Trend({ release, validation, history }: ReportPageFacts) {
  const { label, issued, kinds, datasets, statistics } = release;
  const releases: readonly ReleaseNumbers[] = [
    ...history,
    {
      ...{ label, issued, findings: validation.totals },
      published: sum(kinds.map(({ published }) => published)),
      triples: sum(datasets.map(({ name }) => statistics.of(name).triples)),
    },
  ];
  return (
    <Section id="trend">
      {history.length === 0 ? (
        <p>This is the first release of its series, or the releases before are not beside it.</p>
      ) : (
        <>
          <TrendChart
            title="Published records"
            labels="release"
            series={['published records']}
            rows={releases.map(({ label, published }) => ({ label: label, values: [published] }))}
          />
          <TrendChart
            title="Findings by severity"
            labels="release"
            series={SEVERITIES.map(([, many]) => many)}
            rows={releases.map(({ label, findings }) => ({
              label: label,
              values: SEVERITIES.map(([severity]) => findings?.[severity]),
            }))}
          />
        </>
      )}
      <Table
        caption="Releases"
        head={['release', 'issued', 'records', 'triples', ...SEVERITIES.map(([, many]) => many)]}
      >
        {releases.map(({ label, issued, published, triples, findings }) => (
          <tr>
            <th scope="row">{label}</th>
            <td class="number">{issued}</td>
            <Numbers of={[published, triples, ...SEVERITIES.map(([severity]) => findings?.[severity])]} />
          </tr>
        ))}
      </Table>
    </Section>
  );
}

function Licence({ release }: ReportPageFacts) {
  const publications = publicationsOf(release);
  return (
    <Section id="licence">
      <ul>
        {publications.map((one) => {
          const which = licenceOfPublication(one);
          return (
            <li>
              <strong>{TEXTS.publications[one].title.en}</strong> ({publisherName(one, release)}):{' '}
              <Link to={licence(which)}>{LICENCE_NAMES[which].short}</Link>. Credit it as:{' '}
              {creditOf(one, release)}
            </li>
          );
        })}
      </ul>
      {publications.length > 1 && (
        <p>This page quotes both sources. It comes under the stricter licence, with both credits.</p>
      )}
    </Section>
  );
}

function Citing({ release }: ReportPageFacts) {
  const publications = publicationsOf(release);
  const names = namesOf({ ...release, others: [] });
  return (
    <Section id="citing">
      <p>
        {publications.map((one) => publisherName(one, release)).join('; ')}.{' '}
        <cite>{titleOfWhole(publications)}</cite>, release {release.label}, {release.issued}.{' '}
        {publications.map((one, at) => (
          <>
            {at > 0 && ', '}
            <Link to={names.release(one)}>{names.release(one)}</Link>
          </>
        ))}
        .
      </p>
      <p>
        <code>CITATION.cff</code>, in the folder of the release, says the same to programs.
      </p>
    </Section>
  );
}

const Files = () => (
  <Section id="files">
    <p>The folder of this page has:</p>
    <ul>
      {[
        [
          'editors.csv',
          'a row for each mistake: the record, the field, the value, what is wrong and what would be right',
        ],
        ['completeness.csv', 'the numbers of completeness'],
        ['validation.json', 'counts by sort, with examples'],
        ['validation.ttl', 'a validation report in SHACL'],
        ['findings.ndjson', 'every finding'],
        ['quarantine.ndjson', 'every record that was rejected or could not be read'],
      ].map(([file, what]) => (
        <li>
          <code>{file}</code>: {what}
        </li>
      ))}
    </ul>
  </Section>
);

/** The note of a chart that does not have all rows. */
const mostOnly = (rows: number): string =>
  rows > MOST_BARS ? ` The ${MOST_BARS} kinds that have most.` : '';

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);

const counted = (count: number, many: string): string =>
  `${formatCount(count)} ${count === 1 ? many.slice(0, -1) : many}`;

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;

/** A difference with its sign. */
const signed = (difference: number, format: (size: number) => string): string =>
  `${difference < 0 ? '−' : '+'}${format(Math.abs(difference))}`;

/** The style of the pages of a release. */
export const PAGE_STYLE = `:root{color-scheme:light dark;--paper:#fbf9f4;--raised:#fff;--ink:#1f2424;--quiet:#565f5f;--line:#d9d4c7;--accent:#1d5658}
@media screen and (prefers-color-scheme:dark){:root{--paper:#16191a;--raised:#1f2425;--ink:#e9e6df;--quiet:#a7aeac;--line:#3a4142;--accent:#8fd0cb}}
*{box-sizing:border-box}
html{font:100%/1.55 system-ui,"Segoe UI",Roboto,"Noto Sans",sans-serif}
body{margin:0 auto;padding:0 1rem 3rem;max-width:60rem;background:var(--paper);color:var(--ink);overflow-wrap:break-word}
a{color:var(--accent);text-underline-offset:.15em}
:focus-visible{outline:3px solid #d29a35;outline-offset:2px}
h1,h2{font-family:Georgia,"Iowan Old Style","Noto Serif",serif;line-height:1.2}
h1{font-size:clamp(1.5rem,5vw,2.2rem);margin:.4rem 0}
h2{font-size:1.45rem;margin:2.6rem 0 .6rem;border-top:1px solid var(--line);padding-top:1.2rem}
h3{font-size:1.1rem;margin:1.8rem 0 .2rem}
h4{font-size:1rem;margin:0;line-height:1.4}
header p:first-child,.quiet,[lang=ga]{color:var(--quiet)}
nav ul{display:flex;flex-wrap:wrap;gap:.3rem 1.1rem;list-style:none;padding:0}
.skip{position:absolute;left:-999rem}
.skip:focus{left:1rem;top:.5rem;padding:.4rem .8rem;background:var(--raised)}
code{font:.88em ui-monospace,"Cascadia Mono","DejaVu Sans Mono",monospace;overflow-wrap:anywhere}
.tiles{display:grid;grid-template-columns:repeat(auto-fill,minmax(8.4rem,1fr));gap:.7rem;margin:1rem 0}
.tiles div{background:var(--raised);border:1px solid var(--line);border-radius:.5rem;padding:.6rem .8rem}
.tiles dt{font-weight:600}
.tiles dd{margin:0;font-size:.88rem;line-height:1.35;color:var(--quiet)}
.tiles strong{display:block;font-size:1.5rem;color:var(--ink);font-variant-numeric:tabular-nums}
.scroll{overflow-x:auto;margin:1rem 0}
table{border-collapse:collapse;width:100%;font-size:.93rem}
caption{text-align:left;font-weight:600;padding:.4rem 0;font-size:1rem}
th,td{text-align:left;vertical-align:top;padding:.3rem .9rem .3rem 0;border-bottom:1px solid var(--line)}
thead th{vertical-align:bottom}
tbody th{font-weight:400;min-width:8.5rem}
th [lang]{font-weight:400}
.number{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
thead .number{white-space:normal}
.completeness th [lang]{display:block;font-size:.86rem}
.completeness .bar{width:30%;min-width:5rem}
.completeness thead .number{white-space:nowrap}
.completeness td.bar{padding-top:.55rem}
.completeness tbody th{width:40%}
.finding{background:var(--raised);border:1px solid var(--line);border-radius:.5rem;padding:.8rem 1rem;margin:.9rem 0;break-inside:avoid}
.finding p{margin:.25rem 0}
.finding ul{margin:.4rem 0 0;padding-left:1.2rem}
.count{white-space:nowrap;color:var(--quiet);font-weight:400}
.outcome{border:1px solid var(--quiet);border-radius:.3rem;padding:0 .35rem;margin-left:.3rem;font-size:.85rem;white-space:nowrap}
@media print{body{max-width:none;background:#fff}nav,.skip{display:none}.scroll{overflow:visible}table{font-size:.8rem}h2,h3,h4{break-after:avoid}tr{break-inside:avoid}}
`;
