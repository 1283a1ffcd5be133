import { once } from 'node:events';
import { dirname, join } from 'node:path';
import { Argument, InvalidArgumentError, Option } from 'commander';
import { dayOf } from '../../base/calendar.js';
import { FolkloreError, messageOf } from '../../base/errors.js';
import { EXIT } from '../../base/exit-codes.js';
import { counted, toOneLine } from '../../base/text.js';
import { configOption, graceOption, interruptible, option, wholeNumber } from '../../cli/command.js';
import type { CommandCall, CommandContext, CommandModule } from '../../cli/feature.js';
import { print } from '../../cli/terminal/table.js';
import type { ImportResult, LeftOut } from './import-links.js';
import type { LinkFiles } from './links-folder.js';
import type { LinkSource } from './outside-thing.js';

interface LinksOptions {
  readonly config?: string;
  readonly from?: LinkSource;
  readonly releaseFolder?: string;
  readonly proposals?: string;
  readonly date?: string;
  readonly by?: string;
  readonly apply?: string;
  readonly port: number;
  readonly grace: number;
}

type LinksCall = CommandCall<LinksOptions, [action: Action, files: readonly string[]]>;

const ACTIONS = ['import', 'review'] as const;
type Action = (typeof ACTIONS)[number];

/** As `LINK_SOURCES`, which is imported when it is needed. */
const SOURCES = ['wikidata', 'overpass', 'geonames', 'viaf', 'isni'] satisfies LinkSource[];

const DEFAULT_TABLE = 'links.csv';
/** Beside the table of links. */
const PROPOSALS = 'links-proposals.csv';
const LEFT_OUT = 'links-left-out.csv';

export const command: CommandModule<LinksOptions, [action: Action, files: readonly string[]]> = {
  args: [
    new Argument('<action>', 'import downloads, or review what they propose').choices(ACTIONS),
    new Argument('[files...]', 'with import: downloaded files, plain or packed with gzip'),
  ],
  options: [
    configOption(),
    new Option('--from <source>', 'with import: what the files are, where that is to be checked').choices(
      SOURCES,
    ),
    option(
      '--release-folder <folder>',
      'with import: the release whose records are linked (default: output/latest, or the only one in output)',
    ),
    option('--proposals <file>', `file of proposals (default: ${PROPOSALS} beside the table of links)`),
    option('--date <day>', 'the day that new rows of the table have (default: today)', dayGiven),
    option('--by <name>', 'with review: who decides; it is written into the table', nameGiven),
    option(
      '--apply <file>',
      'with review: take over the decisions of a file of proposals, and serve nothing',
    ),
    option('-p, --port <port>', 'with review: port; 0 takes a free one', wholeNumber(0, 65_535)).default(
      4031,
    ),
    graceOption(),
  ],
  help: () => `
import reads what can be downloaded from the Wikidata Query Service (JSON, CSV), Overpass (JSON, CSV), GeoNames
(country files), VIAF and ISNI (tables). Things that state the identifier of a record become rows of the table of
links, which builds read (--links-table). Places that only look alike become proposals, in a file of their own,
with their evidence. Proposals are never published. What contradicts the table or itself is left out, and listed
in ${LEFT_OUT}. A second import of a file changes nothing. docs/links.md has the queries.

review serves a page for this machine on which a person accepts and rejects proposals; each decision is written at
once. Or fill in the column "decision" (accept, reject) in a spreadsheet, and give the file with --apply. What is
accepted becomes a row of the table of links.

When the page is ready, the first line on standard output is one JSON object with its address:
{"url":"http://127.0.0.1:4031"}

Examples:
  folklore-ld links import query.json IE.txt
  folklore-ld links import overpass.json --from overpass -c folklore-ld.config.yaml
  folklore-ld links review --by 'A. Name'
  folklore-ld links review --by 'A. Name' --apply links-proposals.csv`,
  run: async (call, context) => {
    const [action, files] = call.args;
    const places = await placesOf(call);
    if (action === 'import') return importFiles(files, places, call, context);
    if (files.length > 0)
      throw misuse('review takes no files.', 'To take over the decisions of a file, give it with --apply.');
    return review(places.files, call, context);
  },
};

/** Where the table, the proposals and the releases are. */
async function placesOf({ options, settings, schema }: LinksCall) {
  const { readConfig } = await import('../../cli/config/config.js');
  const { overridesOf } = await import('../../cli/config/setting-options.js');
  const config =
    options.config === undefined ? undefined : readConfig(options.config, overridesOf(settings), schema);
  const table = String(config?.linksTable ?? settings.linksTable?.value ?? DEFAULT_TABLE);
  const proposals = options.proposals ?? join(dirname(table), PROPOSALS);
  return { files: { table, proposals }, leftOut: join(dirname(table), LEFT_OUT), out: config?.out };
}

async function importFiles(
  files: readonly string[],
  places: Awaited<ReturnType<typeof placesOf>>,
  { options }: LinksCall,
  context: CommandContext,
): Promise<typeof EXIT.clean> {
  const { startedAt, report } = context;
  const check = interruptible(context, 'importing links');
  if (files.length === 0)
    throw misuse('No file is given.', 'Name one or more downloads; docs/links.md has where they are.');
  const { whichRelease } = await import('../../cli/which-release.js');
  const release = await whichRelease(options.releaseFolder, places.out);
  const { importLinks } = await import('./import-links.js');
  const { readLinkableRecords } = await import('./linkable-records.js');
  const folder = await import('./links-folder.js');
  const { readSource } = await import('./read-source.js');
  const { csvRow } = await import('../../release/tables/csv.js');
  const state = await folder.readLinkState(places.files);
  const records = await readLinkableRecords(release);
  async function* rows() {
    for (const file of files)
      for await (const row of readSource(file, options.from)) {
        check();
        yield row;
      }
  }
  const result = await importLinks(rows(), records, state, options.date ?? dayOf(startedAt));
  const header = ['what', 'at', 'iri', 'why'];
  const list = result.leftOut.map(({ what, at, iri, why }) => csvRow([what, at, iri, toOneLine(why)]));
  await folder.writeTable(places.files.table, state.table, result.added);
  await folder.writeProposals(places.files.proposals, result.proposals);
  await folder.writeIfOther(places.leftOut, Buffer.from(csvRow(header) + list.join('')));
  print(summaryOf(result, places.files, places.leftOut));
  report({ event: 'finished', what: 'links import', detail: places.files.table });
  return EXIT.clean;
}

/** Lines of a list in a summary. */
const MOST_LISTED = 20;

function summaryOf(
  { added, proposals, leftOut, farApart, counts }: ImportResult,
  files: LinkFiles,
  list: string,
): string {
  const of = (what: LeftOut['what']): LeftOut[] => leftOut.filter((one) => one.what === what);
  const listed = (title: string, lines: readonly string[]): string[] =>
    lines.length === 0
      ? []
      : [
          '',
          `${title}:`,
          ...lines.slice(0, MOST_LISTED).map((line) => `  ${toOneLine(line)}`),
          ...(lines.length > MOST_LISTED ? [`  and ${lines.length - MOST_LISTED} more, in ${list}`] : []),
        ];
  const described = ({ at, iri, why }: LeftOut): string => `${at}: ${iri === '' ? '' : `${iri}: `}${why}`;
  const open = proposals.filter(({ decision }) => decision === '').length;
  return [
    `${counted(counts.things, 'thing')} read.`,
    `${counted(added.length, 'new link')} in ${files.table}; ${counted(counts.present, 'link')} in it already.`,
    `${counted(counts.newProposals, 'new proposal')} in ${files.proposals}; ${open} without a decision.`,
    `Left out: ${counted(of('conflict').length, 'conflict')}, ${counted(of('unknown id').length, 'id')} that the release does not have, ${counted(of('unreadable').length, 'unreadable row')}.`,
    ...(counts.strangers > 0
      ? [`${counted(counts.strangers, 'id')} in the authority file of no person of the release.`]
      : []),
    ...listed('Conflicts', of('conflict').map(described)),
    ...listed('Ids that the release does not have', of('unknown id').map(described)),
    ...listed('Unreadable', of('unreadable').map(described)),
    ...listed('Linked by an identifier, and far apart: see whether the identifier is right', farApart),
  ].join('\n');
}

async function review(
  files: LinkFiles,
  { options }: LinksCall,
  { startedAt, now, signal, report }: CommandContext,
): Promise<typeof EXIT.clean> {
  const { by: name, date } = options;
  if (name === undefined)
    throw misuse(
      'It is not given who decides.',
      'Give a name with --by; it is written beside each decision.',
    );
  const folder = await import('./links-folder.js');
  if (options.apply !== undefined) {
    const { applyDecisions } = await import('./decisions.js');
    const text = await folder.textIfThere(options.apply);
    if (text === undefined)
      throw misuse(`There is no file ${options.apply}.`, 'Name the file of proposals, or a copy of it.');
    const filled = { file: options.apply, text };
    const result = await applyDecisions(files, filled, { name, date: date ?? dayOf(startedAt) });
    print(`${counted(result.accepted, 'proposal')} accepted, ${result.rejected} rejected.`);
    return EXIT.clean;
  }
  // What cannot be used is said before the page is there.
  await folder.readLinkState(files);
  const { createReviewApp } = await import('./review-app.js');
  const { startBrowsing } = await import('../browse/serve.js');
  const onError = (thrown: unknown): void =>
    report({ event: 'note', message: `an error of the page: ${messageOf(thrown)}` });
  const app = createReviewApp({
    files,
    decider: () => ({ name, date: date ?? dayOf(new Date(now())) }),
    onError,
  });
  const server = await startBrowsing({
    open: async () => ({ app, close: async () => {} }),
    current: async () => '',
    port: options.port,
    host: '127.0.0.1',
    graceMs: options.grace * 1000,
    onError,
  });
  process.stdout.write(`${JSON.stringify({ url: server.url })}\n`);
  report({
    event: 'note',
    message: `serving the proposals of ${files.proposals} at ${server.url}; Ctrl-C stops`,
  });
  if (!signal.aborted) await once(signal, 'abort');
  await server.close();
  return EXIT.clean;
}

function dayGiven(text: string): string {
  if (/^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text))) return text;
  throw new InvalidArgumentError('Expected a day such as 2026-11-23.');
}

function nameGiven(text: string): string {
  const name = text.trim();
  if (name !== '' && name.length <= 200) return name;
  throw new InvalidArgumentError('Expected the name of a person.');
}

const misuse = (message: string, hint: string): FolkloreError =>
  new FolkloreError('CONFIG_INVALID', message, { hint });
