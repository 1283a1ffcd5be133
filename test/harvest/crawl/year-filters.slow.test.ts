import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import oxigraph from 'oxigraph';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { silent } from '../../../src/base/events.js';
import { makeSyntheticWorld } from '../../../src/features/generated-world/world.js';
import { timeSpan } from '../../../src/model/mapping/date.js';
import type { Photograph } from '../../../src/model/schema/archive/photograph.js';
import type { SourceDate } from '../../../src/model/schema/fields.js';
import { build } from '../../../src/pipeline/publish/build.js';
import { datedWithin } from '../../../src/services/server/archive/place-and-date-filters.js';
import { type RunningServices, startServices } from '../../../src/services/server/serve.js';
import { anyDate } from '../../model/mapping/any-date.js';
import { features } from '../../support/build-features.js';
import { makeFolder, removeFolder } from '../../support/files.js';
import { clientsOf, closeAll, harvestInto } from '../../support/harvests.js';

/**
 * Model 4.4, last sentence: the year filters of the service can be reproduced exactly from lore:statedFromYear,
 * lore:statedToYear and lore:dateQualifier. What they mean is wire-format 2: the years that the record's date covers
 * overlap the range, and a record with no year never matches. Of a date with a year that cannot be we say no years
 * (model 4.3, 8, amended): those records the service alone finds.
 */

const LATEST_YEAR = 2026;
/** Years are YYYY (archive-service 2). */
const [FIRST, LAST] = [0, 9999];

/** From and to, either of them not given; one range that ends before it begins, and so holds nothing. */
type Range = readonly [from: number | undefined, to: number | undefined];
const RANGES: readonly Range[] = [
  [FIRST, LAST],
  [1935, 1939],
  [1936, 1936],
  [1937, 1937],
  [1938, 1938],
  [1928, 1932],
  [1941, undefined],
  [undefined, 1934],
  [undefined, 1860],
  [1861, 1865],
  [1871, 1871],
  [1880, 1900],
  [1900, undefined],
  [1940, 1935],
];

describe('any date at all', () => {
  const years = fc.constantFrom(...[FIRST, 1, 193, 999, 1000, 1925, 1934, 1936, 1937, 2027, LAST], undefined);

  test('is found by the service in the years that we say of it, if any can be said, and in no other', () => {
    fc.assert(
      fc.property(anyDate, years, years, (date, from, to) => {
        const span = timeSpan('https://e.org/1#date', date, LATEST_YEAR, 'activity');
        const [earliest, latest] = [span?.statedFromYear, span?.statedToYear];
        const isDated = earliest !== undefined || latest !== undefined;
        const first = Math.max(Number(earliest ?? FIRST), from ?? FIRST);
        const last = Math.min(Number(latest ?? LAST), to ?? LAST);
        const problems = (span?.dateProblem ?? []) as readonly string[];
        const isFound = datedWithin((of: SourceDate) => of, from, to)(date);
        if (problems.includes('implausible-year')) expect(isDated).toBe(false);
        else expect(isFound).toBe(isDated && first <= last);
      }),
      { numRuns: 1_000 },
    );
  });
});

/** What of a record is dated, and by which filters the service looks for it. */
const DATED = [
  { what: 'photographs', type: 'Photograph', span: 'dateSpan', filter: 'Date' },
  { what: 'items of the manuscripts', type: 'Item', span: 'dateSpan', filter: 'Date' },
  { what: 'births of people', type: 'PersonRecord', span: 'birthSpan', filter: 'BirthDate' },
  { what: 'deaths of people', type: 'PersonRecord', span: 'deathSpan', filter: 'DeathDate' },
] as const;
type Dated = (typeof DATED)[number];

const ACCURACIES = { APPROX: 'approximate', INFER: 'inferred', QUESTION: 'questionable' } as const;

const PREFIXES = `
  PREFIX lore: <https://w3id.org/folklore-ld/ns#>
  PREFIX lore-date: <https://w3id.org/folklore-ld/code/date-qualifier/>
  PREFIX lore-problem: <https://w3id.org/folklore-ld/code/date-problem/>`;

const ID = 'BIND(REPLACE(STR(?record), "^.*/", "") AS ?id)';

/** An end that is not known holds no range back. */
const inYears = ({ type, span }: Dated, [from = FIRST, to = LAST]: Range) => `${PREFIXES}
  SELECT ?id WHERE {
    ?record a lore:${type} ; lore:${span} ?date .
    OPTIONAL { ?date lore:statedFromYear ?earliest }
    OPTIONAL { ?date lore:statedToYear ?latest }
    FILTER(BOUND(?earliest) || BOUND(?latest))
    ${ID}
    FILTER(COALESCE(?latest, ${LAST}) >= ${from} && COALESCE(?earliest, ${FIRST}) <= ${to} && ${from} <= ${to})
  }`;

const ofAccuracy = ({ type, span }: Dated, word: string) => `${PREFIXES}
  SELECT ?id WHERE {
    ?record a lore:${type} ; lore:${span}/lore:dateQualifier lore-date:${word} .
    ${ID}
  }`;

const implausible = ({ type, span }: Dated) => `${PREFIXES}
  SELECT ?id WHERE {
    ?record a lore:${type} ; lore:${span}/lore:dateProblem lore-problem:implausible-year .
    ${ID}
  }`;

/** One filter that a photograph is behind: the service answers to none without (archive-service 4). */
function filterOf({ counties, locationsIreland, countries, photographer, relevantPersons }: Photograph) {
  const [county] = [...counties, ...locationsIreland.flatMap((place) => place.counties)];
  const [person] = [photographer ?? [], relevantPersons].flat();
  if (county !== undefined) return [`CountyID=${county.logainmID}`];
  if (person !== undefined) return [`PersonID=${person.id}`];
  return countries.slice(0, 1).map((country) => `Country=${country.isoCode}`);
}

const yyyy = (year: number) => String(year).padStart(4, '0');

describe('a generated world with dirt', () => {
  const world = makeSyntheticWorld({ scale: 0.001, seed: 4, dirt: 0.3 });
  /** Requests that, with a year filter, bring everything that is dated. */
  const asked: Readonly<Record<Dated['type'], readonly string[]>> = {
    Photograph: [...new Set([...world.archive.cbeg.values()].flatMap(filterOf))].map(
      (one) => `/cbeg?${one}&`,
    ),
    Item: [...world.archive.cbe.keys()].map((id) => `/cbe?VolumeID=${id}&`),
    PersonRecord: ['/cbed?'],
  };
  let folder: string;
  let services: RunningServices;
  const store = new oxigraph.Store();
  /** What the service answers with and the dump does not hold. */
  let rejected: ReadonlySet<string>;

  beforeAll(async () => {
    folder = await makeFolder();
    services = await startServices({ world });
    const clients = clientsOf(services);
    const groups = ['manuscripts', 'photographs', 'people'] as const;
    await harvestInto(join(folder, 'store'), clients, { groups });
    await closeAll(clients);
    const plan = {
      kinds: groups,
      store: join(folder, 'store'),
      out: folder,
      label: 'release',
      base: 'https://data.example.org/folklore/',
      gender: 'irish',
      profile: 'public',
      onViolation: 'skip',
      latestYear: LATEST_YEAR,
    } as const;
    const { directory } = await build(plan, () => ({}), silent, { features });
    const quarantine = await readFile(join(directory, 'report', 'quarantine.ndjson'), 'utf8');
    rejected = new Set([...quarantine.matchAll(/^\{"kind":"[^"]*","id":(\d+)/gm)].map(([, id = '']) => id));
    for (const dataset of groups) {
      const turtle = await readFile(join(directory, 'data', `${dataset}.ttl`), 'utf8');
      store.load(turtle, { format: 'text/turtle' });
    }
  });

  afterAll(async () => {
    await services.close();
    await removeFolder(folder);
  });

  const fromDump = (query: string): string[] =>
    (store.query(query) as Map<string, oxigraph.Term>[]).map((row) => row.get('id')?.value ?? '').sort();

  async function fromService({ type }: Dated, filters: string): Promise<string[]> {
    const answers = await Promise.all(
      asked[type].map(async (path) => {
        const url = `${services.archive}/api/v0.6${path}${filters}`;
        const response = await fetch(url, { headers: { 'X-Api-Key': services.keys.public } });
        expect(response.status, url).toBe(200);
        return recordsIn((await response.json()) as Answered[]);
      }),
    );
    return [...new Set(answers.flat())].filter((id) => !rejected.has(id)).sort();
  }

  const yearsOf = ({ filter }: Dated, [from, to]: Range) =>
    [
      from === undefined ? [] : [`${filter}From=${yyyy(from)}`],
      to === undefined ? [] : [`${filter}To=${yyyy(to)}`],
    ]
      .flat()
      .join('&');

  test.each(DATED)(
    '$what: the same answers from the dump as from the service, range for range',
    async (one) => {
      const sizes = new Set<number>();
      const without = fromDump(implausible(one));
      for (const range of RANGES) {
        const found = fromDump(inYears(one, range));
        const answered = await fromService(one, yearsOf(one, range));
        expect(found, JSON.stringify(range)).toEqual(answered.filter((id) => !without.includes(id)));
        sizes.add(found.length);
      }
      // The ranges tell the records apart: otherwise this would prove little.
      expect(sizes.size).toBeGreaterThan(RANGES.length / 3);
    },
  );

  test.each(DATED)('$what: the same by accuracy', async (one) => {
    const all: string[] = [];
    for (const [code, word] of Object.entries(ACCURACIES)) {
      const found = fromDump(ofAccuracy(one, word));
      expect(found, code).toEqual(await fromService(one, `${one.filter}Accuracy=${code}`));
      all.push(...found);
    }
    expect(all).not.toEqual([]);
  });
});

/** A volume with its items, or a record. */
interface Answered {
  readonly id: number;
  readonly parts?: readonly { readonly items: readonly { readonly id: number }[] }[];
}

const recordsIn = (answered: readonly Answered[]): string[] =>
  answered.flatMap((one) => one.parts?.flatMap(({ items }) => items) ?? [one]).map(({ id }) => String(id));
