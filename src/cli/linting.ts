import { join } from 'node:path';
import { type Command, InvalidArgumentError } from 'commander';
import { EXIT, type ExitCode, interrupted } from '../base/errors.js';
import { onOneLine } from '../base/one-line.js';
import { thousands } from '../base/thousands.js';
import { dumpsOf } from '../export/validate/release-folder.js';
import { CATALOGUE_FILES } from '../release/bulk/bulk-graph.js';
import { type DumpFile, recognise } from '../sinks/reading/dump-file.js';
import { exists } from '../store/whereabouts.js';

import { type Linted, lint } from '../stores/lint/lint.js';
import type { LintExample, LintFinding } from '../stores/lint/linter.js';
import { LINT_STORE_NAMES, LINT_STORES, type LintStore, SEVERITIES } from '../stores/lint/rule.js';
import type { Circumstances } from './commands.js';
import { type SharedOptions, withOptions } from './options.js';
import type { Runner } from './program.js';

const EPILOGUE = `
Reads Turtle, N-Triples, N-Quads and JSON-LD, packed with gzip or not, in one pass and in little memory; of
the folder of a release every dataset once, and what is loaded beside it. No store is asked: what is known of
them stands in docs/stores.md.

A store chokes on what it refuses, or in whose place it loads something else or nothing: then the exit code
is 4. It alters what it gives back in another form; a query by value finds it all the same, and the exit code
is 0.

Examples:
  folklore-ld lint output/2026-12-01                 a whole release
  folklore-ld lint people.ttl.gz --for virtuoso      one dump, for one store
  folklore-ld lint people.nt --json                  for programs`;

interface LintOptions extends SharedOptions {
  readonly for?: readonly LintStore[];
  readonly json?: boolean;
}

/** Adds the command that tells what stores will make of dumps before they are loaded. */
export function addLint(program: Command, runner: Runner): void {
  const command = program
    .command('lint')
    .description(
      'Tell what each kind of triple store would choke on, or silently alter, in a dump or a release.',
    )
    .argument('<path>', 'a dump, or the folder of a release')
    .option(
      '--for <list>',
      `stores to ask about, separated by commas: ${LINT_STORE_NAMES.join(', ')} (default: all)`,
      readStores,
    )
    .option('--json', 'everything that was found as JSON on standard output');
  withOptions(command, 'logFormat')
    .addHelpText('after', EPILOGUE)
    .action((path: string, options: LintOptions) =>
      runner((at) => runLint(path, options, at), options.logFormat),
    );
}

async function runLint(
  path: string,
  { for: stores = LINT_STORE_NAMES, json }: LintOptions,
  { report, signal }: Circumstances,
): Promise<ExitCode> {
  const linted = await lint(await filesOf(path), stores, report, () => {
    if (signal.aborted) throw interrupted('looking at dumps', 'nothing was changed');
  });
  report({ event: 'finished', what: 'lint', detail: path });
  const text = json === true ? JSON.stringify(asJson(path, linted), undefined, 2) : textOf(path, linted);
  process.stdout.write(`${text}\n`);
  return linted.findings.some(({ rule }) => rule.severity === 'chokes') ? EXIT.gate : EXIT.clean;
}

/** The dumps of a release and what is loaded beside them, or a single file. */
async function filesOf(path: string): Promise<readonly DumpFile[]> {
  const { files, isWhole } = await dumpsOf(path);
  if (!isWhole) return files;
  const beside: DumpFile[] = [];
  for (const file of CATALOGUE_FILES) {
    if (await exists(join(path, file))) beside.push(await recognise(join(path, file)));
  }
  return [...files, ...beside];
}

function readStores(list: string): readonly LintStore[] {
  const names = list.split(',').map((name) => name.trim());
  return names.map((name) => {
    const store = LINT_STORE_NAMES.find((one) => one === name);
    if (store !== undefined) return store;
    throw new InvalidArgumentError(`There is no store "${name}". Known are ${LINT_STORE_NAMES.join(', ')}.`);
  });
}

/** Counts first, then what was found, what stores choke on before what they alter. */
function textOf(path: string, { files, triples, findings }: Linted): string {
  const numberOf = (severity: string): number =>
    findings.filter(({ rule }) => rule.severity === severity).length;
  const [chokes, alters] = SEVERITIES.map(numberOf);
  return [
    `${path}: ${thousands(triples)} triples in ${thousands(files)} ${files === 1 ? 'file' : 'files'}; ` +
      `${chokes} ${chokes === 1 ? 'thing' : 'things'} that stores choke on, ${alters} that they alter.`,
    ...SEVERITIES.flatMap((severity) => {
      const found = findings.filter(({ rule }) => rule.severity === severity);
      return found.length === 0 ? [] : ['', `A store ${severity}:`, ...found.flatMap(linesOf)];
    }),
  ].join('\n');
}

const linesOf = ({ rule, stores, count, examples }: LintFinding): string[] => [
  `  ${thousands(count)} × ${rule.id} (${stores.map((one) => LINT_STORES[one]).join(', ')})`,
  `    ${rule.what}`,
  `    ${rule.remedy}`,
  ...examples.map((one) => `    - ${onOneLine(exampleOf(one))}`),
];

const exampleOf = ({ file, at, term }: LintExample): string =>
  `${file}: ${at === undefined || at.includes(term) ? (at ?? term) : `${at} ${term}`}`;

const asJson = (path: string, { files, triples, findings }: Linted) => ({
  path,
  files,
  triples,
  findings: findings.map(({ rule, stores, count, examples }) => ({
    id: rule.id,
    severity: rule.severity,
    stores,
    count,
    what: rule.what,
    remedy: rule.remedy,
    examples,
  })),
});
