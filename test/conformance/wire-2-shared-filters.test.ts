import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { list, numeric, type Services, start } from './support.js';

/**
 * Day borders to a ten-millionth of a second, in a small world made for it: items 31 (created at exactly
 * 2020-01-01T00:00:00Z), 32 (just before; modified at exactly 2021-01-01T00:00:00Z), 33 (just after; never
 * modified), 34 (modified half a second after); schools items 51 to 54, of which 51 has a transcript of
 * exactly 2019-06-01T00:00:00Z and 54 one modified just before.
 */
let edges: Services;
beforeAll(async () => {
  edges = await start(new URL('./world-edges/', import.meta.url));
});
afterAll(() => edges.close());

const cbe = list(() => edges.archive, '/api/v0.6/cbe');
const cbes = list(() => edges.archive, '/api/v0.6/cbes');
const cbed = list(() => edges.archive, '/api/v0.6/cbed');
const places = list(() => edges.places, '/api/v0.9');

describe('wire-format 2, meaning of shared filters: day borders', () => {
  test('GET /api/v0.6/cbe CreatedSince: at 00:00 UTC exactly is in', async () => {
    expect(await cbe.items('VolumeID=9&CreatedSince=2020-01-01')).toEqual([31, 33, 34]);
    expect(await cbe.items('VolumeID=9&CreatedSince=2020-01-02')).toEqual([34]);
  });

  test('GET /api/v0.6/cbe CreatedBefore: at 00:00 UTC exactly is out', async () => {
    expect(await cbe.items('VolumeID=9&CreatedBefore=2020-01-01')).toEqual([32]);
    expect(await cbe.items('VolumeID=9&CreatedBefore=2020-01-02')).toEqual([31, 32, 33]);
  });

  test('GET /api/v0.6/cbe ModifiedSince: at 00:00 UTC exactly is in', async () => {
    expect(await cbe.items('VolumeID=9&ModifiedSince=2021-01-01')).toEqual([32, 34]);
    expect(await cbe.items('VolumeID=9&ModifiedSince=2020-01-01')).toEqual([31, 32, 33, 34]);
  });

  test('GET /api/v0.6/cbe ModifiedBefore: at 00:00 UTC exactly is out, never modified is when created', async () => {
    expect(await cbe.items('VolumeID=9&ModifiedBefore=2021-01-01')).toEqual([31, 33]);
    expect(await cbe.items('VolumeID=9&ModifiedBefore=2020-01-01')).toEqual([]);
  });

  test('GET /api/v0.6/cbe ModifiedSince: with ModifiedBefore of the same day nothing is left', async () => {
    expect(await cbe.items('VolumeID=9&ModifiedSince=2021-01-01&ModifiedBefore=2021-01-01')).toEqual([]);
    expect(await cbe.items('VolumeID=9&ModifiedSince=2021-01-01&ModifiedBefore=2021-01-02')).toEqual([
      32, 34,
    ]);
  });

  test('GET /api/v0.6/cbe ModifiedSince: 29 February is a day in leap years', async () => {
    expect((await cbe.get('VolumeID=9&ModifiedSince=2020-02-29')).status).toBe(200);
    expect((await cbe.get('VolumeID=9&ModifiedSince=2021-02-29')).status).toBe(400);
  });

  test('GET /api/v0.6/cbes ModifiedSince: the border of a transcript counts for its item', async () => {
    expect(await cbes.items('VolumeID=19&ModifiedSince=2019-06-01')).toContain(51);
    expect(await cbes.items('VolumeID=19&ModifiedSince=2019-06-01')).not.toContain(54);
    expect(await cbes.items('VolumeID=19&ModifiedSince=2019-06-02')).not.toContain(51);
  });

  test('GET /api/v0.6/cbes ModifiedBefore: the border of a transcript counts for its item', async () => {
    expect(await cbes.items('VolumeID=19&ModifiedBefore=2019-06-01')).toContain(54);
    expect(await cbes.items('VolumeID=19&ModifiedBefore=2019-06-01')).not.toContain(51);
  });

  test('GET /api/v0.6/cbes ModifiedSince: a transcript not yet approved counts for a privileged key', async () => {
    const seen = await cbes.items('VolumeID=19&ModifiedSince=2022-02-02', { key: 'archive' });
    expect(seen).toEqual([52]);
  });

  test('GET /api/v0.6/cbes ModifiedSince: the volume being newer makes no item newer', async () => {
    expect(await cbes.items('VolumeID=19&ModifiedSince=2023-01-01')).toEqual([]);
  });

  test('GET /api/v0.6/cbed CreatedSince: split at a day, the halves are disjoint and complete', async () => {
    for (const day of ['2019-01-01', '2020-01-01', '2021-01-01']) {
      const halves = [
        ...(await cbed.ids(`CreatedSince=${day}`)),
        ...(await cbed.ids(`CreatedBefore=${day}`)),
      ];
      expect(halves.sort(numeric)).toEqual([71, 72, 73, 100]);
    }
  });

  test('GET /api/v0.9 ModifiedSince: split at a day, the halves are disjoint and complete', async () => {
    const all = await places.places('CategoryID=BF');
    for (const day of ['2010-01-01', '2020-01-01', '2021-01-01']) {
      const halves = [
        ...(await places.places(`CategoryID=BF&ModifiedSince=${day}`)),
        ...(await places.places(`CategoryID=BF&ModifiedBefore=${day}`)),
      ];
      expect(halves.sort(numeric)).toEqual(all);
    }
  });
});
