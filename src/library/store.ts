import type { Quad } from '@rdfjs/types';
import { DATA_BASE, mintIris } from '../model/rdf/iris.js';
import { GROUPS, type Group } from '../model/records/datasets.js';
import { datasetOf } from '../model/records/kinds.js';
import type { PublishableRecord } from '../model/records/record.js';
import type { Finding } from '../model/shacl/finding.js';
import { buildGlobalIndex, type GlobalIndex } from '../pipeline/global-index/global-index.js';
import { toPublishable } from '../pipeline/map-records/map-record.js';
import type { BuildPlan } from '../pipeline/plan/build-plan.js';
import { compileVocabulary } from '../pipeline/plan/compiled-vocabulary.js';
import { iriOf } from '../pipeline/plan/record-iri.js';
import { type BuildInputs, checkHarvested, openInputs } from '../pipeline/shards/build-inputs.js';
import { RecordMapper } from '../pipeline/shards/record-mapper.js';
import { publishedSources } from '../use/inspect/explain/published-records.js';

/** Settings of the same names as in the configuration; a setting that is absent has the default of the configuration. */
export interface StoreSettings
  extends Partial<
    Pick<
      BuildPlan,
      'base' | 'vocabularyBase' | 'profile' | 'personsProfile' | 'placeholders' | 'links' | 'organisations'
    >
  > {
  readonly kinds?: readonly Group[];
  readonly gender?: BuildPlan['gender'];
}

/** A mapped record as a release would have it. */
export interface MappedRecord {
  readonly iri: string;
  readonly dataset: string;
  /** The statements; none of a record that is rejected. */
  readonly quads: readonly Quad[];
  /** The links to other authorities, which a release has in a dataset of their own. */
  readonly links: readonly Quad[];
  readonly isPublished: boolean;
  /** The findings of the record, and those of the parts that it is published without. */
  readonly findings: readonly Finding[];
}

/**
 * A stored harvest. Only records that may be published are given, without privileged fields and without references to withheld
 * records (model 3.0).
 */
export class Store {
  readonly #inputs: BuildInputs;
  readonly #index: GlobalIndex;
  readonly #mapper: RecordMapper;

  private constructor(inputs: BuildInputs, index: GlobalIndex, mapper: RecordMapper) {
    this.#inputs = inputs;
    this.#index = index;
    this.#mapper = mapper;
  }

  /**
   * Opens a store, and reads what decides about publication.
   *
   * @param folder of the store
   * @throws FolkloreError STORE_UNUSABLE; CONFIG_INVALID for a store that was harvested with a privileged key, unless `profile`
   *   is `privileged`
   */
  static async open(folder: string, settings: StoreSettings = {}): Promise<Store> {
    const order: BuildPlan = { ...DEFAULTS, ...settings, store: folder };
    const inputs = await openInputs(order);
    const { plan, store } = inputs;
    checkHarvested(store, plan);
    const index = await buildGlobalIndex(store, plan.kinds, plan.profile, {}, plan);
    const vocabulary = await compileVocabulary(plan);
    return new Store(inputs, index, new RecordMapper(plan, index, vocabulary));
  }

  /**
   * The records of a release of this store, as the services sent them, but for references to withheld records; then people and
   * places that several records describe.
   */
  async *records(): AsyncGenerator<PublishableRecord> {
    const { store, plan } = this.#inputs;
    for await (const { one } of publishedSources(store, plan.kinds, this.#index))
      yield toPublishable(one, this.#index, plan);
  }

  /**
   * Maps and checks one record. Parts that violate a shape or rule are left out, as a build does; a record that cannot do without
   * them is rejected.
   */
  async map(record: PublishableRecord): Promise<MappedRecord> {
    const outcome = await this.#mapper.map(record);
    const dataset = datasetOf(record);
    if ('failed' in outcome) {
      return {
        iri: iriOf(record, mintIris(this.#inputs.plan.base)),
        dataset,
        quads: [],
        links: [],
        isPublished: false,
        findings: [outcome.failed],
      };
    }
    const { mapped, findings, leftOut, isPublished } = outcome;
    const quads = isPublished ? mapped.quads : [];
    const links = isPublished ? (mapped.identity?.quads ?? []) : [];
    return { iri: mapped.node.id, dataset, quads, links, isPublished, findings: [...leftOut, ...findings] };
  }

  /** The statements of all records, as RDF/JS quads of the default graph. */
  async *quads(): AsyncGenerator<Quad> {
    for await (const record of this.records()) {
      const { quads, links } = await this.map(record);
      yield* quads;
      yield* links;
    }
  }
}

/** The defaults of the configuration, and those of a build that writes nothing. */
const DEFAULTS: Omit<BuildPlan, 'store'> = {
  kinds: GROUPS,
  base: DATA_BASE,
  gender: 'auto',
  profile: 'public',
  onViolation: 'trim',
  // A store without the day of its harvest: no year is implausible.
  latestYear: 9999,
  out: '',
  label: '',
};
