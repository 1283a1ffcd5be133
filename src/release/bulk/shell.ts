import type { BulkFile, BulkGraph } from './bulk-graph.js';

/** The beginning of every script, which changes into the folder of the release. */
export const beginning = (remarks: readonly string[], before: readonly string[] = []): string =>
  [
    '#!/bin/sh',
    ...remarks.map((remark) => (remark === '' ? '#' : `# ${remark}`)),
    'set -eu',
    ...before,
    'cd "$(dirname "$0")/.."',
  ].join('\n');

/** The first argument as an absolute path. */
export const STORE_ARGUMENT: readonly string[] = [
  `store=\${1:?name the folder of the store}`,
  'case $store in /*) ;; *) store=$PWD/$store ;; esac',
];

/** A text as one argument. */
export const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** Commands that end a script before it changes anything, when a file is missing or a gzip file is damaged. */
export function allThere(graphs: readonly BulkGraph[]): string {
  const all = graphs.flatMap(({ files }) => files);
  const named = (some: readonly BulkFile[]): string => some.map(({ path }) => quoted(path)).join(' ');
  const [packed, plain] = [all.filter(({ isPacked }) => isPacked), all.filter(({ isPacked }) => !isPacked)];
  return [
    '# What is not there, or breaks off, is told before anything is changed.',
    ...(packed.length === 0 ? [] : [`gzip -t ${named(packed)}`]),
    ...(plain.length === 0 ? [] : [`ls ${named(plain)} > /dev/null`]),
  ].join('\n');
}

/** An update that empties graphs, if they exist (SPARQL 1.1 Update, section 3.2.2). */
export const dropAll = (graphs: readonly { readonly graph: string }[]): string =>
  graphs.map(({ graph }) => `DROP SILENT GRAPH <${graph}>`).join(' ; ');
