import type { IndexedRecord } from './indexed-record.js';

/** A stored answer, with what a shard needs of the other answers to map it alone. */
export interface AnswerIndex {
  /** The position of its source in the table of sources. */
  readonly source: number;
  readonly request: string;
  /** Positions of records that an earlier answer holds already. */
  readonly passedOver: readonly number[];
  /** Pointers to source records that were read before. */
  readonly repeated: readonly string[];
  /** Positions of records that cannot be read, or not all of them. */
  readonly damaged: readonly number[];
  /** The number of records to map. */
  readonly units: number;
  /** The position of the last record with something to map, counted from 1. */
  readonly records: number;
  /** People of the schools collection who are recorded in this answer and in no other. */
  readonly people: readonly number[];
  /** Places in it that the place-names database may describe. */
  readonly located: readonly number[];
}

/** The index of an answer that is being read. */
interface UnfinishedIndex extends AnswerIndex {
  units: number;
  records: number;
  readonly damaged: number[];
  readonly passedOver: number[];
  readonly repeated: string[];
  readonly people: number[];
  readonly located: number[];
}

/** Collects the index of each answer, in the order of reading. */
export class AnswerIndexBuilder {
  readonly #answers: UnfinishedIndex[] = [];
  /** The position of the answer that a person is recorded in; undefined for a person in several. */
  readonly #homes = new Map<number, number | undefined>();

  begin(source: number, request: string): void {
    this.#answers.push({
      source,
      request,
      units: 0,
      records: 0,
      damaged: [],
      passedOver: [],
      repeated: [],
      people: [],
      located: [],
    });
  }

  damaged(position: number): void {
    this.#answers.at(-1)?.damaged.push(position);
  }

  passedOver(position: number): void {
    this.#answers.at(-1)?.passedOver.push(position);
  }

  repeated({ origin }: IndexedRecord): void {
    this.#answers.at(-1)?.repeated.push(origin.pointer);
  }

  publishable({ kind, id, position }: IndexedRecord, observed: readonly { readonly id: number }[]): void {
    const answer = this.#answers.at(-1);
    if (answer === undefined) return;
    answer.units += 1;
    answer.records = Math.max(answer.records, position + 1);
    if (kind === 'county' || kind === 'location-ireland') answer.located.push(Number(id));
    const here = this.#answers.length - 1;
    for (const person of observed) {
      const before = this.#homes.get(person.id);
      if (!this.#homes.has(person.id)) this.#homes.set(person.id, here);
      else if (before !== here) this.#homes.set(person.id, undefined);
    }
  }

  /** Every answer with something to map. */
  all(): readonly AnswerIndex[] {
    for (const [id, home] of this.#homes) {
      if (home !== undefined) this.#answers[home]?.people.push(id);
    }
    this.#homes.clear();
    return this.#answers.filter(({ units }) => units > 0);
  }
}
