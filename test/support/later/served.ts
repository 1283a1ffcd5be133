import { unpackManuscripts, unpackSchools, unpackTopics } from '../../../src/model/records/nested-records.js';
import type { Kind } from '../../../src/model/records/record.js';
import { schoolsTopic } from '../../../src/model/schema/archive/reference-lists.js';
import { manuscriptVolume, schoolsVolume } from '../../../src/model/schema/archive/volume.js';
import { type Reading, reader } from '../../../src/model/schema/reader.js';
import { createServiceApp, type HostedService } from '../../../src/services/server/app.js';
import { hostArchive } from '../../../src/services/server/archive/service.js';
import { SAMPLE_KEYS } from '../../../src/services/server/keys.js';
import { hostPlacenames } from '../../../src/services/server/placenames/service.js';
import { parseTarget } from '../../../src/services/server/request-target.js';
import type { World } from '../../../src/services/server/world.js';

interface Served {
  readonly ref: { readonly kind: Kind; readonly id: number | string };
  /** As answered. */
  readonly body: string;
}

const ORIGIN = { service: 'archive', request: '', pointer: '' } as const;

const appOf = (host: HostedService) =>
  createServiceApp(host, {
    onError: (error) => {
      throw error;
    },
  });

/** What the services answer to a key, record by record: every endpoint is asked, and every id of the world. */
export async function servedTo(
  world: World,
  key: keyof typeof SAMPLE_KEYS,
): Promise<{ readonly seen: ReadonlyMap<string, Served> }> {
  const hosts = {
    archive: appOf(hostArchive(world.archive, SAMPLE_KEYS)),
    places: appOf(hostPlacenames(world.placenames, SAMPLE_KEYS)),
  };
  const headers = { 'x-api-key': SAMPLE_KEYS[key] };
  const ask = async (host: keyof typeof hosts, target: string): Promise<unknown> => {
    const answer = await hosts[host].request(target, { headers }, { target: parseTarget(target) });
    if (answer.status === 404) return undefined;
    if (answer.status !== 200) throw new Error(`${answer.status} ${target}: ${await answer.text()}`);
    return answer.json();
  };
  const list = async (host: keyof typeof hosts, target: string) =>
    [(await ask(host, target)) ?? []].flat() as Readonly<Record<string, unknown>>[];
  const seen = new Map<string, Served>();
  const see = (kind: Kind, id: unknown, record: unknown): void => {
    const ref = { kind, id: id as number | string };
    seen.set(`${kind} ${ref.id}`, { ref, body: JSON.stringify(record) });
  };

  for (const [path, read, unpack] of [
    ['/cbe', reader(manuscriptVolume), unpackManuscripts],
    ['/cbes', reader(schoolsVolume), unpackSchools],
  ] as const) {
    for (const { id } of await list('archive', `/api/v0.6${path}/volumes`)) {
      for (const raw of await list('archive', `/api/v0.6${path}?VolumeID=${id}`)) {
        const volume = recordOf<never>(read(raw) as Reading<never>);
        for (const one of unpack(volume, ORIGIN)) see(one.kind as Kind, one.id, one.record);
      }
    }
  }
  for (const raw of await list('archive', '/api/v0.6/cbes/topics')) {
    for (const one of unpackTopics(recordOf(reader(schoolsTopic)(raw)), ORIGIN))
      see(one.kind as Kind, one.id, one.record);
  }
  for (const id of world.archive.cbeg.keys()) {
    const one = await ask('archive', `/api/v0.6/cbeg/${id}`);
    if (one !== undefined) see('cbeg.photograph', id, one);
  }
  for (const id of world.placenames.places.keys()) see('place', id, await ask('places', `/api/v0.9/${id}`));
  for (const one of await list('archive', '/api/v0.6/cbed')) see('cbed.person', one.id, one);
  for (const one of await list('archive', '/api/v0.6/cbed/occupations')) see('cbed.occupation', one.id, one);
  for (const one of await list('archive', '/api/v0.6/cbeg/topics/handbook')) see('cbeg.topic', one.id, one);
  for (const one of await list('archive', '/api/v0.6/counties')) see('county', one.logainmID, one);
  for (const one of await list('archive', '/api/v0.6/countries')) see('country', one.isoCode, one);
  for (const one of await list('places', '/api/v0.9/administrative-units')) see('category', one.id, one);
  for (const one of await list('places', '/api/v0.9/features')) see('category', one.id, one);
  for (const one of await list('places', '/api/v0.9/glossary')) see('glossary', one.id, one);
  return { seen };
}

function recordOf<R>(reading: Reading<R>): R {
  if (reading.ok) return reading.record;
  throw new Error(JSON.stringify(reading.faults));
}
