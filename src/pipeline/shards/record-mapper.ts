import type { MappingContext } from '../../model/mapping/mapping-context.js';
import type { PublishableRecord } from '../../model/records/record.js';
import type { Finding } from '../../model/shacl/finding.js';
import { type IriNaming, iriNaming } from '../consistency/check.js';
import { RecordChecks } from '../consistency/checks.js';
import type { GlobalIndex } from '../global-index/global-index.js';
import { checkRecord, type MappedRecord, mappingContextOf, mapRecord } from '../map-records/map-record.js';
import { type CheckedMapping, type TrimmedRecord, trimRecord } from '../map-records/trim-record.js';
import type { BuildPlan } from '../plan/build-plan.js';
import type { CompiledVocabulary } from '../plan/compiled-vocabulary.js';
import { isLeftOut } from '../plan/violation-policy.js';
import { SourceFields } from './source-field.js';

/** What becomes of a record: published, whole or without parts that violate a shape or rule, or rejected. */
export type MappingOutcome =
  | (TrimmedRecord & {
      readonly isPublished: boolean /** Statements that it lacks. */;
      readonly lost: number;
    })
  | { readonly failed: Finding };

/** The part of the global index that mapping one record needs. */
type MappingIndex = Parameters<typeof mappingContextOf>[1] & Pick<GlobalIndex, 'withheld' | 'unreadable'>;

/** The steps of a record, for a profile. */
export type OnStep = (step: 'mapping' | 'checking') => void;

const NONE: readonly Finding[] = [];

/** Maps records, checks them, and decides by the policy of the plan which of them are published, and without which parts. */
export class RecordMapper {
  readonly context: MappingContext;
  readonly naming: IriNaming;
  readonly #policy: BuildPlan['onViolation'];
  readonly #vocabulary: CompiledVocabulary;
  readonly #checks: RecordChecks;
  readonly #onStep: OnStep;
  readonly #sourceFields = new SourceFields();

  constructor(
    plan: BuildPlan,
    index: MappingIndex,
    vocabulary: CompiledVocabulary,
    onStep: OnStep = () => {},
  ) {
    this.context = mappingContextOf(plan, index, vocabulary.context);
    this.naming = iriNaming(vocabulary.context, plan.base);
    this.#policy = plan.onViolation;
    this.#vocabulary = vocabulary;
    this.#checks = new RecordChecks(plan, index, this.naming);
    this.#onStep = onStep;
  }

  /**
   * Maps one record. A hot path.
   *
   * @returns `failed` for a record that cannot be mapped: it is rejected
   * @throws FolkloreError CONTEXT_TERM
   */
  async map(one: PublishableRecord): Promise<MappingOutcome> {
    const mapped = mapRecord(one, this.context, this.#vocabulary.toQuads);
    this.#onStep('mapping');
    if ('failed' in mapped) return mapped;
    const checked = await this.#check(one, mapped);
    this.#onStep('checking');
    const isPublished = !isLeftOut(checked.findings, this.#policy);
    if (isPublished || this.#policy !== 'trim') return { ...checked, leftOut: NONE, isPublished, lost: 0 };
    const trimmed = await trimRecord(
      checked,
      async (changed) => {
        const again = mapRecord(changed, this.context, this.#vocabulary.toQuads);
        return 'failed' in again ? undefined : this.#check(changed, again);
      },
      (changed, finding) => this.#sourceFields.rawOf(changed, finding),
    );
    if (trimmed === undefined) return { ...checked, leftOut: NONE, isPublished, lost: 0 };
    return { ...trimmed, isPublished: true, lost: statementsIn(mapped) - statementsIn(trimmed.mapped) };
  }

  async #check(one: PublishableRecord, mapped: MappedRecord): Promise<CheckedMapping> {
    const found = await checkRecord(mapped, this.#vocabulary.checker);
    const broken = this.#checks.check({ one, mapped });
    return { one, mapped, findings: broken.length === 0 ? found : [...found, ...broken] };
  }
}

const statementsIn = ({ quads, identity }: MappedRecord): number =>
  quads.length + (identity?.quads.length ?? 0);
