import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import oxigraph from 'oxigraph';

/**
 * Oxigraph, in memory, behind HTTP with the addresses of its own server, which npm does not have: queries, updates, and
 * of the Graph Store Protocol as much as a load needs. `/dump` has all quads, sorted. Its first line on standard output is JSON with its address.
 */
const store = new oxigraph.Store();

/** Handlers of requests, by path; an error is a refusal. */
const HANDLERS: Readonly<Record<string, (body: string, request: IncomingMessage, url: URL) => string>> = {
  '/query': (body) =>
    store.query(new URLSearchParams(body).get('query') ?? '', {
      results_format: 'application/sparql-results+json',
    }) as string,
  '/update': (body) => {
    store.update(body);
    return '';
  },
  '/dump': () => store.dump({ format: 'application/n-quads' }).split('\n').sort().join('\n'),
  '/store': (body, { method, headers }, url) => {
    if (method !== 'POST') throw new Error(`${method} is not for this bench`);
    store.load(body, {
      format: headers['content-type'] ?? '',
      to_graph_name: oxigraph.namedNode(url.searchParams.get('graph') ?? ''),
    });
    return '';
  },
};

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  const sent = Buffer.concat(chunks);
  return (request.headers['content-encoding'] === 'gzip' ? gunzipSync(sent) : sent).toString('utf8');
}

const server = createServer((request, response) => {
  const url = new URL(request.url ?? '/', 'http://127.0.0.1');
  bodyOf(request)
    .then((body) => {
      const answer = HANDLERS[url.pathname]?.(body, request, url);
      if (answer === undefined) response.writeHead(404).end();
      else if (answer === '') response.writeHead(204).end();
      else response.writeHead(200, { 'content-type': 'application/sparql-results+json' }).end(answer);
    })
    .catch((thrown: unknown) => {
      response.writeHead(400, { 'content-type': 'text/plain' });
      response.end(thrown instanceof Error ? thrown.message : String(thrown));
    });
});
server.listen(0, '127.0.0.1');
await once(server, 'listening');
console.log(JSON.stringify({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }));
process.once('SIGTERM', () => process.exit());
