import { describe, expect, it } from 'vitest';
import { loadWorld, SAMPLE_WORLD } from '../../src/services/server/world.js';
import { type Kind, placeIDs, type Reply, serving } from './ask.js';

const { archive, places } = serving(() => loadWorld(SAMPLE_WORLD));

/** The names of every field marked **P** in wire-format.md 3, written out here from the page itself. */
const PRIVILEGED =
  /"(status|sensitive|extraInfoStatus|approved|moderated|archivedDescriptionStatus|archivedInfo|operator)":/;

interface Entry {
  readonly id: number;
}

const list = async (path: string, kind: Kind) => (await archive(path, kind)).body as Entry[];

/** Every record of the archive that a key can reach: whole volumes by the index, photographs by their ids. */
async function scan(kind: Kind): Promise<Reply[]> {
  const world = await loadWorld(SAMPLE_WORLD);
  const volumes = await Promise.all(
    ['cbe', 'cbes'].map(async (collection) =>
      (await list(`/api/v0.6/${collection}/volumes`, kind)).map(
        ({ id }) => `/api/v0.6/${collection}?VolumeID=${id}`,
      ),
    ),
  );
  const photographs = [...world.archive.cbeg.keys()].map((id) => `/api/v0.6/cbeg/${id}`);
  const lists = ['cbe/volumes', 'cbes/volumes', 'cbed'].map((path) => `/api/v0.6/${path}`);
  return Promise.all([...volumes.flat(), ...photographs, ...lists].map((path) => archive(path, kind)));
}

describe('the sample world, served', () => {
  it('loads', async () => {
    const world = await loadWorld(SAMPLE_WORLD);
    expect(world.archive.cbe.size).toBeGreaterThan(0);
    expect(world.placenames.places.size).toBeGreaterThan(0);
  });

  it.each([
    '/api/v0.6/cbed',
    '/api/v0.6/cbed/occupations',
    '/api/v0.6/cbeg/topics/handbook',
    '/api/v0.6/cbes/topics',
    '/api/v0.6/cbe/volumes',
    '/api/v0.6/cbes/volumes',
    '/api/v0.6/counties',
    '/api/v0.6/countries',
  ])('archive %s holds something', async (path) => {
    expect((await list(path, 'public')).length).toBeGreaterThan(0);
  });

  it.each(['administrative-units', 'features', 'glossary', 'counties'])(
    'place-names /%s is not empty',
    async (path) => {
      expect(((await places(`/api/v0.9/${path}`)).body as Entry[]).length).toBeGreaterThan(0);
    },
  );

  it('every county of Ireland can be requested', async () => {
    for (let county = 100000; county <= 100031; county++) {
      expect((await archive(`/api/v0.6/cbeg?CountyID=${county}`)).status).toBe(200);
      expect((await places(`/api/v0.9?PlaceID=${county}`)).status).toBe(200);
    }
    expect(placeIDs(await places('/api/v0.9?CategoryID=CON')).length).toBeGreaterThan(0);
  });

  it('wire-format 3: nothing privileged or unpublished reaches a public key; an archive key sees it all', async () => {
    const [open, archivists, internals] = await Promise.all([
      scan('public'),
      scan('archive'),
      scan('internal'),
    ]);
    const text = (replies: Reply[]) => replies.map((reply) => JSON.stringify(reply.body)).join('\n');
    expect(text(open.filter((reply) => reply.status === 200))).not.toMatch(PRIVILEGED);
    expect(text(archivists)).toMatch(/"status":[0-3]/);
    expect(text(archivists)).toMatch(/"sensitive":true/);
    expect(text(archivists)).toMatch(/"approved":false/);
    expect(text(archivists)).toMatch(/"extraInfoStatus":"EDIT"/);
    expect(text(internals)).toBe(text(archivists));
    expect(text(open).length).toBeLessThan(text(archivists).length);
  });

  it('wire-format 3: no id that a public key meets leads to a page or item it may not see', async () => {
    for (const collection of ['cbe', 'cbes']) {
      const hidden = new Set<number>();
      const world = await loadWorld(SAMPLE_WORLD);
      const volumes = collection === 'cbe' ? world.archive.cbe.values() : world.archive.cbes.values();
      for (const volume of volumes) {
        const unpublished = volume.status !== 4;
        for (const page of volume.pages) if (unpublished || page.sensitive) hidden.add(page.id);
        for (const item of volume.parts.flatMap(
          (part) => part.items as { id: number; sensitive?: boolean }[],
        )) {
          if (unpublished || item.sensitive) hidden.add(item.id);
        }
      }
      expect(hidden.size).toBeGreaterThan(0);
      for (const { id } of await list(`/api/v0.6/${collection}/volumes`, 'public')) {
        const text = JSON.stringify((await archive(`/api/v0.6/${collection}?VolumeID=${id}`)).body);
        const met = new Set([...text.matchAll(/\d+/g)].map(([digits]) => Number(digits)));
        for (const one of hidden) expect(met, `${collection} ${id}`).not.toContain(one);
      }
    }
  });

  it('sends a whole volume unchanged to a privileged key', async () => {
    const world = await loadWorld(SAMPLE_WORLD);
    for (const [id, volume] of world.archive.cbe) {
      const [served] = (await archive(`/api/v0.6/cbe?VolumeID=${id}`, 'internal')).body as unknown[];
      expect(served).toEqual(JSON.parse(JSON.stringify(volume)));
    }
  });
});
