import { expect, it } from 'vitest';
import type { Kind } from '../../src/model/records/record.js';
import { expectEqualDumps, wayOf } from './path.js';

/**
 * Architecture 4.8: lexical forms are canonical, so that a dump equals what a store gives back. Each row: what a
 * service may send (wire-format 1), and the form that is published; Oxigraph stores it and must give back the same.
 */
type Row = readonly [kind: Kind, sent: object, predicate: string, forms: readonly string[]];

const person = { id: 1, names: [{ fullName: 'Áine' }] };
const county = (latitude: unknown, longitude: unknown) => ({
  logainmID: 1,
  nameEN: 'x',
  coordinates: { latitude, longitude },
});
const page = (listingOrder: string) => ({ id: 1, pageNumber: '1', volumeID: 2, listingOrder });
const born = (birthDate: object) => ({ ...person, birthDate });
const SCHEMA = 'https://schema.org/';
const LORE = 'https://w3id.org/folklore-ld/ns#';
const EDM = 'http://www.europeana.eu/schemas/edm/';

const ROWS: readonly Row[] = [
  ['cbes.page', page('007'), `${SCHEMA}position`, ['7']],
  ['cbes.page', page('0'), `${SCHEMA}position`, ['0']],
  ['cbes.page', page('+7'), `${SCHEMA}position`, []],
  ['cbes.page', page('7.0'), `${SCHEMA}position`, []],
  ['cbes.page', { ...page('1'), titlePage: ' TRUE ' }, `${LORE}isTitlePage`, ['true']],
  ['cbeg.photograph', { id: 1, digitized: 'False' }, `${LORE}digitized`, ['false']],
  ['cbes.page', page('7.0'), `${LORE}listingOrder`, ['7.0']],
  ['county', county('051.90', '-8.0'), `${SCHEMA}latitude`, ['51.9']],
  ['county', county('051.90', '-8.0'), `${SCHEMA}longitude`, ['-8']],
  ['county', county(-1e-12, 1e-7), `${SCHEMA}latitude`, ['-0.000000000001']],
  ['county', county('54.2715634917253', -8.47689114305172), `${SCHEMA}latitude`, ['54.2715634917253']],
  ['county', county('54.2715634917253', -8.47689114305172), `${SCHEMA}longitude`, ['-8.47689114305172']],
  ['county', county(-1e-12, 1e-7), `${SCHEMA}longitude`, ['0.0000001']],
  ['county', county(50, 100), `${SCHEMA}longitude`, ['100']],
  [
    'cbed.person',
    { ...person, dateCreated: '2017-09-06T14:25:36.3000000Z' },
    `${LORE}recordCreated`,
    ['2017-09-06T14:25:36.3Z'],
  ],
  [
    'cbed.person',
    { ...person, dateCreated: '2017-09-06T14:25:36.000' },
    `${LORE}recordCreated`,
    ['2017-09-06T14:25:36Z'],
  ],
  ['cbed.person', born({ year: '1913', month: '02', day: '09' }), `${SCHEMA}birthDate`, ['1913-02-09']],
  ['cbed.person', born({ year: 1913, month: 2 }), `${SCHEMA}birthDate`, ['1913-02']],
  ['cbed.person', born({ year: 1913 }), `${LORE}statedFromYear`, ['1913']],
  ['cbed.person', born({ year: 1913 }), `${EDM}begin`, ['1913-01-01']],
  ['cbed.person', born({ year: 800 }), `${LORE}statedFromYear`, []],
  ['cbed.person', born({ month: 2, day: 9 }), `${LORE}monthDay`, ['--02-09']],
];

it.each(ROWS)('%s: %j says %s %j', async (kind, sent, predicate, forms) => {
  const outcome = wayOf(kind, sent);
  if (outcome.is !== 'published') expect.fail(JSON.stringify(outcome));
  const said = outcome.said.flatMap(({ quads }) => quads).filter((one) => one.predicate.value === predicate);
  expect(said.map(({ object }) => object.value)).toEqual(forms);
  await expectEqualDumps(outcome.said);
});
