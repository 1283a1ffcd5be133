import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** rdflib, a processor of RDF in Python (Debian: python3-rdflib), asked as its users ask it. */

const execute = promisify(execFile);

/** Debian's own Python stands first: another one on the PATH does not see Debian's packages. */
const PYTHONS = ['/usr/bin/python3', 'python3'];

/** Parses files, and prints what each says as N-Triples. Literals stay as they are written. */
const SCRIPT = `
import json, sys
import rdflib
rdflib.NORMALIZE_LITERALS = False
said = []
for file, syntax in json.load(sys.stdin):
    graph = rdflib.Graph()
    graph.parse(file, format=syntax)
    said.append(graph.serialize(format='nt'))
json.dump(said, sys.stdout)
`;

export type Syntax = 'turtle' | 'nt' | 'json-ld';

/** The Python that has rdflib with JSON-LD; undefined where it is not installed. */
export async function rdflibPython(): Promise<string | undefined> {
  for (const python of PYTHONS) {
    const script = 'import rdflib.plugins.parsers.jsonld';
    const isThere = await execute(python, ['-c', script]).then(
      () => true,
      () => false,
    );
    if (isThere) return python;
  }
  return undefined;
}

/** What rdflib reads out of each file, as N-Triples. */
export async function readByRdflib(
  python: string,
  files: readonly (readonly [path: string, syntax: Syntax])[],
): Promise<string[]> {
  const running = execute(python, ['-c', SCRIPT], { maxBuffer: 64 << 20 });
  running.child.stdin?.end(JSON.stringify(files));
  return JSON.parse((await running).stdout) as string[];
}
