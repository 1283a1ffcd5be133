import { join } from 'node:path';
import { formatCount, toOneLine } from '../../base/text.js';
import type { KindStatistics } from '../../harvest/record-statistics.js';
import type { HarvestResult } from '../../harvest/run.js';
import { KINDS } from '../../records/kinds.js';
import type { Kind, RecordRef } from '../../records/record.js';
import { beginning } from '../../report/reported-finding.js';
import { formatTable } from './table.js';

/** As many of one sort as fit beside everything else on a screen; the rest is in the store's documents. */
const MOST_SHOWN = 8;

/** Characters of a name or code that nobody knows. */
const LONGEST = 80;

/** Characters of what is not whole: a request may hold any code. */
const LONGEST_GAP = 300;

/** Records that stand in lists of their own: in how many of them, and how often in several. */
const LISTED: readonly Kind[] = ['cbe.volume', 'cbes.volume', 'cbeg.photograph', 'cbed.person', 'place'];

const CALLED: Readonly<Record<string, string>> = {
  archive: 'The archive',
  placenames: 'The place-names service',
};

const REVISITS: Readonly<Record<HarvestResult['revisit'], string>> = {
  first: 'everything was asked for, for the first time',
  anew: 'everything was asked for anew',
  changes: 'asked for what has changed',
  sweep: 'everything was asked for again, as every so often',
};

/** Everything, or only what was asked and found: where a build follows, it tells what is odd about the records. */
export type SummaryScope = 'everything' | 'coverage';

/** What a harvest asked, found and could not get: for standard output, on one screen. */
export function summariseHarvest(result: HarvestResult, store: string, summary: SummaryScope): string {
  const { revisit, asked, coverage, resumed } = result;
  const rows = coverage.ways.map(({ way, asked: answers, records, new: fresh, announced }) => [
    way,
    formatCount(answers),
    formatCount(records),
    formatCount(fresh),
    announced === undefined ? '' : formatCount(announced),
  ]);
  const lines = [
    '',
    `${REVISITS[revisit]}: ${formatCount(asked.requests)} requests, ${formatCount(asked.bodies)} new answers, ${formatCount(asked.unchanged)} unchanged, ` +
      `${formatCount(asked.missing)} times nothing of that name${resumed > 0 ? `, ${formatCount(resumed)} there from before` : ''}.`,
    ...found(result),
    ...Object.entries(coverage.manners).map(
      ([service, said]) => `${CALLED[service] ?? service} speaks in ${said.join(', ')}.`,
    ),
    ...remarks(result),
    ...(summary === 'everything' ? oddities(result) : []),
    ...drifts(result),
    `All of it is in ${join(store, 'coverage.json')}, what was withdrawn in ${join(store, 'history.json')}.`,
  ];
  return [
    formatTable([['', 'answers', 'records', 'new', 'announced'], ...rows]),
    // Ids, names of fields and codes are whatever the services sent.
    ...lines.map(toOneLine),
  ].join('\n');
}

function found({ coverage: { kinds } }: HarvestResult): string[] {
  const listed = kinds.filter(({ kind }) => LISTED.includes(kind));
  if (listed.length === 0) return [];
  const said = listed.map(
    ({ kind, records, again }) =>
      `${formatCount(records)} ${KINDS[kind].title}${again > 0 ? ` (${formatCount(again)} times found again)` : ''}`,
  );
  return [`Found ${said.join(', ')}.`];
}

function remarks({ coverage, withdrawn, kept }: HarvestResult): string[] {
  const { neverFound, photographIdsNotAsked, photographGapsTooWide, gaps } = coverage;
  return [
    ...several(gaps, (gap) => `Not whole: ${beginning(gap, LONGEST_GAP)}.`),
    ...byKind(neverFound, (kind, all) => {
      const shown = all.slice(0, MOST_SHOWN).map(({ id, by }) => `${id} (by ${nameOf(by)})`);
      return `Referred to but never found, ${KINDS[kind].title}: ${formatCount(all.length)}: ${shown.join(', ')}${rest(all)}.`;
    }),
    ...(photographIdsNotAsked > 0
      ? [
          `Not asked: ${formatCount(photographIdsNotAsked)} ids between known photographs (--walk-gaps asks them).`,
        ]
      : []),
    ...(photographGapsTooWide > 0
      ? [
          `Not looked into: ${formatCount(photographGapsTooWide)} gaps of more than 1,000 ids between known photographs.`,
        ]
      : []),
    ...(kept.length > 0 ? [`Taken over from the last harvest, unasked: ${kept.join(', ')}.`] : []),
    ...byKind(withdrawn, (kind, all) => {
      const shown = all.slice(0, MOST_SHOWN).map(({ id }) => String(id));
      return `Withdrawn since the last harvest, ${KINDS[kind].title}: ${formatCount(all.length)}: ${shown.join(', ')}${rest(all)}.`;
    }),
  ];
}

/** What a data manager should know of the records themselves. */
function oddities({ coverage: { kinds, unreadable } }: HarvestResult): string[] {
  const lost = kinds.reduce((sum, kind) => sum + kind.unreadable, 0);
  const counted = (what: string, of: (kind: KindStatistics) => Readonly<Record<string, number>>) =>
    kinds.flatMap((one) =>
      Object.entries(of(one)).map(
        ([name, count]) =>
          `Unknown ${what} ${beginning(name, LONGEST)} in ${KINDS[one.kind].title}: ${formatCount(count)} ${count === 1 ? 'record' : 'records'}.`,
      ),
    );
  return [
    ...genderTrouble(kinds),
    ...(lost > 0
      ? [`Cannot be read: ${formatCount(lost)} records (they stay in the store as they came):`]
      : []),
    ...several(unreadable, ({ request, pointer, reason }) => `  ${request}#${pointer}: ${reason}`),
    ...several(
      counted('field', ({ unknownFields }) => unknownFields),
      (line) => line,
    ),
    ...several(
      counted('code', ({ unknownCodes }) => unknownCodes),
      (line) => line,
    ),
  ];
}

/** Codes of another scheme: the one thing that makes every statement of gender doubtful (wire-format 1). */
function genderTrouble(kinds: readonly KindStatistics[]): string[] {
  const foreign = kinds.flatMap(({ kind, unknownCodes }) =>
    Object.entries(unknownCodes)
      .filter(([code]) => /(^|\.)gender=/.test(code))
      .map(([code, count]) => `${code} ${formatCount(count)} times in ${KINDS[kind].title}`),
  );
  return foreign.length === 0
    ? []
    : [
        `Gender codes outside the configured scheme: ${foreign.join(', ')}. Is services.archive.gender right?`,
      ];
}

function drifts({ drift }: HarvestResult): string[] {
  return several(
    drift,
    ({ kind, field, before, now }) =>
      `Drift in ${KINDS[kind].title}: ${field} was in ${formatCount(before.present)} of ${formatCount(before.of)}, now in ${formatCount(now.present)} of ${formatCount(now.of)}.`,
  );
}

function byKind<T extends { readonly kind: Kind }>(
  all: readonly T[],
  say: (kind: Kind, some: readonly T[]) => string,
): string[] {
  const kinds = [...new Set(all.map(({ kind }) => kind))];
  return kinds.map((kind) =>
    say(
      kind,
      all.filter((one) => one.kind === kind),
    ),
  );
}

function several<T>(all: readonly T[], say: (one: T) => string): string[] {
  const lines = all.slice(0, MOST_SHOWN).map(say);
  return all.length > MOST_SHOWN
    ? [...lines, `  … and ${formatCount(all.length - MOST_SHOWN)} more.`]
    : lines;
}

const rest = (all: readonly unknown[]): string =>
  all.length > MOST_SHOWN ? ` and ${formatCount(all.length - MOST_SHOWN)} more` : '';

const nameOf = ({ kind, id }: RecordRef): string => `${kind} ${id}`;
