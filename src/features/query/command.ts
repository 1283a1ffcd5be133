import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text as textOfStream } from 'node:stream/consumers';
import { Argument, Option } from 'commander';
import { FolkloreError, messageOf } from '../../base/errors.js';
import { EXIT } from '../../base/exit-codes.js';
import { escapeControls, withoutMark } from '../../base/text.js';
import { option, RELEASE_MEANT, wholeNumber } from '../../cli/command.js';
import type { CommandModule } from '../../cli/feature.js';
import { readProxies } from '../../harvest/client/proxies.js';
import type { ReleaseManifest } from '../../release/description/manifest.js';
import type { ResultFormat } from './engine.js';
import { type EngineName, engineOption } from './engine-option.js';

interface QueryOptions {
  readonly format?: OutputFormat;
  readonly timeout: number;
  readonly endpoint?: string;
  readonly engine?: EngineName;
}

/** The formats of answers: those of the engine, JSON-LD, and a table for the terminal. */
const FORMATS = ['table', 'csv', 'tsv', 'json', 'xml', 'turtle', 'ntriples', 'jsonld'] as const;
type OutputFormat = (typeof FORMATS)[number];

const ENGINE_FORMATS: Readonly<Record<OutputFormat, ResultFormat>> = {
  table: 'json',
  csv: 'csv',
  tsv: 'tsv',
  json: 'json',
  xml: 'xml',
  // Graphs are written by our own writers.
  turtle: 'nt',
  ntriples: 'nt',
  jsonld: 'nt',
};
const isGraphFormat = (format: OutputFormat): format is keyof typeof SUFFIX_OF => format in SUFFIX_OF;

export const command: CommandModule<QueryOptions, [first: string | undefined, second: string | undefined]> = {
  args: [
    new Argument('[release]', RELEASE_MEANT),
    new Argument(
      '[query]',
      'a file with a SPARQL query, - for standard input, or the number of one of the release: q03',
    ),
  ],
  options: [
    new Option(
      '-f, --format <format>',
      'format of the answer (default: table on a terminal, else csv; turtle for graphs)',
    ).choices(FORMATS),
    option('--timeout <seconds>', 'the longest that the query may take', wholeNumber(1, 86_400)).default(300),
    option('--endpoint <url>', 'ask this SPARQL endpoint instead of loading the release'),
    engineOption(),
  ],
  help: () => `
Answers a SPARQL 1.1 query about a release, without a server. The data, code lists and description of the
release are loaded into memory first: a second for 200,000 triples, at most 9 million triples. For a larger
release there is --engine: an engine that is installed on this machine is started, loads the release into a folder
beside it, once, and is stopped with the command. Or ask the SPARQL store that you have: --endpoint.

SELECT and ASK answer as table, csv, tsv, json or xml; CONSTRUCT and DESCRIBE as turtle, ntriples or jsonld.
A wrong query, and one that takes too long, gives exit code 2. Errors of syntax, prefixes that are not declared,
and terms that the vocabulary of the release lacks are told before anything is loaded.

Examples:
  folklore-ld query q03
  folklore-ld query output/2026-12-01 q03
  folklore-ld query output/latest my.rq --format csv
  folklore-ld query output/latest q03 --engine virtuoso
  folklore-ld query output/latest my.rq --endpoint http://127.0.0.1:3030/folklore/sparql`,
  run: async ({ args: [first, second], options }, { report }) => {
    // Imported on demand: the check of a query takes less than a second.
    const remote = options.endpoint === undefined ? undefined : await import('./remote-engine.js');
    if (options.endpoint !== undefined) remote?.checkEndpoint(options.endpoint);
    const { whichRelease } = await import('../../cli/which-release.js');
    const [named, asked] = second === undefined ? [undefined, first] : [first, second];
    if (asked === undefined)
      throw failed('No query is given.', 'Name a file, or a query of the release: q03.');
    const release = await whichRelease(named);
    const { DEFAULT_LIMITS, formOf, openEngine, QueryProblem } = await import('./engine.js');
    const { readManifest } = await import('../../release/description/manifest.js');
    const manifest = await readManifest(release).catch((cause: unknown) => {
      throw failed(
        `${release} is not a release: ${messageOf(cause).replace(/\.$/, '')}.`,
        'Give the folder of a release, such as output/latest.',
        cause,
      );
    });
    const query = withoutMark(await queryText(release, asked));
    const form = formOf(query);
    if (form === undefined)
      throw failed(
        `${asked} has none of SELECT, ASK, CONSTRUCT and DESCRIBE.`,
        'Only queries are answered, no updates.',
      );
    const format = options.format ?? (form === 'graph' ? 'turtle' : process.stdout.isTTY ? 'table' : 'csv');
    if (isGraphFormat(format) !== (form === 'graph'))
      throw failed(
        `The answer of this query is a ${form}, which cannot be written as ${format}.`,
        `Choose one of ${FORMATS.filter((one) => isGraphFormat(one) === (form === 'graph')).join(', ')}.`,
      );
    // Another server has its own dialect, and says itself what it does not read.
    if (options.endpoint === undefined) await checkQuery(query, asked, release, manifest);
    const limits = { ...DEFAULT_LIMITS, timeoutMs: options.timeout * 1000, maxResult: 1 << 29 };
    const engine =
      options.endpoint === undefined || remote === undefined
        ? options.engine === undefined
          ? await openEngine(release, manifest, limits, report)
          : await (await import('./installed/installed-engine.js')).openInstalledEngine(
              options.engine,
              release,
              manifest,
              limits,
              report,
              process.pid,
            )
        : remote.remoteEngine(options.endpoint, limits, readProxies(process.env));
    try {
      const answer = await engine.query(query, ENGINE_FORMATS[format]);
      process.stdout.write(await written(answer, format, manifest));
    } catch (thrown) {
      if (!(thrown instanceof QueryProblem)) throw thrown;
      if (thrown.cause instanceof FolkloreError) throw thrown.cause;
      throw failed(
        `${asked}: ${thrown.message.replace(/\.$/, '')}.`,
        'Change the query; docs/query.md has the limits.',
        thrown,
      );
    } finally {
      await engine.close();
    }
    return EXIT.clean;
  },
};

/** Throws when the engine cannot read a query, or a name in it means nothing in the release. Nothing is loaded. */
async function checkQuery(
  query: string,
  asked: string,
  release: string,
  manifest: ReleaseManifest,
): Promise<void> {
  const { readReleaseVocabulary } = await import('./release-vocabulary.js');
  const { unknownInWords, unknownTerms } = await import('./unknown-terms.js');
  const { syntaxProblem } = await import('./engine.js');
  const [problem, vocabulary] = await Promise.all([
    syntaxProblem(query, manifest.base),
    readReleaseVocabulary(release, manifest),
  ]);
  // An undeclared prefix is an error of syntax, too: this message says more.
  const unknown = unknownTerms(query, vocabulary);
  if (unknown.length > 0) {
    throw failed(
      `${asked}: ${unknownInWords(unknown).join(' ')}`,
      'The terms are in ontology.ttl and codes.ttl of the release, and on its page docs/vocabulary/index.html.',
    );
  }
  if (problem !== undefined)
    throw failed(
      `${asked}: ${problem.replace(/\.$/, '')}.`,
      'Change the query; docs/query.md has the limits.',
    );
}

/** The text of a query: a file, standard input, or one of the release by its number. */
async function queryText(release: string, asked: string): Promise<string> {
  if (asked === '-') return textOfStream(process.stdin);
  if (!/^q\d\d$/.test(asked)) {
    return readFile(asked, 'utf8').catch((cause: unknown) => {
      throw failed(
        `${asked} cannot be read: ${messageOf(cause)}.`,
        'Give a file, - for standard input, or the number of a query of the release, such as q03.',
        cause,
      );
    });
  }
  const folder = join(release, 'queries');
  const names = await readdir(folder).catch(() => []);
  const name = names.find((one) => one.startsWith(`${asked}-`));
  if (name !== undefined) return readFile(join(folder, name), 'utf8');
  const known = names.filter((one) => /^q\d\d-/.test(one)).map((one) => one.slice(0, 'q00'.length));
  throw failed(`${release} has no query ${asked}.`, `It has ${known.join(', ') || 'none'}.`);
}

/** The suffixes of graphs, as in the pages of a release. */
const SUFFIX_OF = { turtle: 'ttl', ntriples: 'nt', jsonld: 'jsonld' } as const;

async function written(
  answer: string,
  format: OutputFormat,
  { base, vocabularyBase }: ReleaseManifest,
): Promise<string> {
  if (format === 'table') return `${asTable(answer)}\n`;
  if (!isGraphFormat(format)) return answer.endsWith('\n') ? answer : `${answer}\n`;
  const { serialise } = await import('../../model/rdf/serialise.js');
  const { parseTurtle } = await import('../../model/rdf/parse.js');
  const { readContext } = await import('../../model/rdf/context.js');
  const { dataPrefixes } = await import('../../model/rdf/iris.js');
  const context = readContext(undefined, vocabularyBase);
  const prefixes = new Map([...context.prefixes, ...dataPrefixes(base)]);
  const language = { base, prefixes, context: context.document, graphOf: () => base };
  return serialise(parseTurtle(answer, 'the answer'), SUFFIX_OF[format], language);
}

/** SPARQL Query Results JSON Format. */
interface Results {
  readonly boolean?: boolean;
  readonly head?: { readonly vars?: readonly string[] };
  readonly results?: { readonly bindings: readonly Readonly<Record<string, { readonly value: string }>>[] };
}

function asTable(answer: string): string {
  const { boolean, head, results } = JSON.parse(answer) as Results;
  if (boolean !== undefined) return boolean ? 'yes' : 'no';
  const columns = head?.vars ?? [];
  const rows = (results?.bindings ?? []).map((row) =>
    columns.map((column) => escapeControls(row[column]?.value ?? '').replaceAll('\n', ' ')),
  );
  const widths = columns.map((column, at) =>
    Math.min(60, Math.max(column.length, ...rows.map((row) => row[at]?.length ?? 0))),
  );
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, at) => (cell.length > 60 ? `${cell.slice(0, 59)}…` : cell).padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd();
  return [
    line(columns),
    line(widths.map((width) => '─'.repeat(width))),
    ...rows.map(line),
    `${rows.length} ${rows.length === 1 ? 'row' : 'rows'}`,
  ].join('\n');
}

const failed = (message: string, hint: string, cause?: unknown): FolkloreError =>
  new FolkloreError('QUERY_FAILED', message, {
    hint,
    cause,
  });
