import { describe, expect, test, vi } from 'vitest';
import { BASE, browsedRelease, recordsOf } from '../browsed-release.js';

/** The page of a record looks up what several of its parts need once, and maps the record to no other model than the page has. */

const browsed = browsedRelease('hostile');

const get = (path: string) =>
  browsed().app.request(`http://127.0.0.1${path}`, { headers: { accept: 'text/html' } });
const textOf = async (path: string): Promise<string> => (await get(path)).text();

describe('the page of a record', () => {
  test.each(['cbe/item/7002', 'cbes/item/7101', 'cbeg/photograph/1201', 'cbed/person/4101'])(
    '/%s reads the statements and the row of the record once',
    async (path) => {
      const { index } = browsed().site;
      // No earlier request has left these.
      for (let item = 0; item < 40; item++) index.documents(`${BASE}none/${item}`);
      await textOf('/cbes/part/3201.html');
      const [documents, rows] = [vi.spyOn(index, 'documentsOf'), vi.spyOn(index, 'all')];
      expect((await get(`/${path}.html`)).status).toBe(200);
      const ofRecord = documents.mock.calls.filter(([paths]) => paths.includes(path));
      const ofCard = rows.mock.calls.filter(
        ([sql, values = []]) => sql.startsWith('SELECT "iri"') && String(values[0]).includes(`"${path}"`),
      );
      // What holds for a work, which a view maps.
      const held = rows.mock.calls.flatMap(([sql, values = []]) =>
        sql.startsWith('SELECT * FROM') && values[0] === path ? sql : [],
      );
      vi.restoreAllMocks();
      expect([ofRecord.length, ofCard.length]).toEqual([1, 1]);
      expect(held.length).toBeGreaterThan(0);
      expect(held).toEqual([...new Set(held)]);
    },
  );

  test('leads to Linked Art where the view has the record, and nowhere else', async () => {
    const [linked, there]: [string[], string[]] = [[], []];
    const paths = [...(await recordsOf(browsed())).keys()].map((iri) => iri.slice(BASE.length));
    for (const path of paths) {
      const page = await textOf(`/id?iri=${encodeURIComponent(BASE + path)}&format=html`);
      if (page.includes(`/linked-art/${path}.json`)) linked.push(path);
      if ((await get(`/linked-art/${path}.json`)).status === 200) there.push(path);
    }
    expect(linked).toEqual(there);
    expect(there).toContain('cbe/item/7002');
    expect(there.length).toBeLessThan(paths.length);
  });

  test('names its pictures in the language of the address, whichever was asked for before', async () => {
    const alternatives = async (path: string): Promise<string[]> =>
      [...(await textOf(path)).matchAll(/ alt="([^"]+)"/g)].map(([, text = '']) => text);
    const first = await alternatives('/ga/cbe/item/7001');
    expect(first.length).toBeGreaterThan(0);
    for (const name of first) expect(name).toMatch(/^Leathanach /);
    for (const name of await alternatives('/cbe/item/7001')) expect(name).toMatch(/^Page /);
  });
});
