import { DIGEST_LENGTH, type IndexedRecord } from './indexed-record.js';

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
  /** The digests of its records by position, one after another: spaces for one with nothing to map. Empty for an answer of one record. */
  readonly digests: string;
  /** The position of the last record with something to map, counted from 1. */
  readonly records: number;
  /** People of the schools collection who are recorded in this answer and in no other. */
  readonly people: readonly number[];
  /** Places in it that the place-names database may describe. */
  readonly located: readonly number[];
}

/** An answer that is being read. */
interface Draft extends AnswerIndex {
  units: number;
  records: number;
  readonly damaged: number[];
  readonly passedOver: number[];
  readonly repeated: string[];
  digests: string;
  readonly people: number[];
  readonly located: number[];
}

/** Collects the index of each answer, in the order of reading. */
export class AnswerIndexBuilder {
  readonly #answers: Draft[] = [];
  /** The position of the answer that a person is recorded in; undefined for a person in several. */
  readonly #homes = new Map<number, number | undefined>();
  /** Of the last answer, by position. */
  #digests: string[] = [];

  begin(source: number, request: string): void {
    this.#end();
    this.#answers.push({
      source,
      request,
      units: 0,
      records: 0,
      digests: '',
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

  publishable(
    { kind, id, position, digest }: IndexedRecord,
    observed: readonly { readonly id: number }[],
  ): void {
    const answer = this.#answers.at(-1);
    if (answer === undefined) return;
    answer.units += 1;
    answer.records = Math.max(answer.records, position + 1);
    if (digest !== undefined) this.#digests[position] = digest;
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
    this.#end();
    for (const [id, home] of this.#homes) {
      if (home !== undefined) this.#answers[home]?.people.push(id);
    }
    this.#homes.clear();
    return this.#answers.filter(({ units }) => units > 0);
  }

  #end(): void {
    const answer = this.#answers.at(-1);
    // One text takes a fifth of the memory of many.
    if (answer !== undefined) answer.digests = Array.from(this.#digests, (one) => one ?? NO_DIGEST).join('');
    this.#digests = [];
  }
}

const NO_DIGEST = ' '.repeat(DIGEST_LENGTH);

/** The digests of some of the records of an answer: from one position to before another. */
export const digestsOf = ({ digests }: AnswerIndex, from: number, to: number): string =>
  digests.slice(from * DIGEST_LENGTH, to * DIGEST_LENGTH).trimEnd();
