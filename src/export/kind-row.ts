import type { Origin } from '../base/origin.js';
import type { SchoolsPerson } from '../dictionary/archive/schools-person.js';
import type { Published } from '../dictionary/privileged.js';
import type { Gate } from '../mapping/publication.js';
import type { Setting } from '../mapping/setting.js';
import type { Node } from '../rdf/node.js';
import type { Dataset } from './datasets.js';
import type { Sharing } from './shared.js';
import type { Kind, RecordOf, Unit, UnitRef } from './unit.js';

/** Asks whether a unit is withheld. */
export type IsWithheld = (ref: UnitRef) => boolean;

/** One kind of record, from the publication filter to the file it is written to. */
export interface KindRow<K extends Kind> {
  /** In summaries: a plural. */
  readonly called: string;
  readonly dataset: Dataset | ((record: Published<RecordOf[K]>) => Dataset);
  /** The privileged fields that decide over a record of this kind (model 3.0). */
  readonly gates: readonly Gate[];
  /** Things it speaks of that no list of the services need hold: places, transcribers, statuses of names. */
  readonly shares?: (record: RecordOf[K], origin: Origin, sharing: Sharing) => readonly Unit[];
  /** People as recorded in it: described once, with everything they are recorded in. */
  readonly observes?: (record: RecordOf[K]) => readonly SchoolsPerson[];
  /** Drops references to what is withheld. */
  readonly prune?: (record: RecordOf[K], isWithheld: IsWithheld) => RecordOf[K];
  /** Leaves of the people recorded in it only that they took part (model 5.5, `roles-only`). */
  readonly anonymise?: (record: RecordOf[K]) => RecordOf[K];
  readonly describe: (record: Published<RecordOf[K]>, setting: Setting) => Node;
  /**
   * What the same thing is elsewhere, said apart from everything else of the record, in a dataset of its own
   * (model 2.4). It stands or falls with the record, and is counted with it.
   */
  readonly identity?: {
    readonly dataset: Dataset;
    readonly describe: (record: Published<RecordOf[K]>, setting: Setting) => Node;
  };
}
