import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A proxy before a store that counts the bytes sent to it. */
export interface Relay {
  /** Where it listens; the path is the store's. */
  readonly url: string;
  /** Bytes that have come for the store, of all connections. */
  readonly bytes: number;
  close(): Promise<void>;
}

/** Starts a relay on a free port of this machine. It stays where it is when the store goes and comes again. */
export async function startRelay(store: string): Promise<Relay> {
  const { hostname, port, pathname } = new URL(store);
  const open = new Set<Socket>();
  let bytes = 0;
  const server = createServer((incoming) => {
    const onward = connect(Number(port), hostname);
    incoming.on('data', (chunk) => {
      bytes += chunk.length;
    });
    incoming.pipe(onward).pipe(incoming);
    for (const [socket, other] of [
      [incoming, onward],
      [onward, incoming],
    ] as const) {
      open.add(socket);
      socket.on('error', () => {});
      socket.once('close', (wasCut) => {
        open.delete(socket);
        // One that was ended has stdout all, and the other is still being log.
        if (wasCut) other.destroy();
      });
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${pathname === '/' ? '' : pathname}`,
    get bytes() {
      return bytes;
    },
    close: async () => {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
