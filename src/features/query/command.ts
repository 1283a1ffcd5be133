import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text as textOfStream } from 'node:stream/consumers';
import { Argument, Option } from 'commander';
import { FolkloreError, messageOf } from '../../base/errors.js';
import { EXIT } from '../../base/exit-codes.js';
import { withoutMark } from '../../base/text.js';
import { option, RELEASE_MEANT, wholeNumber } from '../../cli/command.js';
import type { CommandModule } from '../../cli/feature.js';
import { outputWidth, print } from '../../cli/terminal/table.js';
import { readProxies } from '../../harvest/client/proxies.js';
import type { ReleaseManifest } from '../../release/description/manifest.js';
import type { QueryEngine, ResultFormat, ResultsJson } from './engine.js';
import { type EngineName, engineOption } from './engine-option.js';

interface QueryOptions {
  readonly format?: OutputFormat;
  readonly timeout: number;
  readonly endpoint?: string;
  readonly engine?: EngineName;
  readonly full?: boolean;
}

/** What the words of a call name: a release, a query, values of its parameters. */
function wordsOf(
  first: string | undefined,
  others: readonly string[],
): {
  readonly named: string | undefined;
  readonly asked: string | undefined;
  readonly assignments: readonly string[];
} {
  const words = first === undefined ? [] : [first, ...others];
  const at = words.findIndex((word) => ASSIGNMENT.test(word));
  const names = at < 0 ? words : words.slice(0, at);
  const assignments = at < 0 ? [] : words.slice(at);
  const [one, two] = names;
  if (names.length > 2)
    throw failed(
      `"${names.slice(2).join(' ')}" follows the query.`,
      'Give the query as one word, in quotes.',
    );
  if (two !== undefined) return { named: one, asked: two, assignments };
  // A release alone: its questions are listed.
  const isRelease = one !== undefined && existsSync(join(one, 'manifest.json'));
  return isRelease
    ? { named: one, asked: undefined, assignments }
    : { named: undefined, asked: one, assignments };
}

/** `county=place/100013` */
const ASSIGNMENT = /^[A-Za-z]+=/;

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
/** Formats whose answers are written as they come. */
const STREAMED: ReadonlySet<OutputFormat> = new Set(['csv', 'tsv', 'json', 'xml']);
const isGraphFormat = (format: OutputFormat): format is keyof typeof SUFFIX_OF => format in SUFFIX_OF;

export const command: CommandModule<QueryOptions, [first: string | undefined, others: readonly string[]]> = {
  args: [
    new Argument('[release]', RELEASE_MEANT),
    new Argument(
      '[query...]',
      'a SPARQL query, a file with one, - for standard input, or the number of one of the release with values for its parameters: q01 county=place/100013; without a query those of the release are listed',
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
    option('--full', 'in a table, whole IRIs without labels, and each row on one line'),
  ],
  help: () => `
Answers a SPARQL 1.1 query about a release, without a server. The data, code lists and description of the
release are loaded into memory first: a second for 200,000 triples, at most 9 million triples. For a larger
release there is --engine: an engine that is installed on this machine is started, loads the release into a folder
beside it, once, and is stopped with the command. Or ask the SPARQL store that you have: --endpoint.

SELECT and ASK answer as table, csv, tsv, json or xml; CONSTRUCT and DESCRIBE as turtle, ntriples or jsonld.
A wrong query, and one that takes too long, gives exit code 2. Errors of syntax, prefixes that are not declared,
and terms that the vocabulary of the release lacks are reported before the release is loaded.

Examples:
  folklore-ld query                                   the queries of the release
  folklore-ld query q03
  folklore-ld query q01 county=place/100013 fromYear=1936 toYear=1938
  folklore-ld query 'SELECT * { ?s a lore:School } LIMIT 5'
  folklore-ld query output/2026-12-01 q03
  folklore-ld query output/latest my.rq --format csv
  folklore-ld query output/latest q03 --engine virtuoso
  folklore-ld query output/latest my.rq --endpoint http://127.0.0.1:3030/folklore/sparql`,
  run: async ({ args: [first, others], options }, { report }) => {
    // Imported on demand: the check of a query takes less than a second.
    const remote = options.endpoint === undefined ? undefined : await import('./remote-engine.js');
    if (options.endpoint !== undefined) remote?.checkEndpoint(options.endpoint);
    const { whichRelease } = await import('../../cli/which-release.js');
    const { named, asked, assignments } = wordsOf(first, others);
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
    if (asked === undefined) {
      print(await listOfQuestions(release, manifest));
      return EXIT.clean;
    }
    const query = withoutMark(await queryText(asked, assignments, release, manifest));
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
      if (engine.stream !== undefined && STREAMED.has(format)) {
        await writeInPieces(await engine.stream(query, ENGINE_FORMATS[format]));
        return EXIT.clean;
      }
      const answer = await engine.query(query, ENGINE_FORMATS[format]);
      if (format === 'table') {
        // Another server is asked what the user asks, and no more.
        const isOurs = options.endpoint === undefined && options.full !== true;
        const labelling = isOurs ? engine : undefined;
        const table = await asTable(JSON.parse(answer) as ResultsJson, labelling, manifest, options);
        if (options.full === true) process.stdout.write(`${table}\n`);
        else print(table);
      } else process.stdout.write(await written(answer, format, manifest));
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

/** The beginning of a query that is given as it is. */
const QUERY_TEXT = /^\s*(?:PREFIX|BASE|SELECT|ASK|CONSTRUCT|DESCRIBE)[\s{<*(?$]/i;

/** The text of a query: as it is, of a file, of standard input, or of a question of the release with values for its parameters. */
async function queryText(
  asked: string,
  assignments: readonly string[],
  release: string,
  manifest: ReleaseManifest,
): Promise<string> {
  if (/^q\d\d$/.test(asked)) {
    const { questionsOf } = await import('./release-questions.js');
    const { withAssignments } = await import('./query-parameters.js');
    const questions = await questionsOf(release, manifest);
    const question = questions.find(({ number }) => number === asked);
    if (question !== undefined) return withAssignments(question, assignments, manifest.base);
    const known = questions.map(({ number }) => number).join(', ');
    throw failed(`${release} has no query ${asked}.`, `It has ${known}.`);
  }
  if (assignments.length > 0)
    throw failed(
      `Only the queries of a release have parameters such as ${assignments[0]}.`,
      'Name one of the release: folklore-ld query q01 county=place/100013',
    );
  if (asked === '-') return textOfStream(process.stdin);
  if (QUERY_TEXT.test(asked)) return withPrefixes(asked, await prefixesOf(manifest));
  return readFile(asked, 'utf8').catch((cause: unknown) => {
    throw failed(
      `${asked} cannot be read: ${messageOf(cause)}.`,
      'Give a query, a file, - for standard input, or the number of a query of the release, such as q03.',
      cause,
    );
  });
}

/** A query that is given as a word, with the prefixes of the release that are used in the query and not declared. */
async function withPrefixes(query: string, prefixes: ReadonlyMap<string, string>): Promise<string> {
  const { declaredPrefixes } = await import('./unknown-terms.js');
  const declared = declaredPrefixes(query);
  const lacking = [...prefixes].filter(
    ([prefix]) => !declared.has(prefix) && new RegExp(`(?<![\\w-])${prefix}:`).test(query),
  );
  return lacking.map(([prefix, namespace]) => `PREFIX ${prefix}: <${namespace}> `).join('') + query;
}

/** The questions of a release: a line for each, with the names of its parameters. */
async function listOfQuestions(release: string, manifest: ReleaseManifest): Promise<string> {
  const { questionsOf } = await import('./release-questions.js');
  const { parametersOf } = await import('./query-parameters.js');
  const questions = await questionsOf(release, manifest);
  return questions
    .map(({ number, title, query }) => {
      const names = parametersOf(number, query).map(({ name }) => ` ${name}=…`);
      return `${number}  ${title}${names.length === 0 ? '' : ` Parameters:${names.join('')}`}`;
    })
    .join('\n');
}

/** The suffixes of graphs, as in the pages of a release. */
const SUFFIX_OF = { turtle: 'ttl', ntriples: 'nt', jsonld: 'jsonld' } as const;

async function written(answer: string, format: OutputFormat, manifest: ReleaseManifest): Promise<string> {
  const { base, vocabularyBase } = manifest;
  if (!isGraphFormat(format)) return answer.endsWith('\n') ? answer : `${answer}\n`;
  const { serialise } = await import('../../model/rdf/serialise.js');
  const { parseTurtle } = await import('../../model/rdf/parse.js');
  const { readContext } = await import('../../model/rdf/context.js');
  const { document } = readContext(undefined, vocabularyBase);
  const language = { base, prefixes: await prefixesOf(manifest), context: document, graphOf: () => base };
  return serialise(parseTurtle(answer, 'the answer'), SUFFIX_OF[format], language);
}

/** Writes an answer, with a line feed at its end, at the pace of its reader; until the reader closes the pipe, as `head` does. */
async function writeInPieces(pieces: AsyncIterable<string>): Promise<void> {
  let last = '';
  for await (const piece of pieces) {
    last = piece;
    if (process.stdout.errored !== null) return;
    if (!process.stdout.write(piece))
      await new Promise<void>((resolve) => process.stdout.write('', () => resolve()));
  }
  if (!last.endsWith('\n')) process.stdout.write('\n');
}

/** The prefixes of the dumps. */
async function prefixesOf({ base, vocabularyBase }: ReleaseManifest): Promise<ReadonlyMap<string, string>> {
  const { readContext } = await import('../../model/rdf/context.js');
  const { dataPrefixes, rdf } = await import('../../model/rdf/iris.js');
  const { namespaceOf } = await import('../../model/rdf/iri-syntax.js');
  const { prefixes } = readContext(undefined, vocabularyBase);
  return new Map([['rdf', namespaceOf(rdf.type)], ...prefixes, ...dataPrefixes(base)]);
}

/** @param engine asked for labels; absent: there are none */
async function asTable(
  answer: ResultsJson,
  engine: QueryEngine | undefined,
  manifest: ReleaseManifest,
  { full = false }: QueryOptions,
): Promise<string> {
  const { labelsIn, resultTable } = await import('./result-table.js');
  return resultTable(answer, {
    // Without a base and prefixes, IRIs are whole.
    base: full ? '' : manifest.base,
    prefixes: full ? new Map() : await prefixesOf(manifest),
    labels: engine === undefined ? new Map() : await labelsIn(answer, engine),
    width: full ? Number.POSITIVE_INFINITY : outputWidth(),
  });
}

const failed = (message: string, hint: string, cause?: unknown): FolkloreError =>
  new FolkloreError('QUERY_FAILED', message, {
    hint,
    cause,
  });
