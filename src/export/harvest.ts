import type { Report } from '../base/events.js';
import type { Origin } from '../base/origin.js';
import type { Client } from '../client/client.js';
import type { HarvestStore } from '../store/harvest-store.js';
import type { Group } from './kinds.js';
import { recordsOf } from './records-of.js';

/** What a harvest did. */
export interface HarvestResult {
  /** Answers taken over from a harvest that did not come to its end. */
  readonly resumed: number;
  readonly requests: number;
  /** Places that records refer to and the place-names service does not know. */
  readonly unknownPlaces: readonly number[];
}

/** Requests handed to a client at once: enough to keep it busy, while the client itself keeps the pace. */
const LANES = 8;

/** The clients of both services. */
export interface Clients {
  readonly archive: Client;
  readonly placenames: Client;
}

/**
 * Fetches everything the groups need, through the rule that lists need a filter: volumes by their index,
 * people by their list, photographs by county, by country and by person, places by county and by every id
 * that another record refers to. What the store holds already is not asked again.
 *
 * @throws FolkloreError as the clients and the store do; the store keeps what was gained
 */
export async function harvest(
  clients: Clients,
  store: HarvestStore,
  groups: readonly Group[],
  report: Report,
): Promise<HarvestResult> {
  const round = new Round(clients, store);
  const wants = (...some: readonly Group[]) => some.some((group) => groups.includes(group));
  const step = async (what: string, work: () => Promise<unknown>): Promise<void> => {
    report({ event: 'started', what: `fetching ${what}` });
    await work();
  };

  if (wants('manuscripts', 'schools', 'photographs', 'people')) {
    await step('counties and countries', () => round.all('archive', ['/counties', '/countries']));
  }
  if (wants('manuscripts')) await step('manuscripts', () => volumes(round, '/cbe'));
  if (wants('schools')) {
    await step('schools', async () => {
      await round.all('archive', ['/cbes/topics']);
      await volumes(round, '/cbes');
    });
  }
  if (wants('people')) await step('people', () => round.all('archive', ['/cbed/occupations', '/cbed']));
  if (wants('photographs')) await step('photographs', () => photographs(round));
  if (wants('places')) await step('places', () => places(round));
  return {
    resumed: store.resumed,
    requests: round.asked,
    unknownPlaces: [...round.absentPlaces].sort((a, b) => a - b),
  };
}

async function volumes(round: Round, collection: '/cbe' | '/cbes'): Promise<void> {
  const index = await round.list('archive', `${collection}/volumes`);
  await round.all(
    'archive',
    identifiers(index, 'id').map((id) => `${collection}?VolumeID=${id}`),
  );
}

/** No list of all photographs can be asked for: each filter brings some, several bring most of them twice. */
async function photographs(round: Round): Promise<void> {
  const [counties, countries, people] = await Promise.all([
    round.list('archive', '/counties'),
    round.list('archive', '/countries'),
    round.list('archive', '/cbed'),
    round.list('archive', '/cbeg/topics/handbook'),
  ]);
  await round.all('archive', [
    ...identifiers(counties, 'logainmid').map((id) => `/cbeg?CountyID=${id}`),
    ...identifiers(countries, 'isocode').map((code) => `/cbeg?Country=${encodeURIComponent(code)}`),
    ...identifiers(people, 'id').map((id) => `/cbeg?PersonID=${id}`),
  ]);
}

/** Places by county; then, until a round brings nothing new, every place that another record refers to. */
async function places(round: Round): Promise<void> {
  await round.all('placenames', ['/administrative-units', '/features', '/glossary']);
  const counties = identifiers(await round.list('placenames', '/counties'), 'id');
  await round.all(
    'placenames',
    counties.map((id) => `/?PlaceID=${id}`),
  );
  for (let missing = round.missingPlaces(); missing.length > 0; missing = round.missingPlaces()) {
    await round.all(
      'placenames',
      missing.map((id) => `/${id}`),
    );
  }
}

/** The values that records give under one key, in any letter case, each once. */
function identifiers(records: readonly unknown[], key: string): string[] {
  const values = records.flatMap((record) =>
    Object.entries(typeof record === 'object' && record !== null ? record : {})
      .filter(
        ([name, value]) =>
          name.toLowerCase() === key && (typeof value === 'number' || typeof value === 'string'),
      )
      .map(([, value]) => String(value)),
  );
  return [...new Set(values)];
}

/** One harvest under way: asks what is not in the store, and remembers which places were met and found. */
class Round {
  asked = 0;
  readonly absentPlaces = new Set<number>();
  readonly #clients: Clients;
  readonly #store: HarvestStore;
  readonly #placesMet = new Set<number>();
  readonly #placesFound = new Set<number>();

  constructor(clients: Clients, store: HarvestStore) {
    this.#clients = clients;
    this.#store = store;
  }

  async list(service: Origin['service'], request: string): Promise<readonly unknown[]> {
    return recordsOf(service, request, await this.#ask(service, request));
  }

  /** Asks all of them, several at once; after the first failure nothing new is begun. */
  async all(service: Origin['service'], requests: readonly string[]): Promise<void> {
    const waiting = requests.values();
    let failure: { readonly thrown: unknown } | undefined;
    const lane = async (): Promise<void> => {
      for (const request of waiting) {
        if (failure !== undefined) return;
        await this.#ask(service, request).catch((thrown: unknown) => {
          failure ??= { thrown };
        });
      }
    };
    await Promise.all(Array.from({ length: LANES }, lane));
    if (failure !== undefined) throw failure.thrown;
  }

  missingPlaces(): number[] {
    return [...this.#placesMet]
      .filter((id) => !this.#placesFound.has(id) && !this.absentPlaces.has(id))
      .sort((a, b) => a - b);
  }

  async #ask(service: Origin['service'], request: string): Promise<unknown> {
    const body = this.#store.has(service, request)
      ? await this.#store.read(service, request)
      : await this.#fetch(service, request);
    const single = /^\/(\d+)$/.exec(request);
    if (service === 'placenames' && single !== null) {
      (body === undefined ? this.absentPlaces : this.#placesFound).add(Number(single[1]));
    }
    if (service === 'placenames' && /^\/(\?|counties|\d)/.test(request)) {
      for (const id of identifiers(body === undefined ? [] : recordsOf(service, request, body), 'id')) {
        this.#placesFound.add(Number(id));
      }
    }
    this.#meet(body);
    return body;
  }

  async #fetch(service: Origin['service'], request: string): Promise<unknown> {
    const answer = await this.#clients[service].get(request);
    this.asked += 1;
    if (answer.status === 404) {
      await this.#store.putMissing(service, request);
      return undefined;
    }
    await this.#store.put(service, request, answer.body, answer.etag);
    return answer.json;
  }

  /** Notes every place a body refers to, at any depth. */
  #meet(value: unknown): void {
    if (Array.isArray(value)) {
      for (const entry of value) this.#meet(entry);
      return;
    }
    if (typeof value !== 'object' || value === null) return;
    for (const [key, entry] of Object.entries(value)) {
      const name = key.toLowerCase();
      if (PLACE_KEYS.has(name)) this.#meetPlace(entry);
      else if (name === 'includedin') for (const id of identifiers([entry].flat(), 'id')) this.#meetPlace(id);
      this.#meet(entry);
    }
  }

  #meetPlace(id: unknown): void {
    const number = Number(id);
    if (Number.isSafeInteger(number) && number > 0) this.#placesMet.add(number);
  }
}

/** Keys under which a record names a place by its id (wire-format 3 and 4). */
const PLACE_KEYS: ReadonlySet<string> = new Set([
  'logainmid',
  'placeid',
  'countyid',
  'replacementid',
  'focusid',
]);
