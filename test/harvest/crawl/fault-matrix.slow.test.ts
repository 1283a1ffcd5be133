import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FAULT_KINDS } from '../../../src/features/faults/fault-kinds.js';
import type { ClientSettings } from '../../../src/harvest/client/client.js';
import { archive } from '../../../src/model/endpoints/archive.js';
import { placenames } from '../../../src/model/endpoints/placenames.js';
import { ended, Ground, type Harvested, nameOf, timesAsked } from '../../support/faults/ground.js';
import {
  CONTENT,
  type Hits,
  IMPATIENT,
  once,
  REPRESENTATIVE,
  TRANSPORT,
  WRITTEN,
} from '../../support/faults/rows.js';
import { rehearse } from '../../support/faults/watched.js';

/**
 * Every transport fault, at every kind of request, in a first harvest and in one that requests changes. Faults of content
 * are in fault-content.slow.test.ts.
 */

let ground: Ground;
beforeAll(async () => {
  ground = await Ground.make();
});
afterAll(() => ground.close());

/** Patterns of all kinds of requests of a harvest. */
const REQUESTS: Readonly<Record<string, RegExp>> = {
  'an index of volumes': /^archive \/cbes?\/volumes 200$/,
  'a whole volume': /^archive \/cbes?\?VolumeID=\d+ 200$/,
  'a reference list of the archive': /^archive \/(counties|countries|cbe[dgs]\/(?!volumes)[a-z/]+) 200$/,
  'the list of people': /^archive \/cbed 200$/,
  'a person by id, not there': /^archive \/cbed\/\d+ 404$/,
  'photographs by county': /^archive \/cbeg\?CountyID=\d+ 200$/,
  'photographs by country': /^archive \/cbeg\?Country=[A-Z-]+ 200$/,
  'photographs by gazetteer place': /^archive \/cbeg\?GazetteerID=\d+ 200$/,
  'photographs by person': /^archive \/cbeg\?PersonID=\d+ 200$/,
  'a photograph by id': /^archive \/cbeg\/\d+ 200$/,
  'a reference list of the place-names': /^placenames \/(administrative-units|features|glossary) 200$/,
  'the counties of the place-names': /^placenames \/counties 200$/,
  'places by county': /^placenames \/\?PlaceID=\d+ 200$/,
  'places by category': /^placenames \/\?CategoryID=[A-Z]+ 200$/,
  'the total of a category': /^placenames \/\?CategoryID=[A-Z]+&PerPage=1 200$/,
  'a further page': /^placenames \/.*[?&]Page=2 200$/,
  'a place by id': /^placenames \/\d+ 200$/,
  'a place by id, not there': /^placenames \/\d+ 404$/,
};

/** Endpoints without records. */
const NO_RECORDS: ReadonlySet<string> = new Set(['metadata', 'description']);

describe('the harvest without faults', () => {
  test('every kind of request is made, and each is of one kind', () => {
    const asked = [...ground.sound].map(([name, status]) => `${name} ${status}`);
    const kindsOf = (one: string) => Object.keys(REQUESTS).filter((kind) => REQUESTS[kind]?.test(one));
    expect(new Set(asked.flatMap(kindsOf))).toEqual(new Set(Object.keys(REQUESTS)));
    expect(asked.filter((one) => kindsOf(one).length !== 1)).toEqual([]);
  });

  test('every endpoint with records is requested', () => {
    const asked = new Set(ground.services.seen.map(({ service, endpoint }) => `${service} ${endpoint}`));
    const all = [archive, placenames].flatMap(({ id, endpoints }) =>
      Object.entries(endpoints)
        .filter(([, { body }]) => !NO_RECORDS.has(body))
        .map(([name]) => `${id} ${name}`),
    );
    expect(all.filter((endpoint) => !asked.has(endpoint))).toEqual([]);
  });

  test('every kind of fault is rehearsed', () => {
    const kindOf = (fault: string) => fault.split(/[=;]/)[0] ?? '';
    const rehearsed = new Set([...TRANSPORT.map(({ fault }) => fault), ...CONTENT].map(kindOf));
    expect(Object.keys(FAULT_KINDS).filter((kind) => !rehearsed.has(kind))).toEqual([]);
  });
});

describe('a transport fault is retried and changes nothing in the store', () => {
  test.for(process.env.ALL_FAULTS === undefined ? REPRESENTATIVE : TRANSPORT)(
    '$fault',
    async ({ fault, hits, waitMs, client }, { task }) => {
      const afresh = await ground.harvest(fault, once(fault), client);
      expectAsked(afresh, requestsHit(hits, []), client);
      const again = await ground.harvest(fault, once(fault), client);
      expectAsked(again, requestsHit(hits, answered('body')), client);
      expect(taggedIn(again)).toEqual(answered('body').sort());
      expect(ended(again).counts.unchanged).toBe(answered('body').length);
      for (const { files, slept, events } of [afresh, again]) {
        expect(files).toEqual(ground.store);
        expect(new Set(slept)).toEqual(new Set(waitMs === undefined ? [] : [waitMs]));
        const waits = events.flatMap((one) => (one.event === 'retrying' ? one.waitMs : []));
        expect(new Set(waits.filter((ms) => ms !== (waitMs ?? 0)))).toEqual(new Set());
      }
      task.meta.reliability = { table: 'transport', row: rowOf(fault, ground, afresh, again) };
    },
  );

  test('all faults at random, in the newer dialect with every list in pages', async ({ task }) => {
    const later = await Ground.make('v1.1');
    const spoil = rehearse(...WRITTEN.map((fault) => `${fault};rate=0.08;times=4`));
    const afresh = await later.harvest('at random', spoil, IMPATIENT);
    const again = await later.harvest('at random', spoil, IMPATIENT);
    await later.close();
    expect([...later.sound.keys()]).toContain('placenames /glossary?Page=2');
    for (const { files, seen } of [afresh, again]) {
      expect(seen.length).toBeGreaterThan(1.5 * later.sound.size);
      expect(files).toEqual(later.store);
    }
    task.meta.reliability = {
      table: 'transport',
      row: rowOf('all of these at random', later, afresh, again),
    };
  });

  /** The requests that have such an answer without faults. */
  const answered = (kind: 'body' | 'missing'): string[] =>
    [...ground.sound]
      .filter(([, status]) => (status === 404 ? 'missing' : 'body') === kind)
      .map(([name]) => name);

  /** @param held the requests whose bodies are stored already and unchanged */
  function requestsHit(hits: readonly Hits[], held: readonly string[]): Set<string> {
    const bodies = answered('body').filter((name) =>
      hits.includes(held.includes(name) ? 'unchanged' : 'body'),
    );
    return new Set([...bodies, ...(hits.includes('missing') ? answered('missing') : [])]);
  }

  /** Requests with a fault are sent twice, all others once. */
  function expectAsked(
    { seen }: Harvested,
    hit: ReadonlySet<string>,
    client?: Partial<ClientSettings>,
  ): void {
    const times = timesAsked(seen);
    const expected = [...ground.sound.keys()].map((name) => {
      const least = hit.has(name) ? 2 : 1;
      // On a busy machine an answer without fault may exceed the time limit, too.
      return [name, client === IMPATIENT ? Math.max(least, times[name] ?? 0) : least];
    });
    expect(times).toEqual(Object.fromEntries(expected));
  }

  /** All conditional requests. */
  function taggedIn({ seen }: Harvested): string[] {
    const without = new Set(seen.filter((one) => one.headers['if-none-match'] === undefined).map(nameOf));
    return [...new Set(seen.map(nameOf))].filter((name) => !without.has(name)).sort();
  }

  function rowOf(fault: string, { sound, store }: Ground, afresh: Harvested, again: Harvested) {
    const repeats = ({ seen }: Harvested) => seen.length - sound.size;
    const same = [afresh, again].every(({ files }) => JSON.stringify(files) === JSON.stringify(store));
    return {
      fault: `\`${fault}\``,
      requests: sound.size,
      'asked again': repeats(afresh),
      'asked again when asking for changes': repeats(again),
      'waits asked for, obeyed': fault.includes('retry-after') ? 'all' : '–',
      'store in the end': same ? 'the same bytes' : 'another',
    };
  }
});
