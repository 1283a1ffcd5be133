import type { Report } from '../base/events.js';
import type { Origin } from '../base/origin.js';
import { country } from '../dictionary/archive/country.js';
import { county } from '../dictionary/archive/county.js';
import { handbookTopic } from '../dictionary/archive/handbook-topic.js';
import { occupation } from '../dictionary/archive/occupation.js';
import { person } from '../dictionary/archive/person.js';
import { type Photograph, photograph } from '../dictionary/archive/photograph.js';
import { schoolsTopic } from '../dictionary/archive/schools-topic.js';
import {
  type ManuscriptVolume,
  manuscriptVolume,
  type SchoolsVolume,
  schoolsVolume,
} from '../dictionary/archive/volume.js';
import { category } from '../dictionary/placenames/category.js';
import { glossary } from '../dictionary/placenames/glossary.js';
import { place } from '../dictionary/placenames/place.js';
import { type Reading, reader } from '../dictionary/read.js';
import { byId, inOrder } from '../server/records.js';
import type { World } from '../server/world.js';
import type { StoredHarvest } from '../store/stored-harvest.js';
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
  const archive = new Collecting(store, 'archive', report);
  const placenames = new Collecting(store, 'placenames', report);
  const volumes = ['pages', 'parts', 'parts.items', 'pages.transcripts'];
  return {
    archive: {
      counties: await archive.list(/^\/counties$/, reader(county), (one) => one.logainmID),
      countries: await archive.list(/^\/countries$/, reader(country), (one) => one.isoCode),
      occupations: await archive.list(/^\/cbed\/occupations$/, reader(occupation), (one) => one.id),
      handbookTopics: await archive.list(
        /^\/cbeg\/topics\/handbook$/,
        reader(handbookTopic),
        (one) => one.id,
      ),
      schoolsTopics: await archive.list(/^\/cbes\/topics$/, reader(schoolsTopic), (one) => one.id),
      cbe: byId((await archive.records(/^\/cbe\?/, reader(manuscriptVolume, volumes))).map(publishedVolume)),
      cbes: byId((await archive.records(/^\/cbes\?/, reader(schoolsVolume, volumes))).map(publishedSchools)),
      cbeg: byId((await archive.records(/^\/cbeg(\?|\/\d+$)/, reader(photograph))).map(publishedPhotograph)),
      cbed: byId(await archive.records(/^\/cbed($|\/\d+$)/, reader(person))),
    },
    placenames: {
      administrativeUnits: await placenames.list(
        /^\/administrative-units$/,
        reader(category),
        (one) => one.id,
      ),
      features: await placenames.list(/^\/features$/, reader(category), (one) => one.id),
      glossary: await placenames.list(/^\/glossary$/, reader(glossary), (one) => one.id),
      places: byId(await placenames.records(/^\/(counties|\?.*|\d+)$/, reader(place))),
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

/** Collects the records of one service's stored answers. */
class Collecting {
  readonly #store: StoredHarvest;
  readonly #service: Origin['service'];
  readonly #report: Report;

  constructor(store: StoredHarvest, service: Origin['service'], report: Report) {
    this.#store = store;
    this.#service = service;
    this.#report = report;
  }

  /** Every record of the answers to these requests, each once. */
  records<R extends { readonly id: number }>(
    requests: RegExp,
    read: (raw: unknown) => Reading<R>,
  ): Promise<R[]> {
    return this.#collect(requests, read, (one) => one.id);
  }

  /** The same for a reference list, in the order it is answered in. */
  async list<R, K extends string | number>(
    requests: RegExp,
    read: (raw: unknown) => Reading<R>,
    key: (record: R) => K,
  ): Promise<R[]> {
    return inOrder(await this.#collect(requests, read, key), key);
  }

  async #collect<R, K extends string | number>(
    requests: RegExp,
    read: (raw: unknown) => Reading<R>,
    key: (record: R) => K,
  ): Promise<R[]> {
    const found = new Map<K, R>();
    for (const request of this.#store.requests(this.#service).filter((one) => requests.test(one))) {
      const body = await this.#store.read(this.#service, request);
      for (const [index, raw] of recordsOf(this.#service, request, body).entries()) {
        const reading = read(raw);
        const rejects = reading.ok ? reading.rejects : [{ pointer: '', faults: reading.faults }];
        for (const { pointer, faults } of rejects)
          this.#tell(`${request}#/${index}${pointer}`, faults[0]?.message);
        if (reading.ok && !found.has(key(reading.record))) found.set(key(reading.record), reading.record);
      }
    }
    return [...found.values()];
  }

  #tell(where: string, why: string | undefined): void {
    const message = `not served, because it cannot be read: ${this.#service} ${where} (${why ?? 'no reason given'})`;
    this.#report({ event: 'note', message });
  }
}
