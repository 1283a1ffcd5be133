import type { Quad } from '@rdfjs/types';
import { recordReferredTo } from '../../model/rdf/record-order.js';
import { type RecordRef, RecordSet } from '../../model/records/record.js';
import type { Finding } from '../../model/shacl/finding.js';
import type { CheckStates, ConsistencyChecks } from '../consistency/checks.js';
import type { GlobalIndex } from '../global-index/global-index.js';

/** The part of the global index that mapping any shard needs. */
export type MapperIndex = Pick<
  GlobalIndex,
  | 'withheld'
  | 'unreadable'
  | 'genders'
  | 'ambiguousPeople'
  | 'sharedAddresses'
  | 'unnamedLocations'
  | 'personsProfile'
>;

/** Two lists of what was asked about: where the answer was yes, and where it was no. */
interface Answered<T> {
  readonly yes: readonly T[];
  readonly no: readonly T[];
}

/**
 * What a shard output depends on beyond the inputs that its digest covers: the questions to the global index that were
 * asked while it was made, with the answers. Plain data.
 */
export interface ShardDependencies {
  readonly withheld: Answered<RecordRef>;
  readonly ambiguous: Answered<number>;
  /** Keys of addresses elsewhere. */
  readonly addresses: Answered<string>;
  readonly unnamed: Answered<number>;
  /** IRIs of records that records with findings and identity links refer to. */
  readonly named: readonly string[];
  /** Whether a record referred to one that was withheld (X15). */
  readonly hasLeaks: boolean;
}

/** The parts of the global index that are asked about one record at a time. */
type Questions = Pick<MapperIndex, 'withheld' | 'ambiguousPeople' | 'sharedAddresses' | 'unnamedLocations'>;

/** A set or map that remembers what was asked of it. */
class Asked<T> {
  readonly #asked: { has(one: T): boolean };
  #yes = new Set<T>();
  #no = new Set<T>();

  constructor(asked: { has(one: T): boolean }) {
    this.#asked = asked;
  }

  has(one: T): boolean {
    const isThere = this.#asked.has(one);
    (isThere ? this.#yes : this.#no).add(one);
    return isThere;
  }

  take(): Answered<T> {
    const taken = { yes: [...this.#yes], no: [...this.#no] };
    [this.#yes, this.#no] = [new Set(), new Set()];
    return taken;
  }
}

/** Answers from the global index, and remembers them for {@link ShardDependencies}. */
export class RecordedIndex {
  readonly withheld: Pick<RecordSet, 'has'>;
  readonly ambiguousPeople: Asked<number>;
  readonly sharedAddresses: Asked<string>;
  readonly unnamedLocations: Asked<number>;
  readonly #base: string;
  #withheld = { yes: new RecordSet(), no: new RecordSet() };
  #named = new Set<string>();
  #hasLeaks = false;

  /** @param base the data base IRI */
  constructor({ withheld, ambiguousPeople, sharedAddresses, unnamedLocations }: Questions, base: string) {
    this.#base = base;
    this.withheld = {
      has: (ref) => {
        const isWithheld = withheld.has(ref);
        this.#withheld[isWithheld ? 'yes' : 'no'].add(ref);
        return isWithheld;
      },
    };
    this.ambiguousPeople = new Asked(ambiguousPeople);
    this.sharedAddresses = new Asked(sharedAddresses);
    this.unnamedLocations = new Asked(unnamedLocations);
  }

  /** Adds the findings of a record, and the records that it refers to. */
  addFindings(findings: readonly Finding[], quads: readonly Quad[]): void {
    this.#hasLeaks ||= findings.some(({ shape }) => shape === 'X15');
    this.addNamed(quads);
  }

  /** Adds records that are referred to. */
  addNamed(quads: readonly Quad[]): void {
    for (const { object } of quads) {
      const target = recordReferredTo(object, this.#base);
      if (target !== undefined) this.#named.add(target);
    }
  }

  /** Returns what was recorded since the last call. */
  take(): ShardDependencies {
    const { yes, no } = this.#withheld;
    const taken = {
      withheld: { yes: [...yes.all()], no: [...no.all()] },
      ambiguous: this.ambiguousPeople.take(),
      addresses: this.sharedAddresses.take(),
      unnamed: this.unnamedLocations.take(),
      named: [...this.#named],
      hasLeaks: this.#hasLeaks,
    };
    this.#withheld = { yes: new RecordSet(), no: new RecordSet() };
    this.#named = new Set();
    this.#hasLeaks = false;
    return taken;
  }
}

/**
 * Whether a shard output of an earlier run is what would be made now from the same inputs: the global index gives the same
 * answers, and the output names no record that is withheld now.
 */
export const isCurrent = (
  {
    dependencies,
    checkStates,
  }: { readonly dependencies: ShardDependencies; readonly checkStates: CheckStates },
  index: Questions,
  checks: ConsistencyChecks,
): boolean =>
  !dependencies.hasLeaks &&
  areSame(dependencies, index) &&
  !checks.nameWithheld(checkStates) &&
  !dependencies.named.some((iri) => checks.isWithheld(iri));

/** Whether the global index still gives the answers that a shard output was made with. */
const areSame = ({ withheld, ambiguous, addresses, unnamed }: ShardDependencies, index: Questions): boolean =>
  isSame(withheld, index.withheld) &&
  isSame(ambiguous, index.ambiguousPeople) &&
  isSame(addresses, index.sharedAddresses) &&
  isSame(unnamed, index.unnamedLocations);

const isSame = <T>({ yes, no }: Answered<T>, now: { has(one: T): boolean }): boolean =>
  yes.every((one) => now.has(one)) && !no.some((one) => now.has(one));
