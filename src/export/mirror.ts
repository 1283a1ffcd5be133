import type { Report } from '../base/events.js';
import { mayLeave } from '../mapping/publication.js';
import { byId, inOrder } from '../server/records.js';
import type { World } from '../server/world.js';
import type { StoredHarvest } from '../store/stored-harvest.js';
import { HOLDINGS, type Holding } from './holdings.js';
import { closedAs, marked } from './marking.js';
import { isKeptBackUnawares } from './reading.js';
import { recordsOf } from './records-of.js';

/**
 * A world made of a stored harvest, so that a service which goes away can be served on from what was fetched.
 *
 * @param report is told of records that cannot be read, and of those kept back in a way that no service knows: they are
 *   not served
 */
export async function mirrorOf(store: StoredHarvest, report: Report): Promise<World> {
  const held = new Collecting(store, report);
  const { manuscripts, schools, photographs } = marked({
    manuscripts: await held.records(HOLDINGS.manuscripts),
    schools: await held.records(HOLDINGS.schools),
    photographs: await held.records(HOLDINGS.photographs),
  });
  return {
    archive: {
      counties: await held.list(HOLDINGS.counties, (one) => one.logainmID),
      countries: await held.list(HOLDINGS.countries, (one) => one.isoCode),
      occupations: await held.list(HOLDINGS.occupations, (one) => one.id),
      handbookTopics: await held.list(HOLDINGS.handbookTopics, (one) => one.id),
      schoolsTopics: await held.list(HOLDINGS.schoolsTopics, (one) => one.id),
      cbe: byId(manuscripts),
      cbes: byId(schools),
      cbeg: byId(photographs),
      cbed: byId(await held.records(HOLDINGS.people)),
    },
    placenames: {
      administrativeUnits: await held.list(HOLDINGS.administrativeUnits, (one) => one.id),
      features: await held.list(HOLDINGS.features, (one) => one.id),
      glossary: await held.list(HOLDINGS.glossary, (one) => one.id),
      places: byId(await held.records(HOLDINGS.places)),
    },
  };
}

/** Collects the records of stored answers. */
class Collecting {
  readonly #store: StoredHarvest;
  readonly #report: Report;

  constructor(store: StoredHarvest, report: Report) {
    this.#store = store;
    this.#report = report;
  }

  /** Every record of a holding, each once. */
  records<R extends { readonly id: number }>(holding: Holding<R>): Promise<R[]> {
    return this.#collect(holding, (one) => one.id);
  }

  /** The same of a reference list, in the order it is answered in. */
  async list<R extends object, K extends string | number>(
    holding: Holding<R>,
    key: (record: R) => K,
  ): Promise<R[]> {
    return inOrder(await this.#collect(holding, key), key);
  }

  async #collect<R extends object, K extends string | number>(
    { service, requests, read }: Holding<R>,
    key: (record: R) => K,
  ): Promise<R[]> {
    const found = new Map<K, R>();
    const locked = new Set<K>();
    for (const request of this.#store.requests(service).filter((one) => requests.test(one))) {
      const body = await this.#store.read(service, request);
      for (const [index, raw] of recordsOf(service, request, body).entries()) {
        const where = `${service} ${request}#/${index}`;
        const reading = read(raw);
        const rejects = reading.ok ? reading.rejects : [{ pointer: '', faults: reading.faults }];
        for (const { pointer, faults } of rejects)
          this.#tell(`${where}${pointer}`, `it cannot be read: ${faults[0]?.message ?? 'no reason given'}`);
        if (!reading.ok) continue;
        const { record, unknown } = reading;
        if (isKeptBackUnawares(raw, unknown)) {
          locked.add(key(record));
          this.#tell(where, 'a field that its kind is not known to have says that it must not be seen');
        }
        const before = found.get(key(record));
        found.set(key(record), before === undefined ? record : closedAsEither(before, record));
      }
    }
    return [...found].flatMap(([one, record]) => (locked.has(one) ? [] : [record]));
  }

  #tell(where: string, why: string): void {
    this.#report({ event: 'note', message: `not served: ${where} (${why})` });
  }
}

/** Of several answers one that keeps a record from the public is enough, and one that keeps a piece of it. */
const closedAsEither = <R extends object>(one: R, other: R): R =>
  isOpen(other) ? closedAs(other, one) : closedAs(one, other);

const isOpen = (record: object): boolean => mayLeave(record, ['status', 'sensitive'], 'public');
