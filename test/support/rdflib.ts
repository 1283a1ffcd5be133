import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { pythonWith } from './python.js';

/** rdflib and PyLD, processors of RDF and of JSON-LD in Python, asked as their users ask them. */

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

/** Parses files of JSON-LD by PyLD, and prints what each says as N-Quads. Nothing is fetched. */
const PYLD = `
import json, sys
from pyld import jsonld
def refuse(url, options):
    raise Exception(url + ' is fetched')
jsonld.set_document_loader(refuse)
said = []
for file in json.load(sys.stdin):
    with open(file, encoding='utf-8') as text:
        said.append(jsonld.to_rdf(json.load(text), {'format': 'application/n-quads'}))
json.dump(said, sys.stdout)
`;

type Syntax = 'turtle' | 'nt' | 'json-ld';

/** The Python that has rdflib with JSON-LD; undefined where it is not installed. */
export const rdflibPython = (): Promise<string | undefined> => pythonWith('rdflib.plugins.parsers.jsonld');

/** The Python that has PyLD (Debian: python3-pyld); undefined where it is not installed. */
export const pyldPython = (): Promise<string | undefined> => pythonWith('pyld');

/** What rdflib reads out of each file, as N-Triples. */
export async function readByRdflib(
  python: string,
  files: readonly (readonly [path: string, syntax: Syntax])[],
): Promise<string[]> {
  return asked(python, SCRIPT, files);
}

/** What PyLD reads out of each file of JSON-LD, as N-Quads. */
export const readByPyld = (python: string, files: readonly string[]): Promise<string[]> =>
  asked(python, PYLD, files);

async function asked(python: string, script: string, question: object): Promise<string[]> {
  const running = execute(python, ['-c', script], { maxBuffer: 64 << 20 });
  running.child.stdin?.end(JSON.stringify(question));
  return JSON.parse((await running).stdout) as string[];
}
