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

export interface Item {
  id: number;
  pages: number[];
  firstPageID?: number;
  lastPageID?: number;
  [key: string]: unknown;
}

export interface Part {
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

export interface Fault {
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

/** The expectations that a malformed value must be answered with, by type of parameter. */
export const INTEGER = /integer|whole number|digits/i;
export const BOOLEAN = /true.*false|boolean/i;
export const YEAR = /YYYY/;
export const DATE = /YYYY-MM-DD/;
export const MARKER = /APPROX.*INFER.*QUESTION/;
export const COUNTRY = /ISO 3166/i;
export const LANGUAGE = /ISO 639/i;

/** The last `name=value` of a query: the one that a test is about. */
function lastPair(query: string): [string, string] {
  const pair = query.slice(query.lastIndexOf('&') + 1);
  const at = pair.indexOf('=');
  return [pair.slice(0, at), decodeURIComponent(pair.slice(at + 1))];
}

/** Reads one list endpoint: what it answers, and how it refuses. */
export function list(ask: () => Services['archive'], path: string) {
  const get = (query: string, asked?: Asked) => ask()(`${path}?${query}`, asked);
  return {
    get,
    /** Ids of the items in the volumes answered. */
    items: async (query: string, asked?: Asked) => itemsOf(body<Volume[]>(await get(query, asked))),
    /** Ids of the records answered, in the order answered. */
    ids: async (query: string, asked?: Asked) => idsOf(body(await get(query, asked))),
    /** Ids of the places answered, in the order answered; the total must agree. */
    places: async (query: string, asked?: Asked) => {
      const { places, totalCount } = body<PlaceList>(await get(query, asked));
      const ids = idsOf(places);
      expect(totalCount, `totalCount of ${query}`).toBe(ids.length);
      return ids;
    },
    /** The last pair of the query is malformed, and the answer says so. */
    refuses: async (query: string, expected: RegExp, asked?: Asked) => {
      const [parameter, value] = lastPair(query);
      refusal(await get(query, asked), parameter, value, expected);
    },
    /** The last pair of the query is an alias: the refusal may name either spelling. */
    refusesAlias: async (query: string, names: string[], expected: RegExp) => {
      const [, value] = lastPair(query);
      const told = problem(await get(query), 400);
      const fault = (told.errors ?? []).find(({ parameter }) => names.includes(parameter));
      expect(fault?.value, JSON.stringify(told)).toBe(value);
      expect(fault?.message).toMatch(expected);
    },
  };
}

/** What is no integer: decimal digits only. */
export const NO_INTEGERS = ['', 'x', '12x', '1.5', '1.0', '-1', '%2B1', '0x1F', '1e3', '1%202', '%2012'];
export const NO_BOOLEANS = ['', 'yes', 'no', '1', '0', 'on', 'truee', 't'];
export const NO_YEARS = ['', '193', '19365', '19a5', '-193', '36', '1936-02', '1936~', '%201936'];
export const NO_DATES = [
  '',
  '2016',
  '2016-04',
  '2016-4-12',
  '16-04-12',
  '2016-13-01',
  '2016-02-30',
  '2015-02-29',
  '12/04/2016',
  '20160412',
  '2016-04-12T00:00:00Z',
  'yesterday',
];

/** One test for each row, with a plain title: vitest's own `$name` would put names into quotes. */
export function each<T>(rows: T[], title: (row: T) => string, run: (row: T) => Promise<void>): void {
  for (const row of rows) test(title(row), () => run(row));
}

/** The path as the documents write it. */
export const shown = (path: string): string => path.replace(/\/\d+$/, '/{id}');
