import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeFolder, removeFolder } from '../../support/files.js';

/** Whether Debian's redis-server is here; without it the tests of fleets are skipped. */
export const hasRedis = spawnSync('redis-server', ['--version']).status === 0;

/** Whether certificates can be made here. */
export const hasOpenssl = spawnSync('openssl', ['version']).status === 0;

export const PASSWORD = 'Quibblethorn-9';

/** A real Redis in a folder of its own, with a password. */
export class RedisServer {
  readonly port: number;
  readonly folder: string;
  #process: ChildProcess | undefined;

  /** A port with TLS, and the file of the certificate; absent: there is none. */
  readonly tls: { readonly port: number; readonly certificate: string } | undefined;

  private constructor(port: number, folder: string, tlsPort?: number) {
    this.port = port;
    this.folder = folder;
    this.tls = tlsPort === undefined ? undefined : { port: tlsPort, certificate: join(folder, 'cert.pem') };
  }

  static async start(wish?: 'tls'): Promise<RedisServer> {
    const tlsPort = wish === undefined ? undefined : await freePort();
    const server = new RedisServer(await freePort(), await makeFolder(), tlsPort);
    await server.begin();
    return server;
  }

  async begin(): Promise<void> {
    const settings = {
      ...{ port: this.port, bind: '127.0.0.1', dir: this.folder, requirepass: PASSWORD },
      databases: 200,
      ...{ save: '', rdbcompression: 'no', appendonly: 'no', loglevel: 'warning' },
    };
    const key = join(this.folder, 'key.pem');
    const { port: tlsPort, certificate = '' } = this.tls ?? {};
    const made = ['-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=localhost'];
    const files = ['-addext', 'subjectAltName=IP:127.0.0.1', '-keyout', key, '-out', certificate];
    if (tlsPort !== undefined) {
      spawnSync('openssl', ['req', ...made, ...files]);
      const tls = { 'tls-port': tlsPort, 'tls-cert-file': certificate, 'tls-key-file': key };
      Object.assign(settings, tls, { 'tls-ca-cert-file': certificate, 'tls-auth-clients': 'no' });
    }
    const args = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)]);
    this.#process = spawn('redis-server', args, { stdio: 'ignore' });
    while ((await this.ask('PING').catch(() => '')) !== '+PONG') await sleep(20);
  }

  /** Ends it at once; what it held is lost. */
  async kill(): Promise<void> {
    const server = this.#process;
    this.#process = undefined;
    if (server === undefined) return;
    server.kill('SIGKILL');
    await once(server, 'exit');
  }

  /** The keys of a database. */
  async keys(database: number): Promise<readonly string[]> {
    const answer = await this.#exchange([
      ['SELECT', String(database)],
      ['EVAL', "\"return table.concat(redis.call('KEYS','*'),',')\"", '0'],
    ]);
    const [keys = ''] = answer.split('\r\n').slice(3);
    return keys.split(',').filter((key) => key !== '');
  }

  /** Sends one command. @returns the first line of the answer */
  async ask(...words: readonly string[]): Promise<string> {
    return (await this.#exchange([words])).split('\r\n')[1] ?? '';
  }

  async #exchange(more: readonly (readonly string[])[]): Promise<string> {
    const commands = [['AUTH', PASSWORD], ...more];
    const socket = new Socket();
    try {
      socket.connect(this.port, '127.0.0.1');
      await once(socket, 'connect');
      let text = '';
      socket.setEncoding('utf8').on('data', (more: string) => {
        text += more;
      });
      for (const words of commands) socket.write(`${words.join(' ')}\r\n`);
      while (text.split('\r\n').length <= commands.length) {
        await Promise.race([once(socket, 'data'), once(socket, 'close')]);
        if (socket.closed) break;
      }
      return text;
    } finally {
      socket.destroy();
    }
  }

  /** Everything that it holds, as it would be written to its disk. */
  async dump(): Promise<Buffer> {
    await this.ask('SAVE');
    return readFile(join(this.folder, 'dump.rdb'));
  }

  /** All commands that it gets from now on, until the returned function is called. */
  async monitor(): Promise<() => string> {
    const socket = new Socket().connect(this.port, '127.0.0.1');
    let text = '';
    socket.setEncoding('utf8').on('data', (more: string) => {
      text += more;
    });
    socket.write(`AUTH ${PASSWORD}\r\nMONITOR\r\n`);
    while (text.split('+OK').length < 3) await once(socket, 'data');
    return () => {
      socket.destroy();
      return text;
    };
  }

  async remove(): Promise<void> {
    await this.kill();
    await removeFolder(this.folder);
  }
}

async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('there is no free port');
  return address.port;
}
