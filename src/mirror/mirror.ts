import type { Report } from '../base/events.js';
import { mayPublish } from '../mapping/access.js';
import { isWithheldByUnknownField } from '../records/read-records.js';
import { responseRecords } from '../records/response-records.js';
import { type ResponseSource, sourceOf } from '../records/sources.js';
import type { StoredHarvest } from '../response-store/stored-harvest.js';
import { byId, sortByKey } from '../server/records.js';
import type { World } from '../server/world.js';
import { closedAs, markWithheld } from './access.js';

/**
 * A world made of a stored harvest, so that a service which goes away can be served on from what was fetched.
 *
 * @param report is told of records that cannot be read, and of those kept back in a way that no service knows: they are
 *   not served
 */
export async function mirrorOf(store: StoredHarvest, report: Report): Promise<World> {
  const held = new Collecting(store, report);
  const { manuscripts, schools, photographs } = markWithheld({
    manuscripts: await held.records(sourceOf('cbe.volume')),
    schools: await held.records(sourceOf('cbes.volume')),
    photographs: await held.records(sourceOf('cbeg.photograph')),
  });
  return {
    archive: {
      counties: await held.list(sourceOf('county'), (one) => one.logainmID),
      countries: await held.list(sourceOf('country'), (one) => one.isoCode),
      occupations: await held.list(sourceOf('cbed.occupation'), (one) => one.id),
      handbookTopics: await held.list(sourceOf('cbeg.topic'), (one) => one.id),
      schoolsTopics: await held.list(sourceOf('cbes.topic'), (one) => one.id),
      cbe: byId(manuscripts),
      cbes: byId(schools),
      cbeg: byId(photographs),
      cbed: byId(await held.records(sourceOf('cbed.person'))),
    },
    placenames: {
      administrativeUnits: await held.list(sourceOf('category', '/administrative-units'), (one) => one.id),
      features: await held.list(sourceOf('category', '/features'), (one) => one.id),
      glossary: await held.list(sourceOf('glossary'), (one) => one.id),
      places: byId(await held.records(sourceOf('place'))),
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
  records<R extends { readonly id: number }>(source: ResponseSource<R>): Promise<R[]> {
    return this.#collect(source, (one) => one.id);
  }

  /** The same of a reference list, in the order it is answered in. */
  async list<R extends object, K extends string | number>(
    source: ResponseSource<R>,
    key: (record: R) => K,
  ): Promise<R[]> {
    return sortByKey(await this.#collect(source, key), key);
  }

  async #collect<R extends object, K extends string | number>(
    { service, requests, readAsSent }: ResponseSource<R>,
    key: (record: R) => K,
  ): Promise<R[]> {
    const found = new Map<K, R>();
    const locked = new Set<K>();
    for (const request of this.#store.requests(service).filter((one) => requests.test(one))) {
      const body = await this.#store.read(service, request);
      for (const [index, raw] of responseRecords(service, request, body).entries()) {
        const where = `${service} ${request}#/${index}`;
        const reading = readAsSent(raw);
        const rejects = reading.ok ? reading.rejects : [{ pointer: '', faults: reading.faults }];
        for (const { pointer, faults } of rejects)
          this.#tell(`${where}${pointer}`, `it cannot be read: ${faults[0]?.message ?? 'no reason given'}`);
        if (!reading.ok) continue;
        const { record, unknown } = reading;
        if (isWithheldByUnknownField(raw, unknown)) {
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

const isOpen = (record: object): boolean => mayPublish(record, ['status', 'sensitive'], 'public');
