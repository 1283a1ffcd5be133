import { join } from 'node:path';
import { EXIT, type ExitCode, interrupted } from '../../base/errors.js';
import { formatCount, toOneLine } from '../../base/text.js';
import { dumpBelow, dumpsOf } from '../../inspect/validate/release-folder.js';
import { type DumpFile, recognise } from '../../rdf/formats/dump-file.js';
import { CATALOGUE_FILES } from '../../release/bulk/bulk-graph.js';
import { exists } from '../../response-store/paths.js';
import { type LintExample, type LintFinding, type LintResult, lint } from '../../triplestore/lint/linter.js';
import { LINT_STORE_NAMES, LINT_STORES, type LintStore, SEVERITIES } from '../../triplestore/lint/rule.js';
import type { CommandContext } from './pipeline.js';

/** What `lint` is told besides what to look at. */
export interface LintOptions {
  /** The stores that are asked about; all unless given. */
  readonly for?: readonly LintStore[];
  readonly json?: boolean;
}

/** Tells what stores will make of a dump or a release. */
export async function runLint(
  path: string,
  { for: stores = LINT_STORE_NAMES, json }: LintOptions,
  { report, signal }: CommandContext,
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
    if (await exists(join(path, file))) beside.push(await recognise(await dumpBelow(path, file)));
  }
  return [...files, ...beside];
}

/** Counts first, then what was found, what stores choke on before what they alter. */
function textOf(path: string, { files, triples, findings }: LintResult): string {
  const numberOf = (severity: string): number =>
    findings.filter(({ rule }) => rule.severity === severity).length;
  const [chokes, alters] = SEVERITIES.map(numberOf);
  return [
    `${path}: ${formatCount(triples)} triples in ${formatCount(files)} ${files === 1 ? 'file' : 'files'}; ` +
      `${chokes} ${chokes === 1 ? 'thing' : 'things'} that stores choke on, ${alters} that they alter.`,
    ...SEVERITIES.flatMap((severity) => {
      const found = findings.filter(({ rule }) => rule.severity === severity);
      return found.length === 0 ? [] : ['', `A store ${severity}:`, ...found.flatMap(linesOf)];
    }),
  ].join('\n');
}

const linesOf = ({ rule, stores, count, examples }: LintFinding): string[] => [
  `  ${formatCount(count)} × ${rule.id} (${stores.map((one) => LINT_STORES[one]).join(', ')})`,
  `    ${rule.what}`,
  `    ${rule.remedy}`,
  ...examples.map((one) => `    - ${toOneLine(exampleOf(one))}`),
];

const exampleOf = ({ file, at, term }: LintExample): string =>
  `${file}: ${at === undefined || at.includes(term) ? (at ?? term) : `${at} ${term}`}`;

const asJson = (path: string, { files, triples, findings }: LintResult) => ({
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
