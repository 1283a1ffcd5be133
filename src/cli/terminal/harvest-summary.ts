import { join } from 'node:path';
import { counted, formatCount, toOneLine } from '../../base/text.js';
import type { KindStatistics } from '../../harvest/crawl/record-statistics.js';
import type { HarvestResult } from '../../harvest/crawl/run.js';
import { KINDS } from '../../model/records/kinds.js';
import type { Kind } from '../../model/records/record.js';
import { beginning } from '../../release/report/reported-finding.js';
import { formatTable } from './table.js';

/** Most lines or ids of one sort; the documents of the store have the rest. */
const MAX_SHOWN = 8;
/** Most characters of an unknown name or code, and of a gap, which may contain a request. */
const MAX_NAME_LENGTH = 80;
const MAX_GAP_LENGTH = 300;

/** Kinds that have lists of their own, so that their number of records is known. */
const LISTED: readonly Kind[] = ['cbe.volume', 'cbes.volume', 'cbeg.photograph', 'cbed.person', 'place'];

const SERVICE_NAMES: Readonly<Record<string, string>> = {
  archive: 'The archive',
  placenames: 'The place-names service',
};

const REVISITS: Readonly<Record<HarvestResult['revisit'], string>> = {
  first: 'first harvest, everything was requested',
  anew: 'everything was requested again',
  changes: 'changes were requested',
  sweep: 'regular sweep, everything was requested again',
};

/** How the last harvest was used, and when everything was requested for the last time. */
const revisitWords = ({ revisit, lastSweep }: HarvestResult): string =>
  revisit === 'first' || lastSweep === undefined
    ? REVISITS[revisit]
    : `${REVISITS[revisit]} (everything for the last time on ${lastSweep})`;

/** Everything, or only what was requested and found: the summary of a build has the faults of records. */
export type SummaryScope = 'everything' | 'coverage';

/** How much was requested, in one line. */
function requestsLine(result: HarvestResult): string {
  const { counts, resumed } = result;
  const kept = resumed > 0 ? `, ${formatCount(resumed)} from an unfinished harvest` : '';
  const empty =
    counts.emptyLists > 0
      ? `, ${counted(counts.emptyLists, 'list')} without a record not requested before the next sweep`
      : '';
  return (
    `${revisitWords(result)}: ${counted(counts.requests, 'request')}, ${counted(counts.bodies, 'new answer')}, ` +
    `${formatCount(counts.unchanged)} unchanged, ${formatCount(counts.missing)} not found${empty}${kept}.`
  );
}

/**
 * The same with `--quiet`: one line where there is nothing to look at, and none where a build follows, which has its own.
 *
 * @returns undefined where nothing is to be said
 */
export function summariseQuietly(
  result: HarvestResult,
  store: string,
  scope: SummaryScope,
): string | undefined {
  const { coverage, drift, withdrawn, revisit, neverSent } = result;
  // Kinds and fields that the service never sends are reported with a first harvest only.
  const missed = revisit === 'first' ? neverSent.length : 0;
  if (coverage.gaps.length + drift.length + withdrawn.length + missed > 0)
    return summariseHarvest(result, store, scope);
  return scope === 'everything' ? requestsLine(result) : undefined;
}

/** What a harvest requested, found and did not get, for one screen of standard output. */
export function summariseHarvest(result: HarvestResult, store: string, scope: SummaryScope): string {
  const { coverage, drift, neverSent } = result;
  const rows = coverage.ways.map(({ way, answers, records, new: fresh, announced }) => [
    way,
    ...[answers, records, fresh].map(formatCount),
    announced === undefined ? '' : formatCount(announced),
  ]);
  const listed = coverage.kinds
    .filter(({ kind }) => LISTED.includes(kind))
    .map(({ kind, records, again }) => {
      const repeats = again > 0 ? ` (${formatCount(again)} times found again)` : '';
      return `${formatCount(records)} ${KINDS[kind].title}${repeats}`;
    });
  const lines = [
    '',
    requestsLine(result),
    ...(listed.length > 0 ? [`Found ${listed.join(', ')}.`] : []),
    ...Object.entries(coverage.dialects).map(
      ([service, forms]) => `${SERVICE_NAMES[service] ?? service} sends ${forms.join(', ')}.`,
    ),
    ...gapLines(result),
    ...(scope === 'everything' ? recordFaults(result) : []),
    ...limited(
      drift.map(
        ({ kind, field, before, now }) =>
          `Drift in ${KINDS[kind].title}: ${field} was in ${formatCount(before.present)} of ${formatCount(before.of)}, now in ${formatCount(now.present)} of ${formatCount(now.of)}.`,
      ),
    ),
    ...limited(
      neverSent.map(({ kind, fields }) =>
        fields.length === 0
          ? `Never sent: ${KINDS[kind].title}. The specification of the service has them; has the service renamed them?`
          : `Never sent in ${KINDS[kind].title}, which have unknown fields: ${fields.slice(0, MAX_SHOWN).join(', ')}${fields.length > MAX_SHOWN ? ', …' : ''}. Has the service renamed them?`,
      ),
    ),
    `Details: ${join(store, 'coverage.json')}; withdrawn records: ${join(store, 'history.json')}.`,
  ];
  return [
    formatTable([['', 'answers', 'records', 'first found', 'announced'], ...rows]),
    // Ids and names come from the services.
    ...lines.map(toOneLine),
  ].join('\n');
}

/** What is missing: gaps, records that were not found, and records that are withdrawn. */
function gapLines({ coverage, withdrawn, kept }: HarvestResult): string[] {
  const { neverFound, photographIdsNotRequested, photographGapsTooWide, gaps } = coverage;
  const namedBy = new Map(neverFound.map(({ kind, id, by }) => [`${kind} ${id}`, by]));
  const isNew = new Set(withdrawn.map(({ kind, id }) => `${kind} ${id}`));
  return [
    ...limited(gaps.map((gap) => `Incomplete: ${beginning(gap, MAX_GAP_LENGTH)}.`)),
    ...byKind(
      'Referred to but not found',
      neverFound.filter(({ kind, id }) => !isNew.has(`${kind} ${id}`)),
      ({ id, by }) => `${id} (by ${by.kind} ${by.id})`,
    ),
    ...(photographIdsNotRequested > 0
      ? [
          `Not requested: ${counted(photographIdsNotRequested, 'id')} between known photographs (--walk-gaps requests them).`,
        ]
      : []),
    ...(photographGapsTooWide > 0
      ? [
          `Not requested: ${counted(photographGapsTooWide, 'gap')} of more than 1,000 ids between known photographs.`,
        ]
      : []),
    ...(kept.length > 0 ? [`Kept from the last harvest without a request: ${kept.join(', ')}.`] : []),
    ...byKind('Withdrawn since the last harvest', withdrawn, ({ kind, id }) => {
      const by = namedBy.get(`${kind} ${id}`);
      return by === undefined
        ? String(id)
        : `${id} (${by.kind} ${by.id} still names it: a release has what is said there, and counts it)`;
    }),
  ];
}

/** Faults of the records themselves. */
function recordFaults({ coverage: { kinds, unreadable } }: HarvestResult): string[] {
  const lost = kinds.reduce((sum, kind) => sum + kind.unreadable, 0);
  const unknown = (what: string, countsOf: (kind: KindStatistics) => Readonly<Record<string, number>>) =>
    kinds.flatMap((kind) =>
      Object.entries(countsOf(kind)).map(
        ([name, count]) =>
          `Unknown ${what} ${beginning(name, MAX_NAME_LENGTH)} in ${KINDS[kind.kind].title}: ${formatCount(count)} ${count === 1 ? 'record' : 'records'}.`,
      ),
    );
  // Gender codes of another scheme make every gender doubtful (wire-format 1).
  const genders = kinds.flatMap(({ kind, unknownCodes }) =>
    Object.entries(unknownCodes)
      .filter(([code]) => /(^|\.)gender=/.test(code))
      .map(([code, count]) => `${code} ${formatCount(count)} times in ${KINDS[kind].title}`),
  );
  return [
    ...(genders.length > 0
      ? [
          `Gender codes outside the configured scheme: ${genders.join(', ')}. Is services.archive.gender right?`,
        ]
      : []),
    ...(lost > 0 ? [`Unreadable: ${counted(lost, 'record')}, kept in the store:`] : []),
    ...limited(unreadable.map(({ request, pointer, reason }) => `  ${request}#${pointer}: ${reason}`)),
    ...limited(unknown('field', ({ unknownFields }) => unknownFields)),
    ...limited(unknown('code', ({ unknownCodes }) => unknownCodes)),
  ];
}

/** One line for each kind: the number of its records, and the first of them. */
function byKind<T extends { readonly kind: Kind }>(
  title: string,
  all: readonly T[],
  format: (record: T) => string,
): string[] {
  return [...new Set(all.map(({ kind }) => kind))].map((kind) => {
    const records = all.filter((record) => record.kind === kind);
    const more = records.length - MAX_SHOWN;
    const shown = records.slice(0, MAX_SHOWN).map(format).join(', ');
    const rest = more > 0 ? ` and ${formatCount(more)} more` : '';
    return `${title}, ${KINDS[kind].title}: ${formatCount(records.length)}: ${shown}${rest}.`;
  });
}

const limited = (lines: readonly string[]): readonly string[] =>
  lines.length > MAX_SHOWN
    ? [...lines.slice(0, MAX_SHOWN), `  … and ${formatCount(lines.length - MAX_SHOWN)} more.`]
    : lines;
