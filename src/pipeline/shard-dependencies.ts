import type { Quad } from '@rdfjs/types';
import type { ConsistencyChecks } from '../consistency/checks.js';
import { recordReferredTo } from '../rdf/record-order.js';
import type { GlobalIndex } from '../records/global-index.js';
import { type RecordRef, RecordSet } from '../records/record.js';
import type { Finding } from '../shacl/finding.js';
import type { ShardSummary } from './shard-output.js';

/** The part of the global index that mapping any shard needs. */
export type MapperIndex = Pick<
  GlobalIndex,
  'withheld' | 'unreadable' | 'genders' | 'ambiguousPeople' | 'personsProfile'
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
  /** IRIs of records that records with findings and identity links refer to. */
  readonly named: readonly string[];
  /** Whether a record referred to one that was withheld (X15). */
  readonly hasLeaks: boolean;
}

/** Answers from the global index, and remembers them for {@link ShardDependencies}. */
export class RecordedIndex {
  readonly withheld: Pick<RecordSet, 'has'>;
  readonly ambiguousPeople: Pick<GlobalIndex['ambiguousPeople'], 'has'>;
  readonly #base: string;
  #withheld = { yes: new RecordSet(), no: new RecordSet() };
  #ambiguous = { yes: new Set<number>(), no: new Set<number>() };
  #named = new Set<string>();
  #hasLeaks = false;

  /** @param base the data base IRI */
  constructor({ withheld, ambiguousPeople }: MapperIndex, base: string) {
    this.#base = base;
    this.withheld = {
      has: (ref) => {
        const isWithheld = withheld.has(ref);
        this.#withheld[isWithheld ? 'yes' : 'no'].add(ref);
        return isWithheld;
      },
    };
    this.ambiguousPeople = {
      has: (id) => {
        const isAmbiguous = ambiguousPeople.has(id);
        this.#ambiguous[isAmbiguous ? 'yes' : 'no'].add(id);
        return isAmbiguous;
      },
    };
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
      ambiguous: { yes: [...this.#ambiguous.yes], no: [...this.#ambiguous.no] },
      named: [...this.#named],
      hasLeaks: this.#hasLeaks,
    };
    this.#withheld = { yes: new RecordSet(), no: new RecordSet() };
    this.#ambiguous = { yes: new Set(), no: new Set() };
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
  { dependencies, checkStates }: Pick<ShardSummary, 'dependencies' | 'checkStates'>,
  index: Pick<MapperIndex, 'withheld' | 'ambiguousPeople'>,
  checks: ConsistencyChecks,
): boolean =>
  !dependencies.hasLeaks &&
  areSame(dependencies, index) &&
  !checks.nameWithheld(checkStates) &&
  !dependencies.named.some((iri) => checks.isWithheld(iri));

/** Whether the global index still gives the answers that a shard output was made with. */
const areSame = (
  { withheld, ambiguous }: ShardDependencies,
  index: Pick<MapperIndex, 'withheld' | 'ambiguousPeople'>,
): boolean =>
  withheld.yes.every((ref) => index.withheld.has(ref)) &&
  !withheld.no.some((ref) => index.withheld.has(ref)) &&
  ambiguous.yes.every((id) => index.ambiguousPeople.has(id)) &&
  !ambiguous.no.some((id) => index.ambiguousPeople.has(id));
