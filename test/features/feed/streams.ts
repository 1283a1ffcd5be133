import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Quad } from '@rdfjs/types';
import * as oxigraph from 'oxigraph';
import { onTestFinished } from 'vitest';
import { serveLocally } from '../../support/chromium.js';

/** Reads event streams as clients do: by a client of others, and by following the views with a parser of others. */

const LDES = 'https://w3id.org/ldes#';
const TREE = 'https://w3id.org/tree#';
const AS = 'https://www.w3.org/ns/activitystreams#';
const IS_VERSION_OF = 'http://purl.org/dc/terms/isVersionOf';
const GENERATED_AT = 'http://www.w3.org/ns/prov#generatedAtTime';
const TYPE = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#type';

/** A member of a stream. */
interface Member {
  readonly id: string;
  readonly record: string;
  readonly activity: string;
  readonly moment: string;
  /** The triples in the graph of the version, as lines of N-Triples. */
  readonly lines: readonly string[];
}

/** What a stream says, and the pages that it was read from, by their paths in the folder of the streams. */
interface ReadStream {
  readonly members: readonly Member[];
  readonly pages: readonly string[];
  readonly quads: readonly Quad[];
}

/** Where the files are thought to be. */
const ROOT = 'http://feed.example/feed/';

/** Reads a stream from its files, from its view on, with Oxigraph. */
export async function readFiles(folder: string, dataset: string): Promise<ReadStream> {
  const members: Member[] = [];
  const pages: string[] = [];
  const all: Quad[] = [];
  const waiting = [`${ROOT}${dataset}/index.ttl`];
  const stream = `${ROOT}${dataset}/index.ttl#stream`;
  for (let address = waiting.shift(); address !== undefined; address = waiting.shift()) {
    const path = address.slice(ROOT.length);
    pages.push(path);
    const text = await readFile(join(folder, path), 'utf8');
    const format = extname(path) === '.ttl' ? 'text/turtle' : 'application/trig';
    const quads = plain(oxigraph.parse(text, { format, base_iri: address }));
    all.push(...quads);
    const linked = quads.filter(
      ({ subject, predicate }) =>
        predicate.value === `${TREE}node` && subject.value.startsWith(`${address}#`),
    );
    waiting.push(...new Set(linked.map(({ object }) => object.value)));
    const found = quads.filter(
      ({ subject, predicate }) => predicate.value === `${TREE}member` && subject.value === stream,
    );
    members.push(
      ...membersOf(
        found.map(({ object }) => object.value),
        quads,
      ),
    );
  }
  return { members, pages, quads: all };
}

/** Terms of Oxigraph are in its own memory, and slow to look at. */
const plain = (quads: readonly oxigraph.Quad[]): Quad[] =>
  (quads as unknown as Quad[]).map(
    ({ subject, predicate, object, graph }) =>
      ({
        subject: { termType: subject.termType, value: subject.value },
        predicate: { termType: 'NamedNode', value: predicate.value },
        object: { termType: object.termType, value: object.value, text: object.toString() },
        graph: { termType: graph.termType, value: graph.value },
      }) as unknown as Quad,
  );

function grouped(quads: readonly Quad[], keyOf: (quad: Quad) => string): Map<string, Quad[]> {
  const groups = new Map<string, Quad[]>();
  for (const quad of quads) {
    const group = groups.get(keyOf(quad)) ?? [];
    groups.set(keyOf(quad), group);
    group.push(quad);
  }
  return groups;
}

/** Members among the quads of their page. */
function membersOf(ids: readonly string[], quads: readonly Quad[]): Member[] {
  const said = grouped(quads, ({ subject, graph }) => (graph.value === '' ? subject.value : ''));
  const content = grouped(quads, ({ graph }) => graph.value);
  return ids.map((id) => {
    const about = (term: string): string =>
      said.get(id)?.find(({ predicate }) => predicate.value === term)?.object.value ?? '';
    return {
      id,
      record: about(IS_VERSION_OF),
      activity: about(TYPE).replace(AS, ''),
      moment: about(GENERATED_AT),
      lines: (content.get(id) ?? []).map(lineOf),
    };
  });
}

const lineOf = ({ subject, predicate, object }: Quad): string =>
  `<${subject.value}> <${predicate.value}> ${(object as unknown as { readonly text: string }).text} .`;

/** The triples of the latest version of each record, sorted. */
export function stateOf(members: readonly Member[]): string[] {
  const latest = new Map<string, Member>();
  for (const member of members)
    if ((latest.get(member.record)?.moment ?? '') < member.moment) latest.set(member.record, member);
  return [...latest.values()]
    .filter(({ activity }) => activity !== 'Delete')
    .flatMap(({ lines }) => lines)
    .toSorted();
}

/** The triples of a dataset of a release, sorted; none when it does not have the dataset. */
export async function dumpOf(release: string, dataset: string): Promise<string[]> {
  const text = await readFile(join(release, 'data', `${dataset}.nt`), 'utf8').catch(() => '');
  return plain(oxigraph.parse(text, { format: 'application/n-triples' }))
    .map(lineOf)
    .toSorted();
}

/** The terms of a view about its stream. */
export const saidOf = (quads: readonly Quad[], term: string): string[] =>
  quads.filter(({ predicate }) => predicate.value === `${LDES}${term}`).map(({ object }) => object.value);

const SCRIPT = fileURLToPath(new URL('read-stream.mjs', import.meta.url));
const run = promisify(execFile);

/** Why the client of npm cannot run with this Node.js; undefined where it can. */
export const clientProblem: string | undefined = await run(process.execPath, [SCRIPT]).then(
  () => undefined,
  (thrown: unknown) => String((thrown as { readonly stderr?: string }).stderr ?? thrown),
);

interface ClientOrder {
  readonly order?: 'none' | 'ascending';
  /** The folder of the client's state. */
  readonly state?: string;
  readonly lastVersionOnly?: boolean;
}

/** Reads streams to their ends with `ldes-client`, in a process of its own. */
export async function readWithClient(urls: readonly string[], order: ClientOrder = {}): Promise<Member[][]> {
  const { stdout } = await run(process.execPath, [SCRIPT, JSON.stringify({ urls, ...order })], {
    maxBuffer: 1 << 28,
  });
  const read = JSON.parse(stdout) as { readonly id: string; readonly quads: string }[][];
  return read.map((members) =>
    members.flatMap(({ id, quads }) =>
      membersOf([id], plain(oxigraph.parse(quads, { format: 'application/n-quads' }))),
    ),
  );
}

const TYPES: Readonly<Record<string, string>> = { '.ttl': 'text/turtle', '.trig': 'application/trig' };

/** A web host of files that knows the endings, and nothing else. */
export async function staticHost(folder: string): Promise<{ readonly url: string }> {
  const { url, close } = await serveLocally(async (request, response) => {
    const path = request.url ?? '';
    const content = await readFile(join(folder, path)).catch(() => undefined);
    response.writeHead(content === undefined ? 404 : 200, {
      'content-type': TYPES[extname(path)] ?? 'text/plain',
    });
    response.end(content);
  });
  onTestFinished(close);
  return { url };
}
