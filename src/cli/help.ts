import { type Command, Option } from 'commander';
import { inColumn, outputWidth } from './terminal/table.js';

/** The headings of options in the help of a command that has many. */
export const GROUPS = {
  source: 'Where records come from:',
  harvest: 'Harvest:',
  records: 'Records:',
  release: 'Release:',
  forms: 'More forms of a release:',
  build: 'How a release is made:',
  parts: 'A build in parts:',
  run: 'Run and log:',
} as const;

export type OptionGroup = keyof typeof GROUPS;

/** Puts options into a group. */
export const grouped = (group: OptionGroup, ...options: Option[]): Option[] =>
  options.map((option) => option.helpGroup(GROUPS[group]));

/** Options that one list still shows well. */
const MOST_IN_ONE_LIST = 16;

/** Shows the options of a command in their groups, in the order of {@link GROUPS}; few options in one list. */
export function groupOptions(command: Command): void {
  const help = new Option('-h, --help', 'display help for command');
  const all = [...command.options, help];
  if (all.length <= MOST_IN_ONE_LIST) for (const option of all) delete option.helpGroupHeading;
  else help.helpGroup(GROUPS.run);
  command.addHelpOption(help);
  const order: readonly (string | undefined)[] = Object.values(GROUPS);
  const places = new Map(command.options.map((option) => [option, order.indexOf(option.helpGroupHeading)]));
  // The order of the declaration is that of the headings.
  (command.options as Option[]).sort((a, b) => (places.get(a) ?? 0) - (places.get(b) ?? 0));
}

/** A text below the options, for the width of the terminal: paragraphs and lists are wrapped, commands are not. */
export function wrappedHelp(text: string, command: Command): string {
  const { getOutHelpWidth } = command.configureOutput();
  const width = getOutHelpWidth?.() || outputWidth();
  return text
    .replace(/^\S.*(?:\n\S.*)+/gm, (paragraph) => paragraph.replaceAll('\n', ' '))
    .split('\n')
    .map((line) => (COMMAND.test(line) ? exampleIn(line, width) : wrapped(line, width)))
    .join('\n');
}

/** The beginning of a line with a command. Such lines are not wrapped. */
const COMMAND = /^ +(?:folklore-ld|awk) /;

/** A command with its meaning: below it where both are too wide for one line. */
const exampleIn = (line: string, width: number): string =>
  line.length <= width ? line : line.replace(/^( +)(\S.*?) {2,}(\S.*)$/, '$1$2\n$1    $3');

/** A line of text, or one of a list with its indent and number. */
function wrapped(line: string, width: number): string {
  const [begin = ''] = /^ *(?:\d+ +)?/.exec(line) ?? [];
  return begin + inColumn(line.slice(begin.length), begin.length, width);
}
