import type { Quad, Term } from '@rdfjs/types';
import type SHACLValidator from 'rdf-validate-shacl';
import type { Options } from 'rdf-validate-shacl';
import { messageOf } from '../base/errors.js';
import { RecordGraph } from './record-graph.js';
import { unusable } from './shapes.js';

export type Result = Awaited<ReturnType<SHACLValidator['validate']>>['results'][number];

type Settings = Options & { readonly maxNodeChecks: number };

/**
 * A validator of its own. The engine stops checking a pair of node and shape after 50 visits unless told not to count
 * (its types lag). It asks its shapes as often as the record, and its own kind of graph looks through all quads at each
 * question: with ours it is three times as fast.
 */
async function validatorOf(shapes: RecordGraph): Promise<SHACLValidator> {
  const { default: Validator } = await import('rdf-validate-shacl');
  const { factory } = new Validator(new RecordGraph());
  const ours = { dataset: (quads?: Iterable<Quad>) => new RecordGraph(quads) };
  const settings: Settings = { maxNodeChecks: 0, factory: Object.assign(Object.create(factory), ours) };
  return new Validator(shapes, settings);
}

/**
 * rdf-validate-shacl, one validator kept for all records, asked shape by shape. Asked about a whole graph it
 * would look for the targets of every shape it knows, which for a page was five sixths of the work. It is begun when
 * it is first asked: where threads describe the records, nobody asks the one of the main thread.
 */
export class Engine {
  readonly #shapes: RecordGraph;
  #validator: Promise<SHACLValidator> | undefined;
  #turn: Promise<unknown> = Promise.resolve();

  constructor(shapes: readonly Quad[]) {
    this.#shapes = new RecordGraph(shapes);
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
    this.#validator ??= validatorOf(this.#shapes);
    const validator = await this.#validator;
    validator.validationEngine.initReport();
    let results: readonly Result[] = [];
    try {
      // The report grows from pair to pair; the last one is all of it.
      for (const [node, shape] of pairs) {
        results = (await validator.validateNode(record, node, shape)).results;
      }
      return results;
    } catch (thrown) {
      // The engine's depth counter is off now and it would report nothing any more.
      this.#validator = undefined;
      const message = `The SHACL engine gave up: ${messageOf(thrown)}`;
      throw unusable(message, 'Report this with the record.', thrown);
    }
  }
}
