import { pageName, volumeName } from '../../model/mapping/archive/volume.js';
import type { VolumeCollection } from '../../model/rdf/iris.js';
import type { PublishableRecord, SourceRecord } from '../../model/records/record.js';

/** The places of the records of one answer, in the words of the archive: `CBÉS 0199, p. 12, item 65`. */
export class RecordPlaces {
  readonly #volumes = new Map<number, string>();
  readonly #pages = new Map<number, string>();
  /** Of parts and items, as far as they were asked for. */
  readonly #works = new Map<string, string>();

  constructor(records: readonly SourceRecord[]) {
    for (const one of records) {
      if (one.kind === 'cbe.part' || one.kind === 'cbes.part') {
        this.#volumes.set(one.record.id, volumeName(collectionOf(one.kind), one.record));
      } else if (one.kind === 'cbe.page' || one.kind === 'cbes.page') {
        this.#pages.set(one.record.id, pageName(collectionOf(one.kind), one.record));
      }
    }
  }

  /** @param one after access control: it names no page that is withheld; undefined for a kind without such a place */
  of(one: PublishableRecord): string | undefined {
    switch (one.kind) {
      case 'cbe.part':
      case 'cbes.part': {
        const { id, listingOrder } = one.record;
        return this.#remember(`part ${id}`, [this.#volumes.get(id), numbered('part', listingOrder)]);
      }
      case 'cbe.item':
      case 'cbes.item': {
        const { id, partID, firstPageID, pages, listingOrder } = one.record;
        const page = this.#pages.get(firstPageID ?? Number.NaN) ?? this.#pages.get(pages[0] ?? Number.NaN);
        return this.#remember(`item ${id}`, [
          page ?? this.#volumes.get(partID),
          numbered('item', listingOrder),
        ]);
      }
      case 'cbe.page':
      case 'cbes.page':
        return this.#pages.get(one.record.id);
      case 'cbes.transcript':
        return this.#pages.get(one.record.pageID);
      case 'cbes.person': {
        const source = one.record.occurrences[0]?.source;
        return source === undefined ? undefined : this.#works.get(`${source.kind} ${source.id}`);
      }
      default:
        return undefined;
    }
  }

  #remember(work: string, [volume, number]: readonly (string | undefined)[]): string | undefined {
    if (volume === undefined) return undefined;
    const place = number === undefined ? volume : `${volume}, ${number}`;
    this.#works.set(work, place);
    return place;
  }
}

const numbered = (word: string, number: string | undefined): string | undefined =>
  number === undefined ? undefined : `${word} ${number}`;

const collectionOf = (kind: string): VolumeCollection => (kind.startsWith('cbes') ? 'cbes' : 'cbe');
