import { join } from 'node:path';
import { exists } from '../../base/files.js';
import { entry } from '../../base/map-entry.js';
import { textOf } from '../../model/rdf/formats/recognise-dump.js';
import { readRows } from '../../release/tables/csv.js';
import type { Site } from '../browse/site.js';
import type { MetadataFormat } from './metadata-format.js';
import { changesOf, type ReleaseChain, releaseChain } from './release-chain.js';

/** A record of the repository, or one that was removed from it. */
export interface ListedRecord {
  readonly path: string;
  readonly isDeleted: boolean;
  /** The day of the release in which it last changed in the format. */
  readonly day: string;
  /** Whether that change is known. Else the day is that of the oldest known release. */
  readonly hasChanged: boolean;
  /** Whether it may have the format that it was looked up in, or have had it. */
  readonly isInFormat: boolean;
  /** The sets that it is in. Of a deleted record, where they are not told, those of its like; none where there is no like. */
  readonly sets: readonly string[];
}

/** What a list is limited to. */
export interface Selection {
  readonly set?: string | undefined;
  readonly from?: string | undefined;
  readonly until?: string | undefined;
  /** The format, of those of the list. All records are meant unless given. */
  readonly format?: MetadataFormat | undefined;
}

interface DeletedRecord {
  readonly path: string;
  readonly sets: number;
  readonly release: number;
  /** The bits of the formats that it may have or have had. */
  readonly formats: number;
}

/** Documents of the index, and rows of changes, that are read at a time, between which other requests are answered. */
const AT_ONCE = 2000;
const OMISSIONS = 'omissions';

/**
 * All records in the order of the dumps, then the deleted ones: their sets and the releases in which they last changed, in arrays
 * of numbers, some 20 bytes a record. A position in this order is what a resumption token holds.
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
  /** By position: a bit for each format that the record may have, and for each that its kind has. */
  readonly #formatBits: Uint16Array;
  readonly #kindBits: Uint16Array;
  readonly #formats: readonly MetadataFormat[];
  /** By format: the places in the chain where records change with others, in place of those of the list. */
  readonly #releasesIn = new Map<MetadataFormat, Uint8Array>();
  /** By number in the index: the position, from 1. */
  readonly #positions: Int32Array;
  /** By folder of a path: the sets and formats of its records. The sets of deleted records are often not told. */
  readonly #folders = new Map<string, { sets: number; formats: number }>();
  readonly #deleted = new Map<string, DeletedRecord>();

  private constructor(site: Site, chain: ReleaseChain, formats: readonly MetadataFormat[]) {
    this.chain = chain;
    this.#site = site;
    this.#formats = formats;
    this.sets = site.manifest.datasets.flatMap(({ name, triples }) =>
      name === OMISSIONS || triples === 0 ? [] : name,
    );
    const [size = 0] = site.index.numbers('SELECT max(id) FROM resource');
    this.#ids = new Int32Array(size);
    this.#setBits = new Uint32Array(size);
    this.#releases = new Uint8Array(size);
    this.#formatBits = new Uint16Array(size);
    this.#kindBits = new Uint16Array(size);
    for (const format of formats)
      if (format.parts !== undefined) this.#releasesIn.set(format, new Uint8Array(size));
    this.#positions = new Int32Array(size + 1);
  }

  /** @throws the error of the file system; the error of SQLite for a format whose SQL is wrong */
  static async create(site: Site, formats: readonly MetadataFormat[]): Promise<RecordList> {
    const list = new RecordList(site, await releaseChain(site), formats);
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
    const isOf = (kinds: readonly string[]): string =>
      `kind IN (${kinds.map((kind) => `'${kind}'`).join(', ')})`;
    const having = this.#formats
      .map(({ kinds, condition = '1' }, at) => [kinds === undefined ? '1' : isOf(kinds), condition, 1 << at])
      .map(([kinds, condition, bit]) => `iif(${kinds} AND (${condition}), ${bit}, 0)`)
      .join(' + ');
    for (let from = 0; from < last; from += AT_ONCE) {
      const rows = index.all<{ id: number; dataset: string; path: string; kind: string; formats: number }>(
        `SELECT resource.id, dataset.name AS dataset, path, kind, ${having} AS formats
         FROM document JOIN resource ON resource.id = document.resource JOIN dataset ON dataset.id = document.dataset
         WHERE document.resource > ? AND document.resource <= ? AND path NOT GLOB '*[:#]*' ORDER BY resource.id, dataset.id`,
        [from, from + AT_ONCE],
      );
      for (const { id, dataset, path, kind, formats } of rows) {
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
        const ofKind = this.#formatsOf(kind);
        this.#kindBits[at] = ofKind;
        this.#formatBits[at] = formats & ofKind;
        const folder = entry(this.#folders, folderOf(path), () => ({ sets: 0, formats: 0 }));
        folder.sets |= 1 << set;
        folder.formats |= ofKind;
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
      const gone = new Set<string>();
      const flush = async (): Promise<void> => {
        const ids = this.#site.index.all<{ id: number; path: string }>(
          `SELECT id, path FROM resource WHERE path IN (${rows.map(() => '?').join(', ')})`,
          rows.map(({ path }) => path),
        );
        const positions = new Map(ids.map(({ id, path }) => [path, this.#positions[id] ?? 0]));
        const changed = (releases: Uint8Array, at: number): void => {
          if (releases[at] === 0) releases[at] = place + 1;
        };
        for (const { path, datasets } of rows) {
          const at = (positions.get(path) ?? 0) - 1;
          if (at < 0) {
            this.#delete(path, bitsOf(this.sets, datasets), place + 1);
            gone.add(base + path);
          } else for (const releases of [this.#releases, ...this.#releasesIn.values()]) changed(releases, at);
        }
        const paths = JSON.stringify(rows.map(({ path }) => path));
        for (const [{ parts }, releases] of this.#releasesIn)
          for (const id of this.#site.index.numbers(
            `SELECT id FROM resource WHERE path IN
               (SELECT ${parts?.record} FROM ${parts?.table} WHERE iri IN (SELECT value FROM json_each(?)))`,
            [paths],
          ))
            if (this.#positions[id] !== 0) changed(releases, (this.#positions[id] as number) - 1);
        rows = [];
        await new Promise(setImmediate);
      };
      for await (const { iri, datasets } of changesOf(release)) {
        if (iri.startsWith(base)) rows.push({ path: iri.slice(base.length), datasets });
        if (rows.length >= AT_ONCE) await flush();
      }
      await flush();
      for (const [format, releases] of this.#releasesIn)
        await this.#changeWithParts(format, releases, gone, place);
    }
  }

  /**
   * Records have changed with the parts that a release no longer has: the release before has a table of them. Where that table is
   * gone, any record of the format may have changed.
   *
   * @param gone IRIs of the records that the release no longer has
   */
  async #changeWithParts(
    { parts }: MetadataFormat,
    releases: Uint8Array,
    gone: ReadonlySet<string>,
    place: number,
  ): Promise<void> {
    const { index, manifest } = this.#site;
    const { table = '', record = '' } = parts ?? {};
    const folders = new Set(
      index
        .all<{ iri: string }>(`SELECT iri FROM ${table} LIMIT 1`)
        .map(({ iri }) => folderOf(manifest.base + iri)),
    );
    const isPart = (iri: string): boolean => folders.size === 0 || folders.has(folderOf(iri));
    if (![...gone].some(isPart)) return;
    const before = this.chain.releases[place + 1];
    const path = before && join(before.folder, 'derived', `${table}.csv`);
    if (path === undefined || !(await exists(path))) {
      for (const [at, known] of releases.entries()) if (known === 0) releases[at] = place + 1;
      return;
    }
    for await (const cell of readRows(textOf({ path, isPacked: false }))) {
      if (!gone.has(cell('iri'))) continue;
      const at = this.#positionOf(cell(record).slice(manifest.base.length));
      if (at >= 0 && releases[at] === 0) releases[at] = place + 1;
    }
  }

  /** Less than 0 for a path without a record. */
  #positionOf(path: string): number {
    return (this.#positions[this.#site.index.idOf(path) ?? 0] ?? 0) - 1;
  }

  /** @param sets the bits of the sets of the record; 0 where they are not known */
  #delete(path: string, sets: number, release: number): void {
    if (this.#deleted.has(path)) return;
    const folder = this.#folders.get(folderOf(path)) ?? { sets: 0, formats: this.#formatsOf('') };
    this.#deleted.set(path, {
      path,
      release,
      formats: folder.formats,
      sets: sets === 0 ? folder.sets : sets,
    });
  }

  /** The bits of the formats that records of a kind may have. */
  #formatsOf(kind: string): number {
    return this.#formats.reduce(
      (bits, { kinds }, at) => (kinds === undefined || kinds.includes(kind) ? bits | (1 << at) : bits),
      0,
    );
  }

  /** The bit of a format; all bits without one. */
  #bitOf(format: MetadataFormat | undefined): number {
    return format === undefined ? -1 : 1 << this.#formats.indexOf(format);
  }

  #releasesOf(format: MetadataFormat | undefined): Uint8Array {
    return (format && this.#releasesIn.get(format)) ?? this.#releases;
  }

  /** The day of the oldest known release. */
  get earliest(): string {
    return this.chain.releases.map(({ day }) => day).toSorted()[0] as string;
  }

  /** A record by its path; undefined for one that is not and was not in the repository. */
  find(path: string, format?: MetadataFormat): ListedRecord | undefined {
    const at = this.#positionOf(path);
    if (at >= 0) return this.#live(path, at, format);
    const deleted = this.#deleted.get(path);
    return deleted && this.#listed(deleted, true, format);
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
      if (gone !== undefined) yield [this.#listed(gone, true, selection.format), at + 1];
      else if (live !== undefined) yield [this.#live(live.path, at, selection.format), at + 1];
    }
  }

  *#positionsOf({ set, from, until, format }: Selection, start: number): Generator<number> {
    const bits = set === undefined ? -1 : bitsOf(this.sets, [set]);
    const [inFormat, releases] = [this.#bitOf(format), this.#releasesOf(format)];
    // By place in the chain, from 1; the first entry is that of records without a known change.
    const isInTime = [0, ...this.chain.releases.keys()].map((_, place) => {
      const day = this.#dayOf(place);
      return (from === undefined || day >= from) && (until === undefined || day <= until);
    });
    for (let at = start; at < this.#count; at += 1) {
      const release = releases[at] as number;
      if (isInTime[release] !== true || ((this.#setBits[at] as number) & bits) === 0) continue;
      // One that has changed may have had the format.
      const formats = release > 0 ? this.#kindBits[at] : this.#formatBits[at];
      if (((formats as number) & inFormat) !== 0) yield at;
    }
    let at = this.#count;
    for (const { sets, release, formats } of this.#deleted.values()) {
      const isMeant = isInTime[release] === true && (sets === 0 || (sets & bits) !== 0);
      if (at >= start && isMeant && (formats & inFormat) !== 0) yield at;
      at += 1;
    }
  }

  #dayOf(release: number): string {
    const { releases } = this.chain;
    return (releases[release - 1] ?? releases.at(-1))?.day ?? '1970-01-01';
  }

  #live(path: string, at: number, format: MetadataFormat | undefined): ListedRecord {
    const [sets = 0, release = 0, formats = 0] = [
      this.#setBits[at],
      this.#releasesOf(format)[at],
      this.#kindBits[at],
    ];
    return this.#listed({ path, sets, release, formats }, false, format);
  }

  #listed(
    { path, sets, release, formats }: DeletedRecord,
    isDeleted: boolean,
    format: MetadataFormat | undefined,
  ): ListedRecord {
    return {
      ...{ path, isDeleted, day: this.#dayOf(release), hasChanged: release > 0 },
      isInFormat: (formats & this.#bitOf(format)) !== 0,
      sets: this.sets.filter((_, set) => (sets & (1 << set)) !== 0),
    };
  }
}

const bitsOf = (sets: readonly string[], names: readonly string[]): number =>
  names.reduce((bits, name) => (sets.includes(name) ? bits | (1 << sets.indexOf(name)) : bits), 0);

const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1);
