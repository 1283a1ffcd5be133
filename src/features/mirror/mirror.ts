import type { Report } from '../../base/events.js';
import { pointTo } from '../../base/origin.js';
import { isWithheldByUnknownField } from '../../harvest/answers/read-records.js';
import { responseRecords } from '../../harvest/answers/response-records.js';
import { readHistory } from '../../harvest/crawl/history.js';
import type { StoredHarvest } from '../../harvest/store/stored-harvest.js';
import { mayPublish } from '../../model/mapping/access.js';
import { type GenderScheme, type GenderSetting, inScheme, schemeIn } from '../../model/mapping/gender.js';
import { type ResponseSource, sourceOf } from '../../model/records/sources.js';
import type { SchoolsVolume } from '../../model/schema/archive/volume.js';
import { byId, sortByKey } from '../../services/server/records.js';
import type { World } from '../../services/server/world.js';
import { closedAs, markWithheld } from './access.js';

/**
 * Makes a world of a stored harvest, so that a service that was shut down can still be served.
 *
 * @param report called for records that are not served: unreadable ones, and those that an unknown field withholds
 */
export async function mirrorOf(store: StoredHarvest, report: Report): Promise<World> {
  const harvest = new RecordReader(store, report);
  const { manuscripts, schools, photographs } = markWithheld({
    manuscripts: await harvest.records(sourceOf('cbe.volume')),
    schools: await harvest.records(sourceOf('cbes.volume')),
    photographs: await harvest.records(sourceOf('cbeg.photograph')),
  });
  const people = await harvest.records(sourceOf('cbed.person'));
  const { gender: setting = 'auto' } = await readHistory(store);
  const recorded = { cbed: people, cbes: schools.flatMap(peopleIn) };
  const gender = inOneScheme(recorded, setting, (what, why) => harvest.reportUnserved(what, why));
  return {
    gender,
    archive: {
      counties: await harvest.list(sourceOf('county'), (one) => one.logainmID),
      countries: await harvest.list(sourceOf('country'), (one) => one.isoCode),
      occupations: await harvest.list(sourceOf('cbed.occupation'), ({ id }) => id),
      handbookTopics: await harvest.list(sourceOf('cbeg.topic'), ({ id }) => id),
      schoolsTopics: await harvest.list(sourceOf('cbes.topic'), ({ id }) => id),
      cbe: byId(manuscripts),
      cbes: byId(schools),
      cbeg: byId(photographs),
      cbed: byId(people),
    },
    placenames: {
      administrativeUnits: await harvest.list(sourceOf('category', '/administrative-units'), ({ id }) => id),
      features: await harvest.list(sourceOf('category', '/features'), ({ id }) => id),
      glossary: await harvest.list(sourceOf('glossary'), ({ id }) => id),
      places: byId(await harvest.records(sourceOf('place'))),
    },
  };
}

/** The people of a volume. */
const peopleIn = ({ parts }: SchoolsVolume): readonly Gendered[] =>
  parts.flatMap(({ teachers, items }) => [
    ...teachers,
    ...items.flatMap(({ collectors, informants }) => [...collectors, ...informants]),
  ]);

interface Gendered {
  gender?: string | undefined;
}

/**
 * Writes the gender codes of both collections in one scheme: that of the people database, or else that of the schools collection.
 * Codes of a collection whose scheme is not certain are served in none, and where no scheme is known, as they were sent.
 *
 * @param setting of the harvest
 * @param notServed called for codes that are not served
 * @returns the scheme
 */
function inOneScheme(
  people: Readonly<Record<'cbed' | 'cbes', readonly Gendered[]>>,
  setting: GenderSetting,
  notServed: (what: string, why: string) => void,
): GenderScheme | 'unknown' {
  const codesOf = (all: readonly Gendered[]): Set<string> =>
    new Set(all.flatMap(({ gender }) => gender?.toLowerCase() ?? []));
  const codes = { cbed: codesOf(people.cbed), cbes: codesOf(people.cbes) };
  const schemes = { cbed: schemeIn('cbed', setting, codes), cbes: schemeIn('cbes', setting, codes) };
  const scheme = schemes.cbed ?? schemes.cbes;
  if (scheme === undefined) return 'unknown';
  for (const collection of ['cbed', 'cbes'] as const) {
    const own = schemes[collection];
    if (own === undefined && codes[collection].size > 0)
      notServed(`the gender codes of ${collection}`, 'their scheme is not certain');
    for (const one of people[collection])
      if (one.gender !== undefined)
        one.gender = own === undefined ? undefined : inScheme(one.gender, own, scheme);
  }
  return scheme;
}

/** Reads the records of stored answers. */
class RecordReader {
  readonly #store: StoredHarvest;
  readonly #report: Report;

  constructor(store: StoredHarvest, report: Report) {
    this.#store = store;
    this.#report = report;
  }

  /** Every record of a source, each once. */
  records<R extends { readonly id: number }>(source: ResponseSource<R>): Promise<R[]> {
    return this.#collect(source, ({ id }) => id);
  }

  /** The records of a reference list, sorted by key. */
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
        const lost = rejects.map(({ pointer, faults }) => [pointer, faults[0]?.message] as const);
        const fields = reading.ok ? reading.unread : [];
        for (const [pointer, why = 'no reason given'] of [
          ...lost,
          ...fields.map(({ path, fault }) => [pointTo('', ...path.map(String)), fault.message] as const),
        ])
          this.reportUnserved(`${where}${pointer}`, `it cannot be read: ${why}`);
        if (!reading.ok) continue;
        const { record, unknown } = reading;
        if (isWithheldByUnknownField(raw, unknown)) {
          locked.add(key(record));
          this.reportUnserved(where, 'a field that is not in the specification withholds it');
        }
        const before = found.get(key(record));
        found.set(key(record), before === undefined ? record : closedAsEither(before, record));
      }
    }
    return [...found].flatMap(([id, record]) => (locked.has(id) ? [] : [record]));
  }

  reportUnserved(where: string, why: string): void {
    this.#report({ event: 'note', message: `not served: ${where} (${why})` });
  }
}

/** A record, or a part of it, that one of several answers withholds is withheld. */
const closedAsEither = <R extends object>(one: R, other: R): R =>
  isOpen(other) ? closedAs(other, one) : closedAs(one, other);

const isOpen = (record: object): boolean => mayPublish(record, ['status', 'sensitive'], 'public');
