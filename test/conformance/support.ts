import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import { expect, test } from 'vitest';
import { startServices } from '../../src/services/server/serve.js';
import { loadWorld, SAMPLE_WORLD } from '../../src/services/server/world.js';

/** The services as a stranger meets them: two origins, three keys, and raw HTTP so that nothing is tidied. */

export type KeyKind = 'public' | 'archive' | 'internal';

export interface Asked {
  /** `none` sends no key at all. */
  key?: KeyKind | 'none';
  method?: string;
  headers?: Record<string, string>;
}

export interface Answer {
  url: string;
  status: number;
  headers: IncomingHttpHeaders;
  bytes: Buffer;
  text: string;
  json: unknown;
}

export interface Services {
  keys: Record<KeyKind, string>;
  archive(path: string, asked?: Asked): Promise<Answer>;
  places(path: string, asked?: Asked): Promise<Answer>;
  close(): Promise<void>;
}

type StartOptions = Parameters<typeof startServices>[0];

export async function start(
  world: URL = SAMPLE_WORLD,
  options: Omit<StartOptions, 'world'> = {},
): Promise<Services> {
  const running = await startServices({ world: await loadWorld(world), ...options });
  const agent = new Agent({ keepAlive: true });
  const keys = running.keys as Record<KeyKind, string>;
  const ask = (origin: string) => (path: string, asked: Asked) => send(agent, keys, origin, path, asked);
  const [archive, places] = [ask(running.archive), ask(running.placenames)];
  return {
    keys,
    archive: (path, asked = {}) => archive(path, asked),
    places: (path, asked = {}) => places(path, asked),
    async close() {
      agent.destroy();
      await running.close();
    },
  };
}

function send(
  agent: Agent,
  keys: Record<KeyKind, string>,
  origin: string,
  path: string,
  asked: Asked,
): Promise<Answer> {
  const kind = asked.key ?? 'public';
  const headers: Record<string, string> = { ...(kind === 'none' ? {} : { 'X-Api-Key': keys[kind] }) };
  Object.assign(headers, asked.headers);
  const url = new URL(path, origin);
  return new Promise((resolve, reject) => {
    const sent = request(url, { agent, headers, method: asked.method ?? 'GET' }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const bytes = Buffer.concat(chunks);
        const text = bytes.toString('utf8');
        const type = response.headers['content-type'] ?? '';
        const readable = /json/.test(type) && !response.headers['content-encoding'] && text !== '';
        resolve({
          url: `${asked.method ?? 'GET'} ${path}`,
          status: response.statusCode ?? 0,
          headers: response.headers,
          bytes,
          text,
          json: readable ? JSON.parse(text) : undefined,
        });
      });
    });
    sent.on('error', reject);
    sent.end();
  });
}

/* What the bodies look like, as far as the tests look into them. */

export type Json = Record<string, unknown>;

interface Item {
  id: number;
  pages: number[];
  firstPageID?: number;
  lastPageID?: number;
  [key: string]: unknown;
}

interface Part {
  id: number;
  titlePages: number[];
  items: Item[];
  [key: string]: unknown;
}

export interface Page {
  id: number;
  [key: string]: unknown;
}

export interface Volume {
  id: number;
  pages: Page[];
  parts: Part[];
  [key: string]: unknown;
}

interface Fault {
  parameter: string;
  value?: unknown;
  message: string;
}

export interface Problem {
  type: string;
  title: string;
  status: number;
  detail: string;
  errors?: Fault[];
}

export interface PlaceList {
  totalCount: number;
  places: { id: number }[];
  similarNames?: string[];
  relatedNames?: string[];
  totalPages?: number;
  currentPage?: number;
  countPerPage?: number;
}

export const numeric = (a: number, b: number): number => a - b;

export const idsOf = (list: unknown): number[] => (list as { id: number }[]).map(({ id }) => id);

/** A 200 with a JSON body, or the failure with the server's own words in it. */
export function body<T = Json>(answer: Answer): T {
  expect(answer.status, `${answer.url}\n${answer.text.slice(0, 500)}`).toBe(200);
  return answer.json as T;
}

/** The ids of all items of a filtered list of volumes, ascending. */
export const itemsOf = (volumes: Volume[]): number[] =>
  volumes.flatMap(({ parts }) => parts.flatMap(({ items }) => idsOf(items))).sort(numeric);

export function problem(answer: Answer, status: number): Problem {
  expect(answer.status, `${answer.url}\n${answer.text.slice(0, 500)}`).toBe(status);
  expect(answer.headers['content-type'], answer.url).toMatch(/^application\/problem\+json\b/);
  const told = answer.json as Problem;
  expect(told.status, answer.url).toBe(status);
  return told;
}

export const faultsOf = (told: Problem): string[] => (told.errors ?? []).map(({ parameter }) => parameter);

/** A 400 that names the parameter, the value as sent, and what was expected instead. */
export function refusal(answer: Answer, parameter: string, value: string, expected: RegExp): void {
  const told = problem(answer, 400);
  const fault = (told.errors ?? []).find((each) => each.parameter === parameter);
  expect(fault, `${answer.url} does not name ${parameter}: ${answer.text}`).toBeDefined();
  expect(fault?.value, answer.url).toBe(value);
  expect(fault?.message, answer.url).toMatch(expected);
}

/** One test for each row, with a plain title: vitest's own `$name` would put names into quotes. */
export function each<T>(rows: T[], title: (row: T) => string, run: (row: T) => Promise<void>): void {
  for (const row of rows) test(title(row), () => run(row));
}

/** The path as the documents write it. */
export const shown = (path: string): string => path.replace(/\/\d+$/, '/{id}');
