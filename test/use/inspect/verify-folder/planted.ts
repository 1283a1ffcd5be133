import { createHash } from 'node:crypto';
import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { silent } from '../../../../src/base/events.js';
import {
  type VerifiedRelease,
  verifyRelease,
} from '../../../../src/use/inspect/verify-folder/verify-release.js';
import { harvestOf, releaseOf, sampleWorld, there } from '../../../pipeline/consistency/sample-world.js';
import { scratch } from '../../../support/files.js';

/** As much of manifest.json as faults are planted in. */
interface File {
  path: string;
  bytes: number;
  sha256: string;
  unpacked?: number;
  records?: number;
  triples?: number;
}
export interface Manifest {
  format: string;
  version: number;
  base: string;
  label: string;
  datasets: {
    name: string;
    publication: string;
    graph: string;
    triples: number;
    entities: number;
    files: File[];
  }[];
  derived: File[];
  deltas: File[];
  others: File[];
}

/** A copy of a release that goes when the test is over, to be damaged. */
export class Planted {
  private constructor(readonly folder: string) {}

  static async copyOf(release: string): Promise<Planted> {
    const folder = join(await scratch(), 'release');
    await cp(release, folder, { recursive: true });
    return new Planted(folder);
  }

  static unpacked(path: string, bytes: Buffer): Buffer {
    return path.endsWith('.gz') ? gunzipSync(bytes) : bytes;
  }

  at(path: string): string {
    return join(this.folder, path);
  }

  /** The text of a file, unpacked. */
  async text(path: string): Promise<string> {
    return String(Planted.unpacked(path, await readFile(this.at(path))));
  }

  /** Alters the text of a file; that nothing is altered is a mistake of the test. */
  async alter(path: string, change: (text: string) => string): Promise<void> {
    const before = await this.text(path);
    const after = change(before);
    if (after === before) throw new Error(`nothing is planted in ${path}`);
    await writeFile(this.at(path), path.endsWith('.gz') ? gzipSync(after) : after);
  }

  async manifest(change: (manifest: Manifest) => void): Promise<void> {
    const manifest = JSON.parse(await this.text('manifest.json')) as Manifest;
    change(manifest);
    await writeFile(this.at('manifest.json'), `${JSON.stringify(manifest, undefined, 2)}\n`);
  }

  /** Removes files that are optional and no data, so that a release is read faster. */
  static async strip(release: string): Promise<void> {
    const planted = new Planted(release);
    for (const folder of ['shapes', 'queries']) await rm(planted.at(folder), { recursive: true });
    await planted.manifest((manifest) => {
      manifest.others = manifest.others.filter(({ path }) => !/^(?:shapes|queries)\//.test(path));
    });
    await planted.mend();
  }

  /** Makes all sizes and checksums right again, so that what was planted can be found in the contents only. */
  async mend(): Promise<void> {
    const manifest = JSON.parse(await this.text('manifest.json')) as Manifest;
    const { datasets, derived, deltas, others } = manifest;
    const files = [...datasets.flatMap((one) => one.files), ...derived, ...deltas, ...others];
    for (const file of files) {
      const bytes = await readFile(this.at(file.path));
      file.bytes = bytes.length;
      file.sha256 = sum(bytes);
      if (file.unpacked !== undefined) {
        file.unpacked = Planted.unpacked(file.path, bytes).length;
      }
    }
    await this.manifest((written) => Object.assign(written, manifest));
    const lines = files.map(({ path, sha256 }) => `${sha256}  ${path}\n`);
    lines.push(`${sum(await readFile(this.at('manifest.json')))}  manifest.json\n`);
    await writeFile(this.at('SHA256SUMS'), lines.join(''));
  }

  /** Makes the checksum of manifest.json right again, and that of nothing else. */
  async mendManifest(): Promise<void> {
    const line = `${sum(await readFile(this.at('manifest.json')))}  manifest.json`;
    await this.alter('SHA256SUMS', (text) => text.replace(/^.* {2}manifest\.json$/m, line));
  }

  /** Alters the same in the four formats of a dataset, N-Quads as N-Triples, and mends what counts bytes. */
  async alterAll(dataset: string, ttl: Change, nt = ttl, jsonld = nt): Promise<void> {
    for (const [format, [from, to]] of Object.entries({ ttl, nt, jsonld, nq: nt })) {
      await this.alter(`data/${dataset}.${format}`, (text) => text.replaceAll(from, to));
    }
    await this.mend();
  }

  verify(): Promise<VerifiedRelease> {
    return verifyRelease(this.folder, silent, () => {});
  }

  /** The problems, file by file. */
  async problems(): Promise<(readonly [file: string, wrong: string])[]> {
    const { problems, count } = await this.verify();
    const found = problems.map(({ file, wrong }) => [file, wrong] as const);
    if (count !== found.length) throw new Error(`${count} problems, and only ${found.length} are held`);
    return found;
  }
}

type Change = readonly [from: string, to: string];

const sum = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

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
  // An id that has two names: its people are described within their works.
  const world = await sampleWorld(({ archive }) => {
    const informants = [...archive.cbes.values()].flatMap(({ parts }) =>
      parts.flatMap(({ items }) => items.flatMap((item) => item.informants)),
    );
    const named = (name: string) =>
      there(informants.find(({ names }) => names.some(({ fullName }) => fullName === name)));
    named('Hughie Derrane').id = named('Bríd Ní Bhrosnacháin').id;
    // A second ambiguous id in the same item.
    named('James Gallowhill').id = named('Gobnait Thrumcaddock').id;
    const first = there(
      [...archive.cbes.values()].flatMap(({ parts }) => parts).flatMap(({ items }) => items)[0],
    );
    first.informants.push({ ...named('Gobnait Thrumcaddock') });
  });
  const harvest = await harvestOf(world);
  const make = async (label: string, changes: Parameters<typeof releaseOf>[1]): Promise<string> => {
    const { directory } = await releaseOf(harvest, { label, kinds: ['schools', 'photographs'], ...changes });
    await Planted.strip(directory);
    return directory;
  };
  const lines = await make('before', { kinds: ['schools'], formats: ['nt'] });
  const formats = ['ttl', 'nt', 'jsonld', 'nq'] as const;
  return {
    folder: harvest.folder,
    lines,
    plain: await make('plain', { formats, previous: lines, personsProfile: 'roles-only' }),
    packed: await make('packed', { formats: ['ttl', 'jsonld'], compression: 'gzip' }),
  };
}
