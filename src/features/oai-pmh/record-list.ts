import { entry } from '../../base/map-entry.js';
import type { ResourceDocument } from '../browse/index/release-index.js';
import type { Site } from '../browse/site.js';
import { changesOf, type ReleaseChain, releaseChain } from './release-chain.js';

/** A record of the repository, or one that was removed from it. */
export interface ListedRecord {
  readonly path: string;
  readonly isDeleted: boolean;
  /** The day of the release in which it last changed. */
  readonly day: string;
  /** Whether that change is known. Else the day is that of the oldest known release. */
  readonly hasChanged: boolean;
  readonly isWork: boolean;
  /** The sets that it is in. Of a deleted record, where they are not told, those of its like; none where there is no like. */
  readonly sets: readonly string[];
}

/** What the release says of a record. */
export interface DescribedRecord {
  readonly path: string;
  readonly iri: string;
  readonly kind: string | null;
  readonly documents: readonly ResourceDocument[];
  /** Of the datasets that describe it. */
  readonly licences: readonly string[];
}

/** What a list is limited to. */
export interface Selection {
  readonly set?: string | undefined;
  readonly from?: string | undefined;
  readonly until?: string | undefined;
  /** Whether only items and photographs are meant. */
  readonly onlyWorks: boolean;
}

interface DeletedRecord {
  readonly path: string;
  readonly sets: number;
  readonly release: number;
  readonly isWork: boolean;
}

/** Documents of the index, and rows of changes, that are read at a time, between which other requests are answered. */
const AT_ONCE = 2000;
const OMISSIONS = 'omissions';

/**
 * All records in the order of the dumps, then the deleted ones: their sets and the releases in which they last changed, in arrays
 * of numbers, some 15 bytes a record. A position in this order is what a resumption token holds.
 */
export class RecordList {
  readonly chain: ReleaseChain;
  /** The datasets with records. */
  readonly sets: readonly string[];
  readonly #site: Site;
  #count = 0;
  /** By position: the number in the index, a bit for each set, and the place in the chain, from 1; 0 where no change is known. */
  readonly #ids: Int32Array;
  readonly #setBits: Uint32Array;
  readonly #releases: Uint8Array;
  /** By position: whether it is an item or a photograph that can have a record in EDM. */
  readonly #isWork: Uint8Array;
  /** By number in the index: the position, from 1. */
  readonly #positions: Int32Array;
  /** By folder of a path: the sets of its records, and whether they are works. The sets of deleted records are often not told. */
  readonly #folders = new Map<string, { sets: number; isWork: boolean }>();
  readonly #deleted = new Map<string, DeletedRecord>();

  private constructor(site: Site, chain: ReleaseChain) {
    this.chain = chain;
    this.#site = site;
    this.sets = site.manifest.datasets.flatMap(({ name, triples }) =>
      name === OMISSIONS || triples === 0 ? [] : name,
    );
    const [size = 0] = site.index.numbers('SELECT max(id) FROM resource');
    this.#ids = new Int32Array(size);
    this.#setBits = new Uint32Array(size);
    this.#releases = new Uint8Array(size);
    this.#isWork = new Uint8Array(size);
    this.#positions = new Int32Array(size + 1);
  }

  /** @throws the error of the file system */
  static async create(site: Site): Promise<RecordList> {
    const list = new RecordList(site, await releaseChain(site));
    const omitted = await list.#readDocuments();
    await list.#readChanges();
    const { base } = site.manifest;
    const withdrawn = [...site.withdrawn.keys()].filter((one) => one.startsWith(base) && !/[# ]/.test(one));
    for (const path of [...withdrawn.map((iri) => iri.slice(base.length)), ...omitted])
      if (list.#positionOf(path) < 0) list.#delete(path, 0, 0);
    return list;
  }

  /** Reads which records each dataset describes. @returns the paths of omissions */
  async #readDocuments(): Promise<string[]> {
    const { index } = this.#site;
    const omitted: string[] = [];
    const [last = 0] = index.numbers('SELECT max(id) FROM resource');
    for (let from = 0; from < last; from += AT_ONCE) {
      const rows = index.all<{ id: number; dataset: string; path: string; kind: string; url: string | null }>(
        `SELECT resource.id, dataset.name AS dataset, path, kind, coalesce(items.url, photographs.url) AS url
         FROM document JOIN resource ON resource.id = document.resource JOIN dataset ON dataset.id = document.dataset
         LEFT JOIN items ON kind = 'item' AND items.iri = path
         LEFT JOIN photographs ON kind = 'photograph' AND photographs.iri = path
         WHERE document.resource > ? AND document.resource <= ? AND path NOT GLOB '*[:#]*' ORDER BY resource.id, dataset.id`,
        [from, from + AT_ONCE],
      );
      for (const { id, dataset, path, kind, url } of rows) {
        const set = this.sets.indexOf(dataset);
        if (dataset === OMISSIONS) omitted.push(path);
        if (set < 0) continue;
        if (this.#positions[id] === 0) {
          this.#ids[this.#count] = id;
          this.#count += 1;
          this.#positions[id] = this.#count;
        }
        const at = (this.#positions[id] as number) - 1;
        this.#setBits[at] = (this.#setBits[at] as number) | (1 << set);
        const folder = entry(this.#folders, folderOf(path), () => ({ sets: 0, isWork: false }));
        folder.sets |= 1 << set;
        if (kind !== 'item' && kind !== 'photograph') continue;
        folder.isWork = true;
        // EDM has works with a web page alone. A work that has changed may have had one.
        this.#isWork[at] = url === null ? MAY_HAVE_BEEN : IS_WORK;
      }
      await new Promise(setImmediate);
    }
    return omitted;
  }

  /** Reads the changes of all releases, the newest first: that of a record which is read first is its last one. */
  async #readChanges(): Promise<void> {
    const { base } = this.#site.manifest;
    for (const [place, release] of this.chain.releases.entries()) {
      let rows: { readonly path: string; readonly datasets: readonly string[] }[] = [];
      const flush = async (): Promise<void> => {
        const ids = this.#site.index.all<{ id: number; path: string }>(
          `SELECT id, path FROM resource WHERE path IN (${rows.map(() => '?').join(', ')})`,
          rows.map(({ path }) => path),
        );
        const positions = new Map(ids.map(({ id, path }) => [path, this.#positions[id] ?? 0]));
        for (const { path, datasets } of rows) {
          const at = (positions.get(path) ?? 0) - 1;
          if (at < 0) this.#delete(path, bitsOf(this.sets, datasets), place + 1);
          else if (this.#releases[at] === 0) this.#releases[at] = place + 1;
        }
        rows = [];
        await new Promise(setImmediate);
      };
      for await (const { iri, datasets } of changesOf(release)) {
        if (iri.startsWith(base)) rows.push({ path: iri.slice(base.length), datasets });
        if (rows.length >= AT_ONCE) await flush();
      }
      await flush();
    }
  }

  /** Less than 0 for a path without a record. */
  #positionOf(path: string): number {
    return (this.#positions[this.#site.index.idOf(path) ?? 0] ?? 0) - 1;
  }

  /** @param sets the bits of the sets of the record; 0 where they are not known */
  #delete(path: string, sets: number, release: number): void {
    if (this.#deleted.has(path)) return;
    const folder = this.#folders.get(folderOf(path)) ?? { sets: 0, isWork: false };
    this.#deleted.set(path, { path, release, isWork: folder.isWork, sets: sets === 0 ? folder.sets : sets });
  }

  /** The day of the oldest known release. */
  get earliest(): string {
    return this.chain.releases.map(({ day }) => day).toSorted()[0] as string;
  }

  /** A record by its path; undefined for one that is not and was not in the repository. */
  find(path: string): ListedRecord | undefined {
    const at = this.#positionOf(path);
    if (at >= 0) return this.#live(path, at);
    const deleted = this.#deleted.get(path);
    return deleted && this.#listed(deleted, true);
  }

  /** The number of records of a selection. */
  count(selection: Selection): number {
    let count = 0;
    for (const _ of this.#positionsOf(selection, 0)) count += 1;
    return count;
  }

  /** The records of a selection from a position on, each with the position behind it. */
  *from(selection: Selection, start: number): Generator<readonly [record: ListedRecord, next: number]> {
    const deleted = [...this.#deleted.values()];
    for (const at of this.#positionsOf(selection, start)) {
      const gone = deleted[at - this.#count];
      const [live] = gone === undefined ? this.#site.index.summariesOf([this.#ids[at] as number]) : [];
      if (gone !== undefined) yield [this.#listed(gone, true), at + 1];
      else if (live !== undefined) yield [this.#live(live.path, at), at + 1];
    }
  }

  *#positionsOf({ set, from, until, onlyWorks }: Selection, start: number): Generator<number> {
    const bits = set === undefined ? -1 : bitsOf(this.sets, [set]);
    // By place in the chain, from 1; the first entry is that of records without a known change.
    const isInTime = [0, ...this.chain.releases.keys()].map((_, place) => {
      const day = this.#dayOf(place);
      return (from === undefined || day >= from) && (until === undefined || day <= until);
    });
    for (let at = start; at < this.#count; at += 1) {
      const release = this.#releases[at] as number;
      if (isInTime[release] !== true || ((this.#setBits[at] as number) & bits) === 0) continue;
      const work = this.#isWork[at];
      if (!onlyWorks || work === IS_WORK || (work === MAY_HAVE_BEEN && release > 0)) yield at;
    }
    let at = this.#count;
    for (const { sets, release, isWork } of this.#deleted.values()) {
      const isMeant = isInTime[release] === true && (sets === 0 || (sets & bits) !== 0);
      if (at >= start && isMeant && (!onlyWorks || isWork)) yield at;
      at += 1;
    }
  }

  #dayOf(release: number): string {
    const { releases } = this.chain;
    return (releases[release - 1] ?? releases.at(-1))?.day ?? '1970-01-01';
  }

  #live(path: string, at: number): ListedRecord {
    const [sets = 0, release = 0] = [this.#setBits[at], this.#releases[at]];
    return this.#listed({ path, sets, release, isWork: this.#isWork[at] !== 0 }, false);
  }

  #listed({ path, sets, release, isWork }: DeletedRecord, isDeleted: boolean): ListedRecord {
    return {
      ...{ path, isDeleted, isWork, day: this.#dayOf(release), hasChanged: release > 0 },
      sets: this.sets.filter((_, set) => (sets & (1 << set)) !== 0),
    };
  }
}

/** Kinds of works in EDM: those with a web page, and those without one now. */
const IS_WORK = 1;
const MAY_HAVE_BEEN = 2;

const bitsOf = (sets: readonly string[], names: readonly string[]): number =>
  names.reduce((bits, name) => (sets.includes(name) ? bits | (1 << sets.indexOf(name)) : bits), 0);

const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1);
