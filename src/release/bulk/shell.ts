/** What every script begins with: whatever folder it is called from, it works in that of the release. */
export const beginning = (remarks: readonly string[], before: readonly string[] = []): string =>
  [
    '#!/bin/sh',
    ...remarks.map((remark) => (remark === '' ? '#' : `# ${remark}`)),
    'set -eu',
    ...before,
    'cd "$(dirname "$0")/.."',
  ].join('\n');

/** The first argument as a path that means the same wherever the script goes. */
export const STORE_ARGUMENT: readonly string[] = [
  `store=\${1:?name the folder of the store}`,
  'case $store in /*) ;; *) store=$PWD/$store ;; esac',
];

/** One argument, whatever it holds. */
export const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** An update that empties graphs, those that are not there too (SPARQL 1.1 Update, section 3.2.2). */
export const dropAll = (graphs: readonly { readonly graph: string }[]): string =>
  graphs.map(({ graph }) => `DROP SILENT GRAPH <${graph}>`).join(' ; ');
