import { counted, formatCount, toOneLine } from '../../base/text.js';
import { localName } from '../../model/rdf/iri-syntax.js';
import type { Severity } from '../../model/shacl/finding.js';
import { completenessNotes } from './completeness.js';
import type { FindingExample, FindingGroup } from './digest.js';
import { beginning } from './reported-finding.js';
import { causeKey, type ValidationJson } from './validation-json.js';

/** Groups that a screen holds. */
const MOST_GROUPS = 6;
const MOST_NAMES = 6;
/** Characters of a line, and of the parts of it that come from records. */
const LINE = 180;
const LABEL = 40;
const VALUE = 50;

const SEVERITIES: readonly (readonly [severity: Severity, word: string])[] = [
  ['violation', 'violation'],
  ['warning', 'warning'],
  ['info', 'remark'],
];

/**
 * The report on one screen, whatever the number of findings: totals, then groups with examples.
 *
 * @param files where all findings are, for the last line
 */
export function findingsSummary(report: ValidationJson, files: string): string {
  const { totals, groups, shapesThatMetNothing, completeness = [] } = report;
  const notes = completenessNotes(completeness);
  const serious = groups.filter(({ severity }) => severity !== 'info');
  const shown = (serious.length > 0 ? serious : groups).slice(0, MOST_GROUPS);
  const more = groups.length - shown.length;
  const before = countsBefore(report);
  return [
    groups.length === 0
      ? 'Every record conforms to its shapes.'
      : `${totalsLine(totals)}, of ${counted(groups.length, 'sort')}.`,
    ...shown.flatMap((group) => groupLines(group, before(group))),
    ...(more > 0 ? [`And ${counted(more, 'other sort')}.`] : []),
    ...changeLines(report),
    ...(shapesThatMetNothing.length === 0
      ? []
      : [`Shapes that matched nothing: ${listed(shapesThatMetNothing.map(localName))}.`]),
    ...(notes.length === 0
      ? []
      : ['In the source (completeness.csv):', ...notes.map((note) => `    ${note}`)]),
    ...(groups.length === 0 ? [] : [`All of them: ${files}`]),
  ]
    .map((line) => beginning(toOneLine(line), LINE))
    .join('\n');
}

function groupLines(group: FindingGroup, before: string): string[] {
  const { severity, count, message, expected, kinds, examples } = group;
  const word = SEVERITIES.find(([one]) => one === severity)?.[1] ?? severity;
  return [
    `${word} × ${formatCount(count)}${before}  ${Object.keys(kinds).sort().join(', ')}`,
    `    ${message}${expected === undefined ? '' : ` Right would be: ${expected.replace(/\.$/, '')}.`}`,
    ...examples.map((example) => `    - ${exampleLine(example)}`),
  ];
}

const exampleLine = ({ kind, id, label, value, field, where, message }: FindingExample): string =>
  [
    `${kind}${id === undefined ? '' : ` ${beginning(String(id), VALUE)}`}`,
    `“${beginning(label, LABEL)}”`,
    ...(value === undefined ? [] : [`has “${beginning(value, VALUE)}”`]),
    ...(field === undefined ? [] : [`in ${beginning(field, VALUE)}`]),
    ...(message === undefined ? [] : [`– ${beginning(message, VALUE)}`]),
    ...(where === undefined ? [] : [`(${where})`]),
  ].join(' ');

/** The number of findings of a group in the release before, to be written behind the present one. */
function countsBefore({ changes, comparedWith }: ValidationJson): (group: FindingGroup) => string {
  if (changes === undefined || comparedWith === undefined) return () => '';
  const then = new Map(changes.map((change) => [causeKey(change), change.before]));
  return (group) => {
    const before = then.get(causeKey(group));
    if (before === undefined) return '';
    return before === 0 ? ' (new)' : ` (${formatCount(before)} before)`;
  };
}

function changeLines({ changes, comparedWith, totalsBefore }: ValidationJson): string[] {
  if (changes === undefined || comparedWith === undefined || totalsBefore === undefined) return [];
  if (changes.length === 0) return [`As many of each sort as in ${comparedWith}.`];
  const [fresh, gone] = [changes.filter((one) => one.before === 0), changes.filter((one) => one.now === 0)];
  const others = changes.length - fresh.length - gone.length;
  return [
    `In ${comparedWith}: ${totalsLine(totalsBefore)}; since then ${counted(fresh.length, 'sort')} new, ${gone.length} gone, ${others} more or fewer.`,
  ];
}

function listed(names: readonly string[]): string {
  const more = names.length - MOST_NAMES;
  return `${names.slice(0, MOST_NAMES).join(', ')}${more > 0 ? ` and ${formatCount(more)} more` : ''}`;
}

const totalsLine = (totals: Readonly<Record<Severity, number>>): string =>
  SEVERITIES.map(([severity, word]) => counted(totals[severity], word)).join(', ');
