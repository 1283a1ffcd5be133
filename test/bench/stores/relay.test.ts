import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startRelay } from '../../../bench/stores/relay.js';

/** Answers with how many bytes came in the body. */
async function counting(): Promise<{ readonly server: Server; readonly url: string }> {
  const server = createServer((request, response) => {
    let bytes = 0;
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
    });
    request.on('end', () => response.end(`${request.url} ${bytes}`));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

const send = async (url: string, bytes: number): Promise<string> =>
  (await fetch(url, { method: 'POST', body: Buffer.alloc(bytes, 'a') })).text();

describe('a relay before a store', () => {
  it('hands on what is sent and answered, and counts what is sent', async () => {
    const { url } = await counting();
    const relay = await startRelay(`${url}/sparql`);
    onTestFinished(() => relay.close());
    expect(await send(`${relay.url}/data?graph=g`, 1_000_000)).toBe('/sparql/data?graph=g 1000000');
    expect(relay.bytes).toBeGreaterThan(1_000_000);
    // Beside the body there is a head.
    expect(relay.bytes).toBeLessThan(1_002_000);
  });

  it('cuts the store off when whoever sends is cut off', async () => {
    const { server, url } = await counting();
    const relay = await startRelay(url);
    onTestFinished(() => relay.close());
    const sender = connect(Number(new URL(relay.url).port), '127.0.0.1');
    sender.write('POST / HTTP/1.1\r\nhost: store\r\ncontent-length: 100\r\n\r\nhalf');
    await once(server, 'request');
    sender.resetAndDestroy();
    for (let open = 1; open > 0; await sleep(5))
      open = await new Promise<number>((resolve) => server.getConnections((_, number) => resolve(number)));
  });
});
