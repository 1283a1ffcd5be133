import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { FolkloreError, messageOf } from '../../base/errors.js';
import { person } from '../../model/schema/archive/person.js';
import { photograph } from '../../model/schema/archive/photograph.js';
import { country, county } from '../../model/schema/archive/places.js';
import { handbookTopic, occupation, schoolsTopic } from '../../model/schema/archive/reference-lists.js';
import { manuscriptVolume, schoolsVolume } from '../../model/schema/archive/volume.js';
import { place } from '../../model/schema/placenames/place.js';
import { category, glossary } from '../../model/schema/placenames/reference-lists.js';
import { type Reading, reader } from '../../model/schema/reader.js';
import { type ArchiveRecords, byId, type PlacenamesRecords, sortByKey } from './records.js';

/** Faults of a world that its error lists; the others are counted. */
const FAULTS_SHOWN = 10;

type Read<R> = (raw: unknown) => Reading<R>;

/** Reads a folder of records and collects the errors in it. */
class FixtureLoader {
  readonly #root: string;
  readonly #known = new Set<string>();
  readonly #faults: string[] = [];

  constructor(root: string) {
    this.#root = root;
  }

  /** Reads a reference list: a file with an array, sorted by key. A missing file is an empty list. */
  async list<R, K extends string | number>(file: string, read: Read<R>, key: (record: R) => K): Promise<R[]> {
    this.#known.add(file);
    const raw = await this.#json(file);
    if (raw === undefined) return [];
    if (!Array.isArray(raw)) {
      this.#faults.push(`${file}: expected an array of records`);
      return [];
    }
    const records = raw.flatMap((entry, index) => this.#record(file, `/${index}`, entry, read));
    const keys = records.map(key);
    for (const repeated of new Set(keys.filter((each, index) => keys.indexOf(each) !== index))) {
      this.#faults.push(`${file}: ${repeated} occurs more than once`);
    }
    return sortByKey(records, key);
  }

  /** Reads a folder with one file for each record, named `{id}.json`. */
  async records<R extends { id: number }>(folder: string, read: Read<R>): Promise<R[]> {
    this.#known.add(folder);
    const records: R[] = [];
    for (const name of (await this.#names(folder)).filter((entry) => entry.endsWith('.json')).sort()) {
      const file = `${folder}/${name}`;
      const raw = await this.#json(file);
      for (const record of raw === undefined ? [] : this.#record(file, '', raw, read)) {
        if (`${record.id}.json` !== name)
          this.#faults.push(`${file} /id: is ${record.id}, unlike the file's name`);
        records.push(record);
      }
    }
    return records;
  }

  /** @throws FolkloreError `WORLD_UNUSABLE` with all faults, unknown files and a missing folder included */
  async finish(): Promise<void> {
    const folders = ['archive', 'placenames'];
    const found = await Promise.all(folders.map((folder) => this.#names(folder)));
    const entries = found.flatMap((names, index) => names.map((name) => `${folders[index]}/${name}`));
    if (entries.length === 0)
      throw new FolkloreError(
        'WORLD_UNUSABLE',
        `There is no world in ${this.#root}: archive/ and placenames/ are missing or empty.`,
        { hint: 'Name the folder of a world, or of a store.' },
      );
    for (const entry of entries) {
      const stray = !this.#known.has(entry) && (entry.endsWith('.json') || !/\.[^/]*$/.test(entry));
      if (stray)
        this.#faults.push(`${entry}: not a part of a world; known are ${[...this.#known].join(', ')}`);
    }
    if (this.#faults.length === 0) return;
    const shown = this.#faults.slice(0, FAULTS_SHOWN).join('\n  ');
    const more = this.#faults.length - FAULTS_SHOWN;
    throw new FolkloreError(
      'WORLD_UNUSABLE',
      `The world in ${this.#root} cannot be read:\n  ${shown}${more > 0 ? `\n  and ${more} more` : ''}`,
      {
        hint: 'Correct these records: docs/wire-format.md describes them.',
      },
    );
  }

  #record<R>(file: string, pointer: string, raw: unknown, read: Read<R>): R[] {
    const reading = read(raw);
    for (const key of reading.unknown) this.#faults.push(`${file} ${pointer}: unknown key ${key}`);
    if (reading.ok) return [reading.record];
    for (const fault of reading.faults)
      this.#faults.push(`${file} ${pointer}${fault.pointer}: ${fault.message}`);
    return [];
  }

  async #names(folder: string): Promise<string[]> {
    try {
      return (await readdir(join(this.#root, folder))).filter((name) => !name.startsWith('.'));
    } catch (cause) {
      if (!isMissing(cause)) this.#faults.push(`${folder}: ${messageOf(cause)}`);
      return [];
    }
  }

  async #json(file: string): Promise<unknown> {
    try {
      return JSON.parse(await readFile(join(this.#root, file), 'utf8'));
    } catch (cause) {
      if (!isMissing(cause)) this.#faults.push(`${file}: ${messageOf(cause)}`);
      return undefined;
    }
  }
}

function isMissing(cause: unknown): boolean {
  return cause instanceof Error && 'code' in cause && cause.code === 'ENOENT';
}

/** The built-in world; the same folder whether this file runs from `src` or from `dist`. */
export const SAMPLE_WORLD = new URL('../../../src/services/server/sample-world/', import.meta.url);

/** The records of both services, including those that a public key may not see. */
export interface World {
  /** The scheme of the codes of gender, or that it is not known; absent: that of the specification, `irish`. */
  readonly gender?: 'irish' | 'english' | 'unknown';
  readonly archive: ArchiveRecords;
  readonly placenames: PlacenamesRecords;
}

/**
 * Reads a world from a folder of JSON: `archive/` and `placenames/` with a file for each reference list, and a folder with
 * one file for each volume, photograph, person and place. Missing files and folders are empty.
 *
 * @throws FolkloreError `WORLD_UNUSABLE` with file, pointer and reason of every error, unknown keys and files included
 */
export async function loadWorld(directory: URL | string): Promise<World> {
  const loader = new FixtureLoader(typeof directory === 'string' ? directory : fileURLToPath(directory));
  const world: World = {
    archive: {
      counties: await loader.list('archive/counties.json', reader(county), (one) => one.logainmID),
      countries: await loader.list('archive/countries.json', reader(country), (one) => one.isoCode),
      occupations: await loader.list('archive/occupations.json', reader(occupation), (one) => one.id),
      handbookTopics: await loader.list(
        'archive/handbook-topics.json',
        reader(handbookTopic),
        (one) => one.id,
      ),
      schoolsTopics: await loader.list('archive/schools-topics.json', reader(schoolsTopic), (one) => one.id),
      cbe: byId(await loader.records('archive/cbe', reader(manuscriptVolume))),
      cbes: byId(await loader.records('archive/cbes', reader(schoolsVolume))),
      cbeg: byId(await loader.records('archive/cbeg', reader(photograph))),
      cbed: byId(await loader.records('archive/cbed', reader(person))),
    },
    placenames: {
      administrativeUnits: await loader.list(
        'placenames/administrative-units.json',
        reader(category),
        (one) => one.id,
      ),
      features: await loader.list('placenames/features.json', reader(category), (one) => one.id),
      glossary: await loader.list('placenames/glossary.json', reader(glossary), (one) => one.id),
      places: byId(await loader.records('placenames/places', reader(place))),
    },
  };
  await loader.finish();
  return world;
}
