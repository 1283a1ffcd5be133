import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { pythonWith } from './python.js';

/** rdflib, a processor of RDF in Python (Debian: python3-rdflib), asked as its users ask it. */

const execute = promisify(execFile);

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

type Syntax = 'turtle' | 'nt' | 'json-ld';

/** The Python that has rdflib with JSON-LD; undefined where it is not installed. */
export const rdflibPython = (): Promise<string | undefined> => pythonWith('rdflib.plugins.parsers.jsonld');

/** What rdflib reads out of each file, as N-Triples. */
export async function readByRdflib(
  python: string,
  files: readonly (readonly [path: string, syntax: Syntax])[],
): Promise<string[]> {
  const running = execute(python, ['-c', SCRIPT], { maxBuffer: 64 << 20 });
  running.child.stdin?.end(JSON.stringify(files));
  return JSON.parse((await running).stdout) as string[];
}
