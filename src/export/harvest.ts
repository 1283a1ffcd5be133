import { EXIT, FolkloreError } from '../base/errors.js';
import type { Report } from '../base/events.js';
import type { Origin } from '../base/origin.js';
import type { Client } from '../client/client.js';
import { isHeldBack } from '../mapping/publication.js';
import type { HarvestStore } from '../store/harvest-store.js';
import type { Group } from './kinds.js';
import { listAnswer } from './records-of.js';

/** What a harvest did. */
export interface HarvestResult {
  /** Answers taken over from a harvest that did not come to its end. */
  readonly resumed: number;
  readonly requests: number;
  /** Places that records refer to and the place-names service does not know. */
  readonly unknownPlaces: readonly number[];
  /** Where the services gave less than they themselves announce, in words: such a harvest is not whole. */
  readonly gaps: readonly string[];
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

  const filters: PhotographFilters = { counties: [], countries: [], people: [] };
  if (wants('manuscripts', 'schools', 'photographs', 'people')) {
    await step('counties and countries', async () => {
      filters.counties = identifiers(await round.list('archive', '/counties'), 'logainmid');
      filters.countries = identifiers(await round.list('archive', '/countries'), 'isocode');
    });
  }
  if (wants('manuscripts')) await step('manuscripts', () => volumes(round, '/cbe'));
  if (wants('schools')) {
    await step('schools', async () => {
      await round.all('archive', ['/cbes/topics']);
      await volumes(round, '/cbes');
    });
  }
  if (wants('people', 'photographs')) {
    await step('people', async () => {
      if (wants('people')) await round.list('archive', '/cbed/occupations');
      filters.people = identifiers(await round.list('archive', '/cbed'), 'id');
    });
  }
  if (wants('photographs')) await step('photographs', () => photographs(round, filters));
  if (wants('places')) await step('places', () => places(round));
  return {
    resumed: store.resumed,
    requests: round.asked,
    unknownPlaces: [...round.absentPlaces].sort((a, b) => a - b),
    gaps: round.gaps,
  };
}

/** What photographs are asked for by: identifiers out of the lists that other kinds need too. */
interface PhotographFilters {
  counties: readonly string[];
  countries: readonly string[];
  people: readonly string[];
}

async function volumes(round: Round, collection: '/cbe' | '/cbes'): Promise<void> {
  const listed = identifiers(await round.list('archive', `${collection}/volumes`), 'id');
  const found = new Set<string>();
  await round.all(
    'archive',
    listed.map((id) => `${collection}?VolumeID=${encodeURIComponent(id)}`),
    (records) => {
      for (const id of identifiers(records, 'id')) found.add(id);
    },
  );
  const absent = listed.filter((id) => !found.has(id));
  if (absent.length > 0)
    round.gaps.push(`${collection}/volumes lists ${absent.join(', ')}, but asked for they are not there`);
}

/** No list of all photographs can be asked for: each filter brings some, several bring most of them twice. */
async function photographs(round: Round, { counties, countries, people }: PhotographFilters): Promise<void> {
  await round.list('archive', '/cbeg/topics/handbook');
  await round.all('archive', [
    ...counties.map((id) => `/cbeg?CountyID=${encodeURIComponent(id)}`),
    ...countries.map((code) => `/cbeg?Country=${encodeURIComponent(code)}`),
    ...people.map((id) => `/cbeg?PersonID=${encodeURIComponent(id)}`),
  ]);
}

/** Places by county; then, until a round brings nothing new, every place that another record refers to. */
async function places(round: Round): Promise<void> {
  await round.all('placenames', ['/administrative-units', '/features', '/glossary']);
  const counties = identifiers(await round.list('placenames', '/counties'), 'id');
  await round.all(
    'placenames',
    counties.map((id) => `/?PlaceID=${encodeURIComponent(id)}`),
  );
  for (let missing = round.missingPlaces(); missing.length > 0; missing = round.missingPlaces()) {
    await round.places(missing);
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

/** Lists that no service answers with nothing: one that is empty is a gap, not an answer. */
const NEVER_EMPTY: ReadonlySet<string> = new Set([
  'archive /counties',
  'archive /countries',
  'archive /cbe/volumes',
  'archive /cbes/volumes',
  'archive /cbed',
  'placenames /counties',
  'placenames /glossary',
]);

type Service = Origin['service'];

/** Is given the records of each answer. */
type OnRecords = (records: readonly unknown[]) => void;

/** One harvest under way: asks what is not in the store, and remembers which places were met and found. */
class Round {
  asked = 0;
  readonly absentPlaces = new Set<number>();
  readonly gaps: string[] = [];
  readonly #clients: Clients;
  readonly #store: HarvestStore;
  readonly #placesMet = new Set<number>();
  readonly #placesFound = new Set<number>();

  constructor(clients: Clients, store: HarvestStore) {
    this.#clients = clients;
    this.#store = store;
  }

  /** Every record of a list, all its pages. */
  async list(service: Service, request: string): Promise<readonly unknown[]> {
    const first = listAnswer(service, request, await this.#ask(service, request));
    const records = [...first.records];
    for (let page = 2; page <= (first.totalPages ?? 1); page += 1) {
      const next = `${request}${request.includes('?') ? '&' : '?'}Page=${page}`;
      records.push(...listAnswer(service, next, await this.#ask(service, next)).records);
    }
    if (first.totalCount !== undefined && first.totalCount !== records.length) {
      this.gaps.push(
        `${service} ${request} announces ${first.totalCount} records and gives ${records.length}`,
      );
    }
    if (records.length === 0 && NEVER_EMPTY.has(`${service} ${request}`)) {
      this.gaps.push(`${service} ${request} gives no record at all`);
    }
    if (service === 'placenames' && PLACE_LIST.test(request)) {
      for (const id of identifiers(records, 'id')) this.#placesFound.add(Number(id));
    }
    return records;
  }

  /** Asks all of these lists, several at once; after the first failure nothing new is begun. */
  async all(service: Service, requests: readonly string[], onRecords: OnRecords = () => {}): Promise<void> {
    await this.#inLanes(requests, async (request) => onRecords(await this.list(service, request)));
  }

  /** Asks the place-names service for single places. */
  async places(ids: readonly number[]): Promise<void> {
    await this.#inLanes(ids, async (id) => {
      const body = await this.#ask('placenames', `/${id}`);
      (body === undefined ? this.absentPlaces : this.#placesFound).add(id);
    });
  }

  missingPlaces(): number[] {
    return [...this.#placesMet]
      .filter((id) => !this.#placesFound.has(id) && !this.absentPlaces.has(id))
      .sort((a, b) => a - b);
  }

  async #inLanes<T>(tasks: readonly T[], work: (task: T) => Promise<void>): Promise<void> {
    const waiting = tasks.values();
    let failure: { readonly thrown: unknown } | undefined;
    const lane = async (): Promise<void> => {
      for (const task of waiting) {
        if (failure !== undefined) return;
        await work(task).catch((thrown: unknown) => {
          failure ??= { thrown };
        });
      }
    };
    await Promise.all(Array.from({ length: LANES }, lane));
    if (failure !== undefined) throw failure.thrown;
  }

  async #ask(service: Service, request: string): Promise<unknown> {
    const body = this.#store.has(service, request)
      ? await this.#store.read(service, request)
      : await this.#fetch(service, request);
    this.#meet(body);
    return body;
  }

  async #fetch(service: Service, request: string): Promise<unknown> {
    const answer = await this.#clients[service].get(request);
    this.asked += 1;
    if (answer.status === 200) {
      await this.#store.put(service, request, answer.body, answer.etag);
      return answer.json;
    }
    // Only of a single record is "not there" an answer; of a list it says that this is not the service we know.
    if (!/\/\d+$/.test(request)) throw notThere(service, request);
    await this.#store.putMissing(service, request);
    return undefined;
  }

  /** Notes every place a body refers to, at any depth, but for what is not for the public. */
  #meet(value: unknown): void {
    if (Array.isArray(value)) {
      for (const entry of value) this.#meet(entry);
      return;
    }
    if (typeof value !== 'object' || value === null || isHeldBack(value)) return;
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

/** Requests of the place-names service whose records are places. */
const PLACE_LIST = /^\/(\?|counties$)/;

function notThere(service: Service, request: string): FolkloreError {
  return new FolkloreError('ANSWER_UNREADABLE', `The ${service} service knows nothing of ${request} (404).`, {
    hint: `Are services.${service}.url and services.${service}.path right? What is in the store stays as it was.`,
    exitCode: EXIT.misuse,
  });
}
