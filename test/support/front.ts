import { once } from 'node:events';
import { request as ask, createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

const PREFIX = { archive: '/api/v0.6', placenames: '/api/v0.9' } as const;
type Service = keyof typeof PREFIX;

/** What a service was asked. */
export interface Seen {
  readonly service: Service;
  /** As `plan --list` names it. */
  readonly request: string;
  readonly headers: IncomingMessage['headers'];
}

/** Answers in place of the service; what it leaves unanswered (false) the service does. */
type Instead = (seen: Seen, response: ServerResponse) => boolean;

/** Answers with a status whatever is asked for by such a name, `archive /cbed` say. */
export const refusing =
  (what: RegExp, status: number, body = ''): Instead =>
  (seen, response) => {
    if (!what.test(`${seen.service} ${seen.request}`)) return false;
    response.writeHead(status, { 'content-type': 'text/html' }).end(body);
    return true;
  };

/** Stands at one address before whatever services are there today, and remembers what they are asked. */
export class Front {
  readonly seen: Seen[] = [];
  instead: Instead = () => false;
  behind: { archive: string; placenames: string } | undefined;
  readonly #servers = { archive: createServer(), placenames: createServer() };

  async open(): Promise<void> {
    for (const service of ['archive', 'placenames'] as const) {
      const server = this.#servers[service];
      server.on('request', (request, response) => this.#pass(service, request, response));
      await once(server.listen(0, '127.0.0.1'), 'listening');
    }
  }

  url(service: Service): string {
    return `http://127.0.0.1:${(this.#servers[service].address() as AddressInfo).port}`;
  }

  close(): void {
    for (const server of Object.values(this.#servers)) server.close().closeAllConnections();
  }

  #pass(service: Service, { url = '', headers }: IncomingMessage, response: ServerResponse): void {
    const seen = { service, request: url.replace(PREFIX[service], ''), headers };
    this.seen.push(seen);
    if (this.instead(seen, response)) return;
    ask(`${this.behind?.[service]}${url}`, { headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    }).end();
  }
}
