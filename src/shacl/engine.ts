import type { Quad, Term } from '@rdfjs/types';
import SHACLValidator, { type Options } from 'rdf-validate-shacl';
import { messageOf } from '../base/errors.js';
import { RecordGraph } from './record-graph.js';
import { unusable } from './shapes.js';

export type Result = Awaited<ReturnType<SHACLValidator['validate']>>['results'][number];

type Settings = Options & { readonly maxNodeChecks: number };

/**
 * The engine stops checking a pair of node and shape after 50 visits unless told not to count (its types lag). It
 * asks its shapes as often as the record, and its own kind of graph looks through all quads at each question: with
 * ours it is three times as fast.
 */
function settings(): Settings {
  const { factory } = new SHACLValidator(new RecordGraph());
  const ours = { dataset: (quads?: Iterable<Quad>) => new RecordGraph(quads) };
  return { maxNodeChecks: 0, factory: Object.assign(Object.create(factory), ours) };
}

/**
 * rdf-validate-shacl, one validator kept for all records, asked shape by shape. Asked about a whole graph it
 * would look for the targets of every shape it knows, which for a page was five sixths of the work.
 */
export class Engine {
  readonly #shapes: RecordGraph;
  readonly #settings = settings();
  #validator: SHACLValidator;
  #turn: Promise<unknown> = Promise.resolve();

  constructor(shapes: readonly Quad[]) {
    this.#shapes = new RecordGraph(shapes);
    this.#validator = new SHACLValidator(this.#shapes, this.#settings);
  }

  /** Results of checking nodes of a record against shapes. The engine has one report: records take turns. */
  check(
    record: RecordGraph,
    pairs: readonly (readonly [node: Term, shape: Term])[],
  ): Promise<readonly Result[]> {
    const results = this.#turn.then(() => this.#check(record, pairs));
    this.#turn = results.catch(() => undefined);
    return results;
  }

  async #check(record: RecordGraph, pairs: readonly (readonly [Term, Term])[]): Promise<readonly Result[]> {
    this.#validator.validationEngine.initReport();
    let results: readonly Result[] = [];
    try {
      // The report grows from pair to pair; the last one is all of it.
      for (const [node, shape] of pairs) {
        results = (await this.#validator.validateNode(record, node, shape)).results;
      }
      return results;
    } catch (thrown) {
      // The engine's depth counter is off now and it would report nothing any more.
      this.#validator = new SHACLValidator(this.#shapes, this.#settings);
      const message = `The SHACL engine gave up: ${messageOf(thrown)}`;
      throw unusable(message, 'Report this with the record.', thrown);
    }
  }
}
