import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { silent } from '../../../src/base/events.js';
import { mintIris } from '../../../src/model/rdf/iris.js';
import { parseTurtle } from '../../../src/model/rdf/parse.js';
import type { BuildPlan } from '../../../src/pipeline/plan/build-plan.js';
import { graphLayoutOf, iriOf } from '../../../src/pipeline/plan/record-iri.js';
import { build } from '../../../src/pipeline/publish/build.js';
import { startServices } from '../../../src/services/server/serve.js';
import type { World } from '../../../src/services/server/world.js';
import { features } from '../../support/build-features.js';
import { scratch } from '../../support/files.js';
import { clientsOf, closeAll, harvestInto } from '../../support/harvests.js';
import { laterWorld, worldOfSize } from '../../support/later-world.js';
import { PLAN } from '../../support/sample-release.js';
import { asTriple, literalsGone, mentions, merged, patched, type Read, readDelta } from './applied.js';
import { type Lines, sortedText } from './synthetic.js';

/**
 * Deltas between releases of worlds that gain, change, merge, unpublish and lose records and texts.
 * `RUNS=20 npx vitest run test/release/delta/worlds` tries more worlds.
 */
const RUNS = Number(process.env.RUNS ?? 1);

const PUBLICATIONS = ['folklore', 'placenames'];
const NAMES_HIDDEN = { personsProfile: 'roles-only' } as const;

/** Options of the releases: the first and every second one is read with a privileged key and loses its names. */
const MONTHS = Array.from({ length: RUNS }, (_, at) => ({
  seed: at + 1,
  profile: at % 2 === 0 ? ('privileged' as const) : ('public' as const),
  now: at % 2 === 0 ? NAMES_HIDDEN : {},
}));

async function release(
  folder: string,
  label: string,
  world: World,
  plan: Partial<BuildPlan>,
): Promise<string> {
  const store = join(folder, `store-${label}`);
  const services = await startServices({ world });
  const clients = clientsOf(services, {}, plan.profile === 'privileged' ? 'internal' : 'public');
  try {
    await harvestInto(store, clients);
  } finally {
    await closeAll(clients);
    await services.close();
  }
  const written = { formats: ['nt', 'ttl'], compression: 'gzip' } as const;
  const order = { ...PLAN, ...plan, ...written, store, out: join(folder, 'out'), label };
  return (await build(order, () => ({}), silent, { features })).directory;
}

async function linesOf(folder: string, datasets: readonly string[]): Promise<Lines> {
  const entries = datasets.map(async (dataset) => {
    const bytes = await readFile(join(folder, 'data', `${dataset}.nt.gz`)).catch(() => gzipSync(''));
    const text = gunzipSync(bytes).toString('utf8');
    return [dataset, text.split('\n').slice(0, -1)] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}

async function datasetsOf(folder: string): Promise<{ name: string; publication: string }[]> {
  return JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')).datasets;
}

describe.each(MONTHS)(
  'a world and the same world a month later ($seed, $profile)',
  ({ seed, profile, now }) => {
    test('the old release and the delta give the new one, and nothing suppressed is published again', async () => {
      const folder = await scratch();
      const world = worldOfSize(seed);
      const { world: later, happened } = laterWorld(world, seed, { share: 0.15 });
      const previous = await release(folder, 'old', world, { profile });
      const current = await release(folder, 'new', later, { profile, previous, ...now });
      const iris = mintIris(PLAN.base);
      const withheld = happened.unpublished.map((ref) => iriOf(ref, iris));
      const placeOf = graphLayoutOf(PLAN.base);
      const datasets = new Map(
        [...(await datasetsOf(previous)), ...(await datasetsOf(current))].map((one) => [one.name, one]),
      );
      const names = [...datasets.keys()];
      const after = await linesOf(current, names);
      const whole: Read[] = [];
      for (const publication of PUBLICATIONS) {
        const here = names.filter((name) => datasets.get(name)?.publication === publication);
        const before = await linesOf(previous, here);
        const delta = await readDelta(join(current, 'delta'), publication);
        whole.push(delta);
        for (const dataset of here) {
          const text = patched(before[dataset] ?? [], placeOf(dataset).graph, delta);
          expect(text).toBe((after[dataset] ?? []).map((line) => `${line}\n`).join(''));
        }
        const lines = here.flatMap((name) => after[name] ?? []);
        expect(merged(before, delta)).toBe(sortedText(lines));
        const all = [
          ...delta.removed,
          ...delta.added,
          ...[...delta.deleted, ...delta.inserted].map(asTriple),
        ];
        expect(all.filter((line) => mentions(line, withheld))).toEqual([]);
        expect([...delta.removed, ...delta.deleted].filter((line) => line.includes('"'))).toEqual([]);
        for (const some of [delta.properties, delta.removed, delta.added]) expect(some).not.toEqual([]);
      }
      expect(await literalsGone(join(current, 'delta'), Object.values(after).flat())).toEqual([]);
      // suppressed.ru deletes from the graphs of both void.ttl and the catalogue, and from no other.
      const graphs = new Set([`${PLAN.base}dataset/catalogue`]);
      for (const at of [previous, current])
        for (const { predicate, object } of parseTurtle(await readFile(join(at, 'void.ttl'), 'utf8'), at))
          if (predicate.value === 'http://www.w3.org/ns/sparql-service-description#name')
            graphs.add(object.value);
      const update = await readFile(join(current, 'delta/suppressed.ru'), 'utf8');
      const [, list = ''] = /FILTER \(\?g IN \(([^)]*)\)\)/.exec(update) ?? [];
      expect([...list.matchAll(/<([^<>]+)>/g)].map(([, graph]) => graph).sort()).toEqual([...graphs].sort());
      // The world must have lost texts.
      const listed = await readFile(join(current, 'delta/suppressed.txt'), 'utf8');
      expect(listed).toMatch(/ \S+(?:description|archivedDescription)$/m);
      expect(whole[0]?.properties.filter((row) => /\/transcript\/\d+> \S+text>/.test(row))).not.toEqual([]);
    });
  },
);
