import { createServer, request as forward, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

type Service = 'archive' | 'placenames';

/** A request that passed, as a harvest names it: service, path and query below the prefix. */
export type Passed = string;

/** A proxy before both services that counts requests and answers. */
export interface Relay {
  readonly archive: string;
  readonly placenames: string;
  /** What was asked since the last {@link Relay.watch}, in order; services' descriptions of themselves left out. */
  readonly passed: readonly Passed[];
  /** Resets the counts, and calls back with the number of each answer from now on. */
  watch(onAnswer: (answers: number) => void): void;
  /** Passes on to these services from now on. */
  leadTo(services: Readonly<Record<Service, string>>): void;
  close(): void;
}

/** Below which path each service answers what a harvest keeps. */
const PREFIX = /^\/api\/v[\d.]+/;

/** Starts a relay on free ports of this machine; it stays where it is, whatever it leads to. */
export async function startRelay(): Promise<Relay> {
  let services: Readonly<Record<Service, string>> = { archive: '', placenames: '' };
  let passed: Passed[] = [];
  let answers = 0;
  let tell: (answers: number) => void = () => {};
  const start = async (service: Service): Promise<{ server: Server; url: string }> => {
    const server = createServer((incoming, outgoing) => {
      const { url = '', method, headers } = incoming;
      if (PREFIX.test(url)) passed.push(`${service} ${url.replace(PREFIX, '')}`);
      const onward = forward(`${services[service]}${url}`, { method, headers }, (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
        outgoing.once('finish', () => {
          answers += 1;
          tell(answers);
        });
      });
      onward.once('error', () => outgoing.destroy());
      incoming.pipe(onward);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
  };
  const [archive, placenames] = await Promise.all([start('archive'), start('placenames')]);
  return {
    archive: archive.url,
    placenames: placenames.url,
    get passed() {
      return passed;
    },
    watch: (onAnswer) => {
      passed = [];
      answers = 0;
      tell = onAnswer;
    },
    leadTo: (others) => {
      services = others;
    },
    close: () => {
      for (const { server } of [archive, placenames]) {
        server.closeAllConnections();
        server.close();
      }
    },
  };
}
