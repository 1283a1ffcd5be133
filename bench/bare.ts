import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { request } from 'undici';

/**
 * The limit: a bare node:http server that sends the same bytes from memory. It fetches each target once from
 * the origin it is told, then answers on its own. Runs as a process of its own, like the server it is
 * measured beside.
 */
const [origin = '', key = '', ...targets] = process.argv.slice(2);

const answers = new Map<string, { headers: Record<string, string>; body: Buffer }>();
for (const coding of ['identity', 'gzip']) {
  for (const target of targets) {
    const { headers, body } = await request(`${origin}${target}`, {
      headers: { 'x-api-key': key, 'accept-encoding': coding },
    });
    const kept = ['content-type', 'content-encoding', 'content-length', 'etag'].flatMap((name) => {
      const value = headers[name];
      return typeof value === 'string' ? [[name, value] as const] : [];
    });
    answers.set(`${coding} ${target}`, {
      headers: Object.fromEntries(kept),
      body: Buffer.from(await body.arrayBuffer()),
    });
  }
}

const server = createServer((incoming, response) => {
  const answer = answers.get(`${incoming.headers['accept-encoding'] ?? 'identity'} ${incoming.url}`);
  if (answer === undefined) response.writeHead(404).end();
  else response.writeHead(200, answer.headers).end(answer.body);
});
server.listen(0, '127.0.0.1', () => {
  console.log(JSON.stringify({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }));
});
