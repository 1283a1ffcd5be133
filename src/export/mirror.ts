import type { Report } from '../base/events.js';
import type { Photograph } from '../dictionary/archive/photograph.js';
import type { ManuscriptVolume, SchoolsVolume } from '../dictionary/archive/volume.js';
import { byId, inOrder } from '../server/records.js';
import type { World } from '../server/world.js';
import type { StoredHarvest } from '../store/stored-harvest.js';
import { HOLDINGS, type Holding } from './holdings.js';
import { recordsOf } from './records-of.js';

/**
 * A world made of a stored harvest, so that a service which goes away can be served on from what was fetched.
 *
 * What a public key never sees is not in a public harvest: its volumes and photographs are of status 4, its
 * transcripts approved, by the very fact that they were sent (wire-format 3), and are marked so here.
 *
 * @param report is told of records that cannot be read: they are not served
 */
export async function mirrorOf(store: StoredHarvest, report: Report): Promise<World> {
  const held = new Collecting(store, report);
  return {
    archive: {
      counties: await held.list(HOLDINGS.counties, (one) => one.logainmID),
      countries: await held.list(HOLDINGS.countries, (one) => one.isoCode),
      occupations: await held.list(HOLDINGS.occupations, (one) => one.id),
      handbookTopics: await held.list(HOLDINGS.handbookTopics, (one) => one.id),
      schoolsTopics: await held.list(HOLDINGS.schoolsTopics, (one) => one.id),
      cbe: byId((await held.records(HOLDINGS.manuscripts)).map(publishedVolume)),
      cbes: byId((await held.records(HOLDINGS.schools)).map(publishedSchools)),
      cbeg: byId((await held.records(HOLDINGS.photographs)).map(publishedPhotograph)),
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

const publishedVolume = (volume: ManuscriptVolume): ManuscriptVolume => ({
  ...volume,
  status: volume.status ?? 4,
});

const publishedSchools = (volume: SchoolsVolume): SchoolsVolume => ({
  ...volume,
  status: volume.status ?? 4,
  pages: volume.pages.map((page) => ({
    ...page,
    transcripts: page.transcripts.map((one) => ({ ...one, approved: one.approved ?? true })),
  })),
});

const publishedPhotograph = (one: Photograph): Photograph => ({ ...one, status: one.status ?? 4 });

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
  async list<R, K extends string | number>(holding: Holding<R>, key: (record: R) => K): Promise<R[]> {
    return inOrder(await this.#collect(holding, key), key);
  }

  async #collect<R, K extends string | number>(
    { service, requests, read }: Holding<R>,
    key: (record: R) => K,
  ): Promise<R[]> {
    const found = new Map<K, R>();
    for (const request of this.#store.requests(service).filter((one) => requests.test(one))) {
      const body = await this.#store.read(service, request);
      for (const [index, raw] of recordsOf(service, request, body).entries()) {
        const reading = read(raw);
        const rejects = reading.ok ? reading.rejects : [{ pointer: '', faults: reading.faults }];
        for (const { pointer, faults } of rejects)
          this.#tell(`${service} ${request}#/${index}${pointer}`, faults[0]?.message);
        if (reading.ok && !found.has(key(reading.record))) found.set(key(reading.record), reading.record);
      }
    }
    return [...found.values()];
  }

  #tell(where: string, why = 'no reason given'): void {
    this.#report({ event: 'note', message: `not served, because it cannot be read: ${where} (${why})` });
  }
}
