import { join } from 'node:path';
import { Argument, InvalidArgumentError } from 'commander';
import { EXIT } from '../../base/exit-codes.js';
import { counted, formatCount, toOneLine } from '../../base/text.js';
import { interruptible, option } from '../../cli/command.js';
import type { CommandModule } from '../../cli/feature.js';
import { print } from '../../cli/terminal/table.js';
import type { DumpFile } from '../../model/rdf/formats/recognise-dump.js';
import type { LintExample, LintFinding, LintResult } from './lint/linter.js';
import { LINT_STORE_NAMES, LINT_STORES, type LintStore, SEVERITIES } from './lint/stores.js';

/** The stores to check for, all unless given, and the format of the output. */
interface LintOptions {
  readonly for?: readonly LintStore[];
  readonly json?: boolean;
}

export const command: CommandModule<LintOptions, [path: string]> = {
  args: [new Argument('<path>', 'a dump, or the folder of a release')],
  options: [
    option(
      '--for <list>',
      `stores to check for, separated by commas: ${LINT_STORE_NAMES.join(', ')} (default: all)`,
      readStores,
    ),
    option('--json', 'print all findings as JSON'),
  ],
  help: () => `
Reads Turtle, TriG, N-Triples, N-Quads and JSON-LD, gzipped or not; of a release every dataset once, and the
catalogue files that are loaded with it. No store is needed: docs/stores.md lists the known limits of each.

Exit code 4: a store rejects some of the data, or loads other data or none. Exit code 0: a
store returns a value in another form, but queries by that value still find it. Exit code 2: no file
holds a statement.

Examples:
  folklore-ld lint output/2026-12-01                 a whole release
  folklore-ld lint people.ttl.gz --for virtuoso      one dump, for one store
  folklore-ld lint people.nt --json                  for programs`,
  run: async ({ args: [path], options }, context) => {
    const { lint } = await import('./lint/linter.js');
    const check = interruptible(context, 'reading dumps');
    const result = await lint(await filesOf(path), options.for ?? LINT_STORE_NAMES, context.report, check);
    context.report({ event: 'finished', what: 'lint', detail: path });
    const text =
      options.json === true ? JSON.stringify(asJson(path, result), undefined, 2) : textOf(path, result);
    print(text);
    const choking = result.findings.filter(({ rule }) => rule.severity === 'chokes').length;
    return choking === 0
      ? EXIT.clean
      : { exitCode: EXIT.gate, because: `${counted(choking, 'thing')} that stores choke on` };
  },
};

function readStores(list: string): readonly LintStore[] {
  return list.split(',').map((name) => {
    const store = LINT_STORE_NAMES.find((known) => known === name.trim());
    if (store !== undefined) return store;
    throw new InvalidArgumentError(
      `There is no store "${name}". Known stores: ${LINT_STORE_NAMES.join(', ')}.`,
    );
  });
}

/** A single file, or the dumps of a release with its catalogue files. */
async function filesOf(path: string): Promise<readonly DumpFile[]> {
  const { dumpBelow, dumpsOf } = await import('../../use/inspect/validate/release-folder.js');
  const { recognise } = await import('../../model/rdf/formats/recognise-dump.js');
  const { CATALOGUE_FILES } = await import('./bulk-scripts.js');
  const { exists } = await import('../../base/files.js');
  const { files, isWhole } = await dumpsOf(path);
  if (!isWhole) return files;
  const catalogue: DumpFile[] = [];
  for (const file of CATALOGUE_FILES)
    if (await exists(join(path, file))) catalogue.push(await recognise(await dumpBelow(path, file)));
  return [...files, ...catalogue];
}

/** The counts, then the findings, the most severe first. */
function textOf(path: string, { files, triples, findings }: LintResult): string {
  const numberOf = (severity: string): number =>
    findings.filter(({ rule }) => rule.severity === severity).length;
  const [chokes, alters] = SEVERITIES.map(numberOf);
  return [
    `${path}: ${counted(triples, 'triple')} in ${counted(files, 'file')}; ` +
      `${counted(chokes ?? 0, 'thing')} that stores choke on, ${alters} that they alter.`,
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
