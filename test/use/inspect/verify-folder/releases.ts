import { harvestOf, releaseOf, sampleWorld } from '../../../build/consistency/sample-world.js';
import { Planted } from './planted.js';

/** Releases of the sample world to plant faults in. */
export interface Releases {
  readonly folder: string;
  /** All formats, not packed, with a delta that suppresses the people of the schools collection. */
  readonly plain: string;
  /** Turtle and JSON-LD, packed. */
  readonly packed: string;
  /** N-Triples alone. */
  readonly lines: string;
}

export async function makeReleases(): Promise<Releases> {
  const harvest = await harvestOf(await sampleWorld());
  const make = async (label: string, changes: Parameters<typeof releaseOf>[1]): Promise<string> => {
    const kinds = ['schools', 'photographs'] as const;
    const { directory } = await releaseOf(harvest, { label, kinds, ...changes });
    await Planted.strip(directory);
    return directory;
  };
  const previous = await make('before', { kinds: ['schools'], formats: ['nt'] });
  const formats = ['ttl', 'nt', 'jsonld', 'nq'] as const;
  return {
    folder: harvest.folder,
    plain: await make('plain', { formats, previous, personsProfile: 'roles-only' }),
    packed: await make('packed', { formats: ['ttl', 'jsonld'], compression: 'gzip' }),
    lines: await make('lines', { formats: ['nt'] }),
  };
}
